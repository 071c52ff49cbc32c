#pragma once

#include "pogobot/firmware.hpp"
#include "pogobot/recorder.hpp"
#include "pogobot/remote.hpp"
#include "pogobot/services.hpp"
#include "pogobot/setup.hpp"
#include "record/console.hpp"

#include <memory>
#include <string>

namespace shoal::pogobot {

struct SimulationOptions {
    std::string controller;  // shared object that `shoal build` made
    std::uint32_t seed = 0;
    int threads = 1;  // 0: one a core
};

/// One run of robots with their firmware: a function of scenario, controller and seed.
class Simulation {
public:
    /// Sets the run up and runs the firmware's initialisation; begins the log and writes the rows of instant 0.
    Simulation(scenario::Scenario scenario, const SimulationOptions& options, record::Console& console);
    ~Simulation();

    [[nodiscard]] bool over() const;
    /// One tick of time_step seconds.
    void step();
    /// The end callbacks; then the log is complete. Call it after an error too: what was logged is kept.
    void finish();
    /// Completes the log and unfinished prints without running firmware again.
    void close_log();

    [[nodiscard]] double time() const { return state_.time; }
    [[nodiscard]] const Model& model() const { return model_; }
    [[nodiscard]] const State& state() const { return state_; }
    [[nodiscard]] physics::World& world() { return world_; }
    [[nodiscard]] std::uint64_t rows() const { return recorder_.rows(); }
    [[nodiscard]] std::uint64_t digest() const;

private:
    void warn_of_large_globals();
    void shrink_time_step();
    void give_remote_signals();
    void record_if_due();
    void report_lost_bodies();

    Setup setup_;
    Model& model_;
    State& state_;
    physics::World& world_;
    record::Console& console_;
    Recorder recorder_;
    Services services_;
    Firmware firmware_;
    Remote remote_;
    std::uint64_t instants_ = 0;  // recorded so far
    double last_recorded_ = 0.0;  // s
    bool finished_ = false;
};

}  // namespace shoal::pogobot
