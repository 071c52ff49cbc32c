#include "base/error.hpp"

#include <utility>

namespace shoal {
namespace {

void append(std::string& text, const std::string& part, const char* separator) {
    if (part.empty()) return;
    if (!text.empty()) text += separator;
    text += part;
}

std::string describe(const Mistake& m) {
    std::string text = to_string(m.where);
    append(text, m.key, ": ");
    append(text, m.message, ": ");
    std::string detail;
    if (!m.found.empty()) detail = "found '" + m.found + "'";
    if (!m.expected.empty()) append(detail, "expected " + m.expected, ", ");
    append(text, detail, ": ");
    return text;
}

}  // namespace

Error::Error(Mistake mistake) : std::runtime_error(describe(mistake)), mistake_(std::move(mistake)) {}

std::string to_string(const Location& where) {
    std::string text = where.file;
    if (where.line > 0) append(text, std::to_string(where.line), ":");
    if (where.line > 0 && where.column > 0) append(text, std::to_string(where.column), ":");
    return text;
}

}  // namespace shoal
