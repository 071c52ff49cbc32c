#pragma once

#include <stdexcept>
#include <string>

namespace shoal {

/// Where in a user's file a mistake was found. Lines and columns count from 1; 0 means unknown.
struct Location {
    std::string file;
    int line = 0;
    int column = 0;
};

/// What a user got wrong: everything that is needed to mend it. Empty parts are left out of the message.
struct Mistake {
    Location where;
    std::string key;       ///< dotted key path, column name or option
    std::string found;     ///< the text that was found
    std::string expected;  ///< what would have been right
    std::string message;   ///< the sentence itself, when key/found/expected do not say it all
};

/// The one exception for user mistakes (bad file, bad value, faulty firmware). Programmer mistakes are SHOAL_ASSERTs.
/// what() reads `file:line:column: key: message: found 'text', expected this`.
class Error : public std::runtime_error {
public:
    explicit Error(Mistake mistake);
    explicit Error(const std::string& message) : Error(Mistake{{}, {}, {}, {}, message}) {}

    [[nodiscard]] const Mistake& mistake() const { return mistake_; }

private:
    Mistake mistake_;
};

/// `file:line:column`, without the parts that are unknown.
[[nodiscard]] std::string to_string(const Location& where);

}  // namespace shoal
