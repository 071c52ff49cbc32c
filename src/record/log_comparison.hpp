#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shoal::record {

/// The first value in which two logs differ, by row and then by column.
struct LogDifference {
    std::uint64_t row = 0;  // of the first log
    std::string column;
    std::string first, second;             // the two values
    std::string time, category, robot_id;  // of that row, if the log has such columns
};

struct LogComparison {
    std::uint64_t first_rows = 0, second_rows = 0;  // compared, and left over
    std::size_t columns = 0;
    std::string last_time;     // s: of the first log
    std::string other_schema;  // says how the columns differ; empty if they are the same
    std::optional<LogDifference> difference;
};

/// What a log says of itself.
struct LogSummary {
    std::vector<std::pair<std::string, std::string>> metadata;
    std::uint64_t rows = 0;

    [[nodiscard]] const std::string* find(const std::string& key) const {
        for (const auto& [name, value] : metadata)
            if (name == key) return &value;
        return nullptr;
    }
};

/// Throws Error for a file that is no log, or not complete.
[[nodiscard]] LogSummary summarise_log(const std::string& path);
/// Row i of the first log with row i + `skipped` of the second; floating-point numbers bit for bit.
[[nodiscard]] LogComparison compare_logs(const std::string& first, const std::string& second,
                                         std::uint64_t skipped);

}  // namespace shoal::record
