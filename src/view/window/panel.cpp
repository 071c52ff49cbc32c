#include "view/window/panel.hpp"

#include "base/math.hpp"
#include "view/pogobot/theme.hpp"
#include "view/window/action.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace shoal::view {
namespace {

constexpr double letters = 13.0;       // px
constexpr double line = 19.0;          // px
constexpr double inset = 12.0;         // px
constexpr std::size_t most_lines = 4;  // that a robot printed
constexpr Colour paper{255, 255, 255, 232};

void draw_paper(Vec2 min, Vec2 max, DrawList& list) {
    list.box(Layer::notes, min, max, paper);
    const Vec2 corners[] = {min, {max.x, min.y}, max, {min.x, max.y}};
    list.line(Layer::notes, corners, {0.0, 1.0}, with_alpha(theme::ink, 0.35), true);
}

std::string led_text(pogobot::Led led) { return fmt::format("{} {} {}", led.r, led.g, led.b); }

std::string cut(std::string text, std::size_t most) {
    if (text.size() <= most) return text;
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0) == 0x80)
        --most;  // not within a letter
    return text.substr(0, most) + "…";
}

}  // namespace

Panel::Panel(pogobot::Simulation& simulation, record::Console& console)
    : simulation_(simulation), console_(console) {
    console_.set_listener([this](std::uint32_t id, std::string_view text) {
        auto& lines = printed_[id];
        lines.emplace_back(text);
        if (lines.size() > most_lines) lines.pop_front();
    });
}

Panel::~Panel() { console_.set_listener({}); }

void Panel::look_at(std::uint32_t robot) { simulation_.watch(simulation_.state().object[robot]); }

std::vector<std::pair<std::string, std::string>> Panel::facts(std::uint32_t robot) {
    const auto& model = simulation_.model();
    const auto& state = simulation_.state();
    const std::uint32_t object = state.object[robot];
    std::vector<std::pair<std::string, std::string>> facts;
    const auto add = [&facts](const char* name, std::string value) {
        facts.emplace_back(name, std::move(value));
    };
    if (model.objects.body[object] != pogobot::no_body) {
        const auto& world = simulation_.world();
        const auto body = model.objects.bodies[object];
        const Vec2 at = 1000.0 * world.position(body);
        const double degrees = 180.0 / math::pi;
        add("position", fmt::format("{:.1f}, {:.1f} mm", at.x, at.y));
        add("heading", fmt::format("{:.1f}°", degrees * math::wrap_angle(world.angle(body))));
        add("speed", fmt::format("{:.1f} mm/s", 1000.0 * length(world.velocity(body))));
        add("turning", fmt::format("{:.1f} °/s", degrees * world.angular_velocity(body)));
    }
    const auto& motors = state.motors[robot];
    add("motors l r",
        fmt::format("{} {}", motors.power[pogobot::motor_left], motors.power[pogobot::motor_right]));
    add("ticks", fmt::format("{}", simulation_.ticks(robot)));
    const auto& leds = state.leds[robot].led;
    add("head LED", led_text(leds[0]));
    constexpr const char* sides[] = {"", "front LED", "right LED", "back LED", "left LED"};
    for (int i = 1; i < 5; ++i)
        if (theme::is_lit(leds[i])) add(sides[i], led_text(leds[i]));
    const auto readings = simulation_.readings_of(robot);
    const auto& light = readings.photosensors;
    add("light b l r", fmt::format("{} {} {}", light[0], light[1], light[2]));
    const auto& imu = readings.imu;
    add("acceleration",
        fmt::format("{:.2f} {:.2f} {:.2f}", imu.acceleration[0], imu.acceleration[1], imu.acceleration[2]));
    add("gyroscope", fmt::format("{:.2f}", imu.angular_rate[2]));
    constexpr std::int16_t endless = 32767;
    add("battery", readings.battery == endless ? "never empty" : fmt::format("{} mV", readings.battery));
    add("messages", fmt::format("{} in its queue", readings.messages));
    for (const auto& [name, value] : simulation_.watched_values()) facts.emplace_back(name, value);
    if (const auto lines = printed_.find(static_cast<std::uint32_t>(model.objects.id[object]));
        lines != printed_.end())
        for (const auto& text : lines->second) facts.emplace_back("", text);
    return facts;
}

void Panel::draw_robot(std::uint32_t robot, Vec2 size, DrawList& list) {
    constexpr double width = 268.0;
    constexpr double values = 104.0;
    constexpr std::size_t longest = 24;  // letters of a value
    const auto all = facts(robot);
    const std::uint32_t object = simulation_.state().object[robot];
    const Vec2 min{size.x - width - inset, 40.0};
    const double height = 2.0 * inset + line * (static_cast<double>(all.size()) + 1.2);
    draw_paper(min, {size.x - inset, min.y + height}, list);
    double y = min.y + inset + 0.5 * line;
    const Vec2 left = min + Vec2{inset, 0.0};
    list.disc(
        Layer::notes,
        {{left.x + 6.0, y}, 6.0, theme::led(simulation_.state().leds[robot].led[0]), theme::ink, {0.0, 1.0}});
    const std::string title = fmt::format("{} {}", simulation_.model().group_of(object).category,
                                          simulation_.model().objects.id[object]);
    list.text(Layer::notes, {{left.x + 20.0, y}, cut(title, 28), letters + 1.0, theme::ink, Anchor::left});
    y += 1.2 * line;
    for (const auto& [name, value] : all) {
        const bool printed = name.empty();
        if (!printed)
            list.text(Layer::notes, {{left.x, y}, cut(name, 15), letters, theme::pale_ink, Anchor::left});
        list.text(Layer::notes, {{left.x + (printed ? 0.0 : values), y},
                                 cut(value, printed ? 36 : longest),
                                 letters,
                                 theme::ink,
                                 Anchor::left});
        y += line;
    }
}

void draw_help(std::span<const KeyHelp> lines, Vec2 size, DrawList& list) {
    constexpr double effects = 170.0;
    constexpr double width = 420.0;
    const double height = 2.0 * inset + line * (static_cast<double>(lines.size()) + 1.5);
    const Vec2 min{std::max(4.0, 0.5 * (size.x - width)), std::max(4.0, 0.5 * (size.y - height))};
    draw_paper(min, min + Vec2{width, height}, list);
    double y = min.y + inset + 0.5 * line;
    list.text(Layer::notes, {{min.x + inset, y}, "Keys and mouse", letters + 2.0, theme::ink, Anchor::left});
    y += 1.5 * line;
    for (const KeyHelp& entry : lines) {
        list.text(Layer::notes,
                  {{min.x + inset, y}, std::string(entry.keys), letters, theme::ink, Anchor::left});
        list.text(Layer::notes,
                  {{min.x + effects, y}, std::string(entry.effect), letters, theme::pale_ink, Anchor::left});
        y += line;
    }
}

}  // namespace shoal::view
