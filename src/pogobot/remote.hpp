#pragma once

#include "physics/world.hpp"
#include "pogobot/model.hpp"
#include "pogobot/state.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace shoal::pogobot {

/// A signal of the remote control and the robots that it reaches.
struct RemoteSignal {
    const scenario::RemoteEvent& event;
    std::span<const std::uint32_t> robots;  // rows, in order of creation; until the next call of Remote::due
};

/// Gives the scenario's remote events when their time has come.
class Remote {
public:
    explicit Remote(const Model& model);

    /// The earliest event that is due by the present time and was not given before. Call it until there is none.
    [[nodiscard]] std::optional<RemoteSignal> due(const State& state, const physics::World& world);
    /// An event whenever it is, and the robots that it reaches now.
    [[nodiscard]] RemoteSignal signal(const scenario::RemoteEvent& event, const State& state,
                                      const physics::World& world);

    template <class Self, class Visit>
    static void visit_state(Self& remote, Visit& visit) {
        visit(remote.given_);
    }

private:
    [[nodiscard]] bool reaches(const scenario::RemoteEvent& event, std::uint32_t object,
                               const physics::World& world) const;

    const Model& model_;
    std::vector<const scenario::RemoteEvent*> events_;  // by time, then in the order of the file
    std::size_t given_ = 0;
    std::vector<std::uint32_t> robots_;
};

}  // namespace shoal::pogobot
