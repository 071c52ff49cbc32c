#pragma once

#include "record/arrow/library.hpp"

namespace shoal::record {

/// What ArrowLibrary points to; in libshoal_arrow only.
[[nodiscard]] std::unique_ptr<FeatherFile> create_feather_file(const TargetFile& target,
                                                               std::span<const Field> fields,
                                                               const Metadata& metadata);
[[nodiscard]] std::vector<Pose> read_feather_poses(const std::string& path);
[[nodiscard]] LogSummary summarise_feather(const std::string& path);
[[nodiscard]] LogComparison compare_feathers(const std::string& first, const std::string& second,
                                             std::uint64_t skipped);
[[nodiscard]] std::unique_ptr<LogReader> open_feather_log(const std::string& path);

}  // namespace shoal::record
