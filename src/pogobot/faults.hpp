#pragma once

#include "pogobot/image.hpp"

#include <csetjmp>
#include <csignal>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <span>
#include <mutex>
#include <string>
#include <thread>

namespace shoal::pogobot {

/// Runs firmware so that its faults end the run, not the program: a bad memory access, a division by zero, endless
/// recursion, abort(), exit(), and a step that never ends. One guard a thread at a time; it is put in place for a whole
/// batch of robots, so that a robot's step pays nothing for it. Firmware that has damaged the memory of the program
/// itself may leave it unable to go on even to its end: then it still says who did it, and exits with status 2.
class FaultGuard {
public:
    /// Writes where the firmware is, without memory from the heap; returns the length.
    using WritePlace = std::function<std::size_t(std::span<char>)>;

    /// `timeout_s`: wall time that one call into firmware may take. `firmware`: where its code is.
    FaultGuard(double timeout_s, AddressRange firmware, WritePlace write_place);
    ~FaultGuard();
    FaultGuard(const FaultGuard&) = delete;
    FaultGuard& operator=(const FaultGuard&) = delete;

    /// Calls batch(); returns what went wrong in firmware, or nothing. The batch must tell where it is by enter() and
    /// leave(). After a fault whatever the batch held is abandoned where it stood.
    template <class Batch>
    std::string run(const Batch& batch) {
        const Active active(*this);
        const int fault = sigsetjmp(jump_, 0);
        if (fault != 0) return recover(fault);
        batch();
        return {};
    }

    void enter() {
        calls_.store(calls_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
        in_firmware_.store(true, std::memory_order_relaxed);
    }
    /// What a message about a time-out says in addition.
    void set_advice(const char* advice) { advice_ = advice; }
    void leave() { in_firmware_.store(false, std::memory_order_relaxed); }

    /// The firmware called exit(status): the batch ends here.
    [[noreturn]] void exit_called(int status);

    /// While a host service runs that must not be cut off, a time-out waits: throw_if_late() reports it at the end.
    void enter_service() { in_service_ = 1; }
    void leave_service() {
        in_service_ = 0;
        if (late_) throw_late();
    }

private:
    struct Active {
        explicit Active(FaultGuard& g) : guard(g) { guard.activate(); }
        ~Active() { guard.deactivate(); }
        Active(const Active&) = delete;
        Active& operator=(const Active&) = delete;
        FaultGuard& guard;
    };

    void activate();
    void deactivate();
    [[nodiscard]] std::string recover(int fault);
    [[noreturn]] void throw_late();
    [[nodiscard]] std::string describe(int fault) const;
    void watch();
    [[noreturn]] void give_up() const;
    [[nodiscard]] bool may_cut_off(const void* context);
    static void on_signal(int signal, siginfo_t* info, void* context);

    double timeout_s_;
    AddressRange firmware_;
    WritePlace write_place_;
    const char* advice_ = "an endless loop?";
    int tries_ = 0;  // to cut the firmware off
    int exit_status_ = 0;
    sigjmp_buf jump_{};
    volatile std::sig_atomic_t in_service_ = 0;
    volatile std::sig_atomic_t late_ = 0;
    volatile std::sig_atomic_t active_ = 0;
    std::atomic<bool> in_firmware_{false};
    std::atomic<bool> recovering_{false};  // between a fault and the proof that the heap still works
    std::atomic<unsigned long> calls_{0};
    std::mutex stop_mutex_;  // of stop_; the watchdog waits on it, so that the end of a run need not
    std::condition_variable stopping_;
    bool stop_ = false;
    pthread_t thread_{};
    FaultGuard* outer_ = nullptr;  // the guard of this thread before
    std::thread watchdog_;
};

}  // namespace shoal::pogobot
