#include "pogobot/firmware.hpp"

#include "base/error.hpp"
#include "pogobot/services.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace shoal::pogobot {
namespace {

constexpr std::size_t user_data_alignment = 64;  // bytes: no two robots share a cache line

const char* name(Call call) {
    switch (call) {
        case Call::main: return "main";
        case Call::global_setup: return "callback_global_setup";
        case Call::user_init: return "user_init";
        case Call::step: return "its step";
        case Call::schema: return "callback_create_data_schema";
        case Call::export_data: return "callback_export_data";
        case Call::end: return "callback_robot_end";
        case Call::global_step: return "callback_global_step";
    }
    return "";
}

}  // namespace

Firmware::Firmware(const std::string& image_path, const Model& model, State& state, Services& services)
    : image_(image_path), fw_(image_.firmware()), model_(model), state_(state), services_(services),
      guard_(model.scenario.settings.firmware_timeout, image_.addresses(),
             [this](std::span<char> text) { return write_place(text); }) {}

void Firmware::boot() {
    const std::size_t rows = model_.robots + 1;
    variables_size_ = static_cast<std::size_t>(fw_.vars_end - fw_.vars_begin);
    const std::size_t wanted = fw_.userdata_size != nullptr ? *fw_.userdata_size : 0;
    user_data_size_ = (wanted + user_data_alignment - 1) / user_data_alignment * user_data_alignment;
    state_.user_data.resize(rows * user_data_size_, 0);
    state_.variables.resize(rows * variables_size_);
    *fw_.run_seed = RandomStream(model_.seed, 0, Purpose::firmware_rand).bits();
    *fw_.prints_enabled = services_.prints_enabled() ? 1 : 0;
    for (std::uint32_t robot = 0; robot < rows; ++robot) {
        std::memcpy(state_.variables.data() + robot * variables_size_, fw_.vars_begin, variables_size_);
        write(robot, fw_.rand_state, RandomStream(model_.seed, robot + 1, Purpose::firmware_rand).bits());
    }
}

void Firmware::start() {
    guarded([&] {
        for (std::uint32_t r = 0; r < model_.robots; ++r)
            as(r, Call::main, [&] { static_cast<void>(fw_.robot_main()); });
        if (*fw_.callback_global_setup != nullptr)
            as(model_.robots - 1, Call::global_setup, [&] { (*fw_.callback_global_setup)(); });
        for (std::uint32_t r = 0; r < model_.robots; ++r)
            as(r, Call::user_init, [&] {
                if (*fw_.user_init != nullptr) (*fw_.user_init)();
            });
    });
}

void Firmware::run_due_steps() {
    const auto now_ns = static_cast<std::int64_t>(std::llround(state_.time * 1e9));
    guarded([&] {
        // The pseudo robot first, then everybody in order of creation; in Pogosim a tick has one step at most.
        const auto run = [&](std::uint32_t robot) {
            RobotClock& clock = state_.clock[robot];
            while (clock.now_ns() <= now_ns) {
                // A robot that never sleeps runs once a tick; its clock follows the world's, but not in Pogosim.
                if (clock.hz == 0 && !model_.pogosim) clock.base_ns = std::max(clock.base_ns, now_ns);
                step(robot);
                if (model_.pogosim || read(robot, fw_.main_loop_hz) == 0) return;
            }
        };
        if (*fw_.callback_global_step != nullptr) run(pseudo_robot());
        for (std::uint32_t robot = 0; robot < model_.robots; ++robot) run(robot);
    });
}

void Firmware::step(std::uint32_t robot) {
    state_.clock[robot].base_ns += state_.drift_ns[robot];
    services_.begin_step(robot);
    if (robot == pseudo_robot()) {
        as(robot, Call::global_step, [&] { fw_.main_loop_step(*fw_.callback_global_step); });
        return;
    }
    as(robot, Call::step, [&] { fw_.main_loop_step(*fw_.user_step); });
}

