#pragma once

#include "pogobot/coroutine.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace shoal::pogobot {

/// Stacks of one size in one piece of address space, each above a page that may not be touched.
class Stacks {
public:
    Stacks(std::size_t count, std::size_t size);
    ~Stacks();
    Stacks(const Stacks&) = delete;
    Stacks& operator=(const Stacks&) = delete;

    /// Makes stack `i` usable. Throws Error when the system has no room for it.
    [[nodiscard]] std::span<std::byte> open(std::size_t i) const;

private:
    std::size_t size_, page_, total_;  // bytes
    std::byte* memory_;
};

/// The programs of bare robots: each main runs on a stack of its own, and other robots go on while it sleeps.
class BarePrograms {
public:
    /// `stack_size` in bytes.
    BarePrograms(std::uint32_t robots, std::size_t stack_size, int (*main)());

    /// Runs a robot's main until it first sleeps or returns.
    void start(std::uint32_t robot);
    /// Lets it go on from its sleep until it sleeps again or returns.
    void wake(std::uint32_t robot);
    [[nodiscard]] bool sleeps(std::uint32_t robot) const { return stack_of_[robot] != none; }
    /// The status that the program that just ran gave to exit(), if it did.
    [[nodiscard]] std::optional<int> exit_status() const { return exit_status_; }

    /// A fault took control away from the program that ran.
    void interrupted();

    /// For services that a program calls: whether one is running, how it sleeps, how it leaves for good.
    [[nodiscard]] bool running() const { return running_ != nullptr; }
    void sleep() { running_->suspend(); }
    [[noreturn]] void exit(int status);

    template <class Self, class Visit>
    static void visit_state(Self& p, Visit& visit) {
        visit(p.stack_of_, p.free_, p.opened_);
        for (std::uint32_t robot = 0; robot < p.stack_of_.size(); ++robot) {
            if (!p.sleeps(robot)) continue;
            if constexpr (Visit::restores) p.prepare(robot);
            visit(*p.programs_[p.stack_of_[robot]]);
        }
    }

private:
    static constexpr std::uint32_t none = 0xffffffffU;

    void prepare(std::uint32_t robot);
    static void call_main(void* programs);

    int (*main_)();
    Stacks stacks_;
    std::vector<std::optional<Coroutine>> programs_;  // by stack: each stays in its place
    std::vector<std::uint32_t> stack_of_;             // by robot; none: has no program, or it ended
    std::vector<std::uint32_t> free_;                 // stacks of programs that ended
    std::uint32_t opened_ = 0;
    Coroutine* running_ = nullptr;
    std::optional<int> exit_status_;
};

}  // namespace shoal::pogobot
