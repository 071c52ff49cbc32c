#include "pogobot/snapshot/placed_memory.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <sys/mman.h>

#include <cerrno>
#include <cstring>

namespace shoal::pogobot {

void PlacedMemory::allocate(std::uintptr_t place, std::size_t size) {
    clear();
    if (size == 0) return;
    void* const wish = reinterpret_cast<void*>(place);
    void* const memory =
        ::mmap(wish, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        throw Error(fmt::format("no memory for {} MiB of user data: {}", size >> 20, std::strerror(errno)));
    data_ = static_cast<unsigned char*>(memory);
    size_ = size;
}

void PlacedMemory::clear() {
    if (data_ != nullptr) ::munmap(data_, size_);
    data_ = nullptr;
    size_ = 0;
}

}  // namespace shoal::pogobot
