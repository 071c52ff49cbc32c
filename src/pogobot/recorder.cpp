#include "pogobot/recorder.hpp"

#include "base/error.hpp"
#include "base/math.hpp"
#include "pogobot/firmware.hpp"
#include "pogobot/snapshot/provenance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace shoal::pogobot {
namespace {

constexpr const char* program_version = "v0.10.10";  // the interface that readers of this file know

record::Type type_in_file(shoal_type type) {
    switch (type) {
        case SHOAL_BOOL: return record::Type::boolean;
        case SHOAL_INT8: return record::Type::int8;
        case SHOAL_INT16: return record::Type::int16;
        case SHOAL_INT32: return record::Type::int32;
        case SHOAL_INT64: return record::Type::int64;
        case SHOAL_FLOAT16: return record::Type::float16;
        case SHOAL_DOUBLE: return record::Type::float64;
        default: return record::Type::utf8;
    }
}

// Parts have rows of their own; their numbers are int16.
bool has_part_rows(const scenario::Scenario& scenario) {
    bool any = false;
    for (const auto& group : scenario.objects) {
        if (!group.serialize_dot_pose || group.nb == 0) continue;
        any = true;
        if (group.num_dots > std::numeric_limits<std::int16_t>::max())
            throw Error(
                {{scenario.path},
                 "objects." + group.category + ".num_dots",
                 std::to_string(group.num_dots),
                 fmt::format("at most {} with serialize_dot_pose", std::numeric_limits<std::int16_t>::max()),
                 ""});
    }
    return any;
}

}  // namespace

Recorder::Recorder(const Model& model, const State& state, const physics::World& world)
    : model_(model), state_(state), world_(world) {
    const auto& settings = model.scenario.settings;
    at_ = {built_in("time"),
           built_in("robot_category"),
           built_in("robot_id"),
           built_in("x"),
           built_in("y"),
           built_in("angle"),
           built_in("pogobot_ticks"),
           -1,
           -1,
           -1,
           -1};
    if (has_part_rows(model.scenario)) at_.subpart = built_in("subpart_id");
    if (settings.data_logger_leds)
        at_.led_r = built_in("led_r"), at_.led_g = built_in("led_g"), at_.led_b = built_in("led_b");
    logged_.resize(model.scenario.objects.size(), 1);
    if (!settings.data_logger_category) return;
    const auto& wanted = *settings.data_logger_category;
    for (std::size_t g = 0; g < logged_.size(); ++g)
        logged_[g] =
            std::find(wanted.begin(), wanted.end(), model.scenario.objects[g].category) != wanted.end();
}

Recorder::~Recorder() = default;

int Recorder::built_in(std::string_view name) {
    built_ins_.push_back(name);
    const auto& wanted = model_.scenario.settings.data_logger_fields;
    if (wanted && std::find(wanted->begin(), wanted->end(), name) == wanted->end()) return -1;
    const auto type = name == "robot_category"  ? record::Type::utf8
                      : name == "robot_id"      ? record::Type::int32
                      : name == "pogobot_ticks" ? record::Type::int64
                      : name == "subpart_id"    ? record::Type::int16
                      : name.starts_with("led") ? record::Type::int16
                                                : record::Type::float32;
    fields_.push_back({std::string(name), type});
    return static_cast<int>(fields_.size() - 1);
}

bool Recorder::is_built_in(std::string_view name) const {
    return std::find(built_ins_.begin(), built_ins_.end(), name) != built_ins_.end();
}

void Recorder::add_column(std::string_view name, shoal_type type) {
    if (!schema_open_)
        throw Error({{},
                     std::string(name),
                     "",
                     "",
                     "data_add_column may only be called in callback_create_data_schema"});
    const bool taken =
        is_built_in(name) || std::any_of(user_columns_.begin(), user_columns_.end(),
                                         [&](const UserColumn& other) { return name == other.name; });
    if (name.empty() || taken)
        throw Error({{},
                     std::string(name),
                     "",
                     "",
                     name.empty() ? "a data column needs a name" : "this data column exists already"});
    const auto& wanted = model_.scenario.settings.data_logger_fields;
    const bool left_out = wanted && std::find(wanted->begin(), wanted->end(), name) == wanted->end();
    user_columns_.push_back({std::string(name), type, left_out ? -1 : static_cast<int>(fields_.size())});
    if (!left_out) fields_.push_back({std::string(name), type_in_file(type)});
}

