#include "vehicle/mission/recorder.hpp"

#include "base/math.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace shoal::vehicle {
namespace {

using record::Type;

constexpr std::size_t tracks_of_a_group = 12;  // more only blacken the plot
constexpr std::size_t command_columns = 6;

std::vector<record::Field> fields() {
    std::vector<record::Field> all = {
        {"time", Type::float64}, {"group", Type::utf8}, {"type", Type::utf8}, {"vehicle", Type::int32}};
    for (const char* name : {"north", "east", "altitude", "latitude", "longitude", "height", "qw", "qx", "qy",
                             "qz", "vn", "ve", "vd", "p", "q", "r", "cross_track"})
        all.push_back({name, Type::float64});
    all.push_back({"contact", Type::int8});
    all.push_back({"mode", Type::utf8});
    for (std::size_t c = 1; c <= command_columns; ++c)
        all.push_back({fmt::format("command{}", c), Type::float64});
    return all;
}

record::LogOptions options_of(const Mission& mission, std::string configuration, std::uint32_t seed) {
    const auto& s = mission.scenario().settings;
    record::LogOptions options;
    if (s.enable_data_logging) options.path = s.data_filename;
    options.fields = fields();
    options.metadata = {{"family", "vehicle"},
                        {"configuration", std::move(configuration)},
                        {"seed", fmt::format("{}", seed)},
                        {"shoal_version", SHOAL_VERSION_TEXT}};
    return options;
}

}  // namespace

Recorder::Recorder(const Mission& mission, std::string configuration, std::uint32_t seed)
    : mission_(mission), log_(options_of(mission, std::move(configuration), seed)),
      worst_(mission.leaders().size()), squares_(mission.leaders().size()) {
    for (std::size_t g = 0; g < mission.leaders().size(); ++g)
        for (std::size_t v = 0; v < std::min(tracks_of_a_group, mission.poses(g).size()); ++v)
            tracks_.push_back({g, v, {}, {}, {}, {}, {}});
}

void Recorder::look() {
    const auto& s = mission_.scenario().settings;
    if (mission_.time() > 0.5 * s.simulation_time) note_errors();
    if (mission_.time() < due_ - 1e-9) return;
    due_ += s.save_data_period > 0.0 ? s.save_data_period : std::numeric_limits<double>::infinity();
    if (!s.plot_filename.empty()) note_tracks();
    if (s.enable_data_logging) write_rows();
}

void Recorder::note_errors() {
    ++looks_;
    for (std::size_t g = 0; g < worst_.size(); ++g) {
        const Leader& leader = mission_.leaders()[g];
        for (std::size_t v = 0; v < mission_.poses(g).size(); ++v) {
            const double aside = leader.cross_track(v);
            worst_[g] = std::max(worst_[g], std::abs(aside));
            squares_[g] += aside * aside;
        }
    }
}

void Recorder::note_tracks() {
    for (Track& track : tracks_) {
        const Pose<double>& p = mission_.poses(track.group)[track.vehicle];
        track.time.push_back(static_cast<float>(mission_.time()));
        track.north.push_back(static_cast<float>(p.north));
        track.east.push_back(static_cast<float>(p.east));
        track.altitude.push_back(static_cast<float>(-p.down));
        track.aside.push_back(static_cast<float>(mission_.leaders()[track.group].cross_track(track.vehicle)));
    }
}

void Recorder::write_rows() {
    constexpr double degrees = 180.0 / math::pi;
    for (std::size_t g = 0; g < mission_.leaders().size(); ++g) {
        const Leader& leader = mission_.leaders()[g];
        const Group& group = leader.group();
        const auto& modes = group.model().modes;
        for (std::size_t v = 0; v < group.size(); ++v) {
            const Pose<double>& p = mission_.poses(g)[v];
            const Geodetic place = mission_.frame().geodetic(Vector3{p.north, p.east, p.down});
            const std::array<double, 17> values{p.north,
                                                p.east,
                                                -p.down,
                                                place.latitude * degrees,
                                                place.longitude * degrees,
                                                place.height,
                                                p.qw,
                                                p.qx,
                                                p.qy,
                                                p.qz,
                                                p.vn,
                                                p.ve,
                                                p.vd,
                                                p.p,
                                                p.q,
                                                p.r,
                                                leader.cross_track(v)};
            std::size_t c = 0;
            log_.set(c++, mission_.time());
            log_.set(c++, leader.plan().name);
            log_.set(c++, leader.plan().type);
            log_.set(c++, static_cast<std::int32_t>(v));
            for (const double value : values) log_.set(c++, value);
            log_.set(c++, static_cast<std::int8_t>(group.contact(v)));
            const auto& mode = modes[static_cast<std::size_t>(group.command_value(0, v))];
            log_.set(c++, mode.name);
            for (std::size_t k = 0; k < std::min(command_columns, mode.values.size()); ++k)
                log_.set(c++, group.command_value(1 + k, v));
            log_.end_row();
        }
    }
    log_.end_instant();
}

void Recorder::close() { log_.close(); }

std::vector<std::string> Recorder::summary() const {
    std::vector<std::string> lines;
    for (std::size_t g = 0; g < mission_.leaders().size(); ++g) {
        const Leader& leader = mission_.leaders()[g];
        const Group& group = leader.group();
        std::array<int, 5> count{};
        for (std::size_t v = 0; v < group.size(); ++v) ++count[static_cast<std::size_t>(group.contact(v))];
        std::string line =
            fmt::format("{}: {} of type {}", leader.plan().name, group.size(), leader.plan().type);
        for (const auto& [what, word] : {std::pair{2, "crashed"}, {3, "hit"}, {4, "spent"}})
            if (count[static_cast<std::size_t>(what)] > 0)
                line += fmt::format(", {} {}", count[static_cast<std::size_t>(what)], word);
        if (leader.follows() && looks_ > 0)
            line +=
                fmt::format(", cross-track error in the second half {:.2f} m rms, {:.2f} m at most",
                            std::sqrt(squares_[g] / static_cast<double>(looks_ * group.size())), worst_[g]);
        lines.push_back(std::move(line));
    }
    if (mission_.scenario().settings.collision_distance > 0.0)
        lines.push_back(fmt::format("collisions: {}", mission_.collisions()));
    return lines;
}

}  // namespace shoal::vehicle
