# Language level, warnings and the floating-point rules that every part of Shoal is compiled with.

set(CMAKE_C_STANDARD 11)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g")

set(SHOAL_SANITIZE "" CACHE STRING "Sanitizers, e.g. address,undefined")

add_library(shoal_options INTERFACE)
target_compile_options(shoal_options INTERFACE
  -Wall -Wextra -Wshadow $<$<COMPILE_LANGUAGE:CXX>:-Wconversion;-Wno-sign-conversion>
  # A run must give the same bits on every processor: no contraction to fused multiply-add.
  -ffp-contract=off -fno-math-errno -fno-trapping-math
  -fvisibility=default
  # False alarms of GCC 12 about strings: members of temporaries that are moved into an exception, and `+`.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized;-Wno-restrict>
  $<$<BOOL:${SHOAL_WERROR}>:-Werror>)
if(SHOAL_SANITIZE)
  target_compile_options(shoal_options INTERFACE -fsanitize=${SHOAL_SANITIZE} -fno-omit-frame-pointer -g)
  target_link_options(shoal_options INTERFACE -fsanitize=${SHOAL_SANITIZE})
endif()
