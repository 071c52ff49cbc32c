#pragma once

#include "scenario/node.hpp"
#include "scenario/problems.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace shoal::scenario {

/// Names that belong to tools for batches, optimisation and learning: accepted anywhere at the top level without a word.
[[nodiscard]] const std::vector<std::string_view>& batch_keys();

/// The tree of a batch file as a direct run sees it: maps with `default_option` become that value, and the
/// `default` of `batch_hierarchical_options` is laid over the keys beside it.
[[nodiscard]] Node resolve_defaults(Node tree);

/// Options that resolve_defaults had to leave because they name no default are errors.
void report_open_options(const Node& tree, Problems& problems);

/// One `--set PATH=VALUE`, taken apart.
struct Override {
    std::vector<std::string> path;
    Node value;
    std::string option;  // as typed, for messages
};

[[nodiscard]] Override parse_override(const std::string& text);
/// Sets the value in the tree; maps on the way are made, but no new category of objects for a single key of
/// it.
void apply(const Override& change, Node& tree);

}  // namespace shoal::scenario
