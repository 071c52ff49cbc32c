#pragma once

#include <string>

namespace shoal::app {

/// The shared object of the controller in `directory` (all its *.c and *.cpp files), built if it is missing or older
/// than its sources, headers or Shoal itself. Beside it stands a program of the directory's name that runs it.
/// Compilers: SIM_CC and SIM_CXX, else cc and c++. Throws Error if there is nothing to build or a compiler fails.
std::string build_controller(const std::string& directory, bool verbose = false);

}  // namespace shoal::app
