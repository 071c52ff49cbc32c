#pragma once

#include "scenario/settings.hpp"

#include <span>
#include <string>
#include <string_view>

namespace shoal::view {

/// What a picture shows beside robots, objects and walls.
struct Layers {
    bool light = false;
    bool links = false;
    bool links_above = false;  // over the robots, not under them
    bool traces = false;
    bool leds = true;  // at the sides; the head's is always shown
    bool messages = false;
    bool time = true;
    bool scale = true;
    bool legend = true;
    bool status = false;
};

struct LayerName {
    std::string_view name;
    bool Layers::* shown;
    std::string_view help;
};
[[nodiscard]] std::span<const LayerName> layer_names();

/// As the scenario's show_* keys say.
[[nodiscard]] Layers layers_of(const scenario::Settings& settings);
/// Changes layers as a list says: `links,lights` shows these beside the others, `-leds` hides one, `none` hides all.
/// Throws Error for a name that there is not.
[[nodiscard]] Layers changed(Layers layers, std::string_view list);

}  // namespace shoal::view
