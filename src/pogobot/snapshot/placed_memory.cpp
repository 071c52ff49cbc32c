#include "pogobot/snapshot/placed_memory.hpp"

#include "base/assert.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <sys/mman.h>

#include <cerrno>
#include <cstring>

namespace shoal::pogobot {

void PlacedMemory::allocate(std::uintptr_t place, std::size_t size, std::size_t room) {
    clear();
    if (room == 0) return;
    void* const wish = reinterpret_cast<void*>(place);
    void* const memory =
        ::mmap(wish, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        throw Error(fmt::format("no memory for {} MiB of user data: {}", room >> 20, std::strerror(errno)));
    data_ = static_cast<unsigned char*>(memory);
    size_ = size;
    room_ = room;
}

void PlacedMemory::grow(std::size_t size) {
    SHOAL_ASSERT(size <= room_);
    size_ = size;
}

void PlacedMemory::clear() {
    if (data_ != nullptr) ::munmap(data_, room_);
    data_ = nullptr;
    size_ = room_ = 0;
}

}  // namespace shoal::pogobot
