#include "scenario/values.hpp"

#include "scenario/read_keys.hpp"
#include "scenario/text.hpp"

#include <algorithm>

namespace shoal::scenario {
namespace {

std::string in_unit(const KeyInfo& key) {
    return key.unit.name[0] ? std::string(" in ") + key.unit.name : "";
}

std::string limit(double value) {
    const bool whole = value == std::trunc(value) && std::abs(value) < 1e15;
    return whole ? std::to_string(static_cast<std::int64_t>(value)) : to_text(value);
}

std::string joined(const std::vector<Choice>& choices) {
    std::string text;
    for (const Choice& choice : choices) text += (text.empty() ? "" : ", ") + choice.name;
    return text;
}

void refuse(const Site& site, const std::string& message = {}) {
    site.problems.error(
        {site.node.place.location(), site.path, summary(site.node), expected(site.key), message});
}

// The text of a number. Where a comment stuck to it, the number counts and the user is told.
std::string_view number_text(const Site& site, const Node& node) {
    const std::string_view text = node.text;
    const std::size_t hash = node.quoted ? std::string_view::npos : text.find('#');
    if (hash == std::string_view::npos || !parse_double(text.substr(0, hash))) return text;
    site.problems.warning(
        {node.place.location(),
         site.path,
         {},
         {},
         "a comment needs a space before its #; read as " + std::string(text.substr(0, hash))});
    return text.substr(0, hash);
}

std::optional<double> number_in_range(const Site& site, const Node& node) {
    if (!node.is_scalar()) return std::nullopt;
    const auto value = parse_double(number_text(site, node));
    return value && site.key.range.contains(*value) ? value : std::nullopt;
}

std::optional<std::int64_t> integer_in_range(const Site& site, const Node& node) {
    if (!node.is_scalar()) return std::nullopt;
    const auto value = parse_integer(number_text(site, node));
    return value && site.key.range.contains(static_cast<double>(*value)) ? value : std::nullopt;
}

template <class T>
void read_integer(const Site& site, T& value) {
    if (const auto read = integer_in_range(site, site.node)) value = static_cast<T>(*read);
    else refuse(site);
}

double to_si(const Unit& unit, double value) { return value * unit.times / unit.over; }
double to_file(const Unit& unit, double value) { return value * unit.over / unit.times; }

bool is_pair(const Node& node) { return node.is_sequence() && node.children.size() == 2; }

}  // namespace

std::string type_name(const KeyInfo& key) {
    switch (key.kind) {
        case Kind::number: return "number";
        case Kind::integer: return "integer";
        case Kind::boolean: return "true or false";
        case Kind::text: return "text";
        case Kind::choice: return "one of " + joined(key.choices);
        case Kind::texts: return "list of texts";
        case Kind::numbers: return "list of numbers";
        case Kind::point: return "[x, y]";
        case Kind::domain: return "[least, greatest]";
        case Kind::bytes: return "text or list of bytes";
        case Kind::map: return "map";
        case Kind::rows: return "list of lists of numbers";
    }
    return {};
}

std::string range_text(const KeyInfo& key) {
    const Range& r = key.range;
    const bool low = std::isfinite(r.low) && r.low > -int_max - 1;
    const bool high = std::isfinite(r.high) && r.high != int_max;
    if (low && high) return "from " + limit(r.low) + " to " + limit(r.high);
    if (low && r.open) return "above " + limit(r.low);
    if (low) return "at least " + limit(r.low);
    if (high) return "at most " + limit(r.high);
    return {};
}

std::string expected(const KeyInfo& key) {
    const std::string range = range_text(key).empty() ? "" : " " + range_text(key);
    const std::string finite = key.range.infinite ? "" : "finite ";
    switch (key.kind) {
        case Kind::number: return "a " + finite + "number" + in_unit(key) + range;
        case Kind::integer: return "an integer" + in_unit(key) + range;
        case Kind::text: return "a text";
        case Kind::choice: return key.choices.size() == 1 ? key.choices.front().name : type_name(key);
        case Kind::texts: return "a list of texts";
        case Kind::numbers: return "a list of " + finite + "numbers" + in_unit(key) + range;
        case Kind::point: return "two numbers [x, y]" + in_unit(key);
        case Kind::domain: return "two integers [least, greatest]" + in_unit(key);
        case Kind::bytes: return "a text, or a list of integers from 0 to 255";
        case Kind::map: return "a map of keys";
        case Kind::rows: return "a list of lists of numbers";
        case Kind::boolean: return type_name(key);
    }
    return {};
}

bool means_absent(const Node& node) {
    const auto is_nan = [](const Node& n) {
        const auto value = n.is_scalar() && !n.quoted ? parse_double(n.text) : std::nullopt;
        return value && std::isnan(*value);
    };
    return is_nan(node) || (is_pair(node) && std::any_of(node.children.begin(), node.children.end(), is_nan));
}

void read_value(const Site& site, double& value) {
    if (const auto read = number_in_range(site, site.node)) value = to_si(site.key.unit, *read);
    else refuse(site);
}

void read_value(const Site& site, int& value) { read_integer(site, value); }
void read_value(const Site& site, std::int16_t& value) { read_integer(site, value); }
void read_value(const Site& site, std::uint32_t& value) { read_integer(site, value); }

void read_value(const Site& site, bool& value) {
    const auto read = site.node.is_scalar() ? parse_bool(number_text(site, site.node)) : std::nullopt;
    if (read) value = *read;
    else refuse(site);
}

void read_value(const Site& site, std::string& value) {
    if (site.node.is_scalar()) value = site.node.text;
    else refuse(site);
}

void read_value(const Site& site, std::vector<std::string>& value) {
    const auto& items = site.node.children;
    if (!site.node.is_sequence() ||
        !std::all_of(items.begin(), items.end(), [](const Node& n) { return n.is_scalar(); }))
        return refuse(site);
    for (const Node& item : items) value.push_back(item.text);
}

void read_value(const Site& site, std::vector<double>& value) {
    if (!site.node.is_sequence()) return refuse(site);
    value.clear();
    for (const Node& item : site.node.children) {
        const auto number = number_in_range(site, item);
        if (!number) return refuse(site);
        value.push_back(to_si(site.key.unit, *number));
    }
}

void read_value(const Site& site, Point& value) {
    if (!is_pair(site.node)) return refuse(site);
    const auto x = number_in_range(site, site.node.children[0]);
    const auto y = number_in_range(site, site.node.children[1]);
    if (!x || !y) return refuse(site);
    value = {to_si(site.key.unit, *x), to_si(site.key.unit, *y)};
}

void read_value(const Site& site, std::vector<std::vector<double>>& value) {
    if (!site.node.is_sequence()) return refuse(site);
    for (const Node& row : site.node.children) {
        if (!row.is_sequence()) return refuse(site);
        auto& numbers = value.emplace_back();
        for (const Node& item : row.children) {
            const auto number = number_in_range(site, item);
            if (!number) return refuse(site);
            numbers.push_back(to_si(site.key.unit, *number));
        }
    }
}

void read_value(const Site& site, IntDomain& value) {
    if (!is_pair(site.node)) return refuse(site);
    const auto low = integer_in_range(site, site.node.children[0]);
    const auto high = integer_in_range(site, site.node.children[1]);
    if (!low || !high) return refuse(site);
    if (*low > *high) return refuse(site, "the domain is reversed");
    value = {static_cast<int>(*low), static_cast<int>(*high)};
}

void read_value(const Site& site, Payload& value) {
    constexpr std::size_t most = 382;  // bytes in a message
    if (site.node.is_map()) return refuse(site);
    if (site.node.is_scalar()) value.bytes.assign(site.node.text.begin(), site.node.text.end());
    for (const Node& item : site.node.children) {
        const auto byte = integer_in_range(site, item);
        if (!byte) return refuse(site);
        value.bytes.push_back(static_cast<std::uint8_t>(*byte));
    }
    if (value.bytes.size() > most) refuse(site, "a message holds at most 382 bytes");
}

void read_value(const Site& site, MsgSuccessRate& value) {
    if (!site.node.is_map()) return refuse(site);
    read_keys(site.node, msg_success_rate_keys(), {site.path, {}, {}}, site.problems, value);
}

std::optional<int> read_choice(const Site& site) {
    std::vector<std::string> names;
    for (const Choice& choice : site.key.choices) {
        if (site.node.is_scalar() && lowered(choice.name) == lowered(site.node.text)) return choice.value;
        names.push_back(choice.name);
    }
    const std::string near = site.node.is_scalar() ? nearest(site.node.text, names) : "";
    refuse(site, near.empty() ? "" : "did you mean " + near);
    return std::nullopt;
}

std::string show(const KeyInfo& key, double value) { return to_text(to_file(key.unit, value)); }
std::string show(const KeyInfo&, const std::string& value) { return value; }
std::string show(const KeyInfo&, const IntDomain& value) {
    return "[" + std::to_string(value.low) + ", " + std::to_string(value.high) + "]";
}

}  // namespace shoal::scenario
