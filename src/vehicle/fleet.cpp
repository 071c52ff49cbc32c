#include "vehicle/fleet.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <cmath>

namespace shoal::vehicle {

Fleet::Fleet(const FleetOptions& options)
    : options_(options), pool_(std::make_unique<WorkerPool>(options.threads)) {
    if (!(options.time_step > 0.0 && options.time_step <= 1.0))
        throw Error(
            {{}, "time_step", fmt::format("{}", options.time_step), "more than 0 s and at most 1 s", ""});
    if (!options_.instruction_set) options_.instruction_set = widest_instruction_set();
}

Group& Fleet::add(const GroupDefinition& definition) {
    for (const auto& other : groups_)
        if (other.name() == (definition.name.empty() ? definition.type : definition.name))
            throw Error({{}, "name", other.name(), "a name that no other group has", ""});
    return groups_.emplace_back(definition, options_.precision, options_.time_step,
                                *options_.instruction_set);
}

Group& Fleet::group(std::string_view name) {
    std::string names;
    for (auto& group : groups_) {
        if (group.name() == name) return group;
        names += (names.empty() ? "" : ", ") + group.name();
    }
    throw Error(
        {{}, "group", std::string(name), names.empty() ? "a group; there are none" : "one of " + names, ""});
}

std::size_t Fleet::size() const {
    std::size_t size = 0;
    for (const auto& group : groups_) size += group.size();
    return size;
}

void Fleet::step(std::size_t steps) {
    for (const auto& group : groups_) group.check_commands();
    const double begin = time();
    for (auto& group : groups_) group.step(*pool_, {steps, steps_, options_.time_step});
    steps_ += steps;
    for (const auto& group : groups_) group.check_states();
    find_events(begin);
}

// A contact of this call bears a time behind its beginning.
void Fleet::find_events(double begin) {
    events_.clear();
    const auto find = [&](std::size_t g, auto& block) {
        const auto contacts = block.column(block.columns() - 2);
        const auto times = block.column(block.columns() - 1);
        using T = std::remove_cvref_t<decltype(times[0])>;
        const T since = static_cast<T>(begin);
        for (std::size_t v = 0; v < times.size(); ++v)
            if (times[v] > since)
                events_.push_back({g, v, static_cast<Contact>(static_cast<int>(contacts[v])),
                                   static_cast<double>(times[v])});
    };
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        if (options_.precision == Precision::single) find(g, groups_[g].states<float>());
        else find(g, groups_[g].states<double>());
    }
}

}  // namespace shoal::vehicle
