// Per-robot variables that controllers do not see, and how a variable becomes per-robot.
#pragma once

#include "pogobase.h"

#include "firmware_abi.h"

#define SHOAL_PER_ROBOT __attribute__((section("shoal_vars")))
#define SHOAL_HIDDEN __attribute__((visibility("hidden")))

extern SHOAL_HIDDEN bool shoal_started;
extern SHOAL_HIDDEN shoal_callback shoal_user_init;
extern SHOAL_HIDDEN shoal_callback shoal_user_step;
extern SHOAL_HIDDEN uint64_t shoal_rand_state;
extern SHOAL_HIDDEN uint8_t shoal_ir_power;  // 0..3

extern SHOAL_HIDDEN uint64_t shoal_run_seed;  // one per simulation
extern SHOAL_HIDDEN int shoal_prints_enabled;

// Ends the run when a controller passes a null pointer to an API function.
static inline void shoal_require(const void* pointer, const char* message) {
    if (!pointer) shoal_host_fatal(message);
}
