#include "scenario/catalogue.hpp"
#include "scenario/read_keys.hpp"
#include "scenario/remote_keys.hpp"
#include "scenario/scenario_fixture.hpp"
#include "scenario/text.hpp"
#include "scenario/values.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <set>

using namespace shoal::scenario;

namespace {

template <class T>
void expect_rejected(const Key<T>& key, const std::string& value) {
    T out;
    Problems problems;
    const Node node = parse_yaml(value, "v");
    key.read({node, key, key.name, problems}, out);
    EXPECT_THROW(problems.throw_if_any(), shoal::Error) << key.name << ": " << value;
}

template <class T>
void expect_accepted(const Key<T>& key, const std::string& value) {
    T out;
    Problems problems;
    const Node node = parse_yaml(value, "v");
    key.read({node, key, key.name, problems}, out);
    EXPECT_NO_THROW(problems.throw_if_any()) << key.name << ": " << value;
}

template <class T, class Check>
void for_each_key(const std::vector<Section<T>>& sections, Check check) {
    for (const Section<T>& section : sections) {
        for (const Key<T>& key : section.keys) check(key);
    }
}

template <class Check>
void for_every_key(Check check) {
    for_each_key(settings_keys(), check);
    for_each_key(object_keys(), check);
    for_each_key(msg_success_rate_keys(), check);
    for_each_key(remote_keys(), check);
}

bool is_number(const KeyInfo& key) { return key.kind == Kind::number || key.kind == Kind::integer; }

}  // namespace

TEST(Keys, AreDeclaredInFull) {
    std::set<std::string> paths;
    for (const CatalogueEntry& entry : catalogue()) {
        const KeyInfo& key = *entry.key;
        EXPECT_TRUE(paths.insert(entry.path).second) << entry.path << " is declared twice";
        EXPECT_TRUE(key.help.ends_with('.')) << entry.path;
        EXPECT_FALSE(key.fallback.empty()) << entry.path;
        EXPECT_EQ(key.choices.empty(), key.kind != Kind::choice) << entry.path;
    }
    EXPECT_GT(paths.size(), 100u);
}

TEST(Keys, DefaultsAreAcceptedByTheirOwnKeys) {
    for_every_key([](const auto& key) {
        const bool told_in_words = is_number(key) && !parse_double(key.fallback);
        const bool written =
            !key.required && key.kind != Kind::map && key.kind != Kind::texts && key.kind != Kind::point;
        if (written && !told_in_words && key.fallback.find(' ') == std::string::npos &&
            key.name != "rect_thickness")
            expect_accepted(key, key.fallback);
    });
}

TEST(Keys, RangesHoldAtBothEnds) {
    for_every_key([](const auto& key) {
        if (!is_number(key)) return;
        const Range& r = key.range;
        const double beyond = key.kind == Kind::integer ? 1 : 0.001;
        if (std::isfinite(r.low)) expect_rejected(key, to_text(r.open ? r.low : r.low - beyond));
        if (std::isfinite(r.low)) expect_accepted(key, to_text(r.open ? r.low + beyond : r.low));
        if (std::isfinite(r.high)) expect_rejected(key, to_text(r.high + beyond));
        if (std::isfinite(r.high)) expect_accepted(key, to_text(r.high));
    });
}

TEST(Keys, NonsenseIsRefused) {
    for_every_key([](const auto& key) {
        if (is_number(key)) {
            for (const char* bad : {"10 s", "fast", "[10]", "{a: 1}", "''"}) expect_rejected(key, bad);
            if (!key.range.infinite) expect_rejected(key, ".inf");
            expect_rejected(key, "-.inf");
        }
        if (key.kind == Kind::boolean || key.kind == Kind::choice) {
            for (const char* bad : {"perhaps", "[true]", "{a: 1}"}) expect_rejected(key, bad);
        }
        if (key.kind == Kind::text) expect_rejected(key, "[a]");
        if (key.kind == Kind::texts) expect_rejected(key, "a");
        if (key.kind == Kind::point) expect_rejected(key, "[1]");
        if (key.kind == Kind::bytes) expect_rejected(key, "[-1]");
        if (key.kind == Kind::bytes) expect_rejected(key, "{a: 1}");
        if (key.kind == Kind::domain) expect_rejected(key, "[2, 1]");
        if (key.kind == Kind::domain) expect_rejected(key, "[1, two]");
    });
}

