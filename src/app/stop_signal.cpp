#include "app/stop_signal.hpp"

#include <csignal>
#include <initializer_list>

namespace shoal::app {
namespace {

volatile std::sig_atomic_t noted = 0;

}  // namespace

void note_stop_signals() {
    noted = 0;
    struct sigaction action{};
    action.sa_handler = [](int signal) { noted = signal; };
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaction(signal, &action, nullptr);
}

int stop_signal() { return noted; }

}  // namespace shoal::app
