#pragma once

#include "pogobot/light/region.hpp"

#include <optional>
#include <vector>

namespace shoal::pogobot {

/// What one light does at a point.
struct Shine {
    double level = 0.0;                 // light levels
    bool covers = false;                // of a ray: takes the place of other lights, in Pogosim's map
    std::optional<physics::Vec2> from;  // m: where it comes from, if it has a place
};

/// One light of the scenario. Times are in s since the start of the run, points in m.
class Light {
public:
    Light(const Model& model, const scenario::ObjectGroup& group);

    /// Nothing where the light does not reach.
    [[nodiscard]] std::optional<Shine> at(physics::Vec2 point, double time) const;
    /// Changes whenever the light does.
    [[nodiscard]] double phase(double time) const;

    [[nodiscard]] const LightRegion& region() const { return region_; }
    /// Whether the gradient ends at the farthest point of the region, and where that is (m from the light's place).
    [[nodiscard]] bool ends_at_reach() const;
    void set_reach(double reach) { reach_ = reach; }

private:
    struct Beam {
        physics::Vec2 apex;
        double angle;  // rad
    };

    [[nodiscard]] std::optional<Shine> static_at(physics::Vec2 point, double time) const;
    [[nodiscard]] std::optional<Shine> ray_at(physics::Vec2 point, double time) const;
    [[nodiscard]] bool lit_by(const Beam& beam, physics::Vec2 point) const;
    [[nodiscard]] std::optional<Beam> rotating_beam(double time) const;
    [[nodiscard]] std::optional<Beam> alternating_beam(double time) const;
    [[nodiscard]] Beam sweep(physics::Vec2 corner, double elapsed) const;
    [[nodiscard]] double photo_start_end() const;

    const scenario::ObjectGroup& group_;
    LightRegion region_;
    double reach_;                     // m: where the gradient ends
    physics::Vec2 plane_;              // unit vector from value to edge_value
    double cos_half_width_;            // of the beam
    physics::Vec2 left_, right_;       // m: corners where the alternating beams turn
    double turn_ = 0.0, sweep_ = 0.0;  // s: a full turn, a quarter turn; infinite for a beam that stands
};

/// All lights, in order of creation.
[[nodiscard]] std::vector<Light> make_lights(const Model& model);

}  // namespace shoal::pogobot
