#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace shoal::vehicle {

constexpr double unlimited = std::numeric_limits<double>::infinity();

/// A column of the state or one value of a command, as logs, checks, Python views and docs see it.
struct ColumnInfo {
    std::string_view name, unit;
    double least, most;  ///< commands beyond are refused by Group::command and limited by the model
    std::string_view meaning;
};

/// What the values of a command mean. A vehicle's mode is the number of its row in the model's table.
struct ModeInfo {
    std::string_view name;
    std::vector<ColumnInfo> values;
    std::string_view meaning;
};

struct ParameterInfo {
    std::string_view name, unit;
    double standard, least, most;
    std::string_view meaning;
};

/// Parameters that differ from the standard ones, under a name.
struct PresetInfo {
    struct Value {
        std::string_view parameter;
        double value;
    };
    std::string_view name;
    std::vector<Value> values;
    std::string_view meaning;
};

/// A type of vehicle as data. Frames: local NED (m) and forward-right-down body axes; angles in rad.
struct ModelInfo {
    std::string_view name, meaning;
    double time_step;               ///< s, the standard one
    std::vector<ColumnInfo> state;  ///< ends with contact and contact_time, as all types do
    std::vector<ModeInfo> modes;
    std::vector<ParameterInfo> parameters;
    std::vector<PresetInfo> presets;
    std::size_t command_values;  ///< columns of a command behind its mode: as many as the longest mode needs
};

/// How a vehicle meets what is around it: the state column `contact`. It only grows beyond `ground`.
enum class Contact { none = 0, ground = 1, crashed = 2, hit = 3, spent = 4 };

/// The types there are, by name.
[[nodiscard]] std::span<const ModelInfo* const> models();
/// Throws Error for a type that there is not.
[[nodiscard]] const ModelInfo& model(std::string_view type);

/// Throws Error for a name that no preset of this type has.
[[nodiscard]] const PresetInfo& preset_of(const ModelInfo& model, std::string_view name);

/// Position in a table of columns, parameters or modes; throws Error, with the names that there are, for any other.
[[nodiscard]] std::size_t index_of(std::span<const ColumnInfo> table, std::string_view name);
[[nodiscard]] std::size_t index_of(std::span<const ParameterInfo> table, std::string_view name);
[[nodiscard]] std::size_t index_of(std::span<const ModeInfo> table, std::string_view name);

}  // namespace shoal::vehicle
