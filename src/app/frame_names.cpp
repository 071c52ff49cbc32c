#include "app/frame_names.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <vector>

namespace shoal::app {

std::string frame_name(const std::string& pattern, double time) {
    if (pattern.find('{') == std::string::npos)
        throw Error({{},
                     "frames_name",
                     pattern,
                     "a name with {} where the time goes, e.g. frames/f{:010.4f}.png",
                     ""});
    try {
        return fmt::vformat(pattern, fmt::make_format_args(time));
    } catch (const fmt::format_error& error) {
        throw Error({{},
                     "frames_name",
                     pattern,
                     "a name with {} where the time goes, e.g. frames/f{:010.4f}.png",
                     error.what()});
    }
}

void delete_old_frames(const std::string& pattern) {
    namespace fs = std::filesystem;
    const fs::path parent = fs::path(pattern).parent_path();
    const fs::path directory = parent.empty() ? "." : parent;
    std::vector<fs::path> old;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(directory, none))
        if (entry.is_regular_file() && entry.path().extension() == ".png") old.push_back(entry.path());
    for (const auto& file : old) fs::remove(file, none);
}

}  // namespace shoal::app
