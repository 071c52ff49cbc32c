#include "pogobot/coroutine.hpp"

#include "base/error.hpp"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#elif defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace shoal::pogobot {

Coroutine::Coroutine(std::span<std::byte> stack, Function function, void* argument)
    : stack_(stack), function_(function), argument_(argument),
      inside_(prepare_stack(stack.data(), stack.size(), run, this)) {
#if defined(__SANITIZE_THREAD__)
    shadow_.own = __tsan_create_fiber(0);
#endif
}

Coroutine::~Coroutine() {
#if defined(__SANITIZE_THREAD__)
    __tsan_destroy_fiber(shadow_.own);
#endif
}

void Coroutine::interrupted() { std::swap(present_exceptions(), exceptions_); }

void Coroutine::suspend_at(std::size_t depth) {
    if (depth > stack_.size()) throw Error("the state of a robot's stack is larger than the stack");
    inside_ = stack_.data() + stack_.size() - depth;
#if defined(__SANITIZE_ADDRESS__)
    __asan_unpoison_memory_region(stack_.data(), stack_.size());  // what it knows is of other frames
#endif
}

void Coroutine::run(void* coroutine) {
    auto& self = *static_cast<Coroutine*>(coroutine);
    SHOAL_TELL_SANITIZER(self.entered);
    try {
        self.function_(self.argument_);
    } catch (...) {
        self.thrown_ = std::current_exception();
    }
    self.ended_ = true;
    self.suspend();
}

#if defined(__SANITIZE_ADDRESS__)

void Coroutine::about_to_enter() {
    __sanitizer_start_switch_fiber(&shadow_.outer, stack_.data(), stack_.size());
}
void Coroutine::entered() {
    __sanitizer_finish_switch_fiber(shadow_.own, &shadow_.outer_bottom, &shadow_.outer_size);
}
void Coroutine::about_to_leave() {
    __sanitizer_start_switch_fiber(ended_ ? nullptr : &shadow_.own, shadow_.outer_bottom, shadow_.outer_size);
}
void Coroutine::left() { __sanitizer_finish_switch_fiber(shadow_.outer, nullptr, nullptr); }

#elif defined(__SANITIZE_THREAD__)

void Coroutine::about_to_enter() {
    shadow_.outer = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(shadow_.own, 0);
}
void Coroutine::entered() {}
void Coroutine::about_to_leave() { __tsan_switch_to_fiber(shadow_.outer, 0); }
void Coroutine::left() {}

#endif

}  // namespace shoal::pogobot
