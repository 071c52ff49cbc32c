#pragma once

#include <clocale>
#include <locale>
#include <string>

/// Numbers with a decimal comma and points between thousands, for C++ streams always and for C where such a
/// locale is installed, until the end of the scope.
class CommaLocale {
public:
    CommaLocale()
        : before_(std::locale::global(std::locale(std::locale(), new Commas))),
          c_before_(std::setlocale(LC_ALL, nullptr)) {
        for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8"}) {
            if (std::setlocale(LC_ALL, name)) break;
        }
    }
    CommaLocale(const CommaLocale&) = delete;
    CommaLocale& operator=(const CommaLocale&) = delete;
    ~CommaLocale() {
        std::locale::global(before_);
        std::setlocale(LC_ALL, c_before_.c_str());
    }

private:
    struct Commas : std::numpunct<char> {
        char do_decimal_point() const override { return ','; }
        char do_thousands_sep() const override { return '.'; }
        std::string do_grouping() const override { return "\3"; }
    };
    std::locale before_;
    std::string c_before_;
};
