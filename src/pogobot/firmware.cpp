#include "pogobot/firmware.hpp"

#include "base/assert.hpp"
#include "base/copy_bytes.hpp"
#include "base/error.hpp"
#include "pogobot/battery.hpp"
#include "pogobot/services.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

namespace shoal::pogobot {
namespace {

constexpr std::size_t user_data_alignment = 64;                  // bytes: no two robots share a cache line
constexpr std::uintptr_t place_of_user_data = 0x7ed0'0000'0000;  // above the controllers
constexpr std::int64_t noise_hz = 60;  // of bare robots: they have no control period

const char* name(Call call) {
    switch (call) {
        case Call::load: return "the constructors of its global objects";
        case Call::main:
        case Call::bare_main: return "main";
        case Call::global_setup: return "callback_global_setup";
        case Call::user_init: return "user_init";
        case Call::step: return "its step";
        case Call::schema: return "callback_create_data_schema";
        case Call::export_data: return "callback_export_data";
        case Call::end: return "callback_robot_end";
        case Call::click: return "callback_robot_click";
        case Call::global_step: return "callback_global_step";
    }
    return "";
}

const char* advice(Call call) {
    return call == Call::bare_main
               ? "a loop in main must sleep, with msleep for instance: no time passes for a robot "
                 "until it does"
               : "an endless loop?";
}

// A wall or a membrane is no robot: what it would run on the bench is another program.
bool runs_bare_program(scenario::ObjectType type) {
    using enum scenario::ObjectType;
    return type == pogobot || type == pogobject || type == active_object;
}

}  // namespace

Firmware::Firmware(const std::string& image_path, const Model& model, State& state, Services& services)
    : image_(image_path), fw_(image_.firmware()), model_(model), state_(state), services_(services),
      guard_(model.scenario.settings.firmware_timeout, image_.addresses(),
             [this](std::span<char> text) { return write_place(text); }) {
    const auto& settings = model.scenario.settings;
    if (image_.is_bare())
        programs_ = std::make_unique<BarePrograms>(model.robots + most_added,
                                                   static_cast<std::size_t>(settings.firmware_stack) * 1024,
                                                   fw_.robot_main);
    const auto usual = image_.is_bare() ? scenario::Globals::per_robot : scenario::Globals::shared;
    per_robot_ = settings.globals.value_or(usual) == scenario::Globals::per_robot;
    block_ = per_robot_ ? image_.globals() : std::span(fw_.vars_begin, fw_.vars_end);
    SHOAL_ASSERT(block_.data() <= fw_.vars_begin && fw_.vars_end <= block_.data() + block_.size());
    services_.set_sending(fw_.percent_msgs_sent_per_ticks, fw_.main_loop_hz);
}

// No robot runs yet, so they have no services.
void Firmware::construct() {
    guarded([&] {
        call_ = Call::load;
        guard_.set_advice(advice(call_));
        guard_.enter();
        Services::make_none_current();
        image_.construct();
        guard_.leave();
    });
}

void Firmware::boot() {
    construct();
    const std::size_t rows = model_.robots + 1;
    const std::size_t wanted = fw_.userdata_size != nullptr ? *fw_.userdata_size : 0;
    user_data_size_ = (wanted + user_data_alignment - 1) / user_data_alignment * user_data_alignment;
    slot_of_pseudo_ = model_.robots;
    state_.user_data.allocate(place_of_user_data, rows * user_data_size_,
                              (rows + most_added) * user_data_size_);
    state_.variables.resize(rows * block_.size());
    *fw_.run_seed = RandomStream(model_.seed, 0, Purpose::firmware_rand).bits();
    *fw_.prints_enabled = services_.prints_enabled() ? 1 : 0;
    first_variables_.resize(block_.size());
    copy_bytes(first_variables_.data(), block_.data(), block_.size());
    for (std::uint32_t robot = 0; robot < rows; ++robot) boot_robot(robot);
}

void Firmware::boot_robot(std::uint32_t robot) {
    copy_bytes(variables_of(robot), first_variables_.data(), block_.size());
    write(robot, fw_.rand_state, RandomStream(model_.seed, robot + 1, Purpose::firmware_rand).bits());
}

void Firmware::require_room() const {
    if (model_.robots >= slot_of_pseudo_ + most_added)
        throw Error(fmt::format("no more than {} robots can be added to a run", most_added));
}

void Firmware::add_robot(std::uint32_t robot) {
    const std::size_t rows = model_.robots + 1;
    state_.user_data.grow(rows * user_data_size_);
    state_.variables.resize(rows * block_.size());
    boot_robot(robot);
    state_.clock[robot] = {.start_ns = static_cast<std::int64_t>(std::llround(state_.time * 1e9))};
    guarded([&] {
        run_main(robot);
        if (per_robot_) global_set_up(robot);
        user_init(robot);
    });
    state_.clock[robot] = {.start_ns = state_.clock[robot].now_ns()};
}

void Firmware::user_init(std::uint32_t robot) {
    as(robot, Call::user_init, [&] {
        if (*fw_.user_init != nullptr) (*fw_.user_init)();
    });
}

void Firmware::global_set_up(std::uint32_t robot) {
    as(robot, Call::global_setup, [&] {
        if (*fw_.callback_global_setup != nullptr) (*fw_.callback_global_setup)();
    });
}

void Firmware::start() {
    guarded([&] {
        for (std::uint32_t r = 0; r < model_.robots; ++r) run_main(r);
        set_up();
        for (std::uint32_t r = 0; r < model_.robots; ++r) user_init(r);
    });
    for (RobotClock& clock : state_.clock)
        clock = {.start_ns = clock.now_ns()};  // what they slept is behind them
}

void Firmware::run_main(std::uint32_t robot) {
    if (!programs_) as(robot, Call::main, [&] { static_cast<void>(fw_.robot_main()); });
    else if (runs_bare_program(model_.group_of(state_.object[robot]).type))
        as(robot, Call::bare_main, [&] { programs_->start(robot); });
}

// Once, as the last robot; or for each of them, when each has the globals that are to be set.
void Firmware::set_up() {
    for (std::uint32_t r = per_robot_ ? 0 : model_.robots - 1; r < model_.robots; ++r) global_set_up(r);
    if (per_robot_) share_globals_with_pseudo_robot();
}

// It has no main that could set its globals: it gets those of the last robot, but for the framework's.
void Firmware::share_globals_with_pseudo_robot() {
    unsigned char* own = variables_of(pseudo_robot());
    const unsigned char* last = own - block_.size();
    const auto before = static_cast<std::size_t>(fw_.vars_begin - block_.data());
    const auto after = static_cast<std::size_t>(fw_.vars_end - block_.data());
    std::memcpy(own, last, before);
    std::memcpy(own + after, last + after, block_.size() - after);
}

void Firmware::run_due_steps() {
    const auto now_ns = static_cast<std::int64_t>(std::llround(state_.time * 1e9));
    guarded([&] {
        if (programs_) run_bare(now_ns);
        else run_framework(now_ns);
    });
}

// The pseudo robot first, then everybody in order of creation; in Pogosim a tick has one step at most.
void Firmware::run_framework(std::int64_t now_ns) {
    const auto run = [&](std::uint32_t robot) {
        if (is_gone(robot) || switched_off(model_, state_, robot)) return;
        RobotClock& clock = state_.clock[robot];
        while (clock.now_ns() <= now_ns) {
            // A robot that never sleeps runs once a tick; its clock follows the world's, but not in Pogosim.
            if (clock.hz == 0 && !model_.pogosim) clock.start_ns = std::max(clock.start_ns, now_ns);
            step(robot);
            if (model_.pogosim || read(robot, fw_.main_loop_hz) == 0) return;
        }
    };
    if (global(fw_.callback_global_step) != nullptr) run(pseudo_robot());
    for (std::uint32_t robot = 0; robot < model_.robots; ++robot) run(robot);
}

void Firmware::run_bare(std::int64_t now_ns) {
    const std::int64_t period = now_ns * noise_hz / 1'000'000'000;
    if (std::exchange(noise_period_, period) != period)
        for (std::uint32_t robot = 0; robot < model_.robots; ++robot) services_.begin_step(robot);
    for (std::uint32_t robot = 0; robot < model_.robots; ++robot) {
        if (is_gone(robot) || switched_off(model_, state_, robot)) continue;
        while (programs_->sleeps(robot) && state_.clock[robot].now_ns() <= now_ns) wake(robot);
    }
}

void Firmware::wake(std::uint32_t robot) {
    state_.clock[robot].start_ns += state_.drift_ns[robot];
    as(robot, Call::bare_main, [&] { programs_->wake(robot); });
}

void Firmware::step(std::uint32_t robot) {
    state_.clock[robot].start_ns += state_.drift_ns[robot];
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
            if (!is_gone(robot) && read(robot, fw_.callback_robot_end) != nullptr)
                as(robot, Call::end, [&] { (*fw_.callback_robot_end)(); });
    });
}

