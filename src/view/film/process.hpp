#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace shoal::view {

/// A program that runs beside ours and takes bytes on its standard input. What it prints is kept. Our signals (Ctrl-C in a
/// terminal) do not reach it.
class Process {
public:
    /// The first word is a path. Throws Error if it cannot be started.
    explicit Process(const std::vector<std::string>& words);
    ~Process();  // closes its input and waits
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    /// False if it takes no more: it has ended.
    [[nodiscard]] bool write(std::span<const std::uint8_t> bytes);
    /// Closes its input and waits for its end. Whether it ended well.
    [[nodiscard]] bool finish();

    [[nodiscard]] std::string output() const;
    /// The last line that it printed on standard error, or else how it ended.
    [[nodiscard]] std::string complaint() const;

private:
    void close_input();

    pid_t child_ = -1;
    int input_ = -1;   // our end of it
    int output_ = -1;  // memory files
    int errors_ = -1;
    int status_ = 0;  // as of waitpid
};

}  // namespace shoal::view
