#pragma once

#include "view/window/stage.hpp"

#include <optional>
#include <span>
#include <vector>

namespace shoal::view {

/// Things that somebody looks at, in the order in which they were selected.
class Selection {
public:
    [[nodiscard]] std::span<const Thing> things() const { return things_; }
    [[nodiscard]] bool contains(Thing thing) const;
    [[nodiscard]] std::optional<Thing> last() const;
    void clear() { things_.clear(); }
    void add(Thing thing);
    void remove(Thing thing) { std::erase(things_, thing); }
    /// Those that are not there any more.
    void forget_gone(const Stage& stage);

private:
    std::vector<Thing> things_;
};

}  // namespace shoal::view
