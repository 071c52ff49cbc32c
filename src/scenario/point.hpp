#pragma once

namespace shoal::scenario {

struct Point {
    double x = 0, y = 0;  // m, x to the right, y down, origin at the arena's minimum corner
};

}  // namespace shoal::scenario
