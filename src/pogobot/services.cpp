#include "pogobot/services.hpp"

#include "base/error.hpp"
#include "pogobot/motion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace shoal::pogobot {
namespace {

constexpr std::size_t longest_line = 65536;  // bytes: one that does not end is printed in pieces

// Read at each service: the thread-local storage that a program starts with is the fast one.
__attribute__((tls_model("initial-exec"))) thread_local Services* current_services = nullptr;

}  // namespace

Services::Services(const Model& model, State& state, physics::World& world, Recorder& recorder,
                   record::Console& console)
    : model_(model), state_(state), world_(world), recorder_(recorder), console_(console),
      parameters_(model.scenario.parameters), photosensors_(model, state, world) {}

// Before a state is restored.
void Services::start_afresh(bool with_infrared) {
    photosensors_.forget_poses();
    if (!with_infrared) infrared_.reset();
    else if (!infrared_) infrared_ = std::make_unique<Infrared>(model_, state_, world_);
}

void Services::make_current() { current_services = this; }
void Services::make_none_current() { current_services = nullptr; }

Services& Services::current() {
    if (current_services == nullptr)
        throw Error("a global object calls a robot's function in its constructor: no robot runs before main");
    return *current_services;
}

void Services::begin_step(std::uint32_t robot) {
    if (robot >= model_.robots) return;
    if (!model_.pogosim) draw_motion_noise(model_, state_, robot);
    sample_motion(model_, state_, robot, world_);
}

// A robot that runs a program of its own lets the others go on meanwhile.
void Services::sleep(std::uint64_t duration_us) {
    clock().slept_ns += static_cast<std::int64_t>(duration_us) * 1000;
    if (programs_ != nullptr && programs_->running()) programs_->sleep();
}

void Services::exit_called(int status) {
    if (programs_ != nullptr && programs_->running()) programs_->exit(status);
    guard_->exit_called(status);
}

void Services::end_of_step(std::uint8_t hz, std::uint64_t duration_us) {
    if (model_.pogosim) clock().end_step_whole_ms(hz, static_cast<std::int64_t>(duration_us));
    else clock().end_step(hz);
}

void Services::led_set(std::uint8_t id, Led colour) {
    if (is_pseudo()) return;
    drain_battery(model_, state_, robot_);
    state_.leds[robot_].led[id] = colour;
}

void Services::motor_power_set(Motor motor, std::uint16_t power) {
    if (is_pseudo()) return;
    drain_battery(model_, state_, robot_);
    state_.motors[robot_].power[motor] = power;
    if (model_.pogosim) impose_velocity(model_, state_, robot_, motor, world_);
}

void Services::motor_direction_set(Motor motor, std::uint8_t direction) {
    if (!is_pseudo()) state_.motors[robot_].direction[motor] = direction;
}

std::uint32_t Services::motor_direction_status() const {
    if (model_.pogosim || is_pseudo()) return 0xFFFFFFFFU;
    const Motors& m = state_.motors[robot_];
    return static_cast<std::uint32_t>(m.direction[0] | m.direction[1] << 1 | m.direction[2] << 2);
}

std::int16_t Services::photosensor(std::uint8_t sensor) {
    return is_pseudo() ? std::int16_t{0} : photosensors_.read(robot_, sensor);
}

// Reading draws noise, and drains the battery up to now: all that is taken back.
SensorReadings Services::readings_of(std::uint32_t robot) {
    SensorReadings readings;
    const bool first = state_.photosensing.empty();
    const Photosensing sensing = first ? Photosensing{} : state_.photosensing[robot];
    for (std::uint8_t sensor = 0; sensor < 3; ++sensor)
        readings.photosensors[sensor] = photosensors_.read(robot, sensor);
    if (first) state_.photosensing.clear();
    else state_.photosensing[robot] = sensing;
    const Imu imu = state_.imu[robot];
    readings.imu = read_imu(model_, state_, robot, world_);
    state_.imu[robot] = imu;
    const Charge charge = state_.charge[robot];
    readings.battery = battery_voltage(model_, state_, robot);
    state_.charge[robot] = charge;
    readings.messages = infrared_ ? infrared_->queues().size(robot) : 0;
    return readings;
}

ImuReading Services::imu() { return is_pseudo() ? ImuReading{} : read_imu(model_, state_, robot_, world_); }

float Services::temperature() const { return static_cast<float>(model_.scenario.settings.arena_temperature); }

