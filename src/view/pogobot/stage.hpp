#pragma once

#include "pogobot/simulation.hpp"
#include "record/console.hpp"
#include "view/pogobot/facts.hpp"
#include "view/pogobot/picture.hpp"
#include "view/window/stage.hpp"

namespace shoal::view {

/// A run of Pogobots in a window. Things are objects, by row.
class PogobotStage final : public Stage {
public:
    PogobotStage(pogobot::Simulation& simulation, record::Console& console);

    [[nodiscard]] Picture& picture() override { return picture_; }
    [[nodiscard]] std::uint64_t tick() const override { return simulation_.state().tick; }
    [[nodiscard]] double time_step() const override { return simulation_.model().time_step; }
    [[nodiscard]] bool over() const override { return simulation_.over(); }
    void save(std::vector<std::byte>& state) override;
    void restore(std::vector<std::byte>& state) override;
    [[nodiscard]] std::uint64_t population() const override { return simulation_.run(); }
    void say(const std::string& text) override { console_.info(text); }
    [[nodiscard]] double speed() const override { return simulation_.model().scenario.settings.GUI_speed_up; }

    [[nodiscard]] std::optional<Thing> thing_at(Vec2 place, double reach) const override;
    [[nodiscard]] std::vector<Thing> things_between(Vec2 a, Vec2 b) const override;
    [[nodiscard]] bool can_be_selected(Thing object) const override;
    [[nodiscard]] std::optional<Ring> ring(Thing object) const override;
    void select(Thing object) override;
    [[nodiscard]] Facts facts(Thing object) override { return facts_.of(robot_of(object)); }

    void grab(Thing object, Vec2 at) override;
    void move_hand(Vec2 to) override;
    void turn_hand(double by) override;
    void let_go() override { simulation_.let_go(); }
    void put_down() override { simulation_.put_down(); }

    [[nodiscard]] std::span<const KeyHelp> keys() const override;
    void act(Action action, const Pointing& pointing) override;
    [[nodiscard]] std::vector<std::pair<Vec2, double>> poses() const override;

private:
    [[nodiscard]] std::uint32_t robot_of(Thing object) const {
        return simulation_.model().objects.robot[object];
    }
    [[nodiscard]] bool has_body(Thing object) const;
    void next_remote_signal();
    void add_robot(const Pointing& pointing);
    void remove_robots(const Pointing& pointing);

    pogobot::Simulation& simulation_;
    record::Console& console_;
    PogobotPicture picture_;
    RobotFacts facts_;
    Vec2 grip_;  // m: from the middle of what is held to where it was taken
    std::size_t next_remote_ = 0;
};

}  // namespace shoal::view
