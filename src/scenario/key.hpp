#pragma once

#include "scenario/choices.hpp"
#include "scenario/node.hpp"
#include "scenario/object_group.hpp"
#include "scenario/problems.hpp"
#include "scenario/remote_event.hpp"
#include "scenario/settings.hpp"

#include <cmath>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

/// The words in which scenario keys are declared: units, ranges, defaults, keys, sections.
namespace shoal::scenario {

/// A unit of the file; its value in SI is value * times / over, exact for powers of ten.
struct Unit {
    const char* name;
    double times = 1, over = 1;
};

namespace unit {
inline constexpr Unit none{""}, px{"px"}, s{"s"}, rad{"rad"}, celsius{"°C"}, per_s{"1/s"}, hz{"Hz"},
    px_per_mm{"px/mm"};
inline constexpr Unit rad_per_s{"rad/s"}, m_per_s2{"m/s²"}, rows{"rows"}, level{"light levels"},
    motor{"motor units"}, kib{"KiB"};
inline constexpr Unit mm{"mm", 1, 1e3}, mm2{"mm²", 1, 1e6}, mm_per_s{"mm/s", 1, 1e3}, us{"µs", 1, 1e6};
inline constexpr Unit dm_per_s{"dm/s", 1, 10}, kg_per_dm2{"kg/dm²", 100, 1};
}  // namespace unit

/// Values that a key accepts, in the unit of the file.
struct Range {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    bool open = false;      // `low` itself is refused
    bool infinite = false;  // .inf is accepted

    [[nodiscard]] bool contains(double value) const {
        if (std::isnan(value) || (std::isinf(value) && !infinite)) return false;
        return value <= high && (open ? value > low : value >= low);
    }
    [[nodiscard]] Range or_infinite() const { return {low, high, open, true}; }
};

inline constexpr double int_max = std::numeric_limits<int>::max();
inline constexpr Range any{};
[[nodiscard]] constexpr Range above(double low) {
    return {low, std::numeric_limits<double>::infinity(), true};
}
[[nodiscard]] constexpr Range at_least(double low) { return {low}; }
[[nodiscard]] constexpr Range between(double low, double high) { return {low, high}; }

/// What holds when a key is absent, where the initial value of its member does not say it.
struct Absent {
    const char* text = nullptr;
    bool is_error = false;
};
inline constexpr Absent required{"required", true};
[[nodiscard]] constexpr Absent otherwise(const char* text) { return {text, false}; }

enum class Kind { number, integer, boolean, text, choice, texts, numbers, point, domain, bytes, map, rows };

/// All that is known about a key but how to store it.
struct KeyInfo {
    std::string name;
    Kind kind = Kind::map;
    Unit unit = unit::none;
    Range range;
    std::string help;
    std::string fallback;  // default, as one would write it in the file
    bool required = false;
    std::vector<Choice> choices;
};

/// Where a value stands while it is read.
struct Site {
    const Node& node;
    const KeyInfo& key;
    const std::string& path;  // dotted
    Problems& problems;
};

void read_value(const Site& site, double& value);
void read_value(const Site& site, int& value);
void read_value(const Site& site, std::int16_t& value);
void read_value(const Site& site, std::uint32_t& value);
void read_value(const Site& site, bool& value);
void read_value(const Site& site, std::string& value);
void read_value(const Site& site, std::vector<std::string>& value);
void read_value(const Site& site, std::vector<double>& value);
void read_value(const Site& site, Point& value);
void read_value(const Site& site, std::vector<std::vector<double>>& value);
void read_value(const Site& site, IntDomain& value);
void read_value(const Site& site, Payload& value);
void read_value(const Site& site, MsgSuccessRate& value);
[[nodiscard]] std::optional<int> read_choice(const Site& site);
/// .nan where a key may be absent means absent.
[[nodiscard]] bool means_absent(const Node& node);

[[nodiscard]] std::string show(const KeyInfo& key, double value);
[[nodiscard]] std::string show(const KeyInfo& key, const std::string& value);
[[nodiscard]] std::string show(const KeyInfo& key, const IntDomain& value);

template <class E>
    requires std::is_enum_v<E>
void read_value(const Site& site, E& value) {
    if (const auto chosen = read_choice(site)) value = static_cast<E>(*chosen);
}

template <class T>
void read_value(const Site& site, std::optional<T>& value) {
    if (means_absent(site.node)) value.reset();
    else read_value(site, value.emplace());
}

template <class T>
struct Unwrapped {
    using type = T;
};
template <class T>
struct Unwrapped<std::optional<T>> {
    using type = T;
};

template <class T>
[[nodiscard]] constexpr Kind kind_of() {
    if constexpr (std::is_same_v<T, bool>) return Kind::boolean;
    else if constexpr (std::is_enum_v<T>) return Kind::choice;
    else if constexpr (std::is_integral_v<T>) return Kind::integer;
    else if constexpr (std::is_floating_point_v<T>) return Kind::number;
    else if constexpr (std::is_same_v<T, std::string>) return Kind::text;
    else if constexpr (std::is_same_v<T, Point>) return Kind::point;
    else if constexpr (std::is_same_v<T, std::vector<std::vector<double>>>) return Kind::rows;
    else if constexpr (std::is_same_v<T, IntDomain>) return Kind::domain;
    else if constexpr (std::is_same_v<T, Payload>) return Kind::bytes;
    else if constexpr (std::is_same_v<T, MsgSuccessRate>) return Kind::map;
    else if constexpr (std::is_same_v<T, std::vector<double>>) return Kind::numbers;
    else return Kind::texts;
}

template <class M>
[[nodiscard]] std::string fallback_of(const KeyInfo& key, const M& value) {
    if constexpr (std::is_same_v<M, bool>) return value ? "true" : "false";
    else if constexpr (std::is_enum_v<M>) return name_of(key.choices, static_cast<int>(value));
    else if constexpr (std::is_arithmetic_v<M>) return show(key, static_cast<double>(value));
    else if constexpr (std::is_same_v<M, std::string> || std::is_same_v<M, IntDomain>)
        return show(key, value);
    else return "";
}

/// One declared key of a struct T: a row of the tables in settings_keys.cpp and object_keys.cpp.
template <class T>
struct Key : KeyInfo {
    std::function<void(const Site&, T&)> read;