void Firmware::call_click(std::uint32_t robot) {
    if (read(robot, fw_.callback_robot_click) == nullptr) return;
    guarded([&] { as(robot, Call::click, [&] { (*fw_.callback_robot_click)(); }); });
}

void Firmware::call_schema() {
    if (global(fw_.callback_create_data_schema) == nullptr) return;
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
    if (!fault.empty() && programs_) programs_->interrupted();
    if (!fault.empty()) throw Error(place() + ": the firmware " + fault);
}

template <class Body>
void Firmware::as(std::uint32_t robot, Call call, const Body& body) {
    robot_ = robot;
    call_ = call;
    services_.set_robot(robot);
    unsigned char* variables = variables_of(robot);
    copy_bytes(block_.data(), variables, block_.size());
    if (user_data_size_ > 0) *fw_.mydata = state_.user_data.data() + slot(robot) * user_data_size_;
    guard_.set_advice(advice(call));
    guard_.enter();
    body();
    guard_.leave();
    if (programs_ && programs_->exit_status()) guard_.exit_called(*programs_->exit_status());
    copy_bytes(variables, block_.data(), block_.size());
}

template <class T>
T Firmware::read(std::uint32_t robot, const T* variable) const {
    T value;
    const auto offset = reinterpret_cast<const unsigned char*>(variable) - block_.data();
    std::memcpy(&value, state_.variables.data() + slot(robot) * block_.size() + offset, sizeof value);
    return value;
}

