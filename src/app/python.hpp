#pragma once

#include <span>
#include <string_view>

namespace shoal::app {

/// A sub-command that is written in Python.
struct PythonCommand {
    const char* name;
    const char* help;
};
[[nodiscard]] std::span<const PythonCommand> python_commands();

/// Becomes `python -m shoal.NAME WORDS…`, of this tree's package or of the Python on the PATH. Comes back only by an Error.
[[noreturn]] void run_python_command(int argc, char** argv);

}  // namespace shoal::app
