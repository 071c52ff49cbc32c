#pragma once

#include "physics/world.hpp"
#include "pogobot/model.hpp"
#include "pogobot/runtime/firmware_abi.h"
#include "pogobot/state.hpp"
#include "record/log.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace shoal::pogobot {

class Firmware;

/// Writes the run's table: a row for each object at each instant, with the columns that the controller adds.
class Recorder {
public:
    Recorder(const Model& model, const State& state, const physics::World& world);
    ~Recorder();

    /// Adds a column of the controller's; only while the schema callback runs.
    void add_column(std::string_view name, shoal_type type);
    void open_schema() { schema_open_ = true; }
    /// Ends the schema and begins the log: in a file unless the path is empty, in memory if `keep`.
    void begin(const std::string& path, const std::string& controller, bool keep);
    [[nodiscard]] bool recording() const { return log_ != nullptr; }

    /// One row for each object, labelled `time` (s); calls the export callbacks of `firmware`. `known`: the log has these
    /// rows already.
    void write_instant(double time, Firmware& firmware, bool known = false);
    /// Values of the row under construction; only while an export callback runs.
    void set_int(std::string_view name, shoal_type type, std::int64_t value);
    void set_real(std::string_view name, shoal_type type, double value);
    void set_text(std::string_view name, std::string_view value);

    /// Something that a person did to the run: a line of the log's metadata, in YAML.
    void note_interaction(std::string line) { interactions_ += line; }
    /// The columns of the controller that an object's rows get from now on, as text, are kept for watched_values().
    void watch(std::uint32_t object) { watched_ = object, watched_values_.clear(); }
    [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& watched_values() const {
        return watched_values_;
    }
    /// The rows that the log would get of a group now; nothing is logged.
    [[nodiscard]] record::Rows rows_now(std::uint32_t group, double time, Firmware& firmware);

    void close();
    /// What is kept in memory, also after the log was closed.
    [[nodiscard]] record::Rows kept() const { return log_ ? log_->kept() : kept_; }
    /// The columns that the controller added, in order.
    void list_columns(std::vector<std::string>& names, std::vector<int>& types) const;
    /// How many rows this run would have written before, had it not gone on from a saved state.
    void set_first_row(std::uint64_t row) { first_row_ = row; }
    [[nodiscard]] std::uint64_t first_row() const { return first_row_; }
    [[nodiscard]] std::uint64_t rows() const { return log_ ? log_->rows() : rows_; }

private:
    struct UserColumn {
        std::string name;
        shoal_type type;
        int column;  // in the file; negative if the scenario leaves it out
    };

    [[nodiscard]] int built_in(std::string_view name);
    [[nodiscard]] bool is_built_in(std::string_view name) const;
    [[nodiscard]] const UserColumn& column_for(std::string_view name, shoal_type type) const;
    void write_row(std::uint32_t object, double time, Firmware& firmware);
    void end_row();
    void keep_watched(std::string_view name, std::string value);
    [[nodiscard]] bool has_pose(std::uint32_t object) const;
    /// What is known of every row of an object, part -1 being the whole.
    void set_built_ins(std::uint32_t object, int part, double time, Firmware& firmware);
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> metadata(
        const std::string& controller) const;

    const Model& model_;
    const State& state_;
    const physics::World& world_;
    std::vector<record::Field> fields_;
    std::vector<std::string_view> built_ins_;  // names, whether they are wanted or not
    std::vector<UserColumn> user_columns_;
    struct {
        int time, category, id, x, y, angle, ticks, subpart, led_r, led_g, led_b;
    } at_{};
    Column<std::uint8_t> logged_;  // by group: whether its rows are wanted
    std::unique_ptr<record::Log> log_;
    record::Rows kept_;  // of a closed log
    std::uint64_t rows_ = 0;
    std::uint64_t first_row_ = 0;
    std::string interactions_;
    std::uint32_t watched_ = 0xffffffffU;  // object
    std::uint32_t object_ = 0;             // of the row under construction
    std::vector<std::pair<std::string, std::string>> watched_values_;
    bool schema_open_ = false;
    bool row_open_ = false;
    bool known_ = false;  // the rows of this instant
};

}  // namespace shoal::pogobot
