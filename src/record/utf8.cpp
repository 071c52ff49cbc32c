#include "record/utf8.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace shoal::record {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

/// Length in bytes by the first byte of a character; 0 if no character starts with it.
std::size_t length_by_lead(unsigned char lead) {
    if (lead < 0x80) return 1;
    if (lead < 0xc2) return 0;  // continuation bytes, and the overlong forms of ASCII
    if (lead < 0xe0) return 2;
    if (lead < 0xf0) return 3;
    return lead < 0xf5 ? 4 : 0;
}

/// Overlong forms, surrogates and code points past U+10FFFF all show in the second byte.
bool second_byte_fits(unsigned char lead, unsigned char second) {
    switch (lead) {
        case 0xe0: return second >= 0xa0;
        case 0xed: return second < 0xa0;
        case 0xf0: return second >= 0x90;
        case 0xf4: return second < 0x90;
        default: return true;
    }
}

/// Bytes of the valid character at the front of `text`; 0 if there is none.
std::size_t character_length(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text[0]);
    const std::size_t length = length_by_lead(lead);
    if (length <= 1) return length;
    if (text.size() < length || !second_byte_fits(lead, static_cast<unsigned char>(text[1]))) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if (!is_continuation(text[i])) return 0;
    }
    return length;
}

bool is_ascii(std::string_view text) {
    std::size_t i = 0;
    for (; i + 8 <= text.size(); i += 8) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, text.data() + i, 8);
        if (eight & 0x8080'8080'8080'8080) return false;
    }
    for (; i < text.size(); ++i) {
        if (static_cast<unsigned char>(text[i]) >= 0x80) return false;
    }
    return true;
}

}  // namespace

bool is_utf8(std::string_view text) {
    if (is_ascii(text)) return true;
    while (!text.empty()) {
        const std::size_t length = character_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

void append_utf8(std::string& out, std::string_view text) {
    if (is_utf8(text)) {
        out.append(text);
        return;
    }
    while (!text.empty()) {
        const std::size_t length = character_length(text);
        out.append(length == 0 ? replacement : text.substr(0, length));
        text.remove_prefix(length == 0 ? 1 : length);
    }
}

}  // namespace shoal::record
