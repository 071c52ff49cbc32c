#pragma once

#include <cstddef>
#include <exception>
#include <span>

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
    void swap_exceptions();
    void about_to_enter();
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

}  // namespace shoal::pogobot
