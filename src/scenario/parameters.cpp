#include "scenario/parameters.hpp"

#include "scenario/text.hpp"

namespace shoal::scenario {
namespace {

// Splits "a\.b.c" into the key "a.b" and the rest "c"; no rest gives an empty view without data.
std::string first_part(std::string_view path, std::string_view& rest) {
    std::string part;
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (path[i] == '\\' && i + 1 < path.size() && path[i + 1] == '.') {
            part += path[++i];
        } else if (path[i] == '.') {
            rest = path.substr(i + 1);
            return part;
        } else {
            part += path[i];
        }
    }
    rest = {};
    return part;
}

const Node* item(const Node& list, std::string_view part) {
    const bool digits = !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
    const auto index = digits ? parse_integer(part) : std::nullopt;
    if (!index || static_cast<std::size_t>(*index) >= list.children.size()) return nullptr;
    return &list.children[static_cast<std::size_t>(*index)];
}

const Node* descend(const Node& node, std::string_view path) {
    if (const Node* literal = node.child(path)) return literal;
    std::string_view rest;
    const std::string part = first_part(path, rest);
    const Node* next = node.is_sequence() ? item(node, part) : node.child(part);
    return !next || rest.data() == nullptr ? next : descend(*next, rest);
}

[[noreturn]] void refuse(const Node& node, std::string_view path, const char* expected) {
    throw Error({node.place.location(), "parameters." + std::string(path), summary(node), expected, {}});
}

template <class Parse>
auto read(const Node* node, std::string_view path, const char* expected, Parse parse)
    -> decltype(parse(std::string_view())) {
    if (!node) return std::nullopt;
    const auto value = node->is_scalar() ? parse(node->text) : std::nullopt;
    if (!value) refuse(*node, path, expected);
    return value;
}

}  // namespace

const Node* Parameters::find(std::string_view path) const {
    const Node* node = descend(tree_, path);
    return node && !node->is_null() ? node : nullptr;
}

std::optional<double> Parameters::number(std::string_view path) const {
    return read(find(path), path, "a number", parse_double);
}

std::optional<std::int64_t> Parameters::integer(std::string_view path) const {
    return read(find(path), path, "an integer", parse_integer);
}

std::optional<bool> Parameters::boolean(std::string_view path) const {
    return read(find(path), path, "true or false", parse_bool);
}

std::optional<std::string> Parameters::text(std::string_view path) const {
    const auto keep = [](std::string_view text) { return std::optional<std::string>(text); };
    return read(find(path), path, "a text", keep);
}

std::optional<std::vector<double>> Parameters::numbers(std::string_view path) const {
    const Node* list = find(path);
    if (!list) return std::nullopt;
    if (!list->is_sequence()) refuse(*list, path, "a list of numbers");
    std::vector<double> values;
    for (const Node& item : list->children) {
        const auto value = item.is_scalar() ? parse_double(item.text) : std::nullopt;
        if (!value) refuse(item, path, "a list of numbers");
        values.push_back(*value);
    }
    return values;
}

}  // namespace shoal::scenario
