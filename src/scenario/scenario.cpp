#include "scenario/scenario.hpp"

#include "scenario/options.hpp"
#include "scenario/read_keys.hpp"
#include "scenario/remote_keys.hpp"
#include "scenario/text.hpp"

#include <algorithm>
#include <filesystem>

namespace shoal::scenario {
namespace {

/// Reads the parts of a scenario from its effective tree, then checks what concerns several keys at once.
class Reader {
public:
    Reader(Scenario& scenario, Problems& problems) : scenario_(scenario), problems_(problems) {}

    void read() {
        read_keys(scenario_.tree, settings_keys(), {"", batch_keys()}, problems_, scenario_.settings);
        follow_compatibility();
        read_objects();
        read_parameters();
        if (const Node* remote = scenario_.tree.find("remote"))
            scenario_.remote = read_remote(*remote, problems_);
        check_formation();
        check_logged_categories();
    }

private:
    void error(const Node& at, std::string key, std::string found, std::string expected,
               std::string message = {}) {
        problems_.error(
            {at.place.location(), std::move(key), std::move(found), std::move(expected), std::move(message)});
    }

    void follow_compatibility() {
        Settings& s = scenario_.settings;
        const bool as_pogosim =
            s.compatibility == Compatibility::pogosim && !scenario_.tree.find("arena_aspect");
        if (as_pogosim) s.arena_aspect = ArenaAspect::square;
    }

    void read_objects() {
        const Node* objects = scenario_.tree.find("objects");
        if (!objects) return;
        if (!objects->is_map()) return error(*objects, "objects", summary(*objects), "a map of categories");
        for (const Node& category : objects->children) read_group(category);
    }

    void read_group(const Node& category) {
        const std::string path = "objects." + category.key;
        if (!category.is_map())
            return error(category, path, summary(category), "a map with type, geometry, ...");
        ObjectGroup group;
        group.category = category.key;
        Scope scope{path, {}, unread_object_keys()};
        // The type comes first, as it says which keys apply; read_keys reports it when it is missing.
        const Node* type = category.find("type");
        Problems reported_below;
        const KeyInfo& key = *find_key(object_keys(), "type");
        const auto chosen = type ? read_choice({*type, key, path, reported_below}) : std::nullopt;
        if (chosen) {
            scope.type = bit(static_cast<ObjectType>(*chosen));
            scope.type_name = name_of(static_cast<ObjectType>(*chosen));
        }
        read_keys(category, object_keys(), scope, problems_, group);
        if (chosen) check_group(category, group, path);
        scenario_.objects.push_back(std::move(group));
    }

    static std::vector<std::string_view> unread_object_keys() {
        return {"body_collision_shape", "body_collision_radius", "body_linear_noise_stddev",
                "body_angular_noise_stddev", "initial_formation"};
    }

    void check_group(const Node& category, ObjectGroup& group, const std::string& path) {
        check_position(category, group, path);
        check_locomotion(category, group, path);
        const Node* geometry = category.find("geometry");
        const bool has_body = !is_light(group.type) && group.type != ObjectType::pogowall;
        const bool region = group.geometry == Geometry::arena || group.geometry == Geometry::global;
        if (geometry && has_body && region)
            error(*geometry, path + ".geometry", geometry->text, "disk, rectangle or triangle",
                  "a body needs a shape");
        if (geometry && group.type == ObjectType::pogowall && group.geometry == Geometry::global)
            error(*geometry, path + ".geometry", geometry->text, "arena, disk, rectangle or triangle",
                  "a wall needs a shape");
    }

    void check_locomotion(const Node& category, const ObjectGroup& group, const std::string& path) {
        const auto warn = [&](const char* key, const char* message) {
            if (const Node* node = category.find(key))
                problems_.warning({node->place.location(), path + "." + key, {}, {}, message});
        };
        if (group.locomotion != Locomotion::wheels)
            warn("calibrated", "this key has no effect without locomotion: wheels");
        if (group.locomotion == Locomotion::ideal) return;
        warn("max_linear_speed", "this key has no effect: the kind of locomotion sets the speed");
        warn("max_angular_speed", "this key has no effect: the kind of locomotion sets the speed");
    }

