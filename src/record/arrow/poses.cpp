#include "record/arrow/feather.hpp"
#include "record/arrow/log_file.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace shoal::record {
namespace {

using Values = std::vector<double>;
constexpr double missing = std::numeric_limits<double>::quiet_NaN();

Values column(const LogFile& file, const std::string& name) {
    if (file.is_truth(name))
        file.fail(name, "wrong type of column", "bool", "float, double or an integer type");
    if (file.has(name)) return file.numbers(name);
    std::string names;
    for (const auto& known : file.columns()) names += (names.empty() ? "" : ", ") + known;
    file.fail(name, "the file has no column of this name", "",
              "x, y, and perhaps theta or angle, and time; the columns are " + names);
}

Values angles(const LogFile& file, std::size_t rows) {
    if (file.has("theta")) return file.numbers("theta");
    if (file.has("angle")) return file.numbers("angle");
    return Values(rows, missing);
}

/// The earliest time, or NaN if no row has one.
double earliest(const Values& times) {
    double first = missing;
    for (double t : times) first = std::fmin(first, t);
    return first;
}

}  // namespace

std::vector<Pose> read_feather_poses(const std::string& path) {
    const LogFile file(path);
    const Values x = column(file, "x"), y = column(file, "y");
    const Values theta = angles(file, x.size());
    const Values time = file.has("time") ? file.numbers("time") : Values(x.size(), 0.0);
    const double first = earliest(time);
    std::vector<Pose> poses;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (time[i] != first || !std::isfinite(x[i]) || !std::isfinite(y[i])) continue;
        poses.push_back({x[i], y[i], std::isfinite(theta[i]) ? std::optional(theta[i]) : std::nullopt});
    }
    return poses;
}

std::unique_ptr<LogReader> open_feather_log(const std::string& path) {
    return std::make_unique<LogFile>(path);
}

}  // namespace shoal::record
