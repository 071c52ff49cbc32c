#pragma once

#include "pogobot/faults.hpp"
#include "pogobot/image.hpp"
#include "pogobot/model.hpp"
#include "pogobot/state.hpp"

#include <span>
#include <string>
#include <vector>

namespace shoal::pogobot {

class Services;

/// Which callback or step of the firmware is running: part of every message about it.
enum class Call { main, global_setup, user_init, step, schema, export_data, end, global_step };

/// Runs the controller for one robot after the other: swaps a robot's variables and user data in, calls, swaps them
/// out. What goes wrong in firmware is thrown as an Error that names robot, category, call and tick.
class Firmware {
public:
    Firmware(const std::string& image_path, const Model& model, State& state, Services& services);

    /// Gives each robot its initial variables, zeroed user data and a seed of its own.
    void boot();
    /// main(), once for each robot-like object; then the global set-up; then user_init for each.
    void start();
    /// All steps that are due by the present time.
    void run_due_steps();
    /// Runs a callback slot of one robot, if it is set. The robot stays current for the services meanwhile.
    void call_export(std::uint32_t robot);
    void call_end();
    void call_schema();

    [[nodiscard]] std::int64_t ticks(std::uint32_t robot) const;
    [[nodiscard]] std::uint8_t highest_hz() const;
    [[nodiscard]] std::uint32_t pseudo_robot() const { return model_.robots; }
    [[nodiscard]] const Image& image() const { return image_; }
    [[nodiscard]] FaultGuard& guard() { return guard_; }
    /// Where the firmware is: "robot 3 (robots), tick 41, in its step".
    [[nodiscard]] std::string place() const;
    /// The same, as much of it as there is room for, without memory from the heap. Returns the length.
    [[nodiscard]] std::size_t write_place(std::span<char> text) const;

private:
    template <class Body>
    void guarded(const Body& body);
    template <class Body>
    void as(std::uint32_t robot, Call call, const Body& body);
    void step(std::uint32_t robot);
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
    std::size_t variables_size_ = 0;  // bytes a robot
    std::size_t user_data_size_ = 0;  // bytes a robot, rounded up
    std::uint32_t robot_ = 0;
    Call call_ = Call::main;
};

}  // namespace shoal::pogobot
