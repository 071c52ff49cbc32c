#include "scenario/node.hpp"

#include "base/assert.hpp"

#include <algorithm>
#include <utility>

namespace shoal::scenario {

const Node* Node::find(std::string_view name) const {
    const Node* node = child(name);
    return node && !node->is_null() ? node : nullptr;
}

const Node* Node::child(std::string_view name) const {
    if (!is_map()) return nullptr;
    const auto it =
        std::find_if(children.begin(), children.end(), [&](const Node& c) { return c.key == name; });
    return it == children.end() ? nullptr : &*it;
}

Node* Node::child(std::string_view name) { return const_cast<Node*>(std::as_const(*this).child(name)); }

Node& Node::set(std::string_view name, Node value) {
    SHOAL_ASSERT(is_map() || is_null());
    kind = Kind::map;
    value.key = name;
    if (!value.key_place.file) value.key_place = value.place;
    if (Node* old = child(name)) return *old = std::move(value);
    children.push_back(std::move(value));
    return children.back();
}

Node& Node::set(std::string_view name, std::string_view plain_text) {
    Node value;
    value.kind = Kind::scalar;
    value.text = plain_text;
    return set(name, std::move(value));
}

std::string summary(const Node& node) {
    constexpr std::size_t longest = 60;
    std::string text = node.text;
    if (node.is_sequence()) text = node.children.empty() ? "[]" : "a list";
    if (node.is_map()) text = "a map";
    const bool short_list =
        node.is_sequence() && node.children.size() <= 4 &&
        std::all_of(node.children.begin(), node.children.end(), [](const Node& c) { return c.is_scalar(); });
    if (short_list) {
        text = "[";
        for (const Node& item : node.children) text += (text.size() > 1 ? ", " : "") + item.text;
        text += "]";
    }
    if (text.size() > longest) text = text.substr(0, longest) + "...";
    return text;
}

}  // namespace shoal::scenario
