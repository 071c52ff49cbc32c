#include "record/arrow/library.hpp"

#include "base/error.hpp"

#include <dlfcn.h>

#include <filesystem>

namespace shoal::record {
namespace {

// Beside libshoal. By its whole path: under a sanitizer it is not libshoal that asks, so that its RPATH would not help.
std::string library_file() {
    Dl_info own{};
    ::dladdr(reinterpret_cast<const void*>(&arrow_library), &own);
    return (std::filesystem::path(own.dli_fname).parent_path() / "libshoal_arrow.so").string();
}

const ArrowLibrary& load() {
    void* const handle = ::dlopen(library_file().c_str(), RTLD_LAZY | RTLD_LOCAL);
    void* const library = handle != nullptr ? ::dlsym(handle, "shoal_arrow_library") : nullptr;
    if (library != nullptr) return *static_cast<const ArrowLibrary*>(library);
    throw Error(std::string("cannot load what reads and writes Feather files: ") + ::dlerror());
}

}  // namespace

const ArrowLibrary& arrow_library() {
    static const ArrowLibrary& library = load();
    return library;
}

std::vector<Pose> read_poses(const std::string& path) { return arrow_library().read_poses(path); }

std::unique_ptr<LogReader> open_log(const std::string& path) { return arrow_library().open(path); }

}  // namespace shoal::record
