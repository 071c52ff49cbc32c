#pragma once

#include <cstdio>
#include <cstdlib>

/// Programmer mistakes: checked in every build without NDEBUG, and in optimised builds with SHOAL_ASSERTS.
#if !defined(NDEBUG) || defined(SHOAL_ASSERTS)
#define SHOAL_ASSERT(condition)                                                                    \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            std::fprintf(stderr, "%s:%d: assertion failed: %s\n", __FILE__, __LINE__, #condition); \
            std::abort();                                                                          \
        }                                                                                          \
    } while (false)
#else
#define SHOAL_ASSERT(condition) static_cast<void>(0)
#endif
