// The compiled half of shoal.voxel: bodies, brains, whole populations at once, and one population step by step.
#include "voxel.hpp"

#include "arrays.hpp"
#include "base/error.hpp"
#include "voxel/shapes/shapes.hpp"
#include "voxel/tasks/locomotion.hpp"
#include "voxel/terrain/terrain.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;

namespace shoal::python {
namespace {

using voxel::Body;
using voxel::Brain;
using voxel::Material;
using voxel::Population;

using Array = Values<double>;

/// Settings of a task, as Python keeps them.
struct TaskOptions {
    std::string terrain = "flat";
    double duration = 60.0, transient = 0.0, drop = 1.0, dt = 1.0 / 60.0;
    int control_interval = 1;
    std::optional<double> x;
    bool paths = false;
    std::string compatibility = "none";
    int threads = 0;

    [[nodiscard]] voxel::Locomotion task() const {
        voxel::Locomotion out;
        out.ground = std::make_shared<voxel::Ground>(voxel::terrain_points(terrain));
        out.duration = duration, out.transient = transient, out.drop = drop;
        out.control_interval = control_interval, out.x = x, out.paths = paths;
        out.settings.dt = dt;
        if (compatibility == "vsr-1.0") out.settings.compatibility = voxel::Compatibility::vsr_1_0;
        else if (compatibility == "vsr-1.12") out.settings.compatibility = voxel::Compatibility::vsr_1_12;
        else if (compatibility != "none")
            throw Error({{}, "compatibility", compatibility, "none, vsr-1.0 or vsr-1.12", {}});
        return out;
    }
};

void set_sensors(Brain& brain, const Body& body, const std::vector<std::vector<std::string>>& names) {
    brain.sensors.clear();
    std::size_t voxel = 0;
    for (int y = 0; y < body.height(); ++y)
        for (int x = 0; x < body.width(); ++x) {
            if (!body.has(x, y)) continue;
            const voxel::CellPlace place = voxel::place_in_grid(x, y, body.width(), body.height());
            std::vector<voxel::Sensor> own;
            if (voxel < names.size())
                for (const auto& name : names[voxel]) own.push_back(voxel::parse_sensor(name, place));
            brain.sensors.push_back(std::move(own));
            ++voxel;
        }
    if (names.size() != voxel)
        throw Error(
            {{}, "sensors", std::to_string(names.size()), std::to_string(voxel) + " lists, one a voxel", {}});
}

/// A Python function of the time and the readings, which gives one value a voxel.
void set_function(Brain& brain, nb::callable function) {
    brain.kind = Brain::Kind::function;
    auto shared = std::shared_ptr<nb::callable>(new nb::callable(std::move(function)), [](nb::callable* f) {
        const nb::gil_scoped_acquire gil;
        delete f;
    });
    brain.function = [shared](double time, std::span<const double> readings, std::span<double> values) {
        const nb::gil_scoped_acquire gil;
        const auto given = nb::cast<std::vector<double>>((*shared)(
            time, array_of(std::vector<double>(readings.begin(), readings.end()), {readings.size()})));
        if (given.size() != values.size())
            throw Error({{},
                         "controller",
                         std::to_string(given.size()),
                         std::to_string(values.size()) + " values, one a voxel",
                         {}});
        std::copy(given.begin(), given.end(), values.begin());
    };
}

nb::dict table(const std::vector<voxel::Measures>& all) {
    using voxel::Measures;
    constexpr std::pair<const char*, double Measures::*> columns[] = {
        {"time", &Measures::time},
        {"distance", &Measures::distance},
        {"velocity", &Measures::velocity},
        {"relative_velocity", &Measures::relative_velocity},
        {"centre_y", &Measures::centre_y},
        {"highest_y", &Measures::highest_y},
        {"squared_control", &Measures::squared_control},
        {"squared_control_change", &Measures::squared_control_change},
        {"control_energy", &Measures::control_energy},
        {"control_power", &Measures::control_power},
        {"area_energy", &Measures::area_energy},
        {"area_power", &Measures::area_power},
        {"corrected_efficiency", &Measures::corrected_efficiency}};
    nb::dict out;
    for (const auto& [name, member] : columns) {
        std::vector<double> values;
        for (const Measures& measures : all) values.push_back(measures.*member);
        const std::size_t n = values.size();
        out[name] = array_of(std::move(values), {n});
    }
    nb::list paths;
    for (const Measures& measures : all) {
        std::vector<double> flat;
        for (const auto& point : measures.path) flat.insert(flat.end(), {point.x, point.y});
        paths.append(array_of(std::move(flat), {measures.path.size(), 2}));
    }
    out["path"] = paths;
    return out;
}

nb::dict evaluate(const TaskOptions& options,
                  const std::vector<std::pair<const Body*, const Brain*>>& robots) {
    std::vector<voxel::Candidate> candidates;
    bool python = false;
    for (const auto& [body, brain] : robots) {
        candidates.push_back({*body, *brain});
        python |= brain->kind == Brain::Kind::function;
    }
    std::vector<voxel::Measures> measures;
    {
        const nb::gil_scoped_release free;
        WorkerPool pool(python ? 1 : options.threads);  // Python's mistakes can leave one thread only
        measures = voxel::evaluate(options.task(), candidates, pool);
    }
    return table(measures);
}

/// One robot in its world, step by step: for environments and pictures.
class Walk {
public:
    Walk(const TaskOptions& options, const Body& body, const Brain* brain)
        : task_(options.task()), population_({voxel::world_of(task_, body)}, task_.settings) {
        if (brain != nullptr) mind_.emplace(*brain, body, task_.settings.dt * (task_.control_interval + 1));
        values_.resize(body.voxel_count());
        population_.measure();
    }

