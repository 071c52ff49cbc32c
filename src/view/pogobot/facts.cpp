#include "view/pogobot/facts.hpp"

#include "base/math.hpp"
#include "view/pogobot/theme.hpp"

#include <fmt/format.h>

#include <limits>

namespace shoal::view {
namespace {

constexpr std::size_t most_lines = 4;  // that a robot printed

std::string led_text(pogobot::Led led) { return fmt::format("{} {} {}", led.r, led.g, led.b); }

}  // namespace

RobotFacts::RobotFacts(pogobot::Simulation& simulation, record::Console& console)
    : simulation_(simulation), console_(console) {
    console_.set_listener([this](std::uint32_t id, std::string_view text) {
        auto& lines = printed_[id];
        lines.emplace_back(text);
        if (lines.size() > most_lines) lines.pop_front();
    });
}

RobotFacts::~RobotFacts() { console_.set_listener({}); }

Facts RobotFacts::of(std::uint32_t robot) {
    const auto& model = simulation_.model();
    const auto& state = simulation_.state();
    const std::uint32_t object = state.object[robot];
    const std::int32_t id = model.objects.id[object];
    Facts facts{
        fmt::format("{} {}", model.group_of(object).category, id), theme::led(state.leds[robot].led[0]), {}};
    if (model.objects.body[object] != pogobot::no_body) add_motion(object, facts);
    add_outputs(robot, facts);
    add_inputs(robot, facts);
    for (const auto& value : simulation_.watched_values()) facts.rows.push_back(value);
    if (const auto lines = printed_.find(static_cast<std::uint32_t>(id)); lines != printed_.end())
        for (const auto& text : lines->second) facts.rows.emplace_back("", text);
    return facts;
}

void RobotFacts::add_motion(std::uint32_t object, Facts& facts) const {
    const auto& world = simulation_.world();
    const auto body = simulation_.model().objects.bodies[object];
    const Vec2 at = 1000.0 * world.position(body);
    const double degrees = 180.0 / math::pi;
    facts.rows.emplace_back("position", fmt::format("{:.1f}, {:.1f} mm", at.x, at.y));
    facts.rows.emplace_back("heading", fmt::format("{:.1f}°", degrees * math::wrap_angle(world.angle(body))));
    facts.rows.emplace_back("speed", fmt::format("{:.1f} mm/s", 1000.0 * length(world.velocity(body))));
    facts.rows.emplace_back("turning", fmt::format("{:.1f} °/s", degrees * world.angular_velocity(body)));
}

void RobotFacts::add_outputs(std::uint32_t robot, Facts& facts) const {
    const auto& state = simulation_.state();
    const auto& motors = state.motors[robot];
    facts.rows.emplace_back("motors l r", fmt::format("{} {}", motors.power[pogobot::motor_left],
                                                      motors.power[pogobot::motor_right]));
    facts.rows.emplace_back("ticks", fmt::format("{}", simulation_.ticks(robot)));
    const auto& leds = state.leds[robot].led;
    facts.rows.emplace_back("head LED", led_text(leds[0]));
    constexpr const char* sides[] = {"", "front LED", "right LED", "back LED", "left LED"};
    for (int i = 1; i < 5; ++i)
        if (theme::is_lit(leds[i])) facts.rows.emplace_back(sides[i], led_text(leds[i]));
}

void RobotFacts::add_inputs(std::uint32_t robot, Facts& facts) {
    const auto readings = simulation_.readings_of(robot);
    const auto& light = readings.photosensors;
    facts.rows.emplace_back("light b l r", fmt::format("{} {} {}", light[0], light[1], light[2]));
    const auto& imu = readings.imu;
    facts.rows.emplace_back("acceleration", fmt::format("{:.2f} {:.2f} {:.2f}", imu.acceleration[0],
                                                        imu.acceleration[1], imu.acceleration[2]));
    facts.rows.emplace_back("gyroscope", fmt::format("{:.2f}", imu.angular_rate[2]));
    constexpr std::int16_t endless = std::numeric_limits<std::int16_t>::max();
    facts.rows.emplace_back(
        "battery", readings.battery == endless ? "never empty" : fmt::format("{} mV", readings.battery));
    facts.rows.emplace_back("messages", fmt::format("{} in its queue", readings.messages));
}

}  // namespace shoal::view
