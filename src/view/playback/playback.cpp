#include "view/playback/playback.hpp"

#include "base/error.hpp"
#include "base/math.hpp"
#include "scenario/scenario.hpp"
#include "view/picture/stills.hpp"
#include "view/playback/arena_of_log.hpp"
#include "view/pogobot/theme.hpp"
#include "view/window/log_window.hpp"

#include <cmath>
#include <map>

namespace shoal::view {
namespace {

double along(physics::Vec2 way) { return std::atan2(way.y, way.x); }

}  // namespace

LogPlayback::LogPlayback(const std::string& path, const PlaybackOptions& options)
    : path_(path), log_(record::open_log(path)), tracks_(*log_), setup_(set_up(*log_, options)) {
    size_ = {setup_.model.arena.width, setup_.model.arena.height};
    find_tracks();
    if (!options.colour.empty() || RowPaint::has_leds(*log_)) rows_.emplace(*log_, options.colour);
    paint_by_category();
    if (rows_) paint_.legend = rows_->legend();
    log_.reset();
    seek(begin());
}

pogobot::Setup LogPlayback::set_up(const record::LogReader& log, const PlaybackOptions& options) const {
    const std::string configuration = log.metadata("configuration");
    if (configuration.empty())
        throw Error({{path_}, "configuration", "", "", "the log's metadata do not have the scenario"});
    auto scenario = scenario::load_text(configuration, path_, {{}, false, options.search_dirs});
    pogobot::Known known{arena_of_log(log.metadata("arena_polygons"), scenario), {}};
    for (const auto& [key, samples] : tracks_.of) {
        const Sample& s = samples.front();
        if (key.second == Tracks::whole)
            known.places[key.first] = {static_cast<double>(s.x), static_cast<double>(s.y),
                                       std::isfinite(s.angle) ? static_cast<double>(s.angle) : 0.0};
    }
    const std::uint32_t seed = scenario.settings.seed.value_or(0);
    return pogobot::set_up(std::move(scenario), seed, nullptr, &known);
}

std::span<const Sample> LogPlayback::samples_of(std::uint32_t object, int part) const {
    const auto found = tracks_.of.find({setup_.model.objects.id[object], part});
    return found == tracks_.of.end() ? std::span<const Sample>() : found->second;
}

void LogPlayback::find_tracks() {
    const auto& objects = setup_.model.objects;
    for (std::uint32_t object = 0; object < objects.size(); ++object) {
        if (objects.body[object] == pogobot::no_body) continue;
        const auto samples = samples_of(object, Tracks::whole);
        if (samples.empty()) continue;
        const auto& parts = objects.parts[object];
        if (parts.empty()) {
            moved_.push_back({objects.bodies[object], objects.robot[object], samples});
            continue;
        }
        Skin skin{object, samples, {}, {}};
        for (std::size_t part = 0; part < parts.size(); ++part) {
            const double angle = setup_.world->angle(parts[part]);
            skin.first.push_back({setup_.world->position(parts[part]), {std::cos(angle), std::sin(angle)}});
            const auto own = samples_of(object, static_cast<int>(part));
            if (!own.empty()) skin.parts.push_back(own);
        }
        skins_.push_back(std::move(skin));
    }
}

// A colour for each category of robots; what else there is has its own.
void LogPlayback::paint_by_category() {
    const auto& model = setup_.model;
    paint_.heads.resize(model.robots, theme::unlit);
    std::map<std::uint32_t, Colour> colours;  // by category
    for (std::uint32_t robot = 0; robot < model.robots; ++robot) {
        const std::uint32_t group = model.objects.group[setup_.state.object[robot]];
        const auto& category = model.scenario.objects[group];
        if (category.type != scenario::ObjectType::pogobot &&
            category.type != scenario::ObjectType::pogobject)
            continue;
        const auto [colour, is_new] = colours.try_emplace(group, theme::distinct(colours.size()));
        if (is_new) paint_.legend.emplace_back(category.category, colour->second);
        paint_.heads[robot] = colour->second;
    }
    if (colours.size() < 2) paint_.legend.clear();
}

std::unique_ptr<Stills> LogPlayback::stills(const Look& look) {
    return std::make_unique<PictureStills>(std::make_unique<PogobotPicture>(scene()), look);
}

Vec2 LogPlayback::shortest(Vec2 way) const {
    if (!setup_.model.periodic) return way;
    return {way.x - size_.x * std::nearbyint(way.x / size_.x),
            way.y - size_.y * std::nearbyint(way.y / size_.y)};
}

std::unique_ptr<Window> LogPlayback::window(const Look& look, std::string& said) {
    auto screen = Screen::open("Shoal: " + path_, look.size, said);
    if (!screen) return nullptr;
    return std::make_unique<LogWindow>(*this, std::make_unique<PogobotPicture>(scene()), look,
                                       std::move(screen));
}

// In a periodic arena things move the short way, through the seam if that is shorter.
Between LogPlayback::at(std::span<const Sample> samples, double time) const {
    Between found = interpolate(samples, time, [this](Vec2 way) { return shortest(way); });
    if (!setup_.model.periodic) return found;
    found.at.x -= size_.x * std::floor(found.at.x / size_.x);
    found.at.y -= size_.y * std::floor(found.at.y / size_.y);
    return found;
}

void LogPlayback::seek(double time) {
    physics::World& world = *setup_.world;
    for (const Moved& m : moved_) {
        const Between now = at(m.samples, time);
        world.set_pose(m.body, now.at, std::isfinite(now.angle) ? now.angle : world.angle(m.body));
        if (rows_ && m.robot != pogobot::no_robot) paint_.heads[m.robot] = rows_->of(now.row);
    }
    for (const Skin& skin : skins_) move_skin(skin, time);
    setup_.state.time = time;
    ++setup_.state.tick;  // what was looked up for other poses is out of date
}

void LogPlayback::move_skin(const Skin& skin, double time) {
    const auto& parts = setup_.model.objects.parts[skin.object];
    const std::size_t count = parts.size();
    const bool known = skin.parts.size() == count;
    const Vec2 shift = at(skin.samples, time).at - skin.first[0].position;
    std::vector<Vec2> places;
    for (std::size_t i = 0; i < count; ++i)
        places.push_back(known ? at(skin.parts[i], time).at : skin.first[i].position + shift);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t before = (i + count - 1) % count;
        const std::size_t after = (i + 1) % count;
        const double turn = along(shortest(places[after] - places[before])) -
                            along(shortest(skin.first[after].position - skin.first[before].position));
        const auto& first = skin.first[i].rotation;
        setup_.world->set_pose(parts[i], places[i], std::atan2(first.s, first.c) + turn);
    }
}

}  // namespace shoal::view
