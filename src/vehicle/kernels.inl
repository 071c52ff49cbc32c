// The loop around a model's step, compiled once for each model and instruction set. The includer defines SHOAL_MODEL
// (the model's namespace, whose header it has included), SHOAL_KERNELS (name of the result) and SHOAL_ABI(T).

#include "vehicle/kernels.hpp"
#include "vehicle/lanes/rows.hpp"

namespace shoal::vehicle {
namespace {

template <class T>
void step_rows(const RawColumns<T>& raw, const Steps& steps, std::size_t begin, std::size_t end) {
    using R = Lane<T, SHOAL_ABI(T)>;
    using State = SHOAL_MODEL::State<R>;
    using Command = SHOAL_MODEL::Command<R>;
    const auto& constants = *reinterpret_cast<const SHOAL_MODEL::Constants<T>*>(raw.constants);
    for (std::size_t row = begin; row < end; row += R::width) {
        State state;
        Command command;
        Surroundings<R> around;
        for (std::size_t c = 0; c < row_count<State, R>; ++c)
            rows_of<R>(state)[c] = R::load(raw.state + c * raw.state_stride + row);
        for (std::size_t c = 0; c < row_count<Command, R>; ++c)
            rows_of<R>(command)[c] = R::load(raw.command + c * raw.command_stride + row);
        for (std::size_t c = 0; c < raw.around.size(); ++c)
            rows_of<R>(around)[c] = R::load(raw.around[c] + row * raw.around_step);
        for (std::uint64_t step = 0; step < steps.number; ++step) {
            const R before = state.contact;
            SHOAL_MODEL::step(state, command, around, constants);
            const auto changed = (state.contact < before) | (state.contact > before);
            const R now = static_cast<double>(steps.done + step + 1) * steps.length;
            state.contact_time = choose(changed, now, state.contact_time);
        }
        for (std::size_t c = 0; c < row_count<State, R>; ++c)
            rows_of<R>(state)[c].store(raw.state + c * raw.state_stride + row);
    }
}

}  // namespace

extern const StepKernels SHOAL_KERNELS;
const StepKernels SHOAL_KERNELS{step_rows<float>, step_rows<double>};

}  // namespace shoal::vehicle
