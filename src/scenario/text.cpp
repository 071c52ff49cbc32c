#include "scenario/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <numeric>
#include <sstream>
#include <utility>

namespace shoal::scenario {
namespace {

constexpr std::string_view blanks = " \t\r\n\v\f";

std::string_view without_plus(std::string_view text) {
    const bool signed_twice = text.size() > 1 && (text[1] == '-' || text[1] == '+');
    return text.starts_with('+') && !signed_twice ? text.substr(1) : text;
}

template <class T, class... Options>
std::optional<T> parse_whole(std::string_view text, Options... options) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, options...);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<double> parse_special(std::string_view text) {
    const std::string word = lowered(text);
    if (word == ".nan" || word == "nan") return std::numeric_limits<double>::quiet_NaN();
    if (word == ".inf" || word == "inf") return std::numeric_limits<double>::infinity();
    if (word == "-.inf" || word == "-inf") return -std::numeric_limits<double>::infinity();
    return std::nullopt;
}

// Edits that turn one word into the other: insert, delete, replace, swap of neighbours.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
        }
        before = std::exchange(last, row);
    }
    return last[b.size()];
}

}  // namespace

std::string read_text(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    if (file && !std::filesystem::is_directory(path)) text << file.rdbuf();
    if (!file || std::filesystem::is_directory(path)) throw Error({{path}, {}, {}, {}, "cannot be read"});
    return normalised(std::move(text).str());
}

std::string normalised(std::string text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
        text[kept++] = text[i] == '\r' ? '\n' : text[i];
    }
    text.resize(kept);
    return text;
}

std::string find_file(const std::string& name, const std::vector<std::string>& dirs, Mistake missing) {
    namespace fs = std::filesystem;
    std::vector<std::string> places;
    std::error_code ignored;
    for (const std::string& dir : dirs) {
        const fs::path path = fs::path(dir) / name;
        if (fs::is_regular_file(path, ignored)) return path.string();
        const std::string place = fs::absolute(path, ignored).lexically_normal().string();
        if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
    }
    missing.message = fmt::format("no file '{}'; looked for {}", name, fmt::join(places, ", "));
    throw Error(std::move(missing));
}

std::vector<std::string_view> split_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string lowered(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return result;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (std::size_t end = text.find(separator); end != std::string_view::npos; end = text.find(separator)) {
        parts.push_back(trimmed(text.substr(0, end)));
        text.remove_prefix(end + 1);
    }
    parts.push_back(trimmed(text));
    return parts;
}

std::optional<double> parse_double(std::string_view text) {
    text = without_plus(trimmed(text));
    const bool starts_as_number = text.find_first_of("0123456789") != std::string_view::npos;
    return starts_as_number ? parse_whole<double>(text) : parse_special(text);
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
    text = without_plus(trimmed(text));
    if (text.starts_with("0x")) return parse_whole<std::int64_t>(text.substr(2), 16);
    if (const auto exact = parse_whole<std::int64_t>(text)) return exact;
    const auto real = parse_double(text);
    if (!real || !(std::abs(*real) < 9.2e18)) return std::nullopt;
    return static_cast<std::int64_t>(*real);
}

std::optional<bool> parse_bool(std::string_view text) {
    const std::string word = lowered(trimmed(text));
    for (const char* yes : {"true", "yes", "on", "y"}) {
        if (word == yes) return true;
    }
    for (const char* no : {"false", "no", "off", "n"}) {
        if (word == no) return false;
    }
    const auto number = parse_double(word);
    if (!number || std::isnan(*number)) return std::nullopt;
    return *number != 0;
}

std::string to_text(double value) {
    if (std::isnan(value)) return ".nan";
    if (std::isinf(value)) return value > 0 ? ".inf" : "-.inf";
    return fmt::format("{:.12g}", value);
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
    const std::string wanted = lowered(word);
    std::size_t best = std::max<std::size_t>(2, word.size() / 3) + 1;
    std::string found;
    for (const std::string& candidate : candidates) {
        const std::size_t distance = edit_distance(wanted, lowered(candidate));
        if (distance < best && distance < std::max(word.size(), candidate.size())) {
            best = distance;
            found = candidate;
        }
    }
    return found;
}

}  // namespace shoal::scenario
