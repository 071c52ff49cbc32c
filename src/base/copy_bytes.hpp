#pragma once

#include <cstddef>
#include <cstring>

namespace shoal {

/// Copies memory of firmware: variables, stacks. Between variables a sanitizer keeps bytes that nobody may touch; copied
/// this way it does not see it.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
__attribute__((no_sanitize("address", "thread"))) inline void copy_bytes(void* to, const void* from,
                                                                         std::size_t size) {
    auto* target = static_cast<volatile unsigned char*>(to);
    const auto* source = static_cast<const volatile unsigned char*>(from);
    for (std::size_t i = 0; i < size; ++i) target[i] = source[i];
}
#else
inline void copy_bytes(void* to, const void* from, std::size_t size) { std::memcpy(to, from, size); }
#endif

}  // namespace shoal
