#include "support/quiet_code.hpp"

#include "support/allocation_guard.hpp"

#include <dlfcn.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <thread>

namespace {

thread_local std::size_t locks = 0;

// From now on the kernel asks the owner of the descriptor about each system call of this thread; -1 if it will not.
int ask_about_system_calls() {
    sock_filter ask = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
    const sock_fprog program{1, &ask};
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return static_cast<int>(
        ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program));
}

// Lets all calls pass and notes those that come while `counting`, until the thread that makes them is gone.
void watch(int listener, const std::atomic<bool>& counting, std::vector<int>& calls) {
    pollfd wanted{listener, POLLIN, 0};
    while (::poll(&wanted, 1, -1) >= 0 && (wanted.revents & POLLIN) != 0) {
        seccomp_notif call{};
        if (::ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0) continue;
        if (counting) calls.push_back(call.data.nr);
        seccomp_notif_resp answer{call.id, 0, 0, SECCOMP_USER_NOTIF_FLAG_CONTINUE};
        static_cast<void>(::ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer));
    }
    ::close(listener);
}

}  // namespace

// Ours comes before the one of the C library for all libraries of the program.
extern "C" int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
    using Lock = int (*)(pthread_mutex_t*);
    static const auto lock = reinterpret_cast<Lock>(::dlsym(RTLD_NEXT, "pthread_mutex_lock"));
    ++locks;
    return lock(mutex);
}

namespace shoal {

std::optional<Disturbances> disturbances_of(const std::function<void()>& warm_up,
                                            const std::function<void()>& code) {
    if (!AllocationGuard::available()) return std::nullopt;
    constexpr int not_yet = -2;
    std::atomic<int> listener{not_yet};
    std::atomic<bool> counting{false};
    Disturbances found;
    std::vector<int> calls;
    calls.reserve(10000);  // the watcher must not allocate meanwhile
    std::thread worker([&] {
        warm_up();
        listener = ask_about_system_calls();
        if (listener < 0) return;
        const AllocationGuard guard;
        const std::size_t locks_before = locks;
        counting = true;
        code();
        counting = false;
        found.locks = locks - locks_before;
        found.allocations = guard.count();
    });
    while (listener == not_yet) std::this_thread::yield();
    if (listener >= 0) watch(listener, counting, calls);
    worker.join();
    if (listener < 0) return std::nullopt;
    found.system_calls = calls;
    return found;
}

}  // namespace shoal
