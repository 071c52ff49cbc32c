#pragma once

#include "pogobot/simulation.hpp"
#include "record/console.hpp"
#include "view/window/stage.hpp"

#include <deque>
#include <map>
#include <string>

namespace shoal::view {

/// All that is known of a robot, as text.
class RobotFacts {
public:
    /// Listens to what robots print from now on.
    RobotFacts(pogobot::Simulation& simulation, record::Console& console);
    ~RobotFacts();
    RobotFacts(const RobotFacts&) = delete;
    RobotFacts& operator=(const RobotFacts&) = delete;

    /// Whose exported values are kept.
    void look_at(std::uint32_t object) { simulation_.watch(object); }
    [[nodiscard]] Facts of(std::uint32_t robot);

private:
    void add_motion(std::uint32_t object, Facts& facts) const;
    void add_outputs(std::uint32_t robot, Facts& facts) const;
    void add_inputs(std::uint32_t robot, Facts& facts);

    pogobot::Simulation& simulation_;
    record::Console& console_;
    std::map<std::uint32_t, std::deque<std::string>> printed_;  // by id: the last lines
};

}  // namespace shoal::view
