#include "pogobot/placing.hpp"

#include "base/error.hpp"
#include "pogobot/formation/floor.hpp"
#include "pogobot/formation/root.hpp"
#include "pogobot/membrane.hpp"
#include "record/poses.hpp"
#include "scenario/formation_file.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace shoal::pogobot {

using physics::Vec2;
using scenario::Geometry;
using scenario::ObjectGroup;
using scenario::ObjectType;

namespace {

bool has_coordinates(const ObjectGroup& g) { return g.x && g.y; }

std::string in_mm(double x, double y) { return fmt::format("({:g}, {:g}) mm", 1000.0 * x, 1000.0 * y); }

std::vector<scenario::ImportedPose> imported_poses(const Model& model) {
    const auto& settings = model.scenario.settings;
    if (settings.initial_formation != scenario::Formation::imported) return {};
    const std::string path =
        scenario::locate(model.scenario, "formation_filename", settings.formation_filename);
    std::vector<scenario::ImportedPose> poses;
    if (path.ends_with(".feather")) {
        for (const auto& p : record::read_poses(path)) poses.push_back({p.x, p.y, p.theta});
    } else {
        poses = scenario::read_formation_csv(path);
    }
    scenario::place_in_arena(poses, settings, model.arena);
    return poses;
}

/// Places what has coordinates, then what bounds the formation, then the others.
class Placer {
public:
    Placer(const Model& model, std::vector<std::string>& warnings)
        : model_(model), warnings_(warnings), floor_(model.arena, model.periodic),
          places_(model.objects.size()) {}

    std::vector<Placement> place() {
        place_fixed();
        const auto root = root_group(model_);
        const bool bounded =
            root && model_.scenario.settings.initial_formation != scenario::Formation::imported;
        if (root && !bounded)
            warnings_.push_back(
                "initial_formation_root_object: this key has no effect on an imported formation");
        if (!bounded) {
            place_in_arena(free_objects([](std::uint32_t) { return true; }), imported_poses(model_));
            return places_;
        }
        place_in_arena(free_objects([&](std::uint32_t group) { return group == *root; }), {});
        place_within(*root, free_objects([&](std::uint32_t group) { return group != *root; }));
        return places_;
    }

private:
    using Rows = std::vector<std::uint32_t>;

    // Coordinates are taken as they are written, but some are hardly meant.
    void place_fixed() {
        for (std::uint32_t o = 0; o < places_.size(); ++o) {
            const ObjectGroup& g = model_.group_of(o);
            if (!has_body(g) || !is_fixed(g)) continue;
            const bool first = o == 0 || model_.objects.group[o] != model_.objects.group[o - 1];
            if (first && has_coordinates(g)) check_coordinates(g);
            if (has_coordinates(g) && !ignores_coordinates(g))
                places_[o] = {*g.x, *g.y, g.theta.value_or(0.0)};
            standing_.push_back(o);
        }
    }

    // Pogosim puts every wall with a body at the origin.
    [[nodiscard]] bool ignores_coordinates(const ObjectGroup& g) const {
        return model_.pogosim && g.type == ObjectType::pogowall;
    }
    [[nodiscard]] bool is_fixed(const ObjectGroup& g) const {
        return has_coordinates(g) || ignores_coordinates(g);
    }

    void check_coordinates(const ObjectGroup& g) {
        const std::string place = in_mm(*g.x, *g.y);
        if (ignores_coordinates(g))
            warnings_.push_back(fmt::format(
                "objects.{}: with compatibility: pogosim this wall stands at the origin, not at {}",
                g.category, place));
        if (g.nb > 1)
            warnings_.push_back(
                fmt::format("objects.{}: its {} copies all start at {}", g.category, g.nb, place));
        const bool wall = g.type == ObjectType::pogowall;  // may well stand in the arena's wall
        if (!wall && !model_.periodic && !floor_.inside({*g.x, *g.y}))
            warnings_.push_back(
                fmt::format("objects.{}: it starts outside the arena, at {}", g.category, place));
    }

    template <class Wanted>
    [[nodiscard]] Rows free_objects(const Wanted& wanted) const {
        Rows rows;
        for (std::uint32_t o = 0; o < places_.size(); ++o) {
            const ObjectGroup& g = model_.group_of(o);
            if (has_body(g) && !is_fixed(g) && wanted(model_.objects.group[o])) rows.push_back(o);
        }
        return rows;
    }

    [[nodiscard]] FormationRequest request(const scenario::Settings& settings, const scenario::Arena& arena,
                                           const Rows& rows) const {
        FormationRequest request{settings, arena, false, {}, {}, {}, model_.seed};
        for (const std::uint32_t o : rows) request.radii.push_back(model_.objects.radius[o]);
        return request;
    }

