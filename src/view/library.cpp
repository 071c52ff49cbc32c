#include "view/library.hpp"

#include "base/error.hpp"

#include <dlfcn.h>

namespace shoal::view {
namespace {

constexpr const char* file_name = "libshoal_view.so";  // beside libshoal, where its RPATH looks

const ViewLibrary& load() {
    void* const handle = ::dlopen(file_name, RTLD_LAZY | RTLD_LOCAL);
    void* const library = handle != nullptr ? ::dlsym(handle, "shoal_view_library") : nullptr;
    if (library != nullptr) return *static_cast<const ViewLibrary*>(library);
    throw Error(std::string("cannot load what draws pictures: ") + ::dlerror());
}

}  // namespace

const ViewLibrary& view_library() {
    static const ViewLibrary& library = load();
    return library;
}

}  // namespace shoal::view
