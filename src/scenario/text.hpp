#pragma once

#include "base/error.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shoal::scenario {

/// A whole text file without byte-order mark and with LF line ends, whatever it was saved with.
[[nodiscard]] std::string read_text(const std::string& path);
/// The same for a text in memory.
[[nodiscard]] std::string normalised(std::string text);

/// The first of `dirs` ("" is the working directory) that has `name`. Throws `missing`, completed by the
/// places tried.
[[nodiscard]] std::string find_file(const std::string& name, const std::vector<std::string>& dirs,
                                    Mistake missing);

/// Lines without their ends; a final line end starts no further line.
[[nodiscard]] std::vector<std::string_view> split_lines(std::string_view text);
[[nodiscard]] std::string_view trimmed(std::string_view text);
[[nodiscard]] std::string lowered(std::string_view text);
/// Parts between separators, trimmed.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);

// Numbers read the same under every locale; the whole text must be the number.
[[nodiscard]] std::optional<double> parse_double(std::string_view text);  // also .inf, -inf, .nan
/// Also 1.0e6, 7.9 (read as 7) and 0x1F.
[[nodiscard]] std::optional<std::int64_t> parse_integer(std::string_view text);
/// true, yes, on, y; false, no, off, n; and numbers.
[[nodiscard]] std::optional<bool> parse_bool(std::string_view text);

/// Shortest decimal text of a number; `inf` and `nan` as YAML writes them.
[[nodiscard]] std::string to_text(double value);

/// The candidate that `word` was most likely meant to be, or nothing when none is near.
[[nodiscard]] std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace shoal::scenario
