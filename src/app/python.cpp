#include "app/python.hpp"

#include "app/paths.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace shoal::app {
namespace {

namespace fs = std::filesystem;

constexpr std::array<PythonCommand, 4> commands{{
    {"batch", "Run all combinations of a scenario's options, many times each"},
    {"optimize", "Search the values of a scenario that make an objective largest"},
    {"plot", "Write a report on a log"},
    {"compare", "Lay logs over each other"},
}};

// A tree that was built has the package in its sources, the compiled core beside the libraries, and its own interpreter.
std::string interpreter_of_tree() {
    const fs::path source = paths().data;
    if (!fs::exists(source / "python" / "shoal" / "__init__.py")) return "python3";
    const char* before = std::getenv("PYTHONPATH");
    const fs::path built = fs::path(paths().library).parent_path() / "python";
    const std::string way = (source / "python").string() + ":" + built.string();
    ::setenv("PYTHONPATH", before == nullptr ? way.c_str() : fmt::format("{}:{}", way, before).c_str(), 1);
    const fs::path own = source / ".venv" / "bin" / "python";
    return fs::exists(own) ? own.string() : "python3";
}

}  // namespace

std::span<const PythonCommand> python_commands() { return commands; }

void run_python_command(int argc, char** argv) {
    ::setenv("SHOAL_BIN", program_path().c_str(), 0);
    const std::string python = interpreter_of_tree();
    const std::string module = fmt::format("shoal.{}", argv[1]);
    const std::string probe =
        python + " -P -c 'import importlib.util, sys; sys.exit(importlib.util.find_spec(\"shoal\") is None)'";
    if (python == "python3" && std::system(probe.c_str()) != 0)
        throw Error(
            fmt::format("shoal {} is part of the Python package, which {} does not have: pip install the "
                        "folder of Shoal's sources",
                        argv[1], python));
    std::vector<std::string> words{python, "-P", "-m", module};  // -P: files here are not modules
    words.insert(words.end(), argv + 2, argv + argc);
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    ::execvp(pointers[0], pointers.data());
    throw Error(fmt::format("cannot start {}", python));
}

}  // namespace shoal::app
