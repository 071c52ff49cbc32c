#pragma once

#include "pogobot/bare_programs.hpp"
#include "pogobot/faults.hpp"
#include "pogobot/image.hpp"
#include "pogobot/model.hpp"
#include "pogobot/snapshot/stray_pointers.hpp"
#include "pogobot/state.hpp"

#include <memory>
#include <span>
#include <string>

namespace shoal::pogobot {

class Services;

/// Which callback or step of the firmware is running: part of every message about it.
enum class Call {
    load,
    main,
    bare_main,
    global_setup,
    user_init,
    step,
    schema,
    export_data,
    end,
    click,
    global_step
};

/// Runs the controller for one robot after the other: swaps a robot's variables and user data in, calls, swaps them
/// out. A controller of the framework is called step by step; a program for the bare robot goes on from sleep to sleep
/// on a stack of its own. What goes wrong in firmware is thrown as an Error that names robot, category, call and tick.
class Firmware {
public:
    Firmware(const std::string& image_path, const Model& model, State& state, Services& services);

    /// Gives each robot its initial variables, zeroed user data and a seed of its own.
    void boot();
    /// main(), once for each robot-like object; then the global set-up; then user_init for each.
    void start();
    /// Throws Error if no more robots fit in.
    void require_room() const;
    /// What boot and start do, for a robot that comes later.
    void add_robot(std::uint32_t robot);
    /// All steps that are due by the present time, or what bare robots do when their sleeps have ended by then.
    void run_due_steps();
    /// Runs a callback slot of one robot, if it is set. The robot stays current for the services meanwhile.
    void call_export(std::uint32_t robot);
    void call_end();
    void call_click(std::uint32_t robot);
    void call_schema();

    [[nodiscard]] std::int64_t ticks(std::uint32_t robot) const;
    [[nodiscard]] std::uint8_t highest_hz() const;
    [[nodiscard]] std::uint32_t pseudo_robot() const { return model_.robots; }
    [[nodiscard]] const Image& image() const { return image_; }
    /// Bytes of global and static variables that each robot has of its own.
    [[nodiscard]] std::size_t globals_of_its_own() const { return per_robot_ ? block_.size() : 0; }
    /// Null for a controller of the framework.
    [[nodiscard]] BarePrograms* programs() { return programs_.get(); }
    [[nodiscard]] FaultGuard& guard() { return guard_; }
    /// Where the firmware is: "robot 3 (robots), tick 41, in its step".
    [[nodiscard]] std::string place() const;
    /// The same, as much of it as there is room for, without memory from the heap. Returns the length.
    [[nodiscard]] std::size_t write_place(std::span<char> text) const;

    /// Says where a pointer to memory is that a snapshot does not hold; empty if none is found.
    [[nodiscard]] std::string stray_pointers(Elsewhere elsewhere) const;
    /// Throws Error if there are stacks, which belong to this process.
    void require_no_stacks() const;

    template <class Self, class Visit>
    static void visit_state(Self& f, Visit& visit) {
        visit(f.noise_period_);
    }
    /// All memory of the controller's: what it keeps on the heap is not known, and pointers stay as they are.
    template <class Visit>
    void visit_memory(Visit& visit) {
        visit(state_.variables);
        visit.memory(state_.user_data.data(), state_.user_data.size());
        visit.memory(image_.globals().data(), image_.globals().size());
        if (programs_) visit(*programs_);
    }

private:
    template <class Body>
    void guarded(const Body& body);
    template <class Body>
    void as(std::uint32_t robot, Call call, const Body& body);
    void construct();
    void boot_robot(std::uint32_t robot);
    void user_init(std::uint32_t robot);
    void global_set_up(std::uint32_t robot);
    [[nodiscard]] bool is_gone(std::uint32_t robot) const {
        return robot != pseudo_robot() && model_.objects.is_gone(state_.object[robot]);
    }
    /// Where a robot's variables and user data are: nobody's move when robots are added.
    [[nodiscard]] std::size_t slot(std::uint32_t robot) const {
        if (robot == pseudo_robot()) return slot_of_pseudo_;
        return robot < slot_of_pseudo_ ? robot : robot + 1U;
    }
    [[nodiscard]] unsigned char* variables_of(std::uint32_t robot) {
        return state_.variables.data() + slot(robot) * block_.size();
    }
    [[nodiscard]] std::span<const unsigned char> user_data_of(std::uint32_t robot) const;
    void run_main(std::uint32_t robot);
    void set_up();
    void share_globals_with_pseudo_robot();
    void run_framework(std::int64_t now_ns);
    void run_bare(std::int64_t now_ns);
    void step(std::uint32_t robot);
    void wake(std::uint32_t robot);
    template <class T>
    [[nodiscard]] T global(const T* variable) const;
    template <class T>
    [[nodiscard]] T read(std::uint32_t robot, const T* variable) const;
    template <class T>
    void write(std::uint32_t robot, T* variable, T value);

    Image image_;
    const shoal_firmware& fw_;
    const Model& model_;
    State& state_;
    Services& services_;
    FaultGuard guard_;
    std::unique_ptr<BarePrograms> programs_;
    bool per_robot_ = false;          // robots have globals of their own
    std::span<unsigned char> block_;  // the bytes of the image that each robot has of its own
    std::int64_t noise_period_ = -1;  // the last in which bare robots got motion noise
    std::size_t user_data_size_ = 0;  // bytes a robot, rounded up
    std::uint32_t slot_of_pseudo_ = 0;
    Column<unsigned char> first_variables_;  // of every robot
    std::uint32_t robot_ = 0;
    Call call_ = Call::main;
};

}  // namespace shoal::pogobot
