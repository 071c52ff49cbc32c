#include "app/paths.hpp"

#include "base/error.hpp"

#include <dlfcn.h>

#include <filesystem>

namespace shoal::app {
namespace {

namespace fs = std::filesystem;

fs::path library_directory() {
    Dl_info info{};
    if (::dladdr(reinterpret_cast<const void*>(&paths), &info) == 0 || info.dli_fname == nullptr)
        throw Error("cannot tell where libshoal lies");
    return fs::canonical(info.dli_fname).parent_path();
}

// An installation is recognised by what lies beside the library; a build tree knows its sources.
Paths find_paths() {
    const fs::path library = library_directory();
    for (fs::path prefix = library; prefix.has_relative_path(); prefix = prefix.parent_path()) {
        const fs::path share = prefix / "share" / "shoal";
        const fs::path include = prefix / "include" / "pogobot";
        if (fs::exists(share / "arenas") && fs::exists(include / "pogobase.h"))
            return {include.string(), library.string(), share.string(), (share / "template").string()};
    }
    const fs::path source = SHOAL_SOURCE_TREE;
    if (!fs::exists(source / "include" / "pogobot" / "pogobase.h"))
        throw Error(
            {{library.string()}, "", "", "", "the headers and arenas of this installation are missing"});
    return {(source / "include" / "pogobot").string(), library.string(), source.string(),
            (source / "template").string()};
}

}  // namespace

const Paths& paths() {
    static const Paths found = find_paths();
    return found;
}

std::string program_path() { return fs::canonical("/proc/self/exe").string(); }

}  // namespace shoal::app
