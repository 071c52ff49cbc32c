#include "pogobot/taking_part/interaction.hpp"

#include "base/error.hpp"
#include "scenario/node.hpp"
#include "scenario/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace shoal::pogobot {
namespace {

using Kind = Interaction::Kind;

constexpr const char* names[] = {"click", "remote", "lights on", "lights off", "grab", "hand",
                                 "put",   "drop",   "add",       "remove",     "back"};

const char* name_of(Kind kind) { return names[static_cast<std::size_t>(kind)]; }

// A quotient of whole numbers is the double that is nearest to the decimal fraction: it reads back as the same.
double rounded(double value, double parts) { return std::round(value * parts) / parts; }

bool has_place(Kind kind) {
    return kind == Kind::hand || kind == Kind::put || kind == Kind::drop || kind == Kind::add;
}
bool has_id(Kind kind) {
    return kind != Kind::remote && kind != Kind::lights_on && kind != Kind::lights_off && kind != Kind::back;
}

/// Items of the list, with the list's name for errors.
class Item {
public:
    Item(const scenario::Node& node, const std::string& list) : node_(node), list_(list) {}

    [[nodiscard]] const std::string& text(const char* key) const {
        const scenario::Node* const found = node_.find(key);
        if (found == nullptr || !found->is_scalar())
            throw Error({{list_}, key, "", "a value", "it is not there"});
        return found->text;
    }
    [[nodiscard]] double number(const char* key) const {
        const auto value = scenario::parse_double(text(key));
        if (!value) throw Error({{list_}, key, text(key), "a number", ""});
        return *value;
    }
    [[nodiscard]] bool has(const char* key) const { return node_.find(key) != nullptr; }

private:
    const scenario::Node& node_;
    const std::string& list_;
};

Kind kind_of(const Item& item, const std::string& list) {
    const std::string& name = item.text("do");
    const auto found = std::find(std::begin(names), std::end(names), name);
    if (found == std::end(names))
        throw Error({{list}, "do", name, fmt::format("one of {}", fmt::join(names, ", ")), ""});
    return static_cast<Kind>(found - std::begin(names));
}

Interaction read(const Item& item, const std::string& list) {
    Interaction i;
    i.kind = kind_of(item, list);
    i.time = item.number("t");
    i.tick = static_cast<std::uint64_t>(item.number("tick"));
    if (has_id(i.kind)) i.id = static_cast<std::int32_t>(item.number("id"));
    if (item.has("signal")) i.signal = static_cast<std::int32_t>(item.number("signal"));
    if (has_place(i.kind)) {
        i.at = as_logged(physics::Vec2{0.001 * item.number("x"), 0.001 * item.number("y")});
        i.angle = as_logged(item.number("theta"));
    }
    if (i.kind == Kind::add) i.category = item.text("category");
    return i;
}

}  // namespace

physics::Vec2 as_logged(physics::Vec2 at) { return {rounded(at.x, 1e6), rounded(at.y, 1e6)}; }
double as_logged(double angle) { return rounded(angle, 1e4); }

std::string to_yaml(const Interaction& i) {
    std::string item = fmt::format("- {{t: {:.6g}, tick: {}, do: {}", i.time, i.tick, name_of(i.kind));
    if (has_id(i.kind)) item += fmt::format(", id: {}", i.id);
    if (i.kind == Kind::remote) {
        item += fmt::format(", payload: [{}]", fmt::join(i.payload, ", "));
        if (i.signal != Interaction::foreign) item += fmt::format(", signal: {}", i.signal);
    }
    if (i.kind == Kind::add) item += fmt::format(", category: '{}'", i.category);
    if (has_place(i.kind))
        item += fmt::format(", x: {:.3f}, y: {:.3f}, theta: {:.4f}", 1e3 * i.at.x, 1e3 * i.at.y, i.angle);
    return item + "}\n";
}

std::vector<Interaction> read_interactions(std::string_view yaml, const std::string& name) {
    const scenario::Node list = scenario::parse_yaml(yaml, name);
    std::vector<Interaction> interactions;
    for (const scenario::Node& node : list.children) interactions.push_back(read(Item(node, name), name));
    return interactions;
}

}  // namespace shoal::pogobot
