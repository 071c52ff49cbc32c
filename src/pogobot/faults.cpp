#include "pogobot/faults.hpp"

#include "base/assert.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <utility>

namespace shoal::pogobot {
namespace {

using Seconds = std::chrono::duration<double>;

constexpr std::array fault_signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
const int late_signal = SIGRTMIN + 7;
constexpr int called_exit = 1000;         // no signal
constexpr double recovery_timeout = 5.0;  // s: a heap that was left locked never comes back
constexpr Seconds between_tries(0.001);   // to cut firmware off
constexpr int most_tries = 1000;
constexpr std::size_t probe_size = 16 * 1024;  // bytes: an allocation that takes the lock of the heap

thread_local FaultGuard* current_guard = nullptr;
// Its firmware has had a fault: what happens in any thread from then on, the log's for one, may be the consequence.
std::atomic<FaultGuard*> faulty_guard{nullptr};

/// Where the handlers of a thread run: the firmware's own stack may be full. There from the thread's first batch to its
/// end, so that a batch costs no system call.
class AlternateStack {
public:
    AlternateStack() : memory_(std::malloc(size)) {
        stack_t stack{};
        stack.ss_sp = memory_;
        stack.ss_size = size;
        ::sigaltstack(&stack, &previous_);
    }
    ~AlternateStack() {
        ::sigaltstack(&previous_, nullptr);
        std::free(memory_);
    }
    AlternateStack(const AlternateStack&) = delete;
    AlternateStack& operator=(const AlternateStack&) = delete;

private:
    static constexpr std::size_t size = 256 * 1024;  // bytes
    void* memory_;
    stack_t previous_{};
};

void have_alternate_stack() { static thread_local const AlternateStack stack; }

struct PreviousActions {
    std::array<struct sigaction, fault_signals.size()> actions{};
};
PreviousActions previous;

std::uintptr_t program_counter([[maybe_unused]] const void* context) {
#if defined(__x86_64__)
    return static_cast<std::uintptr_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return static_cast<std::uintptr_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.pc);
#else
    return 0;
#endif
}

}  // namespace

// A library that the firmware has called may hold a lock, that of the heap first of all: better to wait until the
// firmware's own code runs. A call that does not end is cut off all the same.
bool FaultGuard::may_cut_off(const void* context) {
    const std::uintptr_t at = program_counter(context);
    return at == 0 || firmware_.contains(at) || ++tries_ > most_tries;
}

// Faults outside firmware go on to whoever handled them before: the default, a sanitizer, Python. But those that
// follow a fault of firmware are its consequence.
void FaultGuard::on_signal(int signal, siginfo_t*, void* context) {
    FaultGuard* guard = current_guard;
    if (guard != nullptr && guard->active_ && guard->in_firmware_.load(std::memory_order_relaxed)) {
        if (signal == late_signal && guard->in_service_) {
            guard->late_ = 1;
            return;
        }
        if (signal == late_signal && !guard->may_cut_off(context)) return;
        guard->in_firmware_ = false;
        guard->recovering_ = true;
        faulty_guard = guard;
        siglongjmp(guard->jump_, signal);
    }
    if (signal == late_signal) return;
    if (const FaultGuard* faulty = faulty_guard) faulty->give_up();
    for (std::size_t i = 0; i < fault_signals.size(); ++i)
        if (fault_signals[i] == signal) ::sigaction(signal, &previous.actions[i], nullptr);
    ::raise(signal);
}

FaultGuard::FaultGuard(double timeout_s, AddressRange firmware, WritePlace write_place)
    : timeout_s_(timeout_s), firmware_(firmware), write_place_(std::move(write_place)) {
    static std::once_flag installed;
    std::call_once(installed, [] {
        struct sigaction action{};
        action.sa_sigaction = on_signal;
        action.sa_flags = SA_ONSTACK | SA_SIGINFO;
        sigemptyset(&action.sa_mask);
        for (std::size_t i = 0; i < fault_signals.size(); ++i)
            ::sigaction(fault_signals[i], &action, &previous.actions[i]);
        ::sigaction(late_signal, &action, nullptr);
    });
    watchdog_ = std::thread([this] { watch(); });
}

