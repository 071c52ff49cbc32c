#include "scenario/scenario.hpp"

#include "scenario/catalogue.hpp"
#include "scenario/key.hpp"
#include "scenario/remote_keys.hpp"
#include "scenario/text.hpp"
#include "scenario/values.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace shoal::scenario {
namespace {

using Json = nlohmann::ordered_json;

Json number(const KeyInfo& key, const char* type) {
    Json json = {{"type", type}};
    if (std::isfinite(key.range.low)) json[key.range.open ? "exclusiveMinimum" : "minimum"] = key.range.low;
    if (std::isfinite(key.range.high)) json["maximum"] = key.range.high;
    return json;
}

Json list(Json items, int count = 0) {
    Json json = {{"type", "array"}, {"items", std::move(items)}};
    if (count > 0) json["minItems"] = json["maxItems"] = count;
    return json;
}

Json choices(const KeyInfo& key) {
    Json names = Json::array();
    for (const Choice& choice : key.choices) names.push_back(choice.name);
    return {{"enum", names}};
}

Json type_of(const KeyInfo& key) {
    switch (key.kind) {
        case Kind::number: return number(key, "number");
        case Kind::integer: return number(key, "integer");
        case Kind::boolean: return {{"type", "boolean"}};
        case Kind::text: return {{"type", "string"}};
        case Kind::choice: return choices(key);
        case Kind::texts: return list({{"type", "string"}});
        case Kind::numbers: return list({{"type", "number"}});
        case Kind::point: return list({{"type", "number"}}, 2);
        case Kind::domain: return list({{"type", "integer"}}, 2);
        case Kind::bytes: return {{"anyOf", {{{"type", "string"}}, list(number(key, "integer"))}}};
        case Kind::map: return {{"type", "object"}};
        case Kind::rows: return list(list(number(key, "number")));
    }
    return {};
}

std::string description(const KeyInfo& key) {
    const std::string in = key.unit.name[0] ? std::string(" In ") + key.unit.name + "." : "";
    return key.help + in + (key.required ? " Required." : " Default: " + key.fallback + ".");
}

// Any value may also be absent, or options for batch runs.
Json property(const KeyInfo& key, Json type) {
    return {{"description", description(key)}, {"anyOf", {std::move(type), {{"$ref", "#/$defs/options"}}}}};
}

template <class T>
Json map_of(const std::vector<Section<T>>& sections) {
    Json properties = Json::object(), needed = Json::array();
    for (const Section<T>& section : sections) {
        for (const Key<T>& key : section.keys) {
            properties[key.name] = property(key, type_of(key));
            if (key.required) needed.push_back(key.name);
        }
    }
    Json json = {{"type", "object"}, {"properties", std::move(properties)}};
    if (!needed.empty()) json["required"] = std::move(needed);
    return json;
}

Json options() {
    return {{"anyOf", {{{"type", "null"}}, {{"type", "object"}, {"required", {"default_option"}}}}}};
}

Json pogobot_schema() {
    Json schema = map_of(settings_keys());
    Json& objects = schema["properties"]["objects"]["anyOf"][0];
    objects["additionalProperties"] = {{"$ref", "#/$defs/object"}};
    schema["properties"]["remote"]["anyOf"][0] = list(map_of(remote_keys()));
    Json object = map_of(object_keys());
    object["properties"]["msg_success_rate"]["anyOf"][0] = map_of(msg_success_rate_keys());
    schema["$defs"] = {{"object", std::move(object)}};
    return schema;
}

// The map that holds the key of that path: maps of maps, with any name where the path says <name>.
Json& map_at(Json& root, std::string_view path) {
    Json* map = &root;
    for (std::size_t dot; (dot = path.find('.')) != path.npos; path.remove_prefix(dot + 1)) {
        const std::string part(path.substr(0, dot));
        Json& child = part[0] == '<' ? (*map)["additionalProperties"] : (*map)["properties"][part];
        map = child.contains("anyOf") ? &child["anyOf"][0] : &child;
    }
    return *map;
}

Json schema_of(const std::vector<CatalogueEntry>& entries) {
    Json schema = {{"type", "object"}};
    for (const CatalogueEntry& entry : entries) {
        Json& map = map_at(schema, entry.path);
        map["type"] = "object";
        map["properties"][entry.key->name] = property(*entry.key, type_of(*entry.key));
        if (entry.key->required) map["required"].push_back(entry.key->name);
    }
    return schema;
}

}  // namespace

std::string json_schema(Family family) {
    Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "Shoal scenario"}};
    schema.update(family == Family::pogobot ? pogobot_schema() : schema_of(catalogue(family)));
    schema["$defs"]["options"] = options();
    return schema.dump(2) + "\n";
}

}  // namespace shoal::scenario
