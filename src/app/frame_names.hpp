#pragma once

#include <string>

namespace shoal::app {

/// The pattern with {} replaced by a time (s), which may be formatted as in Python: f{:010.4f}.png. Throws Error that
/// names the key `frames_name` for a pattern that is none.
[[nodiscard]] std::string frame_name(const std::string& pattern, double time);
/// Deletes *.png in the directory of the pattern.
void delete_old_frames(const std::string& pattern);

}  // namespace shoal::app