FaultGuard::~FaultGuard() {
    FaultGuard* self = this;
    faulty_guard.compare_exchange_strong(self, nullptr);
    {
        const std::lock_guard lock(stop_mutex_);
        stop_ = true;
    }
    stopping_.notify_all();
    watchdog_.join();
}

void FaultGuard::activate() {
    outer_ = current_guard;
    current_guard = this;
    thread_ = ::pthread_self();
    have_alternate_stack();
    active_ = 1;
}

void FaultGuard::deactivate() {
    active_ = 0;
    in_firmware_ = false;
    current_guard = outer_;
}

void FaultGuard::exit_called(int status) {
    SHOAL_ASSERT(active_);
    exit_status_ = status;
    siglongjmp(jump_, called_exit);
}

std::string FaultGuard::recover(int fault) {
    in_service_ = 0;
    tries_ = 0;
    if (fault == called_exit) return fmt::format("called exit({})", exit_status_);
    // The handler was left by a jump: its signal is still blocked.
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, fault);
    ::pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
    void* volatile probe = std::malloc(probe_size);  // volatile: a compiler would leave both calls out
    std::free(probe);
    recovering_ = false;
    return describe(fault);
}

std::string FaultGuard::describe(int fault) const {
    if (fault == late_signal) return fmt::format("did not come back within {} s ({})", timeout_s_, advice_);
    switch (fault) {
        case SIGSEGV:
        case SIGBUS:
            return "used memory that is not there (a null pointer, a wild index, or endless recursion)";
        case SIGFPE: return "divided by zero";
        case SIGILL: return "ran into an illegal instruction";
        default: return "called abort()";
    }
}

void FaultGuard::throw_late() {
    late_ = 0;
    throw Error(describe(late_signal));
}

// Looks now and then whether the firmware is still in the call, or the recovery, that it was in the last time. A long time
// between two looks does not count in full: the whole program may have been stopped meanwhile.
void FaultGuard::watch() {
    using Clock = std::chrono::steady_clock;
    const Seconds pause(std::min(0.1, timeout_s_ / 4.0));
    std::pair<unsigned long, bool> seen{0, false};
    auto looked = Clock::now();
    Seconds spent{0};
    std::unique_lock lock(stop_mutex_);
    while (!stop_) {
        const std::pair<unsigned long, bool> now{calls_.load(std::memory_order_relaxed), recovering_.load()};
        const bool recovering = now.second;
        spent += std::min(Seconds(Clock::now() - looked), 2.0 * pause);
        looked = Clock::now();
        if (now != seen || !(recovering || in_firmware_.load(std::memory_order_relaxed))) spent = Seconds(0);
        seen = now;
        const bool late = spent.count() > (recovering ? recovery_timeout : timeout_s_);
        if (late && recovering) give_up();
        if (late) ::pthread_kill(thread_, late_signal);
        stopping_.wait_for(lock, late ? Seconds(between_tries) : pause, [this] { return stop_; });
    }
}

// Without memory from the heap, which may be in any state.
void FaultGuard::give_up() const {
    std::array<char, 256> place;
    std::array<char, 512> text;
    const std::size_t length = write_place_(place);
    const auto end =
        fmt::format_to_n(text.data(), text.size(),
                         "Error: {}: the firmware damaged the memory of the simulator, which cannot go on; "
                         "shoal.logs.recover reads what it had written of the log\n",
                         std::string_view(place.data(), length));
    static_cast<void>(!::write(STDERR_FILENO, text.data(), static_cast<std::size_t>(end.out - text.data())));
    ::_exit(2);
}

}  // namespace shoal::pogobot
