#pragma once

#include <string>
#include <string_view>

namespace shoal::record {

/// True if readers of a utf8 column will accept the text.
[[nodiscard]] bool is_utf8(std::string_view text);

/// Appends `text`, with U+FFFD in place of each byte that is not part of a valid character.
void append_utf8(std::string& out, std::string_view text);

}  // namespace shoal::record
