#pragma once

#include "base/column.hpp"

#include <bit>
#include <cstdint>
#include <cstring>

namespace shoal {

/// A 64-bit fingerprint of a state, to compare runs bit for bit. Order matters; it is no cryptographic hash.
class Digest {
public:
    void add(std::uint64_t word) {
        hash_ = (std::rotl(hash_, 29) ^ word) * 0x9E3779B97F4A7C15ULL;
        hash_ ^= hash_ >> 32;
    }
    void add_bytes(const void* data, std::size_t size) {
        const auto* bytes = static_cast<const unsigned char*>(data);
        add(size);
        for (; size >= 8; size -= 8, bytes += 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, bytes, 8);
            add(word);
        }
        std::uint64_t rest = 0;
        if (size > 0) std::memcpy(&rest, bytes, size);
        add(rest);
    }
    template <class T>
    void add(const Column<T>& column) {
        add_bytes(column.data(), column.size() * sizeof(T));
    }
    [[nodiscard]] std::uint64_t value() const { return hash_; }

private:
    std::uint64_t hash_ = 0xCBF29CE484222325ULL;
};

}  // namespace shoal
