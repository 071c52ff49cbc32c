#pragma once

namespace shoal::app {

/// The `shoal` command. Returns the exit status.
[[nodiscard]] int shoal_command(int argc, char** argv);

}  // namespace shoal::app
