#pragma once

namespace shoal::app {

/// From now on a first signal to end (Ctrl-C, SIGTERM, SIGHUP) is only noted; a second one ends the program at once.
void note_stop_signals();
/// The signal that came; 0 if none did.
[[nodiscard]] int stop_signal();

}  // namespace shoal::app