    void step(int steps) {
        for (int i = 0; i < steps; ++i) {
            population_.step();
            population_.measure();
            if (!mind_ || ++steps_ % (task_.control_interval + 1) != 0) continue;
            mind_->decide(population_, 0, 0, values_);
            apply(values_);
        }
    }
    void apply(const std::vector<double>& values) {
        const auto rows = population_.rows(0);
        if (values.size() != rows.size())
            throw Error({{},
                         "actions",
                         std::to_string(values.size()),
                         std::to_string(rows.size()) + " values, one a voxel",
                         {}});
        for (std::size_t i = 0; i < values.size(); ++i)
            population_.control()[rows.begin + i] = static_cast<float>(values[i]);
        population_.apply_control(rows);
    }
    [[nodiscard]] double time() const { return population_.time(0); }
    [[nodiscard]] const Population& population() const { return population_; }

private:
    voxel::Locomotion task_;
    Population population_;
    std::optional<voxel::Mind> mind_;
    std::vector<double> values_;
    int steps_ = 0;
};

template <class F>
Array per_voxel(const Walk& walk, std::initializer_list<std::size_t> inner, F numbers) {
    const auto rows = walk.population().rows(0);
    std::vector<double> flat;
    for (std::size_t row = rows.begin; row < rows.end; ++row) numbers(row, flat);
    if (inner.size() == 0) return array_of(std::move(flat), {rows.size()});
    if (inner.size() == 1) return array_of(std::move(flat), {rows.size(), *inner.begin()});
    return array_of(std::move(flat), {rows.size(), *inner.begin(), *(inner.begin() + 1)});
}

void bind_material(nb::module_& module) {
    nb::class_<Material> material(module, "VoxelMaterial");
    material.def("__init__", [](Material* self, const std::string& preset) {
        new (self) Material(voxel::preset(preset));
    });
    material.def_rw("side_length", &Material::side_length)
        .def_rw("mass_side_ratio", &Material::mass_side_ratio)
        .def_rw("mass", &Material::mass)
        .def_rw("spring_frequency", &Material::spring_frequency)
        .def_rw("spring_damping_ratio", &Material::spring_damping_ratio)
        .def_rw("linear_damping", &Material::linear_damping)
        .def_rw("angular_damping", &Material::angular_damping)
        .def_rw("friction", &Material::friction)
        .def_rw("restitution", &Material::restitution)
        .def_rw("max_force", &Material::max_force)
        .def_rw("limit_contraction", &Material::limit_contraction)
        .def_rw("rope_length", &Material::rope_length)
        .def_rw("mass_collision", &Material::mass_collision);
    material.def("set_scaffolding", [](Material& m, bool external, bool internal, bool cross, bool central) {
        m.scaffolding = {external, internal, cross, central};
    });
    material.def("set_active_area", [](Material& m, double min, double max) { m.active_area = {min, max}; });
    material.def("set_passive_area",
                 [](Material& m, double min, double max) { m.passive_area = {min, max}; });
    material.def("set_actuation", [](Material& m, bool force) {
        m.actuation = force ? voxel::Actuation::force : voxel::Actuation::area;
    });
    material.def("set_stiffness_law", [](Material& m, bool reduced) {
        m.stiffness_law = reduced ? voxel::StiffnessLaw::reduced_mass : voxel::StiffnessLaw::effective_mass;
    });
    material.def("check", &Material::check);
}

void bind_brain(nb::module_& module) {
    nb::class_<Brain> brain(module, "VoxelBrain");
    brain.def(nb::init<>());
    brain.def("set_kind", [](Brain& b, int kind) { b.kind = static_cast<Brain::Kind>(kind); });
    brain.def_rw("frequency", &Brain::frequency)
        .def_rw("amplitude", &Brain::amplitude)
        .def_rw("phases", &Brain::phases)
        .def_rw("start", &Brain::from)
        .def_rw("end", &Brain::to)
        .def_rw("duration", &Brain::duration)
        .def_rw("driving_frequency", &Brain::driving_frequency, nb::arg().none())
        .def_rw("hidden", &Brain::hidden)
        .def_rw("weights", &Brain::weights)
        .def_rw("signals", &Brain::signals)
        .def_rw("directional", &Brain::directional)
        .def_rw("homogeneous", &Brain::homogeneous)
        .def_rw("pose_time", &Brain::pose_time)
        .def_rw("hold", &Brain::hold)
        .def_rw("max_rate", &Brain::max_rate);
    brain.def("set_network", [](Brain& b, const std::string& activation, const std::string& rule) {
        b.activation = voxel::activation_named(activation);
        b.rule = voxel::rule_named(rule);
    });
    brain.def("set_poses", [](Brain& b, const std::vector<std::vector<int>>& poses) {
        b.poses.clear();
        for (const auto& pose : poses) b.poses.emplace_back(pose.begin(), pose.end());
    });
    brain.def("set_sensors", set_sensors);
    brain.def("set_function", set_function);
    brain.def("weight_count", [](const Brain& b, const Body& body) { return voxel::weight_count(b, body); });
}

void bind_walk(nb::module_& module) {
    nb::class_<Walk> walk(module, "VoxelWalk");
    walk.def(nb::init<const TaskOptions&, const Body&, const Brain*>(), "task"_a, "body"_a, "brain"_a.none());
    walk.def("step", &Walk::step);
    walk.def("apply", &Walk::apply);
    walk.def_prop_ro("time", &Walk::time);
    walk.def("corners", [](const Walk& w) {
        return per_voxel(w, {4, 2}, [&](std::size_t row, std::vector<double>& flat) {
            for (int k = 0; k < 4; ++k) {
                const auto point = w.population().corner(row, k);
                flat.insert(flat.end(), {point.x, point.y});
            }
        });
    });
    walk.def("centres", [](const Walk& w) {
        return per_voxel(w, {2}, [&](std::size_t row, std::vector<double>& flat) {
            flat.insert(flat.end(), {w.population().centre_x()[row], w.population().centre_y()[row]});
        });
    });
    walk.def("velocities", [](const Walk& w) {
        return per_voxel(w, {2}, [&](std::size_t row, std::vector<double>& flat) {
            flat.insert(flat.end(), {w.population().velocity_x()[row], w.population().velocity_y()[row]});
        });
    });
    walk.def("area_ratios", [](const Walk& w) {
        return per_voxel(w, {}, [&](std::size_t row, std::vector<double>& flat) {
            flat.push_back(w.population().area_ratio()[row]);
        });
    });
    walk.def("touching", [](const Walk& w) {
        return per_voxel(w, {}, [&](std::size_t row, std::vector<double>& flat) {
            flat.push_back(w.population().touches_ground()[row]);
        });
    });
}

}  // namespace

void bind_voxel(nb::module_& module) {
    bind_material(module);
    nb::class_<Body> body(module, "VoxelBody");
    body.def(nb::init<int, int>());
    body.def("set", [](Body& b, int x, int y, const Material& material) { b.set(x, y, material); });
    body.def("check", &Body::check);
    bind_brain(module);
    nb::class_<TaskOptions> options(module, "VoxelTask");
    options.def(nb::init<>())
        .def_rw("terrain", &TaskOptions::terrain)
        .def_rw("duration", &TaskOptions::duration)
        .def_rw("transient", &TaskOptions::transient)
        .def_rw("drop", &TaskOptions::drop)
        .def_rw("dt", &TaskOptions::dt)
        .def_rw("control_interval", &TaskOptions::control_interval)
        .def_rw("x", &TaskOptions::x, nb::arg().none())
        .def_rw("paths", &TaskOptions::paths)
        .def_rw("compatibility", &TaskOptions::compatibility)
        .def_rw("threads", &TaskOptions::threads);
    options.def("evaluate", evaluate);
    bind_walk(module);
    module.def("voxel_terrain", [](const std::string& name) {
        std::vector<double> flat;
        for (const auto& point : voxel::terrain_points(name)) flat.insert(flat.end(), {point.x, point.y});
        const std::size_t n = flat.size() / 2;
        return array_of(std::move(flat), {n, 2});
    });
    module.def("voxel_shape", [](const std::string& name) {
        const auto shape = voxel::named_shape(name);
        std::vector<double> flat(shape.filled.begin(), shape.filled.end());
        return array_of(std::move(flat),
                        {static_cast<std::size_t>(shape.height), static_cast<std::size_t>(shape.width)});
    });
}

}  // namespace shoal::python
