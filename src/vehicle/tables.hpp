#pragma once

#include "vehicle/model_info.hpp"

#include <initializer_list>
#include <string_view>
#include <vector>

// Rows that the tables of several types have in common.
namespace shoal::vehicle {

inline ColumnInfo free_column(std::string_view name, std::string_view unit, std::string_view meaning = "") {
    return {name, unit, -unlimited, unlimited, meaning};
}

inline std::vector<ColumnInfo> joined(std::initializer_list<std::vector<ColumnInfo>> parts) {
    std::vector<ColumnInfo> all;
    for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
}

inline std::vector<ColumnInfo> position_columns() {
    return {free_column("north", "m", "position"), free_column("east", "m"), free_column("down", "m")};
}
inline std::vector<ColumnInfo> world_velocity_columns() {
    return {free_column("vn", "m/s", "velocity over the ground"), free_column("ve", "m/s"),
            free_column("vd", "m/s")};
}
inline std::vector<ColumnInfo> body_velocity_columns() {
    return {free_column("u", "m/s", "velocity over the ground along body x"),
            free_column("v", "m/s", "along body y"), free_column("w", "m/s", "along body z")};
}
inline std::vector<ColumnInfo> attitude_columns() {
    return {{"qw", "", -1, 1, "attitude, body to NED"},
            {"qx", "", -1, 1, ""},
            {"qy", "", -1, 1, ""},
            {"qz", "", -1, 1, ""}};
}
inline std::vector<ColumnInfo> rate_columns() {
    return {free_column("p", "rad/s", "roll rate"), free_column("q", "rad/s", "pitch rate"),
            free_column("r", "rad/s", "yaw rate")};
}
inline std::vector<ColumnInfo> contact_columns() {
    return {{"contact", "", 0, 4, "0 free, 1 on the ground, 2 crashed, 3 hit its target, 4 spent"},
            {"contact_time", "s", 0, unlimited, "of the last change of contact"}};
}

}  // namespace shoal::vehicle
