#include "record/target_file.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <fcntl.h>

#include <cerrno>
#include <filesystem>
#include <random>
#include <system_error>

namespace shoal::record {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path, const std::string& what, int code) {
    throw Error({.where = {.file = path},
                 .key = {},
                 .found = {},
                 .expected = {},
                 .message = what + ": " + std::generic_category().message(code)});
}

/// A name that no other process or host picks, and an open that would notice if one did.
TargetFile open_beside(const std::string& path, const std::string& what) {
    std::random_device random;
    for (;;) {
        TargetFile file{path, fmt::format("{}.part-{:08x}", path, random()), -1, what};
        file.descriptor = ::open(file.written.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
        if (file.descriptor >= 0) return file;
        if (errno != EEXIST) fail(path, "cannot write " + what, errno);
    }
}

// By the name that was given: what /dev/stdout stands for may have none.
TargetFile open_device(const std::string& path, const std::string& what) {
    TargetFile file{path, path, ::open(path.c_str(), O_WRONLY | O_CLOEXEC), what};
    if (file.descriptor < 0) fail(path, "cannot write " + what, errno);
    return file;
}

}  // namespace

TargetFile open_target(const std::string& path, const std::string& what) {
    std::error_code error;
    const fs::file_status given = fs::status(path, error);
    if (fs::exists(given) && !fs::is_regular_file(given) && !fs::is_directory(given))
        return open_device(path, what);
    const fs::path target = fs::weakly_canonical(fs::absolute(path), error);
    if (error) fail(path, "cannot write " + what, error.value());
    fs::create_directories(target.parent_path(), error);
    if (error) fail(path, "cannot create its directory", error.value());
    if (fs::is_directory(target, error)) fail(path, "cannot write " + what, EISDIR);
    return open_beside(target.string(), what);
}

void move_into_place(const TargetFile& file) {
    if (file.written == file.path) return;
    std::error_code error;
    fs::rename(file.written, file.path, error);
    if (error)
        fail(file.path, "cannot move " + file.what + ", which is complete, here from " + file.written,
             error.value());
}

}  // namespace shoal::record
