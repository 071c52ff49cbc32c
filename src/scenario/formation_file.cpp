#include "scenario/formation_file.hpp"

#include "base/error.hpp"
#include "scenario/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace shoal::scenario {
namespace {

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

struct Columns {
    std::size_t x = 0, y = 1, theta = none, time = none;
};

std::string_view unquoted(std::string_view field) {
    const bool quoted = field.size() >= 2 && field.front() == '"' && field.back() == '"';
    return quoted ? field.substr(1, field.size() - 2) : field;
}

std::vector<std::string_view> fields_of(std::string_view row) {
    std::vector<std::string_view> fields = split(row, ',');
    for (std::string_view& field : fields) field = unquoted(field);
    return fields;
}

bool is_header(std::string_view row) {
    return row.find_first_not_of("0123456789+-.eE, \t") != std::string_view::npos;
}

std::size_t column(const std::vector<std::string_view>& names, std::string_view wanted) {
    const auto it = std::find_if(names.begin(), names.end(),
                                 [&](std::string_view name) { return lowered(name) == wanted; });
    return it == names.end() ? none : static_cast<std::size_t>(it - names.begin());
}

Columns match_header(std::string_view row, const Location& where) {
    const auto names = fields_of(row);
    Columns columns{column(names, "x"), column(names, "y"), column(names, "theta"), column(names, "time")};
    if (columns.theta == none) columns.theta = column(names, "angle");
    if (columns.x == none || columns.y == none)
        throw Error({where, {}, std::string(row), "columns x and y", "the header lacks a column"});
    return columns;
}

/// Reads the fields of one row; what is empty or NaN is absent.
struct Row {
    std::vector<std::string_view> fields;
    Location where;

    [[nodiscard]] std::optional<double> number(std::size_t index) const {
        if (index >= fields.size() || fields[index].empty() || lowered(fields[index]) == "null")
            return std::nullopt;
        const auto value = parse_double(fields[index]);
        if (!value) throw Error({where, {}, std::string(fields[index]), "a number", {}});
        return std::isfinite(*value) ? value : std::nullopt;
    }
};

}  // namespace

std::vector<ImportedPose> read_formation_csv(const std::string& path) {
    const std::string text = read_text(path);
    std::vector<ImportedPose> poses;
    Columns columns;
    double earliest = std::numeric_limits<double>::infinity();
    bool first = true;
    int line = 0;
    for (const std::string_view raw : split_lines(text)) {
        const std::string_view row = trimmed(raw);
        ++line;
        if (row.empty()) continue;
        const bool header = std::exchange(first, false) && is_header(row);
        if (header) columns = match_header(row, {path, line});
        if (header) continue;
        const Row cells{fields_of(row), {path, line}};
        const auto x = cells.number(columns.x), y = cells.number(columns.y);
        const double time = cells.number(columns.time).value_or(earliest);
        if (!x || !y || time > earliest) continue;
        if (time < earliest) poses.clear();
        earliest = time;
        poses.push_back({*x, *y, cells.number(columns.theta)});
    }
    if (poses.empty()) throw Error({{path}, {}, {}, "rows of x,y", "no positions in this file"});
    return poses;
}

void place_in_arena(std::vector<ImportedPose>& poses, const Settings& settings, const Arena& arena) {
    const auto& low = settings.imported_formation_min_coords;
    const auto& high = settings.imported_formation_max_coords;
    for (ImportedPose& pose : poses) {
        if (low && high) {
            pose.x = (pose.x - low->x) / (high->x - low->x) * arena.width;
            pose.y = (pose.y - low->y) / (high->y - low->y) * arena.height;
        } else {
            pose.x /= 1e3;
            pose.y /= 1e3;
        }
    }
}

}  // namespace shoal::scenario
