#include "view/layers.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

namespace shoal::view {
namespace {

constexpr LayerName names[] = {
    {"light", &Layers::light, "light levels"},
    {"links", &Layers::links, "who is in range of whom, by direction"},
    {"links-above", &Layers::links_above, "links over the robots"},
    {"traces", &Layers::traces, "where robots came from"},
    {"leds", &Layers::leds, "LEDs at the sides"},
    {"messages", &Layers::messages, "messages as they are sent"},
    {"time", &Layers::time, "simulated time"},
    {"scale", &Layers::scale, "scale bar"},
    {"legend", &Layers::legend, "what the colours mean"},
    {"status", &Layers::status, "robots, steps a second, pace"},
};

void switch_layer(Layers& layers, std::string_view word) {
    const bool on = !word.starts_with('-');
    const std::string_view name = on ? word : word.substr(1);
    if (word == "none" || word == "all") {
        for (const LayerName& layer : names) layers.*layer.shown = word == "all";
        return;
    }
    for (const LayerName& layer : names) {
        if (layer.name != name) continue;
        layers.*layer.shown = on;
        if (layer.shown == &Layers::links_above && on) layers.links = true;
        return;
    }
    std::string known;
    for (const LayerName& layer : names) known += fmt::format("{}, ", layer.name);
    throw Error(
        {{}, "--layers", std::string(word), known + "each also with a minus before it, all or none", ""});
}

}  // namespace

std::span<const LayerName> layer_names() { return names; }

Layers layers_of(const scenario::Settings& s) {
    Layers layers;
    layers.light = s.show_light_levels;
    layers.links = s.show_communication_channels;
    layers.links_above = s.show_communication_channels_above_all;
    layers.traces = s.show_trajectory_traces;
    layers.leds = s.show_lateral_LEDs;
    layers.time = s.show_time;
    layers.scale = s.show_scale_bar;
    return layers;
}

Layers changed(Layers layers, std::string_view list) {
    while (!list.empty()) {
        const std::size_t comma = list.find(',');
        if (const auto word = list.substr(0, comma); !word.empty()) switch_layer(layers, word);
        list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
    }
    return layers;
}

}  // namespace shoal::view
