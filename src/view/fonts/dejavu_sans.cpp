#include "view/fonts/dejavu_sans.hpp"

// clang-format off
__asm__(
#ifdef __APPLE__
    ".section __TEXT,__const\n"
#else
    ".section .rodata\n"
#endif
    ".global shoal_dejavu_sans_begin\n"
    ".global shoal_dejavu_sans_end\n"
    ".balign 16\n"
    "shoal_dejavu_sans_begin:\n"
    ".incbin \"" SHOAL_FONT_FILE "\"\n"
    "shoal_dejavu_sans_end:\n"
    ".byte 0\n"
    ".text\n");
// clang-format on

extern "C" const std::byte shoal_dejavu_sans_begin[] __attribute__((visibility("hidden")));
extern "C" const std::byte shoal_dejavu_sans_end[] __attribute__((visibility("hidden")));

namespace shoal::view {

std::span<const std::byte> dejavu_sans() { return {shoal_dejavu_sans_begin, shoal_dejavu_sans_end}; }

}  // namespace shoal::view
