#pragma once

#include "pogobot/image.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace shoal::pogobot {

/// What pointers may point to beside the memory that a snapshot holds.
enum class Elsewhere { heap, anything };

/// Finds words that look like addresses of memory that a snapshot does not hold.
class StrayPointers {
public:
    /// `held`: what the snapshot holds. Looks at the memory of the program as it is now.
    StrayPointers(Elsewhere elsewhere, std::span<const AddressRange> held);

    /// Offset of the first such word, if there is any.
    [[nodiscard]] std::optional<std::size_t> first_in(std::span<const unsigned char> memory) const;

private:
    std::vector<AddressRange> strange_;  // in order
};

}  // namespace shoal::pogobot
