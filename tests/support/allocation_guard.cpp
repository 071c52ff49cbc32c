#include "support/allocation_guard.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SHOAL_COUNTS_ALLOCATIONS 0
#else
#define SHOAL_COUNTS_ALLOCATIONS 1
#endif

namespace {

std::atomic<std::size_t> allocations{0};

}  // namespace

namespace shoal {

AllocationGuard::AllocationGuard() : at_start_(allocations.load()) {}
bool AllocationGuard::available() { return SHOAL_COUNTS_ALLOCATIONS; }
std::size_t AllocationGuard::count() const { return allocations.load() - at_start_; }

}  // namespace shoal

#if SHOAL_COUNTS_ALLOCATIONS

namespace {

void* counted(std::size_t size, std::size_t alignment) {
    ++allocations;
    const std::size_t whole = (size + alignment - 1) / alignment * alignment;
    void* const memory = std::aligned_alloc(alignment, whole > 0 ? whole : alignment);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

}  // namespace

// The array and nothrow forms call these.
void* operator new(std::size_t size) { return counted(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    return counted(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

#endif