void Firmware::call_export(std::uint32_t robot) {
    if (read(robot, fw_.callback_export_data) == nullptr) return;
    guarded([&] { as(robot, Call::export_data, [&] { (*fw_.callback_export_data)(); }); });
}

void Firmware::call_end() {
    guarded([&] {
        for (std::uint32_t robot = 0; robot < model_.robots; ++robot)
            if (read(robot, fw_.callback_robot_end) != nullptr)
                as(robot, Call::end, [&] { (*fw_.callback_robot_end)(); });
    });
}

void Firmware::call_schema() {
    if (*fw_.callback_create_data_schema == nullptr) return;
    guarded([&] { as(pseudo_robot(), Call::schema, [&] { (*fw_.callback_create_data_schema)(); }); });
}

template <class Body>
void Firmware::guarded(const Body& body) {
    services_.make_current();
    std::string fault;
    try {
        fault = guard_.run(body);
    } catch (const Error& error) {
        guard_.leave();
        throw Error(place() + ": " + error.what());
    } catch (const std::exception& error) {
        guard_.leave();
        throw Error(place() + ": threw an exception: " + error.what());
    } catch (...) {
        guard_.leave();
        throw Error(place() + ": threw an exception");
    }
    if (!fault.empty()) throw Error(place() + ": the firmware " + fault);
}

template <class Body>
void Firmware::as(std::uint32_t robot, Call call, const Body& body) {
    robot_ = robot;
    call_ = call;
    services_.set_robot(robot);
    unsigned char* variables = state_.variables.data() + robot * variables_size_;
    std::memcpy(fw_.vars_begin, variables, variables_size_);
    if (user_data_size_ > 0) *fw_.mydata = state_.user_data.data() + robot * user_data_size_;
    guard_.enter();
    body();
    guard_.leave();
    std::memcpy(variables, fw_.vars_begin, variables_size_);
}

template <class T>
T Firmware::read(std::uint32_t robot, const T* variable) const {
    T value;
    const auto offset = reinterpret_cast<const unsigned char*>(variable) - fw_.vars_begin;
    std::memcpy(&value, state_.variables.data() + robot * variables_size_ + offset, sizeof value);
    return value;
}

template <class T>
void Firmware::write(std::uint32_t robot, T* variable, T value) {
    const auto offset = reinterpret_cast<unsigned char*>(variable) - fw_.vars_begin;
    std::memcpy(state_.variables.data() + robot * variables_size_ + offset, &value, sizeof value);
}

std::int64_t Firmware::ticks(std::uint32_t robot) const { return read(robot, fw_.pogobot_ticks); }

std::uint8_t Firmware::highest_hz() const {
    std::uint8_t highest = 0;
    for (std::uint32_t robot = 0; robot < model_.robots; ++robot)
        highest = std::max(highest, read(robot, fw_.main_loop_hz));
    return highest;
}

std::string Firmware::place() const {
    std::array<char, 256> text;
    return {text.data(), write_place(text)};
}

std::size_t Firmware::write_place(std::span<char> text) const {
    const auto write = [&](auto format, const auto&... values) {
        const auto end = fmt::format_to_n(text.data(), text.size(), format, values...);
        return std::min(end.size, text.size());
    };
    if (call_ == Call::schema) return write(FMT_STRING("in {}"), name(call_));
    // The variables of a robot that did not come back are still those that were swapped in.
    const std::uint32_t ticks = *fw_.pogobot_ticks;
    if (robot_ == pseudo_robot()) return write(FMT_STRING("tick {}, in {}"), ticks, name(call_));
    const std::uint32_t object = state_.object[robot_];
    return write(FMT_STRING("robot {} ({}), tick {}, in {}"), model_.objects.id[object],
                 std::string_view(model_.group_of(object).category), ticks, name(call_));
}

}  // namespace shoal::pogobot
