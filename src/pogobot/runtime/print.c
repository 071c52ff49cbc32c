// Robot prints: formatted here, gathered into lines by the host.
#include "robot_state.h"

#include <stdarg.h>

int shoal_prints_enabled = 1;

// For lines that the buffer on the stack does not hold.
static void print_long(const char* format, va_list arguments, size_t size) {
    char* text = malloc(size + 1);
    if (!text) {
        shoal_host_warn("a print was too long for the memory there is");
        return;
    }
    vsnprintf(text, size + 1, format, arguments);
    shoal_host_print(text, size);
    free(text);
}

void pogosim_printf(const char* format, ...) {
    if (!shoal_prints_enabled) return;
    shoal_require(format, "printf was given a null format");
    char text[512];
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int size = vsnprintf(text, sizeof text, format, arguments);
    if (size < 0) shoal_host_warn("printf was given a format that cannot be printed");
    else if ((size_t)size < sizeof text) shoal_host_print(text, (size_t)size);
    else print_long(format, again, (size_t)size);
    va_end(again);
    va_end(arguments);
}

int pogosim_putchar(int character) {
    const char text = (char)character;
    if (shoal_prints_enabled) shoal_host_print(&text, 1);
    return character;
}