std::int32_t Services::id() const { return is_pseudo() ? 0 : model_.objects.id[state_.object[robot_]]; }

const char* Services::category() const {
    return is_pseudo() ? "__system" : model_.group_of(state_.object[robot_]).category.c_str();
}

void Services::add_robot(std::uint32_t robot) {
    photosensors_.add_robot(robot);
    if (!unfinished_lines_.empty())
        unfinished_lines_.insert(unfinished_lines_.begin() + static_cast<std::ptrdiff_t>(robot),
                                 std::string());
    if (infrared_) infrared_->add_robot(robot);
    robots_changed();
}

void Services::robots_changed() {
    if (infrared_) infrared_->audience().note_robots();
}

std::int16_t Services::rand_seed() {
    return static_cast<std::int16_t>(state_.seeds[robot_].integer(-32768, 32767));
}

void Services::print(std::string_view text) {
    if (!console_.shows_robots()) return;
    if (unfinished_lines_.empty()) unfinished_lines_.resize(model_.robots + 1);
    std::string& line = unfinished_lines_[robot_];
    for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
        line += text.substr(0, end);
        console_.robot_line(id(), line);
        line.clear();
        text.remove_prefix(end + 1);
    }
    line += text;
    if (line.size() < longest_line) return;
    console_.robot_line(id(), line);
    line.clear();
}

void Services::flush_prints() {
    for (std::uint32_t robot = 0; robot < unfinished_lines_.size(); ++robot) {
        if (unfinished_lines_[robot].empty()) continue;
        robot_ = robot;
        console_.robot_line(id(), unfinished_lines_[robot]);
        unfinished_lines_[robot].clear();
    }
}

void Services::warn_once(const std::string& message) {
    if (!warned_.insert(message).second) return;
    console_.warning(fmt::format("robot {} ({}): {} (said once a run)", id(), category(), message));
}

void Services::set_export(bool enabled) {
    if (!is_pseudo()) state_.exports[robot_] = enabled;
}

bool Services::parameter(const char* name, shoal_type type, void* value) const {
    const auto store = [&](auto v) { std::memcpy(value, &v, sizeof v); };
    if (type == SHOAL_BOOL) {
        const auto v = parameters_.boolean(name);
        if (v) store(*v);
        return v.has_value();
    }
    if (type == SHOAL_FLOAT || type == SHOAL_DOUBLE) {
        const auto v = parameters_.number(name);
        if (v && type == SHOAL_FLOAT) store(static_cast<float>(*v));
        if (v && type == SHOAL_DOUBLE) store(*v);
        return v.has_value();
    }
    const auto v = parameters_.integer(name);
    if (!v) return false;
    const auto narrow = [&]<class T>(T) {
        if (*v < static_cast<std::int64_t>(std::numeric_limits<T>::min()) ||
            *v > static_cast<std::int64_t>(std::numeric_limits<T>::max()))
            throw Error({parameters_.find(name)->place.location(), std::string("parameters.") + name,
                         std::to_string(*v),
                         fmt::format("a whole number from {} to {}, as the variable holds",
                                     +std::numeric_limits<T>::min(), +std::numeric_limits<T>::max()),
                         ""});
        store(static_cast<T>(*v));
    };
    switch (type) {
        case SHOAL_INT8: narrow(std::int8_t{}); break;
        case SHOAL_INT16: narrow(std::int16_t{}); break;
        case SHOAL_INT32: narrow(std::int32_t{}); break;
        case SHOAL_UINT8: narrow(std::uint8_t{}); break;
        case SHOAL_UINT16: narrow(std::uint16_t{}); break;
        default: narrow(std::uint32_t{}); break;
    }
    return true;
}

void Services::parameter_array(const char* name, shoal_type type, void* values, std::size_t count) {
    const auto list = parameters_.numbers(name);
    if (!list || list->empty()) return;
    const std::string found = std::to_string(list->size()) + " values";
    const std::string wanted = std::to_string(count) + " values, as the array holds";
    if (list->size() < count)
        throw Error(
            {parameters_.find(name)->place.location(), std::string("parameters.") + name, found, wanted, ""});
    if (list->size() > count)
        warn_once(fmt::format("parameters.{}: found {}, the array takes the first {}", name, found, count));
    for (std::size_t i = 0; i < count; ++i) {
        if (type == SHOAL_FLOAT) static_cast<float*>(values)[i] = static_cast<float>((*list)[i]);
        else static_cast<double*>(values)[i] = (*list)[i];
    }
}

