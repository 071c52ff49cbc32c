#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace shoal {

/// What a piece of code did besides computing.
struct Disturbances {
    std::size_t allocations = 0;    // operator new, on all threads
    std::size_t locks = 0;          // of mutexes, on its own thread
    std::vector<int> system_calls;  // numbers (asm/unistd.h), on its own thread
};

/// Runs warm_up() and then code() on a thread of its own, and says what code() did. The kernel tells of each system call,
/// whoever makes it (seccomp); nothing, where it will not or where a sanitizer has its own allocator.
[[nodiscard]] std::optional<Disturbances> disturbances_of(const std::function<void()>& warm_up,
                                                          const std::function<void()>& code);

}  // namespace shoal
