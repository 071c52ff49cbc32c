#include "app/build.hpp"

#include "app/paths.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

extern char** environ;

namespace shoal::app {
namespace {

namespace fs = std::filesystem;
using Command = std::vector<std::string>;

const char* const program_source =
    "int shoal_program_main(int argc, char **argv);\n"
    "int main(int argc, char **argv) { return shoal_program_main(argc, argv); }\n";

std::string from_environment(const char* name, const char* otherwise) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0' ? value : otherwise;
}

void run(const Command& command, bool verbose) {
    if (verbose) fmt::print(stderr, "{}\n", fmt::join(command, " "));
    std::vector<char*> argv;
    for (const auto& word : command) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    pid_t child = 0;
    if (::posix_spawnp(&child, argv[0], nullptr, nullptr, argv.data(), environ) != 0)
        throw Error({{}, command[0], "", "", "cannot start the compiler; install one, or name it in SIM_CC or SIM_CXX"});
    int status = 0;
    ::waitpid(child, &status, 0);
    if (status != 0) throw Error(fmt::format("{} failed; its messages are above", command[0]));
}

std::vector<fs::path> files_with(const fs::path& directory, const std::vector<std::string>& extensions) {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(directory))
        if (entry.is_regular_file() &&
            std::find(extensions.begin(), extensions.end(), entry.path().extension()) != extensions.end())
            found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
}

bool newer_than(const fs::path& file, fs::file_time_type time) { return fs::last_write_time(file) > time; }

bool is_stale(const fs::path& output, const fs::path& directory) {
    if (!fs::exists(output)) return true;
    const auto built = fs::last_write_time(output);
    for (const auto& file : files_with(directory, {".c", ".cpp", ".h", ".hpp"}))
        if (newer_than(file, built)) return true;
    for (const auto& entry : fs::recursive_directory_iterator(paths().include))
        if (entry.is_regular_file() && newer_than(entry.path(), built)) return true;
    return newer_than(fs::path(paths().library) / "libshoal_runtime.a", built);
}

void append(Command& command, std::initializer_list<std::string> words) { command.insert(command.end(), words); }

// What a sanitized Shoal needs its controllers to be compiled and linked with.
void append_sanitizers(Command& command) {
    const std::string sanitizers = SHOAL_SANITIZERS;
    if (!sanitizers.empty()) append(command, {"-fsanitize=" + sanitizers, "-fno-omit-frame-pointer"});
}

Command compile_command(const fs::path& source, const fs::path& object, const fs::path& directory) {
    const bool cpp = source.extension() == ".cpp";
    Command c{cpp ? from_environment("SIM_CXX", "c++") : from_environment("SIM_CC", "cc")};
    if (cpp) append(c, {"-std=c++20", "-fno-gnu-unique"});
    else append(c, {"-std=c11"});
    append(c, {"-pthread", "-O2", "-g", "-Wall", "-fPIC", "-fexceptions", "-I" + paths().include, "-I" + directory.string()});
    append_sanitizers(c);
    append(c, {"-c", source.string(), "-o", object.string()});
    return c;
}

void append_library(Command& command) {
    append(command, {"-L" + paths().library, "-lshoal", "-Wl,-rpath," + paths().library});
}

// A private name until it is complete: runs that start meanwhile never see half a controller.
fs::path unfinished(const fs::path& path) { return path.string() + fmt::format(".{}", ::getpid()); }

void link_controller(const std::vector<fs::path>& objects, bool cpp, const fs::path& output, bool verbose) {
    Command c{cpp ? from_environment("SIM_CXX", "c++") : from_environment("SIM_CC", "cc")};
    append(c, {"-shared", "-pthread", "-o", unfinished(output).string()});
    append_sanitizers(c);
    for (const auto& object : objects) c.push_back(object.string());
    append(c, {"-Wl,--whole-archive", paths().library + "/libshoal_runtime.a", "-Wl,--no-whole-archive"});
    append_library(c);
    append(c, {"-lm", "-Wl,-z,relro,-z,now"});
    if (std::string(SHOAL_SANITIZERS).empty()) append(c, {"-Wl,-z,defs"});
    try {
        run(c, verbose);
    } catch (const Error& error) {
        throw Error(std::string(error.what()) +
                    ". If it misses `mydata` or `UserdataSize`: the controller needs REGISTER_USERDATA(T) in one source file");
    }
    fs::rename(unfinished(output), output);
}

void build_program(const fs::path& output, const fs::path& objects, bool verbose) {
    const fs::path source = objects / "program.c";
    std::ofstream(source) << program_source;
    Command c{from_environment("SIM_CC", "cc"), "-O1"};
    append_sanitizers(c);
    append(c, {source.string(), "-o", unfinished(output).string()});
    append_library(c);
    run(c, verbose);
    fs::rename(unfinished(output), output);
}

}  // namespace

std::string build_controller(const std::string& directory_name, bool verbose) {
    std::error_code missing;
    const fs::path directory = fs::canonical(directory_name, missing);
    if (missing || !fs::is_directory(directory))
        throw Error({{directory_name}, "", "", "", "there is no such directory with a controller"});
    const auto sources = files_with(directory, {".c", ".cpp"});
    if (sources.empty()) throw Error({{directory_name}, "", "", "a directory with .c or .cpp files", "nothing to build"});

    const fs::path objects = directory / "build" / "sim";
    const fs::path output = objects / (directory.filename().string() + ".so");
    const fs::path program = directory / directory.filename();
    if (!is_stale(output, directory) && fs::exists(program)) return output.string();

    fs::create_directories(objects, missing);
    if (missing) throw Error({{objects.string()}, "", "", "", "cannot create the directory: " + missing.message()});
    std::vector<fs::path> compiled;
    bool cpp = false;
    for (const auto& source : sources) {
        cpp = cpp || source.extension() == ".cpp";
        compiled.push_back(objects / (source.filename().string() + ".o"));
        run(compile_command(source, compiled.back(), directory), verbose);
    }
    link_controller(compiled, cpp, output, verbose);
    build_program(program, objects, verbose);
    return output.string();
}

}  // namespace shoal::app