bool Services::parameter_string(const char* name, char* buffer, std::size_t size) const {
    const auto text = parameters_.text(name);
    if (!text) return false;
    const std::size_t length = std::min(text->size(), size - 1);
    std::memcpy(buffer, text->data(), length);
    buffer[length] = '\0';
    return true;
}

}  // namespace shoal::pogobot

// The services under the names that controllers are linked with.

using shoal::Error;
using shoal::pogobot::Led;
using shoal::pogobot::Motor;
using shoal::pogobot::Services;

namespace {

template <class Body>
void in_scope(const Body& body) {
    Services::Scope scope;
    try {
        body();
    } catch (...) {
        scope.done();
        throw;
    }
    scope.done();
}

}  // namespace

extern "C" {

uint64_t shoal_host_clock_us(void) {
    return static_cast<uint64_t>(Services::current().clock().now_ns() / 1000);
}
void shoal_host_sleep_us(uint64_t duration_us) { Services::current().sleep(duration_us); }
void shoal_host_end_of_step(uint8_t main_loop_hz, uint64_t step_duration_us) {
    Services::current().end_of_step(main_loop_hz, step_duration_us);
}

void shoal_host_led_set(uint8_t id, uint8_t r, uint8_t g, uint8_t b) {
    Services::current().led_set(id, Led{r, g, b});
}
void shoal_host_motor_power_set(uint8_t motor, uint16_t power) {
    Services::current().motor_power_set(static_cast<Motor>(motor), power);
}
void shoal_host_motor_dir_set(uint8_t motor, uint8_t direction) {
    Services::current().motor_direction_set(static_cast<Motor>(motor), direction);
}
uint32_t shoal_host_motor_dir_status(void) { return Services::current().motor_direction_status(); }
int16_t shoal_host_photosensor(uint8_t sensor) {
    int16_t level = 0;
    in_scope([&] { level = Services::current().photosensor(sensor); });
    return level;
}
void shoal_host_imu(float acceleration[3], float angular_rate[3]) {
    const shoal::pogobot::ImuReading reading = Services::current().imu();
    std::copy_n(reading.acceleration, 3, acceleration);
    std::copy_n(reading.angular_rate, 3, angular_rate);
}
float shoal_host_temperature(void) { return Services::current().temperature(); }
int16_t shoal_host_battery(void) { return Services::current().battery(); }

uint16_t shoal_host_id(void) { return static_cast<uint16_t>(Services::current().id()); }
const char* shoal_host_category(void) { return Services::current().category(); }
int16_t shoal_host_rand_seed(void) { return Services::current().rand_seed(); }
uint32_t shoal_host_nb_robots(void) { return Services::current().robot_count(); }
void shoal_host_stop(void) { Services::current().stop(); }

void shoal_host_print(const char* text, size_t size) {
    in_scope([&] { Services::current().print({text, size}); });
}
void shoal_host_warn(const char* message) {
    in_scope([&] { Services::current().warn_once(message); });
}
void shoal_host_fatal(const char* message) { throw Error(message); }
void shoal_host_exit(int status) { Services::current().exit_called(status); }

void shoal_host_data_add_column(const char* name, enum shoal_type type) {
    in_scope([&] { Services::current().recorder().add_column(name, type); });
}
void shoal_host_data_set_int(const char* name, enum shoal_type type, int64_t value) {
    in_scope([&] { Services::current().recorder().set_int(name, type, value); });
}
void shoal_host_data_set_real(const char* name, enum shoal_type type, double value) {
    in_scope([&] { Services::current().recorder().set_real(name, type, value); });
}
void shoal_host_data_set_string(const char* name, const char* value) {
    in_scope([&] { Services::current().recorder().set_text(name, value); });
}
void shoal_host_data_export(bool enabled) { Services::current().set_export(enabled); }

bool shoal_host_parameter(const char* name, enum shoal_type type, void* value) {
    bool found = false;
    in_scope([&] { found = Services::current().parameter(name, type, value); });
    return found;
}
void shoal_host_parameter_array(const char* name, enum shoal_type type, void* values, size_t count) {
    in_scope([&] { Services::current().parameter_array(name, type, values, count); });
}
bool shoal_host_parameter_string(const char* name, char* buffer, size_t size) {
    bool found = false;
    in_scope([&] { found = Services::current().parameter_string(name, buffer, size); });
    return found;
}

}  // extern "C"
