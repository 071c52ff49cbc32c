#pragma once

#include "base/error.hpp"

#include <gtest/gtest.h>

#include <string>

/// The mistake that a call throws; a failed test and an empty mistake when it throws none.
template <class Call>
shoal::Mistake mistake_of(Call call) {
    try {
        call();
    } catch (const shoal::Error& error) {
        return error.mistake();
    }
    ADD_FAILURE() << "no error";
    return {};
}

/// The whole message of an error.
template <class Call>
std::string message_of(Call call) {
    try {
        call();
    } catch (const shoal::Error& error) {
        return error.what();
    }
    ADD_FAILURE() << "no error";
    return {};
}

inline bool mentions(const std::string& text, const std::string& word) {
    return text.find(word) != std::string::npos;
}