    /// A text, a switch or a choice.
    template <class M>
    Key(const char* key, M T::* member, const char* what, Absent absent = {})
        : Key(key, member, unit::none, any, what, absent) {}

    /// A number, or several.
    template <class M>
    Key(const char* key, M T::* member, Unit in, Range within, const char* what, Absent absent = {})
        : KeyInfo{key, kind_of<typename Unwrapped<M>::type>(), in, within, what, {}, absent.is_error, {}} {
        using Value = typename Unwrapped<M>::type;
        if constexpr (std::is_enum_v<Value>) choices = choices_of<Value>();
        if constexpr (std::is_integral_v<Value> && !std::is_same_v<Value, bool>) {
            range.low = std::max(range.low, static_cast<double>(std::numeric_limits<Value>::min()));
            range.high = std::min(range.high, static_cast<double>(std::numeric_limits<Value>::max()));
        }
        fallback = absent.text ? absent.text : fallback_of(*this, T{}.*member);
        read = [member](const Site& site, T& out) { read_value(site, out.*member); };
    }

    /// A map that is read on its own.
    Key(const char* key, const char* what, Absent absent)
        : KeyInfo{key, Kind::map, unit::none, any, what, absent.text, absent.is_error, {}},
          read([](const Site&, T&) {}) {}
};

/// Keys under one heading, and the object types that they apply to (a bit each).
template <class T>
struct Section {
    std::string title;
    unsigned types;
    std::vector<Key<T>> keys;
};

inline constexpr unsigned every_type = ~0u;

[[nodiscard]] constexpr unsigned bit(ObjectType type) { return 1u << static_cast<unsigned>(type); }

[[nodiscard]] const std::vector<Section<Settings>>& settings_keys();
[[nodiscard]] const std::vector<Section<ObjectGroup>>& object_keys();
[[nodiscard]] const std::vector<Section<MsgSuccessRate>>& msg_success_rate_keys();

}  // namespace shoal::scenario
