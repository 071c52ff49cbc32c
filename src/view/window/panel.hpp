#pragma once

#include "pogobot/simulation.hpp"
#include "record/console.hpp"
#include "view/draw/draw_list.hpp"
#include "view/window/action.hpp"

#include <deque>
#include <map>
#include <span>
#include <string>

namespace shoal::view {

/// What is written over the world about a robot, and the help.
class Panel {
public:
    /// Listens to what robots print from now on.
    Panel(pogobot::Simulation& simulation, record::Console& console);
    ~Panel();
    Panel(const Panel&) = delete;
    Panel& operator=(const Panel&) = delete;

    /// Whose exported values are kept.
    void look_at(std::uint32_t robot);
    /// All that is known of a robot, at the right side of a picture `size` (px).
    void draw_robot(std::uint32_t robot, Vec2 size, DrawList& list);

    bool shown = true;

private:
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> facts(std::uint32_t robot);

    pogobot::Simulation& simulation_;
    record::Console& console_;
    std::map<std::uint32_t, std::deque<std::string>> printed_;  // by id: the last lines
};

/// Which keys do what, in the middle of a picture.
void draw_help(std::span<const KeyHelp> lines, Vec2 size, DrawList& list);

}  // namespace shoal::view