template <class T>
void Firmware::write(std::uint32_t robot, T* variable, T value) {
    const auto offset = reinterpret_cast<unsigned char*>(variable) - block_.data();
    std::memcpy(state_.variables.data() + slot(robot) * block_.size() + offset, &value, sizeof value);
}

// One of the controller's that belongs to the run as a whole.
template <class T>
T Firmware::global(const T* variable) const {
    return per_robot_ ? read(pseudo_robot(), variable) : *variable;
}

std::span<const unsigned char> Firmware::user_data_of(std::uint32_t robot) const {
    return {state_.user_data.data() + slot(robot) * user_data_size_, user_data_size_};
}

std::string Firmware::stray_pointers(Elsewhere elsewhere) const {
    const auto own = reinterpret_cast<std::uintptr_t>(state_.user_data.data());
    const AddressRange held[] = {image_.addresses(), {own, own + state_.user_data.size()}};
    const StrayPointers strays(elsewhere, held);
    const char* const what = elsewhere == Elsewhere::heap ? "the heap" : "the heap or of a library";
    for (std::uint32_t robot = 0; robot < model_.robots; ++robot)
        if (const auto at = strays.first_in(user_data_of(robot)))
            return fmt::format("robot {} ({}) has an address of {} in its user data, at byte {}",
                               model_.objects.id[state_.object[robot]],
                               model_.group_of(state_.object[robot]).category, what, *at);
    for (std::uint32_t robot = 0; robot <= model_.robots; ++robot)
        if (strays.first_in(state_.variables.span().subspan(robot * block_.size(), block_.size())))
            return fmt::format("a robot has an address of {} in its variables", what);
    if (strays.first_in(image_.globals()))
        return fmt::format("a global or static variable of the controller holds an address of {}", what);
    return {};
}

void Firmware::require_no_stacks() const {
    if (programs_)
        throw Error({{image_.path()},
                     "",
                     "",
                     "",
                     "a program for the bare robot keeps its state on stacks, with addresses of this "
                     "process: it cannot "
                     "be saved to a file"});
}

std::int64_t Firmware::ticks(std::uint32_t robot) const { return read(robot, fw_.pogobot_ticks); }

std::uint8_t Firmware::highest_hz() const {
    if (programs_) return 0;
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
    if (call_ == Call::schema || call_ == Call::load) return write(FMT_STRING("in {}"), name(call_));
    // The variables of a robot that did not come back are still those that were swapped in.
    const std::uint32_t ticks = *fw_.pogobot_ticks;
    if (robot_ == pseudo_robot()) return write(FMT_STRING("tick {}, in {}"), ticks, name(call_));
    const std::uint32_t object = state_.object[robot_];
    const auto id = model_.objects.id[object];
    const std::string_view category = model_.group_of(object).category;
    if (call_ == Call::bare_main)
        return write(FMT_STRING("robot {} ({}), at {:g} s of its clock, in main"), id, category,
                     1e-9 * static_cast<double>(state_.clock[robot_].now_ns()));
    return write(FMT_STRING("robot {} ({}), tick {}, in {}"), id, category, ticks, name(call_));
}

}  // namespace shoal::pogobot
