#pragma once

#include <cstddef>

namespace shoal {

/// Counts what operator new hands out while it lives, on all threads. Not available under sanitizers, which bring
/// their own allocator.
class AllocationGuard {
public:
    AllocationGuard();
    [[nodiscard]] static bool available();
    [[nodiscard]] std::size_t count() const;

private:
    std::size_t at_start_;
};

}  // namespace shoal
