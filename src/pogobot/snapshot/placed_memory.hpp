#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace shoal::pogobot {

/// Zeroed memory that lies at the same place in every program, if nothing else is there: addresses in it keep their
/// meaning in a state file. It does not move.
class PlacedMemory {
public:
    PlacedMemory() = default;
    ~PlacedMemory() { clear(); }
    PlacedMemory(PlacedMemory&& other) noexcept { swap(other); }
    PlacedMemory& operator=(PlacedMemory&& other) noexcept {
        swap(other);
        return *this;
    }

    /// `room`: bytes that it may grow to. Throws Error when there is not so much memory.
    void allocate(std::uintptr_t place, std::size_t size, std::size_t room);
    void grow(std::size_t size);
    [[nodiscard]] unsigned char* data() const { return data_; }
    [[nodiscard]] std::size_t size() const { return size_; }

private:
    void clear();
    void swap(PlacedMemory& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(room_, other.room_);
    }

    unsigned char* data_ = nullptr;
    std::size_t size_ = 0, room_ = 0;
};

}  // namespace shoal::pogobot
