#include "app/build.hpp"

#include "app/build_plan.hpp"
#include "app/paths.hpp"
#include "app/prerequisites.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern char** environ;

namespace shoal::app {
namespace {

namespace fs = std::filesystem;

const char* const program_source =
    "int shoal_program_main(int argc, char **argv);\n"
    "int main(int argc, char **argv) { return shoal_program_main(argc, argv); }\n";

void run(const Command& command, bool verbose) {
    if (verbose) fmt::print(stderr, "{}\n", fmt::join(command, " "));
    std::vector<char*> argv;
    for (const auto& word : command) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    pid_t child = 0;
    if (::posix_spawnp(&child, argv[0], nullptr, nullptr, argv.data(), environ) != 0)
        throw Error({{},
                     command[0],
                     "",
                     "",
                     "cannot start the compiler; install one, or name it in SIM_CC or SIM_CXX"});
    int status = 0;
    ::waitpid(child, &status, 0);
    if (status != 0) throw Error(fmt::format("{} failed; its messages are above", command[0]));
}

// The commands that made a controller are kept beside it; the file is as old as the beginning of that build.
fs::path commands_file(const BuildPlan& plan) { return plan.objects / "commands.txt"; }

std::string commands_text(const BuildPlan& plan) {
    std::string text;
    for (const auto& compiled : plan.compilations)
        text += fmt::format("{}\n", fmt::join(compiled.command, "\n"));
    return text + fmt::format("{}\n{}\n", fmt::join(plan.link, "\n"), fmt::join(plan.link_program, "\n"));
}

std::string text_of(const fs::path& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

bool is_stale(const BuildPlan& plan) {
    if (!fs::exists(plan.image) || !fs::exists(plan.program) ||
        text_of(commands_file(plan)) != commands_text(plan))
        return true;
    const auto built = fs::last_write_time(commands_file(plan));
    const auto changed = [&](const fs::path& file) {
        return !fs::exists(file) || fs::last_write_time(file) > built;
    };
    if (changed(fs::path(paths().library) / "libshoal_runtime.a")) return true;
    for (const auto& compiled : plan.compilations) {
        const auto files = read_prerequisites(compiled.rule.string());
        if (files.empty() || std::any_of(files.begin(), files.end(), changed)) return true;
    }
    return false;
}

// Builds of one controller wait for each other. Where no lock can be had (a read-only directory) there is no need.
class BuildLock {
public:
    explicit BuildLock(const fs::path& file)
        : descriptor_(::open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666)) {
        if (descriptor_ >= 0) ::flock(descriptor_, LOCK_EX);
    }
    ~BuildLock() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }
    BuildLock(const BuildLock&) = delete;
    BuildLock& operator=(const BuildLock&) = delete;

private:
    int descriptor_;
};

void write(const fs::path& file, const std::string& text) {
    if (!(std::ofstream(file) << text << std::flush))
        throw Error({{file.string()}, "", "", "", "cannot write this file"});
}

void build(const BuildPlan& plan, bool verbose) {
    write(unfinished(commands_file(plan)), commands_text(plan));
    for (const auto& compiled : plan.compilations) run(compiled.command, verbose);
    try {
        run(plan.link, verbose);
    } catch (const Error& error) {
        throw Error(std::string(error.what()) +
                    ". If it misses `mydata` or `UserdataSize`: the controller needs REGISTER_USERDATA(T) in "
                    "one source file");
    }
    write(plan.program_source, program_source);
    run(plan.link_program, verbose);
    fs::rename(unfinished(plan.image), plan.image);
    fs::rename(unfinished(plan.program), plan.program);
    fs::rename(unfinished(commands_file(plan)), commands_file(plan));
}

}  // namespace

std::string build_controller(const std::string& directory, bool verbose) {
    const BuildPlan plan = plan_build(directory);
    std::error_code failed;
    fs::create_directories(plan.objects, failed);
    if (failed)
        throw Error(
            {{plan.objects.string()}, "", "", "", "cannot create the directory: " + failed.message()});
    const BuildLock lock(plan.objects / "lock");
    if (is_stale(plan)) build(plan, verbose);
    return plan.image.string();
}

}  // namespace shoal::app
