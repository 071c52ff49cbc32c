// The compiled half of shoal.vehicle.Fleet: groups of columns that NumPy sees where they lie.
#include "fleet.hpp"

#include "base/error.hpp"
#include "vehicle/fleet.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace nb = nanobind;

namespace shoal::python {
namespace {

using vehicle::Block;
using vehicle::ColumnInfo;
using vehicle::Group;
using vehicle::ModelInfo;
using vehicle::Precision;
using vehicle::Surrounding;

/// A fleet, and whether a thread is in it.
struct Fleet {
    vehicle::Fleet fleet;
    std::atomic_flag busy = ATOMIC_FLAG_INIT;

    explicit Fleet(const vehicle::FleetOptions& options) : fleet(options) {}
};

class Turn {
public:
    explicit Turn(Fleet& fleet) : fleet_(fleet) {
        if (fleet_.busy.test_and_set()) throw Error("another thread is in this fleet");
    }
    ~Turn() { fleet_.busy.clear(); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

private:
    Fleet& fleet_;
};

template <class T>
nb::object view(Block<T>& block, nb::handle owner) {
    using Array = nb::ndarray<nb::numpy, T, nb::ndim<2>, nb::device::cpu>;
    const std::array<std::size_t, 2> shape{block.columns(), block.rows()};
    const std::array<std::int64_t, 2> strides{static_cast<std::int64_t>(block.stride()), 1};
    return nb::cast(Array(block.data(), 2, shape.data(), owner, strides.data()));
}

enum class Columns { state, command, surroundings };

nb::object columns(nb::handle self, std::size_t index, Columns which) {
    auto& group = nb::cast<Fleet&>(self).fleet.group(index);
    const auto choose = [&]<class T>() {
        if (which == Columns::state) return view(group.states<T>(), self);
        if (which == Columns::command) return view(group.commands<T>(), self);
        return view(group.surroundings<T>(), self);
    };
    return group.precision() == Precision::single ? choose.operator()<float>() : choose.operator()<double>();
}

std::vector<std::string> names_of(const std::vector<ColumnInfo>& columns) {
    std::vector<std::string> names;
    for (const auto& column : columns) names.emplace_back(column.name);
    return names;
}

using Mode = std::pair<std::string, std::vector<std::string>>;

// Name, names of the state's columns, and modes with the names of their values.
std::tuple<std::string, std::vector<std::string>, std::vector<Mode>> describe(const ModelInfo& model) {
    std::vector<Mode> modes;
    for (const auto& mode : model.modes) modes.emplace_back(mode.name, names_of(mode.values));
    return {std::string(model.name), names_of(model.state), std::move(modes)};
}

std::size_t add(Fleet& self, const std::string& type, std::size_t number, const std::string& name,
                const std::string& preset, const std::vector<std::pair<std::string, double>>& parameters) {
    const Turn turn(self);
    self.fleet.add({type, number, name, preset, parameters});
    return self.fleet.groups() - 1;
}

void place(Fleet& self, std::size_t group, std::size_t vehicle, double north, double east, double down,
           double heading, double speed, double climb) {
    const Turn turn(self);
    self.fleet.group(group).place(vehicle, {north, east, down, heading, speed, climb});
}

void step(Fleet& self, std::size_t steps) {
    const nb::gil_scoped_release others_go_on;
    const Turn turn(self);
    self.fleet.step(steps);
}

std::vector<std::tuple<std::size_t, std::size_t, int, double>> events(const Fleet& self) {
    std::vector<std::tuple<std::size_t, std::size_t, int, double>> all;
    for (const auto& e : self.fleet.events())
        all.emplace_back(e.group, e.vehicle, static_cast<int>(e.what), e.time);
    return all;
}

}  // namespace

void bind_fleet(nb::module_& module) {
    nb::class_<Fleet> fleet(module, "Fleet");
    fleet.def("__init__", [](Fleet* self, double time_step, int threads, bool single) {
        new (self) Fleet({single ? Precision::single : Precision::twofold, time_step, threads, {}});
    });
    fleet.def("add", add);
    fleet.def("describe",
              [](const Fleet& self, std::size_t group) { return describe(self.fleet.group(group).model()); });
    fleet.def("place", place);
    fleet.def("state", [](nb::handle self, std::size_t g) { return columns(self, g, Columns::state); });
    fleet.def("command", [](nb::handle self, std::size_t g) { return columns(self, g, Columns::command); });
    fleet.def("surroundings",
              [](nb::handle self, std::size_t g) { return columns(self, g, Columns::surroundings); });
    fleet.def("step", step);
    fleet.def("events", events);
    fleet.def_prop_ro("time", [](const Fleet& self) { return self.fleet.time(); });
    module.def("vehicle_models", [] {
        std::vector<std::tuple<std::string, std::vector<std::string>, std::vector<Mode>>> all;
        for (const auto* model : vehicle::models()) all.push_back(describe(*model));
        return all;
    });
}

}  // namespace shoal::python
