#pragma once

#include "pogobot/firmware.hpp"
#include "pogobot/recorder.hpp"
#include "pogobot/remote.hpp"
#include "pogobot/services.hpp"
#include "pogobot/setup.hpp"
#include "pogobot/taking_part/hand.hpp"
#include "pogobot/taking_part/interaction.hpp"
#include "record/console.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shoal::pogobot {

struct SimulationOptions {
    std::string controller;  // shared object that `shoal build` made
    std::uint32_t seed = 0;
    int threads = 1;          // 0: one a core
    std::string resume = {};  // state file to go on from; empty: from the start
    bool keep_rows = false;   // the log stays in memory, too; with an empty data_filename, only there
};

/// The state of a run between two ticks, for the simulation that saved it.
struct Snapshot {
    double time = 0.0;      // s
    std::uint64_t run = 0;  // which simulation of this program
    std::vector<std::byte> bytes;
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

    // What a person does to a running simulation; each is told in the log's metadata, and is done again when the run is
    // restored to an earlier state and goes on.
    void click(std::uint32_t robot);
    void give_remote_signal(const scenario::RemoteEvent& event);
    void switch_lights(bool on);
    [[nodiscard]] bool lights_are_on() const { return !state_.is_dark(0); }  // as they were last switched
    /// Takes an object; from now on it is pulled to where the hand is.
    void grab(std::uint32_t object);
    void aim_hand(physics::Vec2 target, double angle);  ///< m, rad: of the object
    void put_down();                                    ///< at once, where the hand is
    void let_go();
    [[nodiscard]] const Hand& hand() const { return hand_; }
    /// A robot of a group of the scenario at a place (m, rad); it begins as robots of the start do. Returns its object, the
    /// last one. Throws Error where there is no room. States that were saved before cannot be restored any more.
    std::uint32_t add_robot(std::uint32_t group, physics::Vec2 at, double angle);
    /// A robot disappears: it has no body and no rows any more, and its firmware stops. Throws Error for what is no robot.
    void remove_robot(std::uint32_t object);
    /// Does what was done to another run of the same scenario, when its time comes. Throws Error for what cannot be repeated.
    void repeat(std::vector<Interaction> interactions);

    [[nodiscard]] SensorReadings readings_of(std::uint32_t robot) { return services_.readings_of(robot); }
    [[nodiscard]] Infrared::Sent last_sent(std::uint32_t robot) const { return services_.last_sent(robot); }
    /// Steps that a robot has done.
    [[nodiscard]] std::int64_t ticks(std::uint32_t robot) const { return firmware_.ticks(robot); }
    /// The columns that the controller gave an object's last row, as text; of one object, from watch() on.
    void watch(std::uint32_t object) { recorder_.watch(object); }
    [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& watched_values() const {
        return recorder_.watched_values();
    }

    [[nodiscard]] double time() const { return state_.time; }
    [[nodiscard]] const Model& model() const { return model_; }
    [[nodiscard]] const State& state() const { return state_; }
    [[nodiscard]] physics::World& world() { return world_; }
    /// Which simulation of this program it is.
    [[nodiscard]] std::uint64_t run() const { return run_; }
    [[nodiscard]] std::uint64_t rows() const { return recorder_.rows(); }
    /// The log's rows so far, if they are kept.
    [[nodiscard]] record::Rows kept_rows() const { return recorder_.kept(); }
    /// The rows that the log would get of a group of objects now. The run goes on as if nobody had looked.
    [[nodiscard]] record::Rows rows_now(std::uint32_t group);
    /// What firmware may ask of the world, for who drives a robot from outside: reading a sensor draws its noise.
    [[nodiscard]] Services& services_of(std::uint32_t robot);
    /// A fingerprint of the state but for the memory of the firmware, which holds addresses.
    [[nodiscard]] std::uint64_t digest() const;

    /// Memory that `snapshot` has is used again.
    void save(Snapshot& snapshot);
    /// Goes on from there as it did then. The log keeps the rows that it has, and gets each row once. What firmware keeps
    /// on the heap is not restored. Throws Error for a snapshot of another simulation.
    void restore(const Snapshot& snapshot);

    /// To a file, for SimulationOptions::resume of another process. Throws Error if it cannot be written, and for programs
    /// of the bare robot, whose state is on stacks.
    void save_to_file(const std::string& path);
    /// The instant that it went on from (s); 0 for a run from the start.
    [[nodiscard]] double started_at() const { return started_at_; }

    template <class Self, class Visit>
    static void visit_state(Self& s, Visit& visit) {
        visit(s.state_, s.world_, s.services_, s.firmware_, s.remote_);
        visit(s.model_.time_step, s.instants_, s.last_recorded_);
    }

private:
    void write_state(std::vector<std::byte>& bytes);
    void read_state(std::span<const std::byte> bytes);
    void start();
    void resume(const std::string& path);
    void do_now(Interaction interaction);
    void perform(const Interaction& interaction);
    void note(Interaction interaction);
    void note_hand();
    void repeat_what_is_due();
    [[nodiscard]] std::uint32_t object_of(std::int32_t id) const;
    void set_lights(bool on);
    void grow(const Interaction& added);
    void take_away(std::uint32_t object);
    void population_changed();
    [[nodiscard]] static std::uint64_t next_run();
    void warn_of_large_globals();
    void warn_of_stray_pointers(Elsewhere elsewhere);
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
    Hand hand_;
    std::vector<Interaction> interactions_;
    std::uint64_t done_ = 0;       // of them
    std::uint64_t past_told_ = 0;  // instants logged when somebody last changed what had been logged
    bool hand_moved_ = false;      // since that was noted
    bool same_population_ = true;  // as the scenario says
    std::uint64_t run_;            // which simulation of this program, and of which population
    std::uint64_t instants_ = 0;   // recorded so far
    std::uint64_t logged_ = 0;     // of them in the log, which a restored state does not change
    double last_recorded_ = 0.0;   // s
    double started_at_ = 0.0;      // s
    bool finished_ = false;
    bool warned_of_strays_ = false;
    const bool keep_rows_;
};

}  // namespace shoal::pogobot
