#include "view/film/ffmpeg.hpp"

#include "base/error.hpp"
#include "view/film/process.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <vector>

namespace shoal::view {
namespace {

namespace fs = std::filesystem;

const char* const how_to_get_it =
    "videos need the program ffmpeg: apt-get install ffmpeg, or pip install imageio-ffmpeg, or name one in "
    "SHOAL_FFMPEG; without it, save_video_period writes frames as PNG files";

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

bool is_program(const fs::path& file) {
    std::error_code none;
    return fs::is_regular_file(file, none) && ::access(file.c_str(), X_OK) == 0;
}

/// Empty if there is none.
std::string on_path(const std::string& name) {
    std::string list = variable("PATH");
    while (!list.empty()) {
        const std::size_t colon = list.find(':');
        const fs::path file = fs::path(list.substr(0, colon)) / name;
        if (colon != 0 && is_program(file)) return file.string();
        list = colon == std::string::npos ? "" : list.substr(colon + 1);
    }
    return "";
}

/// The Python of this installation, of the environment that is active, or of the system.
std::vector<std::string> pythons() {
    std::error_code none;
    std::vector<std::string> found;
    const fs::path own = fs::read_symlink("/proc/self/exe", none).parent_path();
    const fs::path active = fs::path("/") / variable("VIRTUAL_ENV") / "bin";
    for (const fs::path& directory : {own, active})
        if (is_program(directory / "python3")) found.push_back((directory / "python3").string());
    if (const std::string python = on_path("python3"); !python.empty()) found.push_back(python);
    return found;
}

/// Empty if there is none.
std::string from_python() {
    for (const auto& python : pythons()) {
        Process ask({python, "-c", "import imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe())"});
        if (!ask.finish()) continue;
        const std::string answer = ask.output();
        const std::string file = answer.substr(0, answer.find('\n'));
        if (is_program(file)) return file;
    }
    return "";
}

std::string locate() {
    if (const std::string named = variable("SHOAL_FFMPEG"); !named.empty()) {
        if (is_program(named)) return named;
        if (const std::string found = on_path(named); !found.empty()) return found;
        throw Error({{}, "SHOAL_FFMPEG", named, "the path of a program", ""});
    }
    std::string found = on_path("ffmpeg");
    if (found.empty()) found = from_python();
    if (found.empty()) throw Error(how_to_get_it);
    return found;
}

}  // namespace

bool Ffmpeg::has_encoder(std::string_view name) const {
    return encoders.find(fmt::format(" {} ", name)) != std::string::npos;
}

Ffmpeg find_ffmpeg() {
    const std::string program = locate();
    Process ask({program, "-hide_banner", "-encoders"});
    if (!ask.finish()) throw Error(fmt::format("{} does not run: {}", program, ask.complaint()));
    return {program, ask.output()};
}

}  // namespace shoal::view
