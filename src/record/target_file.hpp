#pragma once

#include <string>

namespace shoal::record {

/// A file that is written beside its final place and moved there when it is complete, so that an older file of that
/// name stays whole until then. A target that is no regular file (/dev/stdout, a pipe) is written in place.
struct TargetFile {
    std::string path;     ///< where the file belongs, symbolic links resolved
    std::string written;  ///< where it is written: `<path>.part-<8 hex digits>`, or `path` itself
    int descriptor = -1;  ///< open for writing; the caller closes it
    std::string what;     ///< it is, for messages
};

/// Creates missing parent directories. Throws an Error that names the path if it cannot be written.
[[nodiscard]] TargetFile open_target(const std::string& path, const std::string& what = "the log");

/// Call when the descriptor is closed and the file is complete.
void move_into_place(const TargetFile& file);

}  // namespace shoal::record
