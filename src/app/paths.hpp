#pragma once

#include <string>
#include <vector>

namespace shoal::app {

/// Where the parts of this installation (or build tree) are.
struct Paths {
    std::string include;  // headers that controllers include
    std::string library;  // directory of libshoal and of the runtime archive
    std::string data;     // holds arenas/
    std::string project_template;
};

[[nodiscard]] const Paths& paths();

/// Directory of the running program.
[[nodiscard]] std::string program_path();

}  // namespace shoal::app
