#pragma once

#include "physics/world.hpp"
#include "pogobot/battery.hpp"
#include "pogobot/bare_programs.hpp"
#include "pogobot/faults.hpp"
#include "pogobot/imu.hpp"
#include "pogobot/infrared/infrared.hpp"
#include "pogobot/model.hpp"
#include "pogobot/light/photosensors.hpp"
#include "pogobot/recorder.hpp"
#include "pogobot/state.hpp"
#include "record/console.hpp"
#include "scenario/parameters.hpp"

#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace shoal::pogobot {

/// What a robot's sensors say, as if it read them now; the robot does not notice.
struct SensorReadings {
    std::int16_t photosensors[3] = {};
    ImuReading imu = {};
    std::int16_t battery = 0;    // mV
    std::uint32_t messages = 0;  // in its queue
};

/// What the world does for firmware: the shoal_host_* functions, for the robot that is current on this thread.
/// One object a simulation; firmware calls come in through the thread's current one.
class Services {
public:
    Services(const Model& model, State& state, physics::World& world, Recorder& recorder,
             record::Console& console);

    void make_current();
    static void make_none_current();
    [[nodiscard]] static Services& current();
    [[noreturn]] void exit_called(int status);
    void set_guard(FaultGuard* guard) { guard_ = guard; }
    void set_programs(BarePrograms* programs) { programs_ = programs; }
    void set_robot(std::uint32_t robot) { robot_ = robot; }
    /// The model has one more robot, before the pseudo robot.
    void add_robot(std::uint32_t robot);
    /// Robots came or went.
    void robots_changed();
    void begin_step(std::uint32_t robot);
    [[nodiscard]] bool prints_enabled() const { return console_.shows_robots(); }
    [[nodiscard]] bool stop_requested() const { return stop_requested_; }
    /// Prints what robots have left unfinished on their last lines.
    void flush_prints();

    [[nodiscard]] RobotClock& clock() { return state_.clock[robot_]; }
    void sleep(std::uint64_t duration_us);
    void end_of_step(std::uint8_t hz, std::uint64_t duration_us);
    /// Puts the message of a remote control into the queues of `robots` (rows).
    void deliver_remote(const scenario::RemoteEvent& event, std::span<const std::uint32_t> robots);
    [[nodiscard]] SensorReadings readings_of(std::uint32_t robot);
    [[nodiscard]] Infrared::Sent last_sent(std::uint32_t robot) const {
        return infrared_ ? infrared_->last_sent(robot) : Infrared::Sent{};
    }
    void led_set(std::uint8_t id, Led colour);
    void motor_power_set(Motor motor, std::uint16_t power);
    void motor_direction_set(Motor motor, std::uint8_t direction);
    [[nodiscard]] std::uint32_t motor_direction_status() const;
    [[nodiscard]] std::int16_t photosensor(std::uint8_t sensor);
    [[nodiscard]] ImuReading imu();
    [[nodiscard]] float temperature() const;
    [[nodiscard]] std::int16_t battery() { return battery_voltage(model_, state_, robot_); }
    [[nodiscard]] std::int32_t id() const;  // as logged
    [[nodiscard]] const char* category() const;
    [[nodiscard]] std::int16_t rand_seed();
    [[nodiscard]] std::uint32_t robot_count() const { return model_.robots; }
    void stop() { stop_requested_ = true; }
    void print(std::string_view text);
    /// About the current robot; each message once a run, so that a step's mistake does not flood the console.
    void warn_once(const std::string& message);
    void set_export(bool enabled);
    [[nodiscard]] Recorder& recorder() { return recorder_; }

    /// Where the image keeps what the running robot's main loop says about sending.
    void set_sending(const std::uint8_t* percent, const std::uint8_t* hz) { percent_ = percent, hz_ = hz; }
    /// What has been sent arrives; call it before the steps of a tick.
    void deliver_messages();
    /// Says how many messages found full queues.
    void report_messages();
    [[nodiscard]] bool ir_send(const shoal_ir_packet& packet);
    [[nodiscard]] std::uint32_t ir_available() const;
    [[nodiscard]] bool ir_next(void* message);
    void ir_clear();
    /// Of one receiver: overflow, unknown escaped bytes, checksum mismatch.
    void ir_errors(std::uint8_t receiver, std::uint32_t counts[3]) const;
    void ir_reset_errors();

    template <class Self, class Visit>
    static void visit_state(Self& s, Visit& visit) {
        visit(s.stop_requested_, s.unfinished_lines_, s.warned_);
        bool has_infrared = s.infrared_ != nullptr;
        visit(has_infrared);
        if constexpr (Visit::restores) s.start_afresh(has_infrared);
        if (has_infrared) visit(*s.infrared_);
    }

    [[nodiscard]] bool parameter(const char* name, shoal_type type, void* value) const;
    void parameter_array(const char* name, shoal_type type, void* values, std::size_t count);
    [[nodiscard]] bool parameter_string(const char* name, char* buffer, std::size_t size) const;

    /// Keeps a time-out from cutting a service off in the middle.
    class Scope {
    public:
        Scope() : guard_(current().guard_) { guard_->enter_service(); }
        void done() { guard_->leave_service(); }

    private:
        FaultGuard* guard_;
    };

private:
    void start_afresh(bool with_infrared);
    [[nodiscard]] bool is_pseudo() const { return robot_ >= model_.robots; }

    const Model& model_;
    State& state_;
    physics::World& world_;
    Recorder& recorder_;
    record::Console& console_;
    scenario::Parameters parameters_;
    Photosensors photosensors_;
    FaultGuard* guard_ = nullptr;
    BarePrograms* programs_ = nullptr;    // of bare robots; null: the controller uses the framework
    std::unique_ptr<Infrared> infrared_;  // from the first message on
    const std::uint8_t* percent_ = nullptr;
    const std::uint8_t* hz_ = nullptr;
    std::uint32_t robot_ = 0;
    bool stop_requested_ = false;
    std::vector<std::string> unfinished_lines_;  // by robot; empty until one prints
    std::set<std::string> warned_;
};

}  // namespace shoal::pogobot