TEST(Keys, NotANumberIsRefusedWhereTheKeyHasADefault) {
    for_each_key(object_keys(), [](const Key<ObjectGroup>& key) {
        const bool optional =
            key.name == "x" || key.name == "y" || key.name == "theta" || key.name == "rect_thickness";
        if (is_number(key) && !optional) expect_rejected(key, ".nan");
    });
}

TEST(Keys, EveryTypeHasItsKeys) {
    const auto has = [](ObjectType type, const std::string& name) {
        const auto names = key_names(object_keys(), bit(type));
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    EXPECT_TRUE(has(ObjectType::pogobot, "traction"));
    EXPECT_FALSE(has(ObjectType::pogowall, "traction"));
    EXPECT_FALSE(has(ObjectType::passive_object, "communication_radius"));
    EXPECT_TRUE(has(ObjectType::rectmembrane, "rect_thickness"));
    EXPECT_FALSE(has(ObjectType::membrane, "rect_thickness"));
    EXPECT_FALSE(has(ObjectType::static_light, "body_density"));
    EXPECT_TRUE(has(ObjectType::rotating_ray_of_light, "photo_start_at"));
    EXPECT_FALSE(has(ObjectType::alternating_rays_of_light, "photo_start_at"));
}

TEST(Explain, TellsAllAboutAKey) {
    const std::string radius = explain("objects.robots.communication_radius");
    for (const char* part :
         {"Range of messages", "a finite number in mm at least 0", "default  80", "pogobot, pogobject"})
        EXPECT_TRUE(mentions(radius, part)) << radius;
    EXPECT_TRUE(mentions(explain("arena_file"), "required"));
    EXPECT_TRUE(mentions(explain("msg_success_rate.alpha"), "4e-06"));
    EXPECT_TRUE(mentions(explain("type"), "rotating_ray_of_light"));
    EXPECT_TRUE(mentions(explain("objects"), "Categories"));
    EXPECT_TRUE(mentions(message_of([] { (void)explain("time_stepp"); }), "did you mean time_step?"));
    EXPECT_TRUE(mentions(message_of([] { (void)explain("objects.robots.raduis"); }), "did you mean radius?"));
}

TEST(JsonSchema, ListsEveryKey) {
    const auto schema = nlohmann::json::parse(json_schema());
    const auto& object = schema.at("$defs").at("object").at("properties");
    for_each_key(settings_keys(), [&](const auto& key) {
        EXPECT_TRUE(schema.at("properties").contains(key.name)) << key.name;
    });
    for_each_key(object_keys(), [&](const auto& key) { EXPECT_TRUE(object.contains(key.name)) << key.name; });
    const auto& rate = object.at("msg_success_rate").at("anyOf").at(0).at("properties");
    for_each_key(msg_success_rate_keys(),
                 [&](const auto& key) { EXPECT_TRUE(rate.contains(key.name)) << key.name; });
    EXPECT_EQ(schema.at("required"), nlohmann::json({"arena_file", "objects"}));
    const auto& surface = schema.at("properties").at("arena_surface").at("anyOf").at(0);
    EXPECT_EQ(surface.at("type"), "number");
    EXPECT_EQ(surface.at("exclusiveMinimum"), 0.0);
    EXPECT_EQ(object.at("geometry").at("anyOf").at(0).at("enum").size(), 5u);
    EXPECT_EQ(schema.at("properties").at("objects").at("anyOf").at(0).at("additionalProperties").at("$ref"),
              "#/$defs/object");
}

TEST(Reference, HasARowForEveryKey) {
    const std::string page = reference_markdown();
    for (const CatalogueEntry& entry : catalogue())
        EXPECT_TRUE(mentions(page, "| `" + entry.key->name + "` |")) << entry.path;
    EXPECT_TRUE(mentions(page, "| `arena_surface` | number, above 0 | mm² | 1000000 |"));
    EXPECT_TRUE(mentions(page, "Under `objects.<category>.msg_success_rate`."));
}
