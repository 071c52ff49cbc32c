#include "pogobot/coroutine_switch.hpp"

#include <cstdint>
#include <cstring>

// A switch saves what a called function must keep, and the stack pointer; everything else is saved by the compiler
// around the call. SHOAL_SWITCH_BY_UCONTEXT chooses the slow way of other processors, for tests.

#if !defined(SHOAL_SWITCH_BY_UCONTEXT) && (defined(__x86_64__) || defined(__aarch64__))

extern "C" void shoal_enter_stack();

#if defined(__x86_64__)

// The control words of the floating-point units count among what is kept; they seldom differ, and loading them is slow.
asm(R"(
    .text
    .p2align 4
    .protected shoal_switch_stack
    .globl shoal_switch_stack
    .type shoal_switch_stack, @function
shoal_switch_stack:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    subq $8, %rsp
    stmxcsr (%rsp)
    fnstcw 4(%rsp)
    movl (%rsp), %eax
    movzwl 4(%rsp), %edx
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    cmpl %eax, (%rsp)
    jne 1f
    cmpw %dx, 4(%rsp)
    je 2f
1:
    ldmxcsr (%rsp)
    fldcw 4(%rsp)
2:
    addq $8, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    popq %rcx
    jmpq *%rcx
    .size shoal_switch_stack, . - shoal_switch_stack

    .hidden shoal_enter_stack
    .globl shoal_enter_stack
    .type shoal_enter_stack, @function
shoal_enter_stack:
    movq %r12, %rdi
    callq *%r13
    ud2
    .size shoal_enter_stack, . - shoal_enter_stack
)");

namespace shoal::pogobot {
namespace {

struct Frame {
    std::uint32_t mxcsr;
    std::uint16_t x87_control, padding;
    void *r15, *r14;
    void (*entry)(void*);  // r13
    void* argument;        // r12
    void *rbx, *rbp;
    void (*resume_at)();
    void* end[2];  // the walk up the stack ends here; two, as frames are 16 bytes aligned
};

void set_control_words(Frame& frame) {
    asm("stmxcsr %0" : "=m"(frame.mxcsr));
    asm("fnstcw %0" : "=m"(frame.x87_control));
}

}  // namespace
}  // namespace shoal::pogobot

#else

asm(R"(
    .text
    .p2align 4
    .protected shoal_switch_stack
    .globl shoal_switch_stack
    .type shoal_switch_stack, %function
shoal_switch_stack:
    sub sp, sp, #176
    stp x19, x20, [sp, #0]
    stp x21, x22, [sp, #16]
    stp x23, x24, [sp, #32]
    stp x25, x26, [sp, #48]
    stp x27, x28, [sp, #64]
    stp x29, x30, [sp, #80]
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
    mrs x9, fpcr
    str x9, [sp, #160]
    mov x9, sp
    str x9, [x0]
    mov sp, x1
    ldp x19, x20, [sp, #0]
    ldp x21, x22, [sp, #16]
    ldp x23, x24, [sp, #32]
    ldp x25, x26, [sp, #48]
    ldp x27, x28, [sp, #64]
    ldp x29, x30, [sp, #80]
    ldp d8, d9, [sp, #96]
    ldp d10, d11, [sp, #112]
    ldp d12, d13, [sp, #128]
    ldp d14, d15, [sp, #144]
    ldr x9, [sp, #160]
    msr fpcr, x9
    add sp, sp, #176
    ret
    .size shoal_switch_stack, . - shoal_switch_stack

    .hidden shoal_enter_stack
    .globl shoal_enter_stack
    .type shoal_enter_stack, %function
shoal_enter_stack:
    mov x0, x19
    blr x20
    brk #1
    .size shoal_enter_stack, . - shoal_enter_stack
)");

namespace shoal::pogobot {
namespace {

struct Frame {
    void* argument;        // x19
    void (*entry)(void*);  // x20
    void* x21_to_x29[9];
    void (*resume_at)();  // x30
    double d8_to_d15[8];
    std::uint64_t fpcr, padding;
};

void set_control_words(Frame& frame) { asm("mrs %0, fpcr" : "=r"(frame.fpcr)); }

}  // namespace
}  // namespace shoal::pogobot

#endif

namespace shoal::pogobot {

static_assert(sizeof(Frame) % 16 == 0);

void* prepare_stack(void* bottom, std::size_t size, void (*entry)(void*), void* argument) {
    Frame frame{};
    set_control_words(frame);
    frame.entry = entry;
    frame.argument = argument;
    frame.resume_at = shoal_enter_stack;
    auto top = (reinterpret_cast<std::uintptr_t>(bottom) + size) / 16 * 16;
    return std::memcpy(reinterpret_cast<void*>(top - sizeof frame), &frame, sizeof frame);
}

}  // namespace shoal::pogobot

#else

#include <ucontext.h>

namespace shoal::pogobot {
namespace {

// makecontext hands over ints only.
void enter(unsigned entry_high, unsigned entry_low, unsigned argument_high, unsigned argument_low) {
    const auto join = [](unsigned high, unsigned low) {
        return static_cast<std::uintptr_t>((static_cast<std::uint64_t>(high) << 32) | low);
    };
    reinterpret_cast<void (*)(void*)>(join(entry_high, entry_low))(
        reinterpret_cast<void*>(join(argument_high, argument_low)));
}

unsigned high(std::uintptr_t word) { return static_cast<unsigned>(static_cast<std::uint64_t>(word) >> 32); }
unsigned low(std::uintptr_t word) { return static_cast<unsigned>(word); }

}  // namespace

void* prepare_stack(void* bottom, std::size_t size, void (*entry)(void*), void* argument) {
    const auto top = (reinterpret_cast<std::uintptr_t>(bottom) + size - sizeof(ucontext_t)) / 64 * 64;
    auto* context = reinterpret_cast<ucontext_t*>(top);
    ::getcontext(context);
    context->uc_stack.ss_sp = bottom;
    context->uc_stack.ss_size = top - reinterpret_cast<std::uintptr_t>(bottom);
    context->uc_link = nullptr;
    const auto e = reinterpret_cast<std::uintptr_t>(entry), a = reinterpret_cast<std::uintptr_t>(argument);
    ::makecontext(context, reinterpret_cast<void (*)()>(enter), 4, high(e), low(e), high(a), low(a));
    return context;
}

}  // namespace shoal::pogobot

extern "C" void shoal_switch_stack(void** from, void* to) {
    ucontext_t here;
    *from = &here;
    ::swapcontext(&here, static_cast<ucontext_t*>(to));
}

#endif
