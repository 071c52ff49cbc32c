#include "vehicle/group.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <cmath>

namespace shoal::vehicle {
namespace {

[[noreturn]] void refuse(const std::string& key, const std::string& found, const std::string& expected) {
    throw Error({{}, key, found, expected, ""});
}

void check_range(const std::string& key, double value, double least, double most) {
    if (std::isfinite(value) && value >= least && value <= most) return;
    refuse(key, fmt::format("{}", value), fmt::format("a number from {} to {}", least, most));
}

const ModelFunctions& functions_of(const ModelInfo& model) {
    for (const auto* functions : model_functions())
        if (&functions->info() == &model) return *functions;
    throw Error("no functions for this type");
}

std::vector<double> parameters_of(const ModelInfo& model, const GroupDefinition& definition) {
    std::vector<double> values;
    for (const auto& parameter : model.parameters) values.push_back(parameter.standard);
    const auto set = [&](std::string_view name, double value) {
        const std::size_t i = index_of(model.parameters, name);
        const auto& p = model.parameters[i];
        check_range(fmt::format("{}.parameters.{}", model.name, name), value, p.least, p.most);
        values[i] = value;
    };
    if (!definition.preset.empty())
        for (const auto& [name, value] : preset_of(model, definition.preset).values) set(name, value);
    for (const auto& [name, value] : definition.parameters) set(name, value);
    return values;
}

std::size_t padded(std::size_t rows) { return (rows + rows_together - 1) / rows_together * rows_together; }

}  // namespace

// Columns are a cache line more than a multiple of 4 KiB apart at most, so that they do not take each other's cache sets.
template <class T>
Block<T>::Block(std::size_t columns, std::size_t rows)
    : columns_(columns), rows_(rows), stride_(padded(rows) + Column<T>::alignment / sizeof(T)),
      values_(columns_ * stride_) {}

template class Block<float>;
template class Block<double>;

Group::Group(const GroupDefinition& definition, Precision precision, double time_step, InstructionSet set)
    : model_(&vehicle::model(definition.type)), functions_(&functions_of(*model_)),
      kernels_(functions_->kernels(set)), name_(definition.name.empty() ? definition.type : definition.name),
      size_(definition.number), precision_(precision), time_step_(time_step),
      parameters_(parameters_of(*model_, definition)) {
    if (precision_ == Precision::single) set_up(single_);
    else set_up(twofold_);
}

template <>
Group::Columns<float>& Group::columns() {
    SHOAL_ASSERT(precision_ == Precision::single);
    return single_;
}
template <>
Group::Columns<double>& Group::columns() {
    SHOAL_ASSERT(precision_ == Precision::twofold);
    return twofold_;
}

template <class T>
void Group::set_up(Columns<T>& columns) {
    std::vector<double> constants(functions_->constants), start(model_->state.size());
    functions_->prepare(parameters_, time_step_, constants.data());
    for (const double c : constants) columns.constants.push_back(static_cast<T>(c));

    // The padding is filled with vehicles too: kernels step whole vectors of them.
    functions_->start(parameters_, {}, start.data());
    columns.state = Block<T>(model_->state.size(), size_);
    columns.command = Block<T>(1 + model_->command_values, size_);
    for (std::size_t c = 0; c < start.size(); ++c)
        std::fill_n(columns.state.column(c).data(), padded(size_), static_cast<T>(start[c]));
    std::fill_n(columns.calm.begin() + static_cast<std::size_t>(Surrounding::density) * rows_together,
                rows_together, static_cast<T>(standard_density));
}

template <class T>
Block<T>& Group::states() {
    return columns<T>().state;
}
template <class T>
Block<T>& Group::commands() {
    return columns<T>().command;
}
template <class T>
Block<T>& Group::surroundings() {
    auto& around = columns<T>().around;
    if (!around.empty()) return around;
    around = Block<T>(static_cast<std::size_t>(Surrounding::count), size_);
    const auto density = around.column(static_cast<std::size_t>(Surrounding::density));
    std::fill_n(density.data(), padded(size_), static_cast<T>(standard_density));
    return around;
}
template Block<float>& Group::states();
template Block<double>& Group::states();
template Block<float>& Group::commands();
template Block<double>& Group::commands();
template Block<float>& Group::surroundings();
template Block<double>& Group::surroundings();

double Group::parameter(std::string_view name) const {
    return parameters_[index_of(model_->parameters, name)];
}

double Group::state(std::size_t column, std::size_t vehicle) const {
    SHOAL_ASSERT(vehicle < size_);
    return precision_ == Precision::single ? static_cast<double>(single_.state.column(column)[vehicle])
                                           : twofold_.state.column(column)[vehicle];
}

void Group::set_state(std::size_t column, std::size_t vehicle, double value) {
    SHOAL_ASSERT(vehicle < size_);
    if (precision_ == Precision::single) single_.state.column(column)[vehicle] = static_cast<float>(value);
    else twofold_.state.column(column)[vehicle] = value;
}

double Group::command_value(std::size_t column, std::size_t vehicle) const {
    SHOAL_ASSERT(vehicle < size_);
    return precision_ == Precision::single ? static_cast<double>(single_.command.column(column)[vehicle])
                                           : twofold_.command.column(column)[vehicle];
}

void Group::surround(Surrounding what, std::size_t vehicle, double value) {
    SHOAL_ASSERT(vehicle < size_);
    const auto column = static_cast<std::size_t>(what);
    if (precision_ == Precision::single)
        surroundings<float>().column(column)[vehicle] = static_cast<float>(value);
    else surroundings<double>().column(column)[vehicle] = value;
}

double Group::surrounding(Surrounding what, std::size_t vehicle) const {
    const auto column = static_cast<std::size_t>(what);
    const auto read = [&](const auto& columns) {
        return static_cast<double>(columns.around.empty() ? columns.calm[column * rows_together]
                                                          : columns.around.column(column)[vehicle]);
    };
    return precision_ == Precision::single ? read(single_) : read(twofold_);
}

void Group::place(std::size_t vehicle, const Placement& placement) {
    std::vector<double> values(model_->state.size());
    functions_->start(parameters_, placement, values.data());
    for (std::size_t c = 0; c < values.size(); ++c) set_state(c, vehicle, values[c]);
}

void Group::command(std::size_t vehicle, std::string_view mode, std::span<const double> values) {
    command(vehicle, index_of(model_->modes, mode), values);
}

void Group::command(std::size_t vehicle, std::size_t mode, std::span<const double> values) {
    SHOAL_ASSERT(vehicle < size_ && mode < model_->modes.size());
    const auto& wanted = model_->modes[mode];
    if (values.size() != wanted.values.size())
        refuse(fmt::format("{}: command {}", vehicle_name(vehicle), wanted.name),
               fmt::format("{} values", values.size()), fmt::format("{}", wanted.values.size()));
    for (std::size_t v = 0; v < values.size(); ++v)
        check_range(
            fmt::format("{}: command {}.{}", vehicle_name(vehicle), wanted.name, wanted.values[v].name),
            values[v], wanted.values[v].least, wanted.values[v].most);
    const auto set = [&](auto& block) {
        using T = std::remove_cvref_t<decltype(*block.data())>;
        block.column(0)[vehicle] = static_cast<T>(mode);
        for (std::size_t v = 0; v < values.size(); ++v)
            block.column(1 + v)[vehicle] = static_cast<T>(values[v]);
    };
    if (precision_ == Precision::single) set(single_.command);
    else set(twofold_.command);
}

std::vector<double> Group::state_of(std::size_t vehicle) const {
    std::vector<double> values;
    for (std::size_t c = 0; c < model_->state.size(); ++c) values.push_back(state(c, vehicle));
    return values;
}

Pose<double> Group::pose(std::size_t vehicle) const { return functions_->pose(state_of(vehicle).data()); }

Contact Group::contact(std::size_t vehicle) const {
    return static_cast<Contact>(static_cast<int>(state(model_->state.size() - 2, vehicle)));
}

double Group::contact_time(std::size_t vehicle) const { return state(model_->state.size() - 1, vehicle); }

std::string Group::vehicle_name(std::size_t vehicle) const { return fmt::format("{} {}", name_, vehicle); }

template <class T>
void Group::check_commands(const Columns<T>& columns) const {
    const auto modes = static_cast<T>(model_->modes.size());
    for (std::size_t c = 0; c < columns.command.columns(); ++c) {
        const auto column = columns.command.column(c);
        const T least = c == 0 ? T(0) : -std::numeric_limits<T>::max();
        const T most = c == 0 ? modes - 1 : std::numeric_limits<T>::max();
        bool good = true;
        for (const T value : column) good &= value >= least && value <= most;
        if (good) continue;
        for (std::size_t v = 0; v < size_; ++v)
            if (!(column[v] >= least && column[v] <= most))
                refuse(fmt::format("{}: command {}", vehicle_name(v),
                                   c == 0 ? "mode" : fmt::format("value {}", c)),
                       fmt::format("{}", column[v]), c == 0 ? "the number of a mode" : "a finite number");
    }
}

void Group::check_commands() const {
    if (precision_ == Precision::single) check_commands(single_);
    else check_commands(twofold_);
}

template <class T>
void Group::check_states(const Columns<T>& columns) const {
    for (std::size_t c = 0; c < 3; ++c) {
        const auto column = columns.state.column(c);
        bool good = true;
        for (const T value : column) good &= std::abs(value) <= std::numeric_limits<T>::max();
        if (good) continue;
        for (std::size_t v = 0; v < size_; ++v)
            if (!std::isfinite(column[v]))
                refuse(fmt::format("{}: {}", vehicle_name(v), model_->state[c].name),
                       fmt::format("{}", column[v]),
                       "a finite number; the state that it was given cannot be flown");
    }
}

void Group::check_states() const {
    if (precision_ == Precision::single) check_states(single_);
    else check_states(twofold_);
}

template <class T>
void Group::step(Columns<T>& columns, WorkerPool& pool, const Steps& steps) {
    RawColumns<T> raw{columns.state.data(),
                      columns.state.stride(),
                      columns.command.data(),
                      columns.command.stride(),
                      {},
                      columns.around.empty() ? 0U : 1U,
                      columns.constants.data()};
    for (std::size_t c = 0; c < raw.around.size(); ++c)
        raw.around[c] = columns.around.empty() ? columns.calm.data() + c * rows_together
                                               : columns.around.column(c).data();
    const std::size_t blocks = padded(size_) / rows_together;
    pool.for_ranges(blocks, (blocks + 31) / 32, [&](std::size_t begin, std::size_t end) {
        const auto kernel = [&] {
            if constexpr (std::is_same_v<T, float>) return kernels_.single;
            else return kernels_.twofold;
        }();
        kernel(raw, steps, begin * rows_together, end * rows_together);
    });
}

void Group::step(WorkerPool& pool, const Steps& steps) {
    if (precision_ == Precision::single) step(single_, pool, steps);
    else step(twofold_, pool, steps);
}

}  // namespace shoal::vehicle
