#include "app/prerequisites.hpp"

#include <fstream>
#include <iterator>

namespace shoal::app {
namespace {

// Make quotes a space or # by a backslash and a dollar by another one; a backslash at the end continues the line.
bool is_quoted(char c, char next) {
    return (c == '\\' && (next == ' ' || next == '#')) || (c == '$' && next == '$');
}

}  // namespace

std::vector<std::string> read_prerequisites(const std::string& file) {
    std::ifstream stream(file);
    const std::string rule{std::istreambuf_iterator<char>(stream), {}};
    std::vector<std::string> words(1);
    const std::size_t colon = rule.find(':');
    for (std::size_t i = colon == std::string::npos ? rule.size() : colon + 1; i < rule.size(); ++i) {
        const char next = i + 1 < rule.size() ? rule[i + 1] : '\n';
        if (is_quoted(rule[i], next)) words.back() += rule[++i];
        else if (rule[i] == ' ' || rule[i] == '\n' || (rule[i] == '\\' && next == '\n')) words.emplace_back();
        else words.back() += rule[i];
    }
    std::erase(words, "");
    return words;
}

}  // namespace shoal::app
