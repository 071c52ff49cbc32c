#pragma once

#include "app/paths.hpp"
#include "app/picture_options.hpp"
#include "pogobot/simulation.hpp"
#include "view/library.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace shoal::python {

struct RunRequest {
    std::string config;      // scenario file
    std::string controller;  // directory or shared object; empty: Python drives the robots
    std::optional<std::uint32_t> seed;
    std::vector<std::string> overrides;  // KEY=VALUE
    bool strict = false;
    int threads = 1;
    std::optional<std::string> log;  // file; empty: the scenario's; absent: in memory only
    std::string resume;              // state file
    bool robot_messages = false;
};

/// Objects of one category: they lie side by side.
struct Group {
    std::uint32_t index = 0;
    std::uint32_t first = 0, count = 0;  // rows of objects
    std::uint32_t robot = 0;             // row of the first as a robot; no_robot if they are none
    double radius = 0.0;                 // mm
};

/// A simulation as Python has it. One thread at a time may call it; a second one gets an Error.
class Run {
public:
    explicit Run(const RunRequest& request);
    ~Run();
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    /// At most so many ticks, and no more after `wall` seconds have passed. Returns how many.
    [[nodiscard]] std::uint64_t advance(std::uint64_t ticks, double wall);
    void finish();
    void close();
    [[nodiscard]] bool over() const { return over_; }
    [[nodiscard]] bool ended() const { return ended_; }
    [[nodiscard]] pogobot::Simulation& simulation() { return *simulation_; }
    [[nodiscard]] double time() const { return time_; }
    [[nodiscard]] std::uint64_t tick() const { return tick_; }

    [[nodiscard]] const std::vector<std::pair<std::string, Group>>& groups() const { return groups_; }
    [[nodiscard]] const Group& group(const std::string& category) const;
    /// The same, if its objects are robot-like.
    [[nodiscard]] const Group& robots(const std::string& category) const;

    /// x of all objects (mm), then y, then their angles (rad): the memory stays, the values follow each call.
    [[nodiscard]] std::span<const double> poses();

    [[nodiscard]] record::Rows kept_rows();
    [[nodiscard]] record::Rows rows_now(const std::string& category);
    void save(pogobot::Snapshot& snapshot);
    void restore(const pogobot::Snapshot& snapshot);
    void save_to_file(const std::string& path);
    /// 4 bytes a pixel, by rows.
    [[nodiscard]] std::vector<std::uint8_t> picture(const app::PictureOptions& options);

    /// What the run had to say since the last call: level and line.
    [[nodiscard]] std::vector<std::pair<record::Level, std::string>> take_lines();

    /// Keeps a second thread out.
    class Turn {
    public:
        explicit Turn(Run& run);
        ~Turn() { run_.busy_.clear(); }
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;

    private:
        Run& run_;
    };

private:
    void list_groups();
    void require_going() const;
    void look();
    view::Stills& stills(const app::PictureOptions& options);

    std::mutex lines_mutex_;
    std::vector<std::pair<record::Level, std::string>> lines_;
    std::unique_ptr<record::Console> console_;
    std::unique_ptr<pogobot::Simulation> simulation_;
    std::vector<std::pair<std::string, Group>> groups_;
    std::vector<double> poses_;  // empty until somebody asks
    std::unique_ptr<view::Stills> stills_;
    std::string stills_are_;  // what they look like
    std::atomic_flag busy_ = ATOMIC_FLAG_INIT;
    std::atomic<double> time_ = 0.0;  // s
    std::atomic<std::uint64_t> tick_ = 0;
    std::atomic<bool> over_ = false;
    std::atomic<bool> ended_ = false;  // finished, closed or faulty: no more steps
    std::string fault_;
};

}  // namespace shoal::python
