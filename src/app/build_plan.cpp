#include "app/build_plan.hpp"

#include "app/paths.hpp"
#include "base/error.hpp"
#include "pogobot/image.hpp"
#include "pogobot/runtime/firmware_abi.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <initializer_list>

namespace shoal::app {
namespace {

namespace fs = std::filesystem;

std::string from_environment(const char* name, const char* otherwise) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0' ? value : otherwise;
}

std::string compiler(bool cpp) {
    return cpp ? from_environment("SIM_CXX", "c++") : from_environment("SIM_CC", "cc");
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

void append(Command& command, std::initializer_list<std::string> words) {
    command.insert(command.end(), words);
}

// What a sanitized Shoal needs its controllers to be compiled and linked with.
void append_sanitizers(Command& command) {
    const std::string sanitizers = SHOAL_SANITIZERS;
    if (!sanitizers.empty()) append(command, {"-fsanitize=" + sanitizers, "-fno-omit-frame-pointer"});
}

BuildPlan::Compilation compilation(const fs::path& source, const fs::path& directory,
                                   const fs::path& objects) {
    const bool cpp = source.extension() == ".cpp";
    const fs::path object = objects / (source.filename().string() + ".o");
    const fs::path rule = object.string() + ".d";
    Command c{compiler(cpp)};
    if (cpp) append(c, {"-std=c++20", "-fno-gnu-unique"});
    else append(c, {"-std=c11"});
    append(c, {"-pthread", "-O2", "-g", "-Wall", "-fPIC", "-fexceptions", "-I" + paths().include,
               "-I" + directory.string()});
    append_sanitizers(c);
    append(c, {"-MMD", "-MT", "object", "-MF", rule.string()});
    append(c, {"-c", source.string(), "-o", object.string()});
    return {object, rule, c};
}

void append_library(Command& command) {
    append(command, {"-L" + paths().library, "-lshoal", "-Wl,-rpath," + paths().library});
}

Command link_command(const BuildPlan& plan, bool cpp) {
    Command c{compiler(cpp), "-shared", "-pthread", "-o", unfinished(plan.image).string()};
    append_sanitizers(c);
    for (const auto& compiled : plan.compilations) c.push_back(compiled.object.string());
    // From the descriptor on, whatever is called is linked in: its `start` tells whether the controller does.
    append(c, {"-Wl,-u," SHOAL_FIRMWARE_SYMBOL, paths().library + "/libshoal_runtime.a"});
    append_library(c);
    append(c,
           {"-lm", "-Wl,-z,relro,-z,now", fmt::format("-Wl,-Ttext-segment={:#x}", pogobot::place_of_images)});
    if (std::string(SHOAL_SANITIZERS).empty()) append(c, {"-Wl,-z,defs"});
    return c;
}

Command link_program_command(const BuildPlan& plan) {
    Command c{compiler(false), "-O1"};
    append_sanitizers(c);
    append(c, {plan.program_source.string(), "-o", unfinished(plan.program).string()});
    append_library(c);
    return c;
}

}  // namespace

fs::path unfinished(const fs::path& path) { return path.string() + ".unfinished"; }

BuildPlan plan_build(const std::string& name) {
    std::error_code missing;
    const fs::path directory = fs::canonical(name, missing);
    if (missing || !fs::is_directory(directory))
        throw Error({{name}, "", "", "", "there is no such directory with a controller"});
    const auto sources = files_with(directory, {".c", ".cpp"});
    if (sources.empty())
        throw Error({{name}, "", "", "a directory with .c or .cpp files", "nothing to build"});

    BuildPlan plan;
    plan.objects = directory / "build" / "sim";
    plan.image = plan.objects / (directory.filename().string() + ".so");
    plan.program = directory / directory.filename();
    plan.program_source = plan.objects / "program.c";
    if (fs::is_directory(plan.program))
        throw Error({{plan.program.string()},
                     "",
                     "",
                     "",
                     "is a directory; the controller's program needs this name"});
    bool cpp = false;
    for (const auto& source : sources) {
        cpp = cpp || source.extension() == ".cpp";
        plan.compilations.push_back(compilation(source, directory, plan.objects));
    }
    plan.link = link_command(plan, cpp);
    plan.link_program = link_program_command(plan);
    return plan;
}

}  // namespace shoal::app
