#include "record/arrow/library.hpp"

#include "base/error.hpp"

#include <dlfcn.h>

namespace shoal::record {
namespace {

constexpr const char* file_name = "libshoal_arrow.so";  // beside libshoal, where its RPATH looks

const ArrowLibrary& load() {
    void* const handle = ::dlopen(file_name, RTLD_LAZY | RTLD_LOCAL);
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

}  // namespace shoal::record
