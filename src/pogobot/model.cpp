#include "pogobot/model.hpp"

#include "base/assert.hpp"

#include <algorithm>

namespace shoal::pogobot {

std::uint32_t Objects::owner_of(physics::BodyId wanted) const {
    for (std::uint32_t object = 0; object < size(); ++object) {
        const auto& of_object = parts[object];
        if (body[object] == wanted.index ||
            std::find(of_object.begin(), of_object.end(), wanted) != of_object.end())
            return object;
    }
    SHOAL_ASSERT(false);
    return 0;
}

}  // namespace shoal::pogobot
