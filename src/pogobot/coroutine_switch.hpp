#pragma once

#include <cstddef>

namespace shoal::pogobot {

/// Lays the first frame of `entry(argument)` into a stack of `size` bytes that begins at `bottom`; returns what
/// switch_stack() takes. `entry` must not return.
[[nodiscard]] void* prepare_stack(void* bottom, std::size_t size, void (*entry)(void*), void* argument);

}  // namespace shoal::pogobot

/// Goes on where `to` was left. Where this was left is written to `*from`; the call returns when somebody comes back.
extern "C" void shoal_switch_stack(void** from, void* to);
