#include "view/window/selection.hpp"

#include <algorithm>

namespace shoal::view {

bool Selection::contains(Thing thing) const {
    return std::find(things_.begin(), things_.end(), thing) != things_.end();
}

std::optional<Thing> Selection::last() const {
    return things_.empty() ? std::nullopt : std::optional(things_.back());
}

void Selection::add(Thing thing) {
    if (!contains(thing)) things_.push_back(thing);
}

void Selection::forget_gone(const Stage& stage) {
    std::erase_if(things_, [&](Thing thing) { return !stage.ring(thing); });
}

}  // namespace shoal::view
