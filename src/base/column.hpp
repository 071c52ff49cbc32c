#pragma once

#include "base/assert.hpp"

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace shoal {

/// One field of many entities: a growable array of plain values, aligned to 64 bytes and padded so that a
/// kernel may read and write whole vectors past the last element (the padding belongs to the column).
template <class T>
class Column {
    static_assert(std::is_trivially_copyable_v<T>, "columns are copied, hashed and saved as bytes");

public:
    using value_type = T;

    static constexpr std::size_t alignment = 64;  // bytes: one cache line, one AVX-512 vector
    static constexpr std::size_t padding = alignment / sizeof(T) ? alignment / sizeof(T) : 1;  // elements

    Column() = default;
    explicit Column(std::size_t n, T value = T{}) { resize(n, value); }
    Column(const Column& other) { *this = other; }
    Column(Column&& other) noexcept { swap(other); }
    Column& operator=(const Column& other) {
        if (this == &other) return *this;
        reserve(other.size_);
        size_ = other.size_;
        if (size_ > 0) std::memcpy(data_.get(), other.data_.get(), size_ * sizeof(T));
        return *this;
    }
    Column& operator=(Column&& other) noexcept {
        swap(other);
        return *this;
    }

    void swap(Column& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::size_t capacity() const { return capacity_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] T* data() { return data_.get(); }
    [[nodiscard]] const T* data() const { return data_.get(); }
    [[nodiscard]] T* begin() { return data(); }
    [[nodiscard]] T* end() { return data() + size_; }
    [[nodiscard]] const T* begin() const { return data(); }
    [[nodiscard]] const T* end() const { return data() + size_; }
    [[nodiscard]] T& back() { return (*this)[size_ - 1]; }
    [[nodiscard]] std::span<T> span() { return {data(), size_}; }
    [[nodiscard]] std::span<const T> span() const { return {data(), size_}; }

    [[nodiscard]] T& operator[](std::size_t i) {
        SHOAL_ASSERT(i < size_);
        return data_.get()[i];
    }
    [[nodiscard]] const T& operator[](std::size_t i) const {
        SHOAL_ASSERT(i < size_);
        return data_.get()[i];
    }

    void clear() { size_ = 0; }
    void push_back(T value) {
        grow(size_ + 1);
        data_.get()[size_++] = value;
    }
    /// New elements get `value`; capacity never shrinks, so a warm column does not allocate. An empty column gets
    /// just the room that it needs.
    void resize(std::size_t n, T value = T{}) {
        make_room(n);
        for (std::size_t i = size_; i < n; ++i) data_.get()[i] = value;
        size_ = n;
    }
    /// As resize, but leaves new elements as they are: for scratch that a kernel overwrites.
    void resize_uninitialised(std::size_t n) {
        make_room(n);
        size_ = n;
    }
    /// Room for n elements, exactly.
    void reserve(std::size_t n) {
        if (n <= capacity_) return;
        const std::size_t bytes = ((n + padding) * sizeof(T) + alignment - 1) / alignment * alignment;
        Buffer fresh(static_cast<T*>(::operator new(bytes, std::align_val_t{alignment})));
        std::memset(static_cast<void*>(fresh.get()), 0, bytes);
        if (size_ > 0) std::memcpy(static_cast<void*>(fresh.get()), data_.get(), size_ * sizeof(T));
        data_ = std::move(fresh);
        capacity_ = n;
    }

private:
    void make_room(std::size_t n) {
        if (capacity_ == 0) reserve(n);
        grow(n);
    }

    // Room for n elements and, if that takes a new buffer, for some more, so that n single additions cost O(n): for half as
    // many again, or an eighth where that is much memory.
    void grow(std::size_t n) {
        if (n <= capacity_) return;
        const std::size_t more = n + (n * sizeof(T) < (1u << 20) ? n / 2 : n / 8);
        reserve(more < 64 ? 64 : more);
    }

    struct Free {
        void operator()(T* p) const { ::operator delete(p, std::align_val_t{alignment}); }
    };
    using Buffer = std::unique_ptr<T, Free>;

    Buffer data_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

}  // namespace shoal
