#include "pogobot/image.hpp"

#include "base/error.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <span>

namespace shoal::pogobot {
namespace {

// The loader takes two files with one inode for the same library, so each simulation loads a copy in memory.
int copy_to_memory(const std::string& path) {
    const int source = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (source < 0)
        throw Error({{path}, "", "", "", "cannot read the controller; build it with: shoal build DIRECTORY"});
    const int copy = ::memfd_create("controller", MFD_CLOEXEC);
    std::array<char, 65536> buffer;
    ssize_t got = 0;
    bool whole = copy >= 0;
    while (whole && (got = ::read(source, buffer.data(), buffer.size())) > 0)
        whole = ::write(copy, buffer.data(), static_cast<std::size_t>(got)) == got;
    ::close(source);
    if (!whole || got < 0) throw Error({{path}, "", "", "", "cannot load the controller into memory"});
    return copy;
}

std::string name_of(int copy) { return "/proc/self/fd/" + std::to_string(copy); }

struct SegmentSearch {
    ElfW(Addr) base;
    std::span<unsigned char> found;
};

// `shoal build` links with -z relro -z now: what is writable and not made read-only after loading is .data and .bss.
int find_globals(dl_phdr_info* library, std::size_t, void* argument) {
    auto& search = *static_cast<SegmentSearch*>(argument);
    if (library->dlpi_addr != search.base) return 0;
    ElfW(Addr) sealed_end = 0;
    const std::span headers(library->dlpi_phdr, library->dlpi_phnum);
    for (const auto& h : headers)
        if (h.p_type == PT_GNU_RELRO) sealed_end = h.p_vaddr + h.p_memsz;
    for (const auto& h : headers) {
        if (h.p_type != PT_LOAD || (h.p_flags & PF_W) == 0) continue;
        const ElfW(Addr) begin = std::max(h.p_vaddr, sealed_end), end = h.p_vaddr + h.p_memsz;
        if (begin < end) search.found = {reinterpret_cast<unsigned char*>(search.base + begin), end - begin};
    }
    return 1;
}

std::span<unsigned char> globals_of(void* handle) {
    link_map* map = nullptr;
    ::dlinfo(handle, RTLD_DI_LINKMAP, &map);
    SegmentSearch search{map->l_addr, {}};
    ::dl_iterate_phdr(find_globals, &search);
    return search.found;
}

}  // namespace

Image::Image(const std::string& path) : path_(path) {
    copy_ = copy_to_memory(path);
    handle_ = ::dlopen(name_of(copy_).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ == nullptr)
        throw Error({{path}, "", "", "", std::string("not a controller: ") + ::dlerror()});
    firmware_ = static_cast<const shoal_firmware*>(::dlsym(handle_, SHOAL_FIRMWARE_SYMBOL));
    if (firmware_ == nullptr)
        throw Error({{path}, "", "", "", "not a controller; build it with: shoal build DIRECTORY"});
    if (firmware_->abi_version != SHOAL_FIRMWARE_ABI_VERSION ||
        firmware_->struct_size != sizeof(shoal_firmware))
        throw Error(
            {{path}, "", "", "", "the controller was built for another version of Shoal; build it again"});
    if ((firmware_->mydata == nullptr) != (firmware_->userdata_size == nullptr))
        throw Error({{path},
                     "",
                     "",
                     "",
                     "`mydata` is not visible; define it with REGISTER_USERDATA(T) outside any namespace"});
    globals_ = globals_of(handle_);
}

AddressRange Image::addresses() const {
    struct Search {
        std::uintptr_t inside;
        AddressRange found;
    };
    Search search{reinterpret_cast<std::uintptr_t>(firmware_), {}};
    const auto look = [](dl_phdr_info* object, std::size_t, void* data) {
        AddressRange range{UINTPTR_MAX, 0};
        for (const auto& part : std::span(object->dlpi_phdr, object->dlpi_phnum)) {
            if (part.p_type != PT_LOAD) continue;
            range.begin = std::min<std::uintptr_t>(range.begin, object->dlpi_addr + part.p_vaddr);
            range.end = std::max<std::uintptr_t>(range.end, object->dlpi_addr + part.p_vaddr + part.p_memsz);
        }
        auto& wanted = *static_cast<Search*>(data);
        if (!range.contains(wanted.inside)) return 0;
        wanted.found = range;
        return 1;
    };
    ::dl_iterate_phdr(look, &search);
    return search.found;
}

Image::~Image() {
    if (handle_ != nullptr) ::dlclose(handle_);
    // The loader knows libraries by name, too: no other copy may get this one while it has not let go of it.
    if (::dlopen(name_of(copy_).c_str(), RTLD_NOW | RTLD_NOLOAD) == nullptr) ::close(copy_);
}

}  // namespace shoal::pogobot
