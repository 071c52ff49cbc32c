#pragma once

#include <string>

namespace shoal::app {

struct ReplayOptions {
    std::string log;
    std::string controller;  // directory or shared object; empty: the one that the log names
    int threads = 1;
};

/// `shoal replay LOG`: runs what the log's metadata tell again. 0: all rows are the same; 1: some differ; 2: it cannot be
/// run again. Says so.
[[nodiscard]] int replay(const ReplayOptions& options);

}  // namespace shoal::app
