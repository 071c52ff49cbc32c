#pragma once

#include "physics/vec2.hpp"
#include "pogobot/simulation.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace shoal::view {

/// The object whose middle is nearest to a place, if the place lies within it or at most `reach` (m) beside it.
[[nodiscard]] std::optional<std::uint32_t> object_at(pogobot::Simulation& simulation, physics::Vec2 place,
                                                     double reach);

/// Robots that somebody looks at, in the order in which they were selected.
class Selection {
public:
    [[nodiscard]] const std::vector<std::uint32_t>& robots() const { return robots_; }
    [[nodiscard]] bool contains(std::uint32_t robot) const;
    [[nodiscard]] std::optional<std::uint32_t> last() const;
    void clear() { robots_.clear(); }
    void add(std::uint32_t robot);
    void remove(std::uint32_t robot);

private:
    std::vector<std::uint32_t> robots_;  // rows
};

}  // namespace shoal::view