void Recorder::begin(const std::string& path, const std::string& controller, bool keep) {
    schema_open_ = false;
    const auto& settings = model_.scenario.settings;
    if (settings.data_logger_fields)
        for (const auto& wanted : *settings.data_logger_fields)
            if (std::none_of(fields_.begin(), fields_.end(),
                             [&](const auto& field) { return field.name == wanted; })) {
                std::string known;
                for (const std::string_view name : built_ins_) known += std::string(name) + ", ";
                for (const auto& column : user_columns_) known += column.name + ", ";
                throw Error({{model_.scenario.path},
                             "data_logger_fields",
                             wanted,
                             "one of " + known.substr(0, known.size() - 2),
                             ""});
            }
    record::LogOptions options{path, fields_, metadata(controller)};
    options.flush_rows = static_cast<std::size_t>(settings.data_logger_flush_row_count);
    options.flush_period_s = settings.data_logger_flush_period;
    options.keep = keep;
    log_ = std::make_unique<record::Log>(std::move(options));
}

std::vector<std::pair<std::string, std::string>> Recorder::metadata(const std::string& controller) const {
    std::string polygons;
    constexpr double units_per_metre = 10.0;  // this entry is in units of 100 mm
    for (const auto& polygon : model_.arena.polygons) {
        polygons += "-\n";
        for (const auto& p : polygon)
            polygons += fmt::format("  - {{x: {}, y: {}}}\n", units_per_metre * p.x, units_per_metre * p.y);
    }
    if (polygons.empty()) polygons = "[]\n";
    auto list = provenance(model_, controller);
    list.insert(list.begin(), {{"program_version", program_version},
                               {"shoal_version", SHOAL_VERSION_TEXT},
                               {"configuration", scenario::emit_yaml(model_.scenario.tree)},
                               {"arena_polygons", polygons}});
    if (first_row_ > 0) list.emplace_back("first_row", std::to_string(first_row_));
    return list;
}

void Recorder::write_instant(double time, Firmware& firmware, bool known) {
    known_ = known;
    for (std::uint32_t object = 0; object < model_.objects.size(); ++object)
        if (logged_[model_.objects.group[object]]) write_row(object, time, firmware);
    log_->end_instant();
}

record::Rows Recorder::rows_now(std::uint32_t group, double time, Firmware& firmware) {
    struct OtherLog {
        std::unique_ptr<record::Log>&log, other;
        OtherLog(std::unique_ptr<record::Log>& l, record::LogOptions options)
            : log(l), other(std::make_unique<record::Log>(std::move(options))) {
            std::swap(log, other);
        }
        ~OtherLog() { std::swap(log, other); }
    };
    const OtherLog instead(log_, {.path = {}, .fields = fields_, .keep = true});
    known_ = false;
    for (std::uint32_t object = 0; object < model_.objects.size(); ++object)
        if (model_.objects.group[object] == group) write_row(object, time, firmware);
    return log_->kept();
}

void Recorder::write_row(std::uint32_t object, double time, Firmware& firmware) {
    if (model_.objects.is_gone(object)) return;
    const std::uint32_t robot = model_.objects.robot[object];
    if (robot != no_robot) {
        row_open_ = true;
        object_ = object;
        firmware.call_export(robot);
        row_open_ = false;
        if (!state_.exports[robot]) {
            log_->discard_row();
            return;
        }
    }
    set_built_ins(object, -1, time, firmware);
    end_row();
    if (!model_.group_of(object).serialize_dot_pose) return;
    const int parts = static_cast<int>(model_.objects.parts[object].size());
    for (int part = 0; part < parts; ++part) {
        set_built_ins(object, part, time, firmware);
        end_row();
    }
}

void Recorder::end_row() {
    if (known_) log_->discard_row();
    else log_->end_row();
}

