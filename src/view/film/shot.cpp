#include "view/film/shot.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::view {

std::uint64_t Shot::frames() const {
    return static_cast<std::uint64_t>(std::max(0.0, std::round((to - from) / speed * fps)));
}

double Shot::time_of(std::uint64_t frame) const { return from + static_cast<double>(frame) * speed / fps; }

}  // namespace shoal::view
