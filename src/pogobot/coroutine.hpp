#pragma once

#include "pogobot/coroutine_switch.hpp"

#include <cxxabi.h>

#include <cstddef>
#include <exception>
#include <span>
#include <utility>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SHOAL_TELL_SANITIZER(what) what()
#else
#define SHOAL_TELL_SANITIZER(what) static_cast<void>(0)
#endif

namespace shoal::pogobot {

/// Calls a function on a stack of its own, which it may leave in the middle to be resumed there later. A coroutine that
/// is destroyed while suspended is abandoned as a robot is that is switched off: nothing on its stack is cleaned up.
class Coroutine {
public:
    using Function = void (*)(void* argument);

    /// The stack must outlive the coroutine.
    Coroutine(std::span<std::byte> stack, Function function, void* argument);
    ~Coroutine();
    Coroutine(const Coroutine&) = delete;
    Coroutine& operator=(const Coroutine&) = delete;

    /// Runs the function until it suspends or returns; throws what it throws.
    void resume();
    /// From within: back to who resumed.
    void suspend();
    /// resume() was left by a jump: this one will not go on.
    void interrupted();
    [[nodiscard]] bool ended() const { return ended_; }

    // While it is suspended; its stack holds addresses, so it is restored in the place where it was.
    template <class Self, class Visit>
    static void visit_state(Self& c, Visit& visit) {
        std::size_t depth = c.depth();
        visit(depth, c.exceptions_, c.ended_);
        if constexpr (Visit::restores) c.suspend_at(depth);
        visit.memory(c.inside_, depth);
    }

private:
    // What the C++ runtime knows of exceptions being handled belongs to a stack.
    struct Exceptions {
        void* caught = nullptr;
        unsigned uncaught = 0;
    };
    // What sanitizers know of the two stacks.
    struct Shadow {
        void *own = nullptr,
             *outer = nullptr;  // of AddressSanitizer: stacks of locals; of ThreadSanitizer: fibers
        const void* outer_bottom = nullptr;
        std::size_t outer_size = 0;
    };

    static void run(void* coroutine);
    // The runtime's own struct has these two members first (Itanium C++ ABI, 2.2.2).
    static Exceptions& present_exceptions() {
        return *reinterpret_cast<Exceptions*>(abi::__cxa_get_globals());
    }
    /// Bytes of the stack that are in use.
    [[nodiscard]] std::size_t depth() const {
        return static_cast<std::size_t>(stack_.data() + stack_.size() - static_cast<std::byte*>(inside_));
    }
    void suspend_at(std::size_t depth);
    void about_to_enter();  // these four are for sanitizers only
    void entered();
    void about_to_leave();
    void left();

    std::span<std::byte> stack_;
    Function function_;
    void* argument_;
    void* inside_ = nullptr;   // where the coroutine was left
    void* outside_ = nullptr;  // where resume() was left
    Exceptions exceptions_;
    Shadow shadow_;
    std::exception_ptr thrown_;
    bool ended_ = false;
};

// Inline, as every return that belongs to another stack than its call is one that the processor predicts wrongly.
inline void Coroutine::resume() {
    Exceptions& exceptions = present_exceptions();
    std::swap(exceptions, exceptions_);
    SHOAL_TELL_SANITIZER(about_to_enter);
    shoal_switch_stack(&outside_, inside_);
    SHOAL_TELL_SANITIZER(left);
    std::swap(exceptions, exceptions_);
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

inline void Coroutine::suspend() {
    SHOAL_TELL_SANITIZER(about_to_leave);
    shoal_switch_stack(&inside_, outside_);
    SHOAL_TELL_SANITIZER(entered);
}

}  // namespace shoal::pogobot