void Recorder::set_built_ins(std::uint32_t object, int part, double time, Firmware& firmware) {
    const Objects& objects = model_.objects;
    const std::uint32_t robot = objects.robot[object];
    const auto set = [&](int column, auto value) {
        if (column >= 0) log_->set(static_cast<std::size_t>(column), value);
    };
    constexpr float nowhere = std::numeric_limits<float>::quiet_NaN();
    physics::Vec2 at{nowhere, nowhere};
    float angle = nowhere;
    if (has_pose(object)) {
        const auto& parts = objects.parts[object];
        const physics::BodyId body =
            part < 0 ? objects.bodies[object] : parts[static_cast<std::size_t>(part)];
        at = 1000.0 * world_.position(body);
        if (parts.empty()) angle = static_cast<float>(math::wrap_angle(world_.angle(body)));
    }
    set(at_.time, static_cast<float>(time));
    set(at_.category, std::string_view(model_.group_of(object).category));
    set(at_.id, objects.id[object]);
    set(at_.x, static_cast<float>(at.x));
    set(at_.y, static_cast<float>(at.y));
    set(at_.angle, angle);
    if (robot != no_robot) set(at_.ticks, firmware.ticks(robot));
    set(at_.subpart, static_cast<std::int16_t>(part));
    if (robot == no_robot) return;
    const Led head = state_.leds[robot].led[0];
    set(at_.led_r, static_cast<std::int16_t>(head.r));
    set(at_.led_g, static_cast<std::int16_t>(head.g));
    set(at_.led_b, static_cast<std::int16_t>(head.b));
}

// Pogosim logs no pose of any wall.
bool Recorder::has_pose(std::uint32_t object) const {
    const bool wall = model_.group_of(object).type == scenario::ObjectType::pogowall;
    return model_.objects.body[object] != no_body && !(wall && model_.pogosim);
}

const Recorder::UserColumn& Recorder::column_for(std::string_view name, shoal_type type) const {
    if (!row_open_)
        throw Error(
            {{}, std::string(name), "", "", "data_set_value may only be called in callback_export_data"});
    for (const auto& column : user_columns_) {
        if (column.name != name) continue;
        if (column.type == type) return column;
        throw Error({{},
                     std::string(name),
                     std::string(record::to_string(type_in_file(type))),
                     std::string(record::to_string(type_in_file(column.type))),
                     "this data column has another type"});
    }
    throw Error({{},
                 std::string(name),
                 "",
                 "a column that callback_create_data_schema added",
                 "no such data column"});
}

void Recorder::keep_watched(std::string_view name, std::string value) {
    for (auto& [known, old] : watched_values_) {
        if (known != name) continue;
        old = std::move(value);
        return;
    }
    watched_values_.emplace_back(name, std::move(value));
}

void Recorder::set_int(std::string_view name, shoal_type type, std::int64_t value) {
    const int column = column_for(name, type).column;
    if (object_ == watched_) keep_watched(name, fmt::format("{}", value));
    if (column < 0) return;
    const auto c = static_cast<std::size_t>(column);
    switch (type) {
        case SHOAL_BOOL: log_->set(c, value != 0); break;
        case SHOAL_INT8: log_->set(c, static_cast<std::int8_t>(value)); break;
        case SHOAL_INT16: log_->set(c, static_cast<std::int16_t>(value)); break;
        case SHOAL_INT32: log_->set(c, static_cast<std::int32_t>(value)); break;
        default: log_->set(c, value); break;
    }
}

void Recorder::set_real(std::string_view name, shoal_type type, double value) {
    const int column = column_for(name, type).column;
    if (object_ == watched_) keep_watched(name, fmt::format("{:.6g}", value));
    if (column < 0) return;
    const auto c = static_cast<std::size_t>(column);
    if (type == SHOAL_FLOAT16) log_->set(c, record::Half(static_cast<float>(value)));
    else log_->set(c, value);
}

void Recorder::set_text(std::string_view name, std::string_view value) {
    const int column = column_for(name, SHOAL_STRING).column;
    if (object_ == watched_) keep_watched(name, std::string(value));
    if (column >= 0) log_->set(static_cast<std::size_t>(column), value);
}

void Recorder::list_columns(std::vector<std::string>& names, std::vector<int>& types) const {
    for (const UserColumn& column : user_columns_) {
        names.push_back(column.name);
        types.push_back(column.type);
    }
}

void Recorder::close() {
    if (!log_) return;
    rows_ = log_->rows();
    if (!interactions_.empty()) log_->set_notes({{"interactions", interactions_}});
    log_->close();
    kept_ = log_->kept();
    log_.reset();
}

}  // namespace shoal::pogobot