    void check_position(const Node& category, ObjectGroup& group, const std::string& path) {
        if (is_light(group.type)) {
            group.x = group.x.value_or(0);
            group.y = group.y.value_or(0);
            return;
        }
        const Node* x = category.find("x");
        const Node* y = category.find("y");
        const Node* theta = category.find("theta");
        if (x && !y) error(*x, path + ".x", {}, {}, "a fixed position needs y too");
        if (y && !x) error(*y, path + ".y", {}, {}, "a fixed position needs x too");
        if (theta && !x && !y)
            problems_.warning(
                {theta->place.location(), path + ".theta", {}, {}, "this key has no effect without x and y"});
    }

    void read_parameters() {
        const Node* parameters = scenario_.tree.find("parameters");
        if (parameters && !parameters->is_map())
            error(*parameters, "parameters", summary(*parameters), "a map of values");
        else if (parameters) scenario_.parameters = *parameters;
    }

    [[nodiscard]] std::vector<std::string> categories() const {
        std::vector<std::string> names;
        for (const ObjectGroup& group : scenario_.objects) names.push_back(group.category);
        return names;
    }

    void check_formation() {
        const Settings& s = scenario_.settings;
        check_category("initial_formation_root_object", s.initial_formation_root_object, "arena");
        const Node* formation = scenario_.tree.find("initial_formation");
        if (formation && s.initial_formation == Formation::imported && s.formation_filename.empty())
            error(*formation, "initial_formation", formation->text, {},
                  "an imported formation needs formation_filename");
        check_imported_box();
    }

    void check_category(const char* key, const std::string& name, const std::string& also) {
        const std::vector<std::string> names = categories();
        const Node* node = scenario_.tree.find(key);
        if (!node || name == also || std::find(names.begin(), names.end(), name) != names.end()) return;
        const std::string near = nearest(name, names);
        error(*node, key, name, also + " or a category of objects",
              near.empty() ? "" : "did you mean " + near);
    }

    void check_imported_box() {
        const auto& low = scenario_.settings.imported_formation_min_coords;
        const auto& high = scenario_.settings.imported_formation_max_coords;
        const Node* node = scenario_.tree.find("imported_formation_max_coords");
        if (low && high && !(low->x < high->x && low->y < high->y) && node)
            error(*node, node->key, summary(*node), "coordinates above imported_formation_min_coords");
        if (low.has_value() == high.has_value()) return;
        const char* key = low ? "imported_formation_min_coords" : "imported_formation_max_coords";
        if (const Node* alone = scenario_.tree.find(key))
            problems_.warning(
                {alone->place.location(), key, {}, {}, "this key has no effect without its partner"});
    }

    void check_logged_categories() {
        const Node* node = scenario_.tree.find("data_logger_category");
        const std::vector<std::string> names = categories();
        for (const Node& item : node ? node->children : std::vector<Node>{}) {
            if (std::find(names.begin(), names.end(), item.text) != names.end()) continue;
            const std::string near = nearest(item.text, names);
            const std::string hint = near.empty() ? "" : "; did you mean " + near + "?";
            problems_.doubt(
                {item.place.location(), "data_logger_category", item.text, {}, "no such category" + hint});
        }
    }

    Scenario& scenario_;
    Problems& problems_;
};

}  // namespace

Scenario read_pogobot(Document document) {
    require_family(document, Family::pogobot);
    Scenario scenario;
    scenario.path = std::move(document.path);
    scenario.search_dirs = std::move(document.search_dirs);
    scenario.tree = std::move(document.tree);
    Problems problems(document.strict);
    Reader(scenario, problems).read();
    problems.throw_if_any();
    scenario.warnings = problems.take_warnings();
    return scenario;
}

Scenario load(const std::string& path, const LoadOptions& options) {
    return read_pogobot(open_document(path, options));
}

Scenario load_text(const std::string& text, const std::string& path, const LoadOptions& options) {
    return read_pogobot(open_text(text, path, options));
}

std::string locate(const Scenario& scenario, std::string_view key, const std::string& name) {
    return locate(Document{scenario.path, scenario.search_dirs, scenario.tree, {}, {}}, key, name);
}

}  // namespace shoal::scenario
