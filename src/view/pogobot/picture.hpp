#pragma once

#include "pogobot/infrared/audience.hpp"
#include "pogobot/light/field.hpp"
#include "pogobot/simulation.hpp"
#include "view/draw/draw_list.hpp"
#include "view/layers.hpp"
#include "view/picture/picture.hpp"
#include "view/playback/paint.hpp"
#include "view/pogobot/traces.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace shoal::view {

/// What there is to see: the world of a run, or one that a log is played in.
struct Scene {
    const pogobot::Model& model;
    const pogobot::State& state;
    physics::World& world;
    const pogobot::Simulation* run = nullptr;  // none where a log is played: it tells of no messages
    const Paint* paint = nullptr;              // of robots, where their LEDs are not known
};
[[nodiscard]] inline Scene scene_of(pogobot::Simulation& run) {
    return {run.model(), run.state(), run.world(), &run, nullptr};
}

/// A Pogobots' world as a draw list.
class PogobotPicture final : public Picture {
public:
    explicit PogobotPicture(const Scene& scene);

    [[nodiscard]] physics::Bounds bounds() const override;
    [[nodiscard]] double time() const override { return scene_.state.time; }
    [[nodiscard]] std::string contents() const override;
    void draw(const Layers& layers, double pixel, DrawList& list) override;
    [[nodiscard]] std::optional<Vec2> place_of(std::int32_t id) const override;
    void note_traces() override { traces_.note(scene_.state, scene_.world); }
    void forget_traces() override { traces_.clear(); }
    [[nodiscard]] bool has_legend(const Layers& layers) const override;
    void explain(const Layers& layers, Legend& legend) const override;

private:
    /// Of a robot's head: the LED's colour, the paint's, or nothing.
    [[nodiscard]] std::optional<Colour> head(std::uint32_t robot) const;
    void paint_objects();
    void draw_arena(DrawList& list) const;
    void draw_light(double pixel, DrawList& list);
    void draw_links(Layer layer, DrawList& list);
    void draw_messages(DrawList& list) const;
    void draw_objects(DrawList& list) const;
    void draw_membrane(std::uint32_t object, DrawList& list) const;
    void draw_robots(const Layers& layers, double pixel, DrawList& list) const;
    void draw_robot(std::uint32_t robot, Vec2 at, const Layers& layers, double pixel, DrawList& list) const;

    const Scene scene_;
    Traces traces_;
    pogobot::LightField light_;
    double brightest_ = 1.0;                         // light level
    std::unique_ptr<pogobot::IrAudience> audience_;  // once links are drawn
    std::vector<Colour> paint_;                      // by object
};

}  // namespace shoal::view
