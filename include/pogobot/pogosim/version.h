// Versions, for controllers that test them. The POGOLIB and POGOSIM ones name the releases whose interface
// this is.
#pragma once

#define POGOLIB_RELEASE_VERSION "v2.6"

#define POGOSIM_VERSION_MAJOR 0
#define POGOSIM_VERSION_MINOR 10
#define POGOSIM_VERSION_PATCH 10
#define POGOSIM_VERSION_STRING "v0.10.10"
#define POGOSIM_VERSION POGOSIM_VERSION_STRING

#define POGOSIM_VERSION_ENCODE(x, y, z) ((x) * 1000000 + (y) * 1000 + (z))
#define POGOSIM_VERSION_COMPILED                                                                             \
    POGOSIM_VERSION_ENCODE(POGOSIM_VERSION_MAJOR, POGOSIM_VERSION_MINOR, POGOSIM_VERSION_PATCH)
#define POGOSIM_VERSION_ATLEAST(x, y, z) (POGOSIM_VERSION_COMPILED >= POGOSIM_VERSION_ENCODE(x, y, z))

// Defined in Shoal only, so `#ifdef SHOAL_VERSION` tells it apart.
#define SHOAL_VERSION_MAJOR 0
#define SHOAL_VERSION_MINOR 1
#define SHOAL_VERSION_PATCH 0
#define SHOAL_VERSION "0.1.0"
