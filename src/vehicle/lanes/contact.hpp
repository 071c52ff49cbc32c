#pragma once

#include "vehicle/lanes/lane.hpp"

namespace shoal::vehicle {
namespace {

/// The state column `contact` of a body that is at or below the ground where `touches`: it has landed, or crashed
/// where it was too fast. Whoever crashed, hit or is spent stays so.
template <class R>
SHOAL_LANE R contact_after(R before, typename R::Mask touches, typename R::Mask too_fast) {
    const R now = choose(touches, choose(too_fast, R(2.0), R(1.0)), R(0.0));
    return choose(before > 1.5, before, now);
}

}  // namespace
}  // namespace shoal::vehicle
