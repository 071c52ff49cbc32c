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
#include <utility>

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

template <class T>
T read_at(int file, std::uint64_t offset) {
    T value{};
    static_cast<void>(!::pread(file, &value, sizeof value, static_cast<off_t>(offset)));
    return value;
}

/// Constructors of global objects, in the image's own addresses.
struct Constructors {
    std::uint64_t address = 0, bytes = 0;
};

// The loader would call them in the middle of its work, where nothing may go wrong. It finds none, and construct() calls them.
Constructors take_constructors(int image) {
    Constructors found;
    const auto header = read_at<ElfW(Ehdr)>(image, 0);
    for (unsigned p = 0; p < header.e_phnum; ++p) {
        const auto part = read_at<ElfW(Phdr)>(image, header.e_phoff + p * sizeof(ElfW(Phdr)));
        if (part.p_type != PT_DYNAMIC) continue;
        for (std::uint64_t at = part.p_offset; at < part.p_offset + part.p_filesz; at += sizeof(ElfW(Dyn))) {
            auto entry = read_at<ElfW(Dyn)>(image, at);
            if (entry.d_tag == DT_INIT_ARRAY) found.address = entry.d_un.d_ptr;
            if (entry.d_tag != DT_INIT_ARRAYSZ) continue;
            found.bytes = std::exchange(entry.d_un.d_val, 0);
            static_cast<void>(!::pwrite(image, &entry, sizeof entry, static_cast<off_t>(at)));
        }
    }
    return found;
}

AddressRange range_of(const dl_phdr_info& library) {
    AddressRange range{UINTPTR_MAX, 0};
    for (const auto& part : std::span(library.dlpi_phdr, library.dlpi_phnum)) {
        if (part.p_type != PT_LOAD) continue;
        range.begin = std::min<std::uintptr_t>(range.begin, library.dlpi_addr + part.p_vaddr);
        range.end = std::max<std::uintptr_t>(range.end, library.dlpi_addr + part.p_vaddr + part.p_memsz);
    }
    return range;
}

// `shoal build` links with -z relro -z now: what is writable and not made read-only after loading is .data and .bss.
std::span<unsigned char> globals_of(const dl_phdr_info& library) {
    ElfW(Addr) sealed_end = 0;
    const std::span parts(library.dlpi_phdr, library.dlpi_phnum);
    for (const auto& part : parts)
        if (part.p_type == PT_GNU_RELRO) sealed_end = part.p_vaddr + part.p_memsz;
    std::span<unsigned char> found;
    for (const auto& part : parts) {
        if (part.p_type != PT_LOAD || (part.p_flags & PF_W) == 0) continue;
        const ElfW(Addr) begin = std::max(part.p_vaddr, sealed_end), end = part.p_vaddr + part.p_memsz;
        if (begin < end) found = {reinterpret_cast<unsigned char*>(library.dlpi_addr + begin), end - begin};
    }
    return found;
}

}  // namespace

Image::Image(const std::string& path) : path_(path) {
    copy_ = copy_to_memory(path);
    const Constructors constructors = take_constructors(copy_);
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
    look_around(constructors.address, constructors.bytes);
}

// The library that the descriptor of the firmware lies in.
void Image::look_around(std::uint64_t constructors, std::uint64_t bytes) {
    const auto look = [&](const dl_phdr_info& library) {
        const AddressRange range = range_of(library);
        if (!range.contains(reinterpret_cast<std::uintptr_t>(firmware_))) return 0;
        addresses_ = range;
        globals_ = globals_of(library);
        constructors_ = {reinterpret_cast<Constructor*>(library.dlpi_addr + constructors),
                         bytes / sizeof(Constructor)};
        return 1;
    };
    using Look = decltype(look);
    ::dl_iterate_phdr([](dl_phdr_info* library, std::size_t,
                         void* argument) { return (*static_cast<Look*>(argument))(*library); },
                      const_cast<void*>(static_cast<const void*>(&look)));
}

void Image::construct() {
    for (const Constructor constructor : std::exchange(constructors_, {})) constructor(0, nullptr, environ);
}

Image::~Image() {
    if (handle_ != nullptr) ::dlclose(handle_);
    // The loader knows libraries by name, too: no other copy may get this one while it has not let go of it.
    if (::dlopen(name_of(copy_).c_str(), RTLD_NOW | RTLD_NOLOAD) == nullptr) ::close(copy_);
}

}  // namespace shoal::pogobot
