#pragma once

#include "base/error.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace shoal::scenario {

/// Where a node was written. The name is a file, or the command-line option that set the value.
struct Place {
    std::shared_ptr<const std::string> file;
    int line = 0, column = 0;  // from 1; 0 means unknown

    [[nodiscard]] Location location() const { return {file ? *file : std::string(), line, column}; }
};

/// A YAML value with its source text and place. Children of a map carry their `key` and stand in the order of
/// the file.
struct Node {
    enum class Kind { null, scalar, sequence, map };

    Kind kind = Kind::null;
    bool quoted = false;  // a scalar in quotes or a text block is never null
    bool flow = false;    // a list or map written in brackets
    std::string key;
    std::string text;
    std::vector<Node> children;
    Place place, key_place;

    [[nodiscard]] bool is_null() const { return kind == Kind::null; }
    [[nodiscard]] bool is_scalar() const { return kind == Kind::scalar; }
    [[nodiscard]] bool is_sequence() const { return kind == Kind::sequence; }
    [[nodiscard]] bool is_map() const { return kind == Kind::map; }

    /// The child of that key, or null when there is none or when its value is null: null is absent.
    [[nodiscard]] const Node* find(std::string_view name) const;
    /// The child of that key whatever its value.
    [[nodiscard]] Node* child(std::string_view name);
    [[nodiscard]] const Node* child(std::string_view name) const;

    /// Sets the child `name` of a map to `value`, in its old place or else at the end.
    Node& set(std::string_view name, Node value);
    /// The same for a plain scalar such as `true` or `42`.
    Node& set(std::string_view name, std::string_view plain_text);
};

/// Composes one YAML document; `name` is what errors call it. Throws Error with line and column.
[[nodiscard]] Node parse_yaml(std::string_view text, const std::string& name);

/// YAML text of a tree: keys in order, comments dropped, numbers as they were written.
[[nodiscard]] std::string emit_yaml(const Node& root);

/// What was written, in short, for error messages.
[[nodiscard]] std::string summary(const Node& node);

}  // namespace shoal::scenario
