#pragma once

#include "physics/vec2.hpp"
#include "view/layers.hpp"

#include <cstdint>
#include <optional>

namespace shoal::view {

struct Size {
    int width = 0, height = 0;  // px
};

/// What part of the world a picture shows; all of it if nothing is said.
struct Aim {
    std::optional<physics::Vec2> centre;  // m
    std::optional<std::int32_t> follow;   // id, as logged, of what is in the middle
    double zoom = 1.0;                    // times as large as where all fits in

    [[nodiscard]] bool shows_all() const { return zoom <= 1.0 && !centre && !follow; }
};

/// How pictures look.
struct Look {
    Layers layers;
    Size size;
    Aim aim;
};

}  // namespace shoal::view
