#pragma once

#include "record/log_comparison.hpp"
#include "record/log_reader.hpp"
#include "record/poses.hpp"
#include "record/rows.hpp"
#include "record/target_file.hpp"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace shoal::record {

/// A Feather file (Arrow IPC, zstd level 1) in the making. Use it from one thread only.
class FeatherFile {
public:
    FeatherFile() = default;
    virtual ~FeatherFile() = default;  // without finish(), what was written stays beside the target
    FeatherFile(const FeatherFile&) = delete;
    FeatherFile& operator=(const FeatherFile&) = delete;

    virtual void write(const Batch& batch) = 0;  ///< one record batch
    /// The footer; then the file moves into place. Notes are metadata of a last, empty batch.
    virtual void finish(const Metadata& notes) = 0;
};

/// All that needs Apache Arrow. It lies in a library of its own, libshoal_arrow, because loading Arrow takes as long as
/// thousands of ticks of a small run: a run that neither logs nor reads a Feather file does without.
struct ArrowLibrary {
    /// Takes the target's descriptor over.
    std::unique_ptr<FeatherFile> (*create)(const TargetFile& target, std::span<const Field> fields,
                                           const Metadata& metadata);
    std::vector<Pose> (*read_poses)(const std::string& path);
    LogSummary (*summarise)(const std::string& path);
    LogComparison (*compare)(const std::string& first, const std::string& second, std::uint64_t skipped);
    std::unique_ptr<LogReader> (*open)(const std::string& path);
};

/// Loaded at the first call, for good. Throws an Error if it is not there.
[[nodiscard]] const ArrowLibrary& arrow_library();

}  // namespace shoal::record

/// The only name that libshoal_arrow is asked for.
extern "C" const shoal::record::ArrowLibrary shoal_arrow_library;
