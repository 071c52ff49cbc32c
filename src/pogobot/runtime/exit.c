// Leaving the program. A robot cannot: it ends the run, with a message and a complete log, not Shoal half-way.
// Hidden, as in random.c.
#include "robot_state.h"

_Noreturn void _exit(int status);

SHOAL_HIDDEN _Noreturn void exit(int status) { shoal_host_exit(status); }
SHOAL_HIDDEN _Noreturn void quick_exit(int status) { shoal_host_exit(status); }
SHOAL_HIDDEN _Noreturn void _Exit(int status) { shoal_host_exit(status); }
SHOAL_HIDDEN _Noreturn void _exit(int status) { shoal_host_exit(status); }
