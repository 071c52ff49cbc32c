#include "app/commands.hpp"
#include "app/paths.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace shoal::app {

int new_project(const std::string& directory) {
    namespace fs = std::filesystem;
    if (fs::exists(directory) && !(fs::is_directory(directory) && fs::is_empty(directory)))
        throw Error({{directory},
                     "",
                     "",
                     "a directory that does not exist or is empty",
                     "will not write over what is there"});
    std::error_code failed;
    fs::create_directories(directory, failed);
    if (!failed) fs::copy(paths().project_template, directory, fs::copy_options::recursive, failed);
    if (failed) throw Error({{directory}, "", "", "", "cannot create the project: " + failed.message()});
    fmt::print("Created {0}. Next: shoal run {0} -g\n", directory);
    return 0;
}

}  // namespace shoal::app
