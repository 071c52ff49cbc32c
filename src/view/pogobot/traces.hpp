#pragma once

#include "physics/world.hpp"
#include "pogobot/model.hpp"
#include "pogobot/state.hpp"
#include "view/draw/draw_list.hpp"

#include <vector>

namespace shoal::view {

/// Where robots came from: their last places, fading with age.
class Traces {
public:
    explicit Traces(const pogobot::Model& model);

    void note(const pogobot::State& state, const physics::World& world);
    void clear();
    void draw(const pogobot::State& state, const physics::World& world, DrawList& list) const;

private:
    struct Place {
        float x, y;  // m
    };
    struct Trace {
        std::vector<Place> places;  // a ring, once it is full
        std::size_t next = 0;
    };

    const pogobot::Model& model_;
    std::size_t longest_;        // places
    std::vector<Trace> traces_;  // by robot
};

}  // namespace shoal::view
