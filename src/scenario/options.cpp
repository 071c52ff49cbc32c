#include "scenario/options.hpp"

#include "scenario/text.hpp"

#include <algorithm>
#include <array>

namespace shoal::scenario {
namespace {

constexpr std::string_view branches = "batch_hierarchical_options";
constexpr std::array option_keys{std::string_view("batch_options"), std::string_view("batch_options_range"),
                                 std::string_view("optimization_domain")};

bool for_other_tools(const Node& node) {
    const auto& names = batch_keys();
    return node.key != branches && std::find(names.begin(), names.end(), node.key) != names.end();
}

void keep_key(Node& to, const Node& from) {
    to.key = from.key;
    to.key_place = from.key_place;
}

// Keys of `top` come over those of `base`, map by map.
void overlay(Node& base, const Node& top) {
    for (const Node& child : top.children) {
        Node* old = base.child(child.key);
        if (old && old->is_map() && child.is_map()) overlay(*old, child);
        else base.set(child.key, child);
    }
}

Node with_default_branch(Node map) {
    const Node* choice = map.child(branches);
    const Node* chosen = choice ? choice->find("default") : nullptr;
    if (!chosen || !chosen->is_map()) return map;
    const Node top = *chosen;
    std::erase_if(map.children, [](const Node& child) { return child.key == branches; });
    overlay(map, top);
    return with_default_branch(std::move(map));
}

std::string summary_of_options(std::string_view kind) {
    if (kind == branches) return "the alternatives have no default: add a map `default`";
    return "options without a default: add `default_option` to run this file directly";
}

void report_open_options(const Node& node, const std::string& path, Problems& problems) {
    for (const Node& child : node.children) {
        if (path.empty() && for_other_tools(child)) continue;
        const std::string here =
            path.empty() || child.key.empty() ? path + child.key : path + "." + child.key;
        const bool open = child.key == branches || std::any_of(option_keys.begin(), option_keys.end(),
                                                               [&](auto key) { return child.child(key); });
        if (!open) report_open_options(child, here, problems);
        else
            problems.error({child.key_place.location(),
                            child.key == branches ? path : here,
                            {},
                            {},
                            summary_of_options(child.key)});
    }
}

void forget_lines(Node& node) {
    node.place.line = node.place.column = node.key_place.line = node.key_place.column = 0;
    for (Node& child : node.children) forget_lines(child);
}

std::vector<std::string> split_path(std::string_view text) {
    std::vector<std::string> parts(1);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == '.') parts.back() += text[++i];
        else if (text[i] == '.') parts.emplace_back();
        else parts.back() += text[i];
    }
    return parts;
}

[[noreturn]] void refuse(const Override& change, std::size_t depth, const std::string& message) {
    std::string key;
    for (std::size_t i = 0; i <= depth; ++i) key += (i ? "." : "") + change.path[i];
    throw Error({{change.option}, key, {}, {}, message});
}

Node* list_item(Node& list, const Override& change, std::size_t depth) {
    const auto index = parse_integer(change.path[depth]);
    if (!index || *index < 0 || static_cast<std::size_t>(*index) >= list.children.size())
        refuse(change, depth, "no such item in a list of " + std::to_string(list.children.size()));
    return &list.children[static_cast<std::size_t>(*index)];
}

// The node one part further down the path, made when it is missing.
Node* step_down(Node& node, const Override& change, std::size_t depth) {
    if (node.is_sequence()) return list_item(node, change, depth);
    if (node.is_scalar()) refuse(change, depth, "the value above this key is no map");
    if (Node* old = node.child(change.path[depth])) return old;
    const bool key_of_new_category = depth == 1 && change.path[0] == "objects" && change.path.size() > 2;
    if (key_of_new_category) {
        std::vector<std::string> names;
        for (const Node& child : node.children) names.push_back(child.key);
        const std::string near = nearest(change.path[depth], names);
        refuse(change, depth, "no such category" + (near.empty() ? "" : "; did you mean " + near + "?"));
    }
    Node fresh;
    fresh.place = fresh.key_place = change.value.place;
    return &node.set(change.path[depth], std::move(fresh));
}

}  // namespace

const std::vector<std::string_view>& batch_keys() {
    static const std::vector<std::string_view> names = {
        "result_filename_format",
        "result_new_columns",
        "batch_options",
        "batch_options_range",
        branches,
        "optimization_domain",
        "optimization",
        "_batch_choice_names",
        "environment",
    };
    return names;
}

Node resolve_defaults(Node tree) {
    if (const Node* chosen = tree.find("default_option")) {
        Node value = *chosen;
        keep_key(value, tree);
        return resolve_defaults(std::move(value));
    }
    if (tree.is_map()) tree = with_default_branch(std::move(tree));
    for (Node& child : tree.children) {
        if (!for_other_tools(child)) child = resolve_defaults(std::move(child));
    }
    return tree;
}

void report_open_options(const Node& tree, Problems& problems) { report_open_options(tree, "", problems); }

Override parse_override(const std::string& text) {
    Override result{{}, {}, "--set " + text};
    const std::size_t equals = text.find('=');
    const std::string_view key = trimmed(std::string_view(text).substr(0, equals));
    if (equals == std::string::npos || key.empty()) throw Error({{result.option}, {}, text, "KEY=VALUE", {}});
    result.path = split_path(key);
    result.value = parse_yaml(text.substr(equals + 1), result.option);
    forget_lines(result.value);
    result.value.key = result.path.back();
    result.value.key_place = result.value.place;
    return result;
}

void apply(const Override& change, Node& tree) {
    Node* node = &tree;
    for (std::size_t depth = 0; depth < change.path.size(); ++depth) node = step_down(*node, change, depth);
    Node value = change.value;
    if (node->key.empty()) value.key.clear();
    *node = std::move(value);
}

}  // namespace shoal::scenario
