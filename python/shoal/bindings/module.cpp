// The compiled half of shoal.Simulation: plain calls and arrays. What users see of it is in simulation.py.
#include "arrays.hpp"
#include "arrow_stream.hpp"
#include "devices.hpp"
#include "fleet.hpp"
#include "run.hpp"
#include "voxel.hpp"

#include "app/cli.hpp"
#include "app/targets.hpp"
#include "base/error.hpp"
#include "scenario/node.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <tuple>

namespace nb = nanobind;
using namespace nb::literals;

namespace shoal::python {
namespace {

using Powers = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Colours = nb::ndarray<const std::uint8_t, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;
/// Rows in the form that Arrow's readers take: see the Arrow PyCapsule interface.
struct Table {
    record::Rows rows;

    [[nodiscard]] nb::capsule stream(const nb::object&) const {
        auto stream = std::make_unique<ArrowArrayStream>();
        export_rows(rows, stream.get());
        const auto destroy = [](void* memory) noexcept {
            const std::unique_ptr<ArrowArrayStream> unread(static_cast<ArrowArrayStream*>(memory));
            if (unread->release != nullptr) unread->release(unread.get());
        };
        return nb::capsule(stream.release(), "arrow_array_stream", destroy);
    }
};

std::unique_ptr<Run> open(const std::string& config, const std::string& controller,
                          std::optional<std::uint32_t> seed, std::vector<std::string> overrides, bool strict,
                          int threads, std::optional<std::string> log, const std::string& resume,
                          bool robot_messages) {
    const nb::gil_scoped_release others_go_on;
    return std::make_unique<Run>(RunRequest{config, controller, seed, std::move(overrides), strict, threads,
                                            std::move(log), resume, robot_messages});
}

std::size_t rows_of(const Powers& left, const Powers& right, const Group& robots) {
    if (left.size() != robots.count || right.size() != robots.count)
        throw Error({{},
                     "motors",
                     std::to_string(left.size()) + " and " + std::to_string(right.size()) + " powers",
                     std::to_string(robots.count) + ", one a robot",
                     ""});
    return robots.count;
}

void bind_devices(nb::class_<Run>& run) {
    run.def("set_motors", [](Run& r, const std::string& category, const Powers& left, const Powers& right) {
        const Group& robots = r.robots(category);
        const std::size_t n = rows_of(left, right, robots);
        set_motors(r, robots, {left.data(), n}, {right.data(), n});
    });
    run.def("set_leds", [](Run& r, const std::string& category, std::uint8_t led, const Colours& colours) {
        const Group& robots = r.robots(category);
        if (colours.shape(0) != robots.count)
            throw Error({{},
                         "colours",
                         std::to_string(colours.shape(0)),
                         std::to_string(robots.count) + ", one a robot",
                         ""});
        set_leds(r, robots, led, {colours.data(), colours.size()});
    });
    run.def("photosensors", [](Run& r, const std::string& category) {
        const Group& robots = r.robots(category);
        return array_of(photosensors(r, robots), {robots.count, 3});
    });
    run.def("imu", [](Run& r, const std::string& category) {
        const Group& robots = r.robots(category);
        return array_of(imu(r, robots), {robots.count, 6});
    });
    run.def("batteries", [](Run& r, const std::string& category) {
        const Group& robots = r.robots(category);
        return array_of(batteries(r, robots), {robots.count});
    });
    run.def("send", [](Run& r, const std::string& category, std::uint32_t index, const nb::bytes& payload) {
        return send(r, r.robots(category), index, {payload.c_str(), payload.size()});
    });
    run.def("receive", [](Run& r, const std::string& category, std::uint32_t index) {
        std::vector<std::tuple<int, nb::bytes, int>> list;
        for (const Message& m : receive(r, r.robots(category), index))
            list.emplace_back(m.sender, nb::bytes(m.payload.data(), m.payload.size()), m.receiver);
        return list;
    });
}

nb::list lines_of(Run& run) {
    static constexpr const char* names[] = {"debug", "info", "warning", "error"};
    nb::list lines;
    for (const auto& [level, line] : run.take_lines())
        lines.append(nb::make_tuple(names[static_cast<int>(level)], line));
    return lines;
}

nb::dict groups_of(Run& run) {
    nb::dict groups;
    for (const auto& [name, group] : run.groups())
        groups[name.c_str()] =
            nb::make_tuple(group.first, group.count, group.robot != pogobot::no_robot, group.radius);
    return groups;
}

void bind_run(nb::module_& module) {
    nb::class_<pogobot::Snapshot>(module, "Snapshot")
        .def_prop_ro("time", [](const pogobot::Snapshot& s) { return s.time; })
        .def_prop_ro("nbytes", [](const pogobot::Snapshot& s) { return s.bytes.size(); });
    nb::class_<Table>(module, "Table")
        .def("__arrow_c_stream__", &Table::stream, "requested_schema"_a.none() = nb::none());

    nb::class_<Run> run(module, "Run");
    run.def("advance", &Run::advance, nb::call_guard<nb::gil_scoped_release>());
    run.def("finish", &Run::finish, nb::call_guard<nb::gil_scoped_release>());
    run.def("close", &Run::close, nb::call_guard<nb::gil_scoped_release>());
    run.def_prop_ro("time", &Run::time);
    run.def_prop_ro("tick", &Run::tick);
    run.def_prop_ro("over", &Run::over);
    run.def_prop_ro("ended", &Run::ended);
    run.def_prop_ro("time_step", [](Run& r) { return r.simulation().model().time_step; });
    run.def_prop_ro("duration",
                    [](Run& r) { return r.simulation().model().scenario.settings.simulation_time; });
    run.def_prop_ro("seed", [](Run& r) { return r.simulation().model().seed; });
    run.def_prop_ro("arena", [](Run& r) {
        const auto& arena = r.simulation().model().arena;
        return nb::make_tuple(1000.0 * arena.width, 1000.0 * arena.height);
    });
    run.def_prop_ro("configuration",
                    [](Run& r) { return scenario::emit_yaml(r.simulation().model().scenario.tree); });
    run.def_prop_ro("groups", groups_of);
    run.def("ids", [](Run& r) {
        const auto& ids = r.simulation().model().objects.id;
        return array_of(std::vector<std::int32_t>(ids.begin(), ids.end()), {ids.size()});
    });
    run.def("poses", [](nb::handle self) {
        const auto values = nb::cast<Run&>(self).poses();
        return Values<const double>(values.data(), {3, values.size() / 3}, self);
    });
    run.def("table", [](Run& r) { return Table{r.kept_rows()}; });
    run.def("rows", [](Run& r, const std::string& category) { return Table{r.rows_now(category)}; });
    run.def("digest", [](Run& r) {
        const Run::Turn turn(r);
        return r.simulation().digest();
    });
    run.def("save", [](Run& r) {
        auto snapshot = std::make_unique<pogobot::Snapshot>();
        r.save(*snapshot);
        return snapshot;
    });
    run.def("restore", &Run::restore);
    run.def("save_to_file", &Run::save_to_file);
    run.def(
        "picture",
        [](Run& r, int width, int height, const std::string& layers, double zoom,
           std::optional<std::int32_t> follow) {
            app::PictureOptions options;
            options.size = view::Size{width, height};
            options.layers = layers;
            options.aim.zoom = zoom;
            options.aim.follow = follow;
            return array_of(r.picture(options),
                            {static_cast<std::size_t>(height), static_cast<std::size_t>(width), 4});
        },
        "width"_a, "height"_a, "layers"_a, "zoom"_a, "follow"_a.none());
    run.def("take_lines", lines_of);
    bind_devices(run);
}

}  // namespace

NB_MODULE(_core, module) {
    nb::exception<Error> error(module, "Error");
    error.attr("__module__") = "shoal";
    error.attr("__doc__") =
        "A mistake in a scenario, a controller or a call: file, line, key, what was found and what was "
        "expected.";
    bind_run(module);
    bind_fleet(module);
    bind_voxel(module);
    module.def("open", open);
    module.def("scenario_of", &app::scenario_from);
    module.def("build_controller", &app::controller_from, nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace shoal::python
