#include "app/replay.hpp"

#include "app/paths.hpp"
#include "base/error.hpp"
#include "pogobot/simulation.hpp"
#include "pogobot/snapshot/state_file.hpp"
#include "record/log_comparison.hpp"
#include "scenario/text.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace shoal::app {
namespace {

namespace fs = std::filesystem;

/// A directory for what the run needs, gone at the end.
class Workshop {
public:
    Workshop() {
        std::string name = (fs::temp_directory_path() / "shoal-replay-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr)
            throw Error(fmt::format("no temporary directory: {}", std::strerror(errno)));
        path_ = name;
    }
    ~Workshop() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    Workshop(const Workshop&) = delete;
    Workshop& operator=(const Workshop&) = delete;

    [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }
    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(path_ / name, std::ios::binary) << text;
        return file(name);
    }

private:
    fs::path path_;
};

const std::string& require_entry(const record::LogSummary& log, const std::string& path, const char* key,
                                 const char* what) {
    if (const std::string* found = log.find(key)) return *found;
    throw Error(
        {{path},
         key,
         "",
         "",
         fmt::format("the log's metadata lack {}, so that it cannot be run again: it was written by another "
                     "program or an older Shoal",
                     what)});
}

std::string controller_of(const record::LogSummary& log, const ReplayOptions& options) {
    const std::string path = require_entry(log, options.log, "controller", "the place of the controller");
    const std::string& digest =
        require_entry(log, options.log, "controller_digest", "the digest of the controller");
    if (!options.controller.empty()) return options.controller;
    if (!fs::is_regular_file(path))
        throw Error(
            {{path}, "", "", "", "the controller of the log is not there; name it with --controller"});
    const std::string now = pogobot::digest_of_file(path);
    if (now != digest)
        throw Error(
            {{path},
             "",
             now,
             digest,
             "the controller has changed since the log was written; --controller runs it all the same"});
    return path;
}

// The configuration of the log, with its files and without what would write others.
scenario::Scenario scenario_of(const record::LogSummary& log, const ReplayOptions& options,
                               const Workshop& workshop) {
    const auto& arena = require_entry(log, options.log, "arena_text", "the text of the arena's file");
    const auto& tree = require_entry(log, options.log, "configuration", "the scenario");
    std::vector<std::string> changes{"arena_file=" + workshop.write("arena.csv", arena),
                                     "data_filename=" + workshop.file("replayed.feather"),
                                     "enable_console_logging=false", "save_video_period=-1"};
    if (const std::string* text = log.find("formation_text"))
        changes.push_back("formation_filename=" + workshop.write("formation.csv", *text));
    if (const std::string* file = log.find("formation_file")) {
        if (pogobot::digest_of_file(*file) != *log.find("formation_digest"))
            throw Error({{*file}, "", "", "", "the formation has changed since the log was written"});
        changes.push_back("formation_filename=" + *file);
    }
    return scenario::load(workshop.write("scenario.yaml", tree), {changes, false, {paths().data}});
}

std::uint32_t seed_of(const scenario::Scenario& scenario, const std::string& log) {
    if (scenario.settings.seed) return *scenario.settings.seed;
    throw Error({{log}, "seed", "", "", "the configuration in the log's metadata has no seed"});
}

// Until as many rows are there. What ends the run early ended that of the log, or is a difference.
std::string run_for_rows(pogobot::Simulation& simulation, std::uint64_t rows) {
    try {
        while (!simulation.over() && simulation.rows() < rows) simulation.step();
        simulation.close_log();
        return {};
    } catch (const std::exception& error) {
        simulation.close_log();
        return error.what();
    }
}

int report(const record::LogComparison& found, const std::string& stopped_by) {
    if (!found.other_schema.empty()) {
        fmt::print("different: {}\n", found.other_schema);
        return 1;
    }
    if (const auto& d = found.difference) {
        fmt::print("different at {} s, robot {} ({}), column {}: {} in the log, {} now (row {})\n", d->time,
                   d->robot_id, d->category, d->column, d->first, d->second, d->row);
        return 1;
    }
    if (found.first_rows != found.second_rows) {
        fmt::print("different: the log has {} rows and the replay {}; the first {} are the same\n",
                   found.first_rows, found.second_rows, std::min(found.first_rows, found.second_rows));
        if (!stopped_by.empty()) fmt::print("the replay ended with: {}\n", stopped_by);
        return 1;
    }
    fmt::print("same: {} rows, {} columns, up to {} s\n", found.first_rows, found.columns, found.last_time);
    return 0;
}

int replay_log(const ReplayOptions& options) {
    const record::LogSummary log = record::summarise_log(options.log);
    const Workshop workshop;
    const std::string controller = controller_of(log, options);
    scenario::Scenario scenario = scenario_of(log, options, workshop);
    const std::uint32_t seed = seed_of(scenario, options.log);
    const std::string* version = log.find("shoal_version");
    if (version != nullptr && *version != SHOAL_VERSION_TEXT)
        fmt::print(stderr, "the log was written by Shoal {}, this is {}\n", *version, SHOAL_VERSION_TEXT);
    const std::string* first = log.find("first_row");
    const auto skipped =
        static_cast<std::uint64_t>(first != nullptr ? scenario::parse_integer(*first).value_or(0) : 0);
    record::Console console({.level = record::Level::error, .robot_messages = false});
    pogobot::Simulation simulation(std::move(scenario), {controller, seed, options.threads}, console);
    if (const std::string* done = log.find("interactions"))
        simulation.repeat(pogobot::read_interactions(*done, options.log + ": interactions"));
    const std::string stopped_by = run_for_rows(simulation, skipped + log.rows);
    return report(record::compare_logs(options.log, workshop.file("replayed.feather"), skipped), stopped_by);
}

}  // namespace

int replay(const ReplayOptions& options) {
    try {
        return replay_log(options);
    } catch (const std::exception& error) {
        fmt::print(stderr, "Error: {}\n", error.what());
        return 2;
    }
}

}  // namespace shoal::app
