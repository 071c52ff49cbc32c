#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace shoal::app {

using Command = std::vector<std::string>;

/// What a controller is built from and into, and by which commands.
struct BuildPlan {
    struct Compilation {
        std::filesystem::path object, rule;  // rule: names the files that were read
        Command command;
    };
    std::filesystem::path objects;  // directory
    std::filesystem::path image;    // the shared object
    std::filesystem::path program, program_source;
    std::vector<Compilation> compilations;
    Command link, link_program;
};

/// How to build the controller in `directory`. Throws Error if there is nothing to build.
[[nodiscard]] BuildPlan plan_build(const std::string& directory);

/// The name of a file until it is complete: runs that start meanwhile never see half a controller.
[[nodiscard]] std::filesystem::path unfinished(const std::filesystem::path& path);

}  // namespace shoal::app
