#include "pogobot/simulation.hpp"

#include "base/error.hpp"
#include "base/visit_state.hpp"
#include "pogobot/motion.hpp"
#include "pogobot/snapshot/state_file.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cmath>
#include <utility>

namespace shoal::pogobot {
namespace {

constexpr std::size_t large_globals = 16 * 1024;  // bytes

}  // namespace

std::uint64_t Simulation::next_run() {
    static std::atomic<std::uint64_t> runs{0};
    return ++runs;
}

Simulation::Simulation(scenario::Scenario scenario, const SimulationOptions& options,
                       record::Console& console)
    : setup_(set_up(std::move(scenario), options.seed, std::make_shared<WorkerPool>(options.threads))),
      model_(setup_.model), state_(setup_.state), world_(*setup_.world), console_(console),
      recorder_(model_, state_, world_), services_(model_, state_, world_, recorder_, console),
      firmware_(options.controller, model_, state_, services_), remote_(model_), hand_(model_, world_),
      run_(next_run()), keep_rows_(options.keep_rows) {
    for (const auto& warning : setup_.warnings) console_.warning(warning);
    services_.set_guard(&firmware_.guard());
    services_.set_programs(firmware_.programs());
    warn_of_large_globals();
    firmware_.boot();
    if (options.resume.empty()) start();
    else resume(options.resume);
}

void Simulation::start() {
    firmware_.start();
    shrink_time_step();
    if (!model_.scenario.settings.enable_data_logging) return;
    recorder_.open_schema();
    firmware_.call_schema();
    recorder_.begin(model_.scenario.settings.data_filename, firmware_.image().path(), keep_rows_);
    recorder_.write_instant(0.0, firmware_);
    instants_ = logged_ = 1;
}

void Simulation::resume(const std::string& path) {
    const StateFile file = read_state_file(path);
    require_same(path, file.origin, origin_of(model_, world_, firmware_.image(), state_.user_data.data()));
    read_state(file.state);
    done_ = 0;
    hand_.let_go();
    started_at_ = state_.time;
    logged_ = instants_;
    if (!model_.scenario.settings.enable_data_logging) return;
    recorder_.open_schema();
    for (std::size_t c = 0; c < file.columns.size(); ++c)
        recorder_.add_column(file.columns[c], static_cast<shoal_type>(file.column_types[c]));
    recorder_.set_first_row(file.rows);
    recorder_.begin(model_.scenario.settings.data_filename, firmware_.image().path(), keep_rows_);
}

Simulation::~Simulation() = default;

void Simulation::warn_of_large_globals() {
    const std::size_t size = firmware_.globals_of_its_own();
    if (size <= large_globals) return;
    console_.warning(fmt::format(
        "globals: the controller has {} KiB of global and static variables, which are copied whenever "
        "another robot runs; const ones are not",
        size / 1024));
}

// A tick longer than a robot's period would let its steps fall together.
void Simulation::shrink_time_step() {
    const std::uint8_t hz = firmware_.highest_hz();
    if (hz == 0 || model_.time_step * hz <= 1.0 + instant_rounding) return;
    const double shorter = 1.0 / hz;
    console_.warning(
        fmt::format("time_step: {} s is longer than the period of robots that run at {} Hz; using {:.6g} s",
                    model_.time_step, hz, shorter));
    model_.time_step = shorter;
}

bool Simulation::over() const {
    return services_.stop_requested() ||
           state_.time >= model_.scenario.settings.simulation_time - instant_rounding;
}

// One tick; docs/models/pogobot.md has a section for each line.
void Simulation::step() {
    repeat_what_is_due();
    note_hand();
    hand_.pull();
    services_.deliver_messages();
    give_remote_signals();
    firmware_.run_due_steps();
    if (!model_.pogosim) drive(model_, state_, model_.time_step, world_);
    world_.step(model_.time_step);
    report_lost_bodies();
    if (model_.pogosim) record_if_due();  // labels the poses with the time at which their tick began
    ++state_.tick;
    state_.time =
        model_.pogosim ? state_.time + model_.time_step : static_cast<double>(state_.tick) * model_.time_step;
    if (!model_.pogosim) record_if_due();
}

void Simulation::give_remote_signals() {
    while (const auto signal = remote_.due(state_, world_))
        services_.deliver_remote(signal->event, signal->robots);
}

void Simulation::record_if_due() {
    const double wanted = model_.scenario.settings.save_data_period;
    if (!recorder_.recording() || wanted <= 0.0) return;
    const double period =
        std::max(model_.pogosim ? static_cast<double>(static_cast<float>(wanted)) : wanted, model_.time_step);
    // Instants are whole periods; Pogosim counts each from the one before, so that they slip.
    const bool due = model_.pogosim
                         ? state_.time >= last_recorded_ + period
                         : state_.time >= static_cast<double>(instants_) * period - instant_rounding;
    if (!due) return;
    recorder_.write_instant(state_.time, firmware_, instants_ < logged_);
    last_recorded_ = state_.time;
    instants_ = std::max(
        instants_ + 1, static_cast<std::uint64_t>(std::floor((state_.time + instant_rounding) / period)) + 1);
    logged_ = std::max(logged_, instants_);
}

void Simulation::report_lost_bodies() {
    for (const physics::LostBody& lost : world_.lost()) {
        const std::uint32_t object = model_.objects.owner_of(lost.body);
        const std::string message = fmt::format(
            "object {} ({}) was lost at {:.3f} s: it left the arena or its motion is no number; last at "
            "({:.1f}, {:.1f}) mm",
            model_.objects.id[object], model_.group_of(object).category, state_.time + model_.time_step,
            1000.0 * lost.last_position.x, 1000.0 * lost.last_position.y);
        if (model_.scenario.settings.on_lost_body == scenario::LostBody::stop) throw Error(message);
        console_.warning(message + "; it stays there");
    }
}

void Simulation::finish() {
    if (finished_) return;
    finished_ = true;
    firmware_.call_end();
    services_.report_messages();
    close_log();
}

void Simulation::close_log() {
    services_.flush_prints();
    recorder_.close();
}

// Export callbacks may count what they have exported.
record::Rows Simulation::rows_now(std::uint32_t group) {
    if (!model_.scenario.settings.enable_data_logging)
        throw Error("there are no columns to read: the scenario sets enable_data_logging to false");
    std::vector<std::byte> before;
    write_state(before);
    try {
        record::Rows rows = recorder_.rows_now(group, state_.time, firmware_);
        read_state(before);
        return rows;
    } catch (...) {
        read_state(before);
        throw;
    }
}

Services& Simulation::services_of(std::uint32_t robot) {
    services_.make_current();
    services_.set_robot(robot);
    return services_;
}

std::uint64_t Simulation::digest() const {
    StateDigest digest;
    digest(*this);
    return digest.result();
}

void Simulation::save(Snapshot& snapshot) {
    warn_of_stray_pointers(Elsewhere::heap);
    snapshot.time = state_.time;
    snapshot.run = run_;
    snapshot.bytes.clear();
    write_state(snapshot.bytes);
}

void Simulation::save_to_file(const std::string& path) {
    firmware_.require_no_stacks();
    if (!same_population_)
        throw Error(
            {{path}, "", "", "", "robots were added or removed: the state cannot be saved to a file"});
    warned_of_strays_ = false;
    warn_of_stray_pointers(Elsewhere::anything);
    StateFile file;
    file.origin = origin_of(model_, world_, firmware_.image(), state_.user_data.data());
    if (file.origin.image != place_of_images)
        throw Error({{path},
                     "",
                     "",
                     "",
                     "the state cannot be saved to a file: another simulation of this program has "
                     "the controllers' place, or the controller was built by an older Shoal"});
    recorder_.list_columns(file.columns, file.column_types);
    file.rows = recorder_.first_row() + recorder_.rows();
    write_state(file.state);
    write_state_file(path, file);
}

// Looks once a run: it takes longer than a snapshot.
void Simulation::warn_of_stray_pointers(Elsewhere elsewhere) {
    if (std::exchange(warned_of_strays_, true)) return;
    const std::string stray = firmware_.stray_pointers(elsewhere);
    if (!stray.empty())
        console_.warning(stray +
                         ": what is there is not part of the snapshot, so the run may go on differently");
}

void Simulation::write_state(std::vector<std::byte>& bytes) {
    StateWriter write(bytes);
    write(*this);
    firmware_.visit_memory(write);
    write(hand_, done_);
}

void Simulation::read_state(std::span<const std::byte> bytes) {
    StateReader read(bytes);
    read(*this);
    firmware_.visit_memory(read);
    read(hand_, done_);
    if (!read.at_end()) throw Error("the state is longer than this build's");
}

void Simulation::restore(const Snapshot& snapshot) {
    if (snapshot.run != run_) throw Error("this snapshot was not saved by this simulation");
    read_state(snapshot.bytes);
    finished_ = false;
}

}  // namespace shoal::pogobot
