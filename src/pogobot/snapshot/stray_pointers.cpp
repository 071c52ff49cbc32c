#include "pogobot/snapshot/stray_pointers.hpp"

#include "base/copy_bytes.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string>

namespace shoal::pogobot {
namespace {

constexpr std::uintptr_t least = std::uintptr_t{1} << 32;  // what is below may well be a number

/// A line of /proc/self/maps: begin-end rights offset device inode [name].
struct Mapping {
    AddressRange range;
    bool writable = false;
    bool heap = false;  // or another mapping without a file
};

Mapping mapping_of(const std::string& line) {
    Mapping mapping;
    const char* const end = line.data() + line.size();
    const auto first = std::from_chars(line.data(), end, mapping.range.begin, 16);
    const auto second = std::from_chars(std::min(first.ptr + 1, end), end, mapping.range.end, 16);
    mapping.writable = end - second.ptr > 2 && second.ptr[2] == 'w';
    mapping.heap = line.find('/') == std::string::npos && line.find("[stack]") == std::string::npos;
    return mapping;
}

}  // namespace

StrayPointers::StrayPointers(Elsewhere elsewhere, std::span<const AddressRange> held) {
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        const Mapping mapping = mapping_of(line);
        const bool is_held = std::any_of(held.begin(), held.end(), [&](const AddressRange& part) {
            return part.begin < mapping.range.end && mapping.range.begin < part.end;
        });
        const bool counts = elsewhere == Elsewhere::anything || (mapping.heap && mapping.writable);
        if (!is_held && counts && mapping.range.begin >= least) strange_.push_back(mapping.range);
    }
}

std::optional<std::size_t> StrayPointers::first_in(std::span<const unsigned char> memory) const {
    for (std::size_t at = 0; at + sizeof(std::uintptr_t) <= memory.size(); at += sizeof(std::uintptr_t)) {
        std::uintptr_t word = 0;
        copy_bytes(&word, memory.data() + at, sizeof word);
        const auto above =
            std::upper_bound(strange_.begin(), strange_.end(), word,
                             [](std::uintptr_t w, const AddressRange& range) { return w < range.begin; });
        if (above != strange_.begin() && std::prev(above)->contains(word)) return at;
    }
    return std::nullopt;
}

}  // namespace shoal::pogobot
