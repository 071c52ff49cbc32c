#pragma once

#include "scenario/node.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shoal::scenario {

/// Typed look-ups in `parameters` for firmware. A path has dots between keys, `\.` for a dot in a key, and
/// indices for lists; a key that is literally the rest of the path comes first. Absent values give nullopt,
/// wrong ones throw Error.
class Parameters {
public:
    explicit Parameters(const Node& tree) : tree_(tree) {}  // the tree must outlive this view

    [[nodiscard]] const Node* find(std::string_view path) const;
    [[nodiscard]] std::optional<double> number(std::string_view path) const;
    [[nodiscard]] std::optional<std::int64_t> integer(std::string_view path) const;  // 7.9 reads as 7
    [[nodiscard]] std::optional<bool> boolean(std::string_view path) const;
    [[nodiscard]] std::optional<std::string> text(std::string_view path) const;
    [[nodiscard]] std::optional<std::vector<double>> numbers(std::string_view path) const;

private:
    const Node& tree_;
};

}  // namespace shoal::scenario
