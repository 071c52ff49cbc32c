#include "physics/pairs.hpp"

#include <algorithm>
#include <bit>

namespace shoal::physics {

void colour_pairs(const Model& model, Pairs& pairs) {
    // For each body and group, the colours that its points have used.
    static thread_local Column<std::uint64_t> used;
    static thread_local Column<std::uint8_t> stage_of_slot;
    const std::size_t bodies = model.bodies.size();
    used.clear();
    used.resize(colour_groups * bodies, 0);
    stage_of_slot.resize_uninitialised(2 * pairs.list.size());
    std::array<std::uint32_t, stages + 1> counts{};
    for (std::size_t p = 0; p < pairs.list.size(); ++p) {
        const Pair& pair = pairs.list[p];
        const std::size_t group = pair.ground ? 1 : 0;
        std::uint64_t& used_a = used[group * bodies + model.shapes.body[pair.a]];
        std::uint64_t none_used = 0;
        std::uint64_t& used_b = pair.ground ? none_used : used[body_of_b(model, pair)];
        for (std::size_t k = 0; k < pair.points(); ++k) {
            const int free = std::countr_one(used_a | used_b);
            const int colour = std::min(free, overflow_colour);
            if (colour < overflow_colour) {
                used_a |= 1ULL << colour;
                used_b |= 1ULL << colour;
            }
            const auto stage = static_cast<std::uint8_t>(group * colours + static_cast<std::size_t>(colour));
            stage_of_slot[2 * p + k] = stage;
            ++counts[stage + 1U];
        }
    }
    for (int s = 0; s < stages; ++s) counts[s + 1] += counts[s];
    pairs.stage_start = counts;
    pairs.slots.resize_uninitialised(counts[stages]);
    auto next = counts;
    for (std::size_t p = 0; p < pairs.list.size(); ++p)
        for (std::size_t k = 0; k < pairs.list[p].points(); ++k)
            pairs.slots[next[stage_of_slot[2 * p + k]]++] = static_cast<std::uint32_t>(2 * p + k);
}

}  // namespace shoal::physics
