#pragma once

#include "base/column.hpp"
#include "base/worker_pool.hpp"
#include "vehicle/kernels.hpp"
#include "vehicle/model_info.hpp"
#include "vehicle/pose.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shoal::vehicle {

enum class Precision { single, twofold };  // float, double

/// What a group is made of. Parameters are those of the preset ("" is the standard), changed one by one.
struct GroupDefinition {
    std::string type;
    std::size_t number = 1;
    std::string name;  // "" is that of the type
    std::string preset;
    std::vector<std::pair<std::string, double>> parameters;
};

/// Columns side by side in one block of memory: column c of row i at data()[c * stride() + i].
template <class T>
class Block {
public:
    Block() = default;
    Block(std::size_t columns, std::size_t rows);

    [[nodiscard]] std::size_t columns() const { return columns_; }
    [[nodiscard]] std::size_t rows() const { return rows_; }
    [[nodiscard]] std::size_t stride() const { return stride_; }
    [[nodiscard]] bool empty() const { return columns_ == 0; }
    [[nodiscard]] T* data() { return values_.data(); }
    [[nodiscard]] const T* data() const { return values_.data(); }
    [[nodiscard]] std::span<T> column(std::size_t c) { return {data() + c * stride_, rows_}; }
    [[nodiscard]] std::span<const T> column(std::size_t c) const { return {data() + c * stride_, rows_}; }

    template <class Self, class Visit>
    static void visit_state(Self& self, Visit& visit) {
        visit(self.columns_, self.rows_, self.stride_, self.values_);
    }

private:
    std::size_t columns_ = 0, rows_ = 0, stride_ = 0;
    Column<T> values_;
};

/// Vehicles of one type and one set of parameters: columns of state, commands and surroundings, and their step.
class Group {
public:
    /// Throws Error for an unknown type, preset or parameter, and for parameters outside their ranges.
    Group(const GroupDefinition& definition, Precision precision, double time_step, InstructionSet set);

    [[nodiscard]] const ModelInfo& model() const { return *model_; }
    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] Precision precision() const { return precision_; }
    [[nodiscard]] double time_step() const { return time_step_; }  // s
    [[nodiscard]] double parameter(std::string_view name) const;
    [[nodiscard]] std::span<const double> parameters() const { return parameters_; }

    /// Raw columns; T must be the precision's type. Column 0 of the commands is the mode. The surroundings get their
    /// columns when they are first asked for.
    template <class T>
    [[nodiscard]] Block<T>& states();
    template <class T>
    [[nodiscard]] Block<T>& commands();
    template <class T>
    [[nodiscard]] Block<T>& surroundings();

    /// One value, in either precision.
    [[nodiscard]] double state(std::size_t column, std::size_t vehicle) const;
    void set_state(std::size_t column, std::size_t vehicle, double value);
    [[nodiscard]] double command_value(std::size_t column, std::size_t vehicle) const;
    void surround(Surrounding what, std::size_t vehicle, double value);
    [[nodiscard]] double surrounding(Surrounding what, std::size_t vehicle) const;

    /// Puts a vehicle somewhere, at rest or in trimmed flight, as its type has it.
    void place(std::size_t vehicle, const Placement& placement);
    /// Gives a vehicle its command. Throws Error that names the vehicle for values that are no numbers or out of range.
    void command(std::size_t vehicle, std::string_view mode, std::span<const double> values);
    void command(std::size_t vehicle, std::size_t mode, std::span<const double> values);

    [[nodiscard]] Pose<double> pose(std::size_t vehicle) const;
    [[nodiscard]] Contact contact(std::size_t vehicle) const;
    [[nodiscard]] double contact_time(std::size_t vehicle) const;  // s, of the last change of `contact`

    /// Throws Error that names the vehicle if a command is not a number or has an unknown mode.
    void check_commands() const;
    /// Throws Error that names the vehicle if its position is not finite.
    void check_states() const;
    /// Some steps; commands and surroundings stay as they are.
    void step(WorkerPool& pool, const Steps& steps);

    template <class Self, class Visit>
    static void visit_state(Self& self, Visit& visit) {
        visit(self.single_, self.twofold_);
    }

private:
    template <class T>
    struct Columns {
        Block<T> state, command, around;
        std::array<T, 64 * static_cast<std::size_t>(Surrounding::count)>
            calm{};  // stands for `around` while that is empty
        std::vector<T> constants;

        template <class Self, class Visit>
        static void visit_state(Self& self, Visit& visit) {
            visit(self.state, self.command, self.around);
        }
    };
    template <class T>
    [[nodiscard]] Columns<T>& columns();
    template <class T>
    void set_up(Columns<T>& columns);
    template <class T>
    void check_commands(const Columns<T>& columns) const;
    template <class T>
    void check_states(const Columns<T>& columns) const;
    template <class T>
    void step(Columns<T>& columns, WorkerPool& pool, const Steps& steps);
    [[nodiscard]] std::string vehicle_name(std::size_t vehicle) const;
    [[nodiscard]] std::vector<double> state_of(std::size_t vehicle) const;

    const ModelInfo* model_;
    const ModelFunctions* functions_;
    StepKernels kernels_;
    std::string name_;
    std::size_t size_;
    Precision precision_;
    double time_step_;
    std::vector<double> parameters_;
    Columns<float> single_;
    Columns<double> twofold_;
};

}  // namespace shoal::vehicle