    void place_in_arena(const Rows& rows, std::vector<scenario::ImportedPose> imported) {
        if (rows.empty()) return;
        FormationRequest wanted = request(model_.scenario.settings, model_.arena, rows);
        wanted.periodic = model_.periodic;
        for (const std::uint32_t o : standing_) cover_object(o, wanted.taken);
        wanted.imported = std::move(imported);
        const auto formation = make_formation(wanted, warnings_);
        for (std::size_t i = 0; i < rows.size(); ++i) places_[rows[i]] = formation[i];
        standing_.insert(standing_.end(), rows.begin(), rows.end());
        placed_ += static_cast<std::uint32_t>(rows.size());
    }

    void place_within(std::uint32_t root, const Rows& rows) {
        if (rows.empty()) return;
        const Room room = room_within(model_, root, places_);
        scenario::Settings settings = model_.scenario.settings;
        if (auto& centre = settings.initial_formation_center)
            centre = {centre->x - room.origin.x, centre->y - room.origin.y};
        FormationRequest wanted = request(settings, room.arena, rows);
        wanted.first_entity = placed_;
        wanted.within = "objects." + model_.scenario.objects[root].category;
        wanted.taken = taken_within(room, root);
        const auto formation = make_formation(wanted, warnings_);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const Vec2 at = Vec2{formation[i].x, formation[i].y} + room.origin;
            if (!floor_.holds(at, model_.objects.radius[rows[i]])) throw reaches_out(root, at);
            const Vec2 image = floor_.into_box(at);
            places_[rows[i]] = {image.x, image.y, formation[i].theta};
        }
    }

    /// The discs that reach into a room, in its coordinates; each as the image that is nearest to its middle.
    [[nodiscard]] std::vector<Taken> taken_within(const Room& room, std::uint32_t root) const {
        std::vector<Taken> discs;
        bool first = true;
        for (const std::uint32_t o : standing_) {
            const bool bounds_it = first && model_.objects.group[o] == root;
            if (bounds_it) first = false;
            else cover_object(o, discs);
        }
        const Vec2 middle{0.5 * room.arena.width, 0.5 * room.arena.height};
        for (Taken& disc : discs) {
            const Vec2 at = middle + floor_.shortest(Vec2{disc.x, disc.y} - room.origin - middle);
            disc = {at.x, at.y, disc.radius};
        }
        std::erase_if(discs, [&](const Taken& disc) { return !reaches_into(room, disc); });
        return discs;
    }

    // A room is convex: what one of its sides has wholly on its right is outside.
    [[nodiscard]] static bool reaches_into(const Room& room, const Taken& disc) {
        const auto& outline = room.arena.polygons.front();
        for (std::size_t i = 0; i < outline.size(); ++i) {
            const auto& a = outline[i];
            const auto& b = outline[(i + 1) % outline.size()];
            const Vec2 along = normalised(Vec2{b.x - a.x, b.y - a.y});
            if (cross(along, {disc.x - a.x, disc.y - a.y}) <= -disc.radius) return false;
        }
        return true;
    }

    [[nodiscard]] Error reaches_out(std::uint32_t root, Vec2 at) const {
        return Error({{model_.scenario.path},
                      "initial_formation_root_object",
                      model_.scenario.objects[root].category,
                      "an object that is wholly inside the arena and outside its holes",
                      "the formation would put an object into a wall, at " + in_mm(at.x, at.y)});
    }

    void cover_object(std::uint32_t object, std::vector<Taken>& discs) const {
        const ObjectGroup& g = model_.group_of(object);
        if (is_membrane(g)) cover_membrane(g, places_[object], discs);
        else cover(shape_of(g), places_[object], discs);
    }

    const Model& model_;
    std::vector<std::string>& warnings_;
    Floor floor_;
    std::vector<Placement> places_;
    Rows standing_;             // objects that have their place: what follows keeps off them
    std::uint32_t placed_ = 0;  // objects that formations have placed so far
};

}  // namespace

bool is_membrane(const ObjectGroup& group) {
    return group.type == ObjectType::membrane || group.type == ObjectType::rectmembrane;
}

bool has_body(const ObjectGroup& group) {
    return !is_light(group.type) &&
           !(group.type == ObjectType::pogowall && group.geometry == Geometry::arena);
}

std::vector<Placement> place_objects(const Model& model, std::vector<std::string>& warnings) {
    return Placer(model, warnings).place();
}

}  // namespace shoal::pogobot
