#pragma once

#include "base/error.hpp"

#include <string>
#include <vector>

namespace shoal::scenario {

/// Several mistakes of one file in one exception: mistake() is the first, what() tells all, a line each.
class Mistakes : public Error {
public:
    explicit Mistakes(std::vector<Mistake> all);

    [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }
    [[nodiscard]] const std::vector<Mistake>& all() const { return all_; }

private:
    std::vector<Mistake> all_;
    std::string text_;
};

/// Collects what is wrong with a file while it is read, so that the user sees everything at once.
class Problems {
public:
    explicit Problems(bool strict = false) : strict_(strict) {}

    void error(Mistake mistake) { errors_.push_back(std::move(mistake)); }
    /// A warning that strict reading turns into an error.
    void doubt(const Mistake& mistake);
    void warning(const Mistake& mistake);

    [[nodiscard]] std::vector<std::string> take_warnings() { return std::move(warnings_); }
    /// In the order of lines; mistakes of the command line come first.
    void throw_if_any();

private:
    bool strict_;
    std::vector<Mistake> errors_;
    std::vector<std::string> warnings_;
};

}  // namespace shoal::scenario
