#pragma once

#include "vehicle/group.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace shoal::vehicle {

struct FleetOptions {
    Precision precision = Precision::twofold;
    double time_step = 0.01;                        // s
    int threads = 1;                                // 0: one per core
    std::optional<InstructionSet> instruction_set;  // the widest that there is
};

/// A vehicle met something: its column `contact` changed.
struct ContactEvent {
    std::size_t group, vehicle;
    Contact what;
    double time;  // s
};

/// Vehicles of all types, in groups; each group is one batch of columns.
class Fleet {
public:
    explicit Fleet(const FleetOptions& options = {});

    /// A new group; its vehicles stand at the origin until they are placed. Throws Error for a faulty definition.
    Group& add(const GroupDefinition& definition);

    [[nodiscard]] std::size_t groups() const { return groups_.size(); }
    [[nodiscard]] Group& group(std::size_t index) { return groups_[index]; }
    [[nodiscard]] const Group& group(std::size_t index) const { return groups_[index]; }
    /// Throws Error for a name that no group has.
    [[nodiscard]] Group& group(std::string_view name);
    [[nodiscard]] std::size_t size() const;  // vehicles in all groups

    [[nodiscard]] double time() const { return static_cast<double>(steps_) * options_.time_step; }  // s
    [[nodiscard]] double time_step() const { return options_.time_step; }
    [[nodiscard]] const FleetOptions& options() const { return options_; }
    [[nodiscard]] WorkerPool& pool() { return *pool_; }

    /// `steps` steps with commands and surroundings as they are. Throws Error that names the vehicle for commands and
    /// states that are not numbers. Whoever wants wind, guidance or contact forces to follow sets them between steps.
    void step(std::size_t steps = 1);
    /// The contacts of the last call of step(), in the order of groups and vehicles.
    [[nodiscard]] std::span<const ContactEvent> events() const { return events_; }

    template <class Self, class Visit>
    static void visit_state(Self& self, Visit& visit) {
        visit(self.steps_);
        for (auto& group : self.groups_) visit(group);
    }

private:
    void find_events(double begin);

    FleetOptions options_;
    std::unique_ptr<WorkerPool> pool_;
    std::deque<Group> groups_;  // addresses stay
    std::vector<ContactEvent> events_;
    std::uint64_t steps_ = 0;
};

}  // namespace shoal::vehicle
