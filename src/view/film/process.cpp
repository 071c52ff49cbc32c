#include "view/film/process.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

extern char** environ;

namespace shoal::view {
namespace {

std::string text_of(int file) {
    std::string text(static_cast<std::size_t>(std::max<off_t>(0, ::lseek(file, 0, SEEK_END))), '\0');
    const ssize_t got = ::pread(file, text.data(), text.size(), 0);
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, got)));
    return text;
}

std::string last_line(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
    return text.substr(text.find_last_of("\r\n") + 1);  // npos + 1 is 0
}

}  // namespace

// A socket instead of a pipe: writing to one whose reader has gone can be told not to raise a signal.
Process::Process(const std::vector<std::string>& words)
    : output_(::memfd_create("output", MFD_CLOEXEC)), errors_(::memfd_create("errors", MFD_CLOEXEC)) {
    int ends[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        throw Error(fmt::format("cannot start {}: {}", words[0], std::strerror(errno)));
    input_ = ends[0];
    posix_spawn_file_actions_t files;
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawn_file_actions_adddup2(&files, ends[1], STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&files, output_, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&files, errors_, STDERR_FILENO);
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    std::vector<char*> argv;
    for (const auto& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    const int failed = ::posix_spawn(&child_, argv[0], &files, &attributes, argv.data(), environ);
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&files);
    ::close(ends[1]);
    if (failed == 0) return;
    child_ = -1;
    for (const int file : {input_, output_, errors_}) ::close(file);
    throw Error(fmt::format("cannot start {}: {}", words[0], std::strerror(failed)));
}

Process::~Process() {
    static_cast<void>(finish());
    ::close(output_);
    ::close(errors_);
}

bool Process::write(std::span<const std::uint8_t> bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(input_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(sent));
    }
    return true;
}

bool Process::finish() {
    close_input();
    if (child_ >= 0) {
        while (::waitpid(child_, &status_, 0) < 0 && errno == EINTR) {}
        child_ = -1;
    }
    return status_ == 0;
}

void Process::close_input() {
    if (input_ >= 0) ::close(input_);
    input_ = -1;
}

std::string Process::output() const { return text_of(output_); }

std::string Process::complaint() const {
    const std::string said = last_line(text_of(errors_));
    if (!said.empty()) return said;
    return WIFSIGNALED(status_) ? fmt::format("it was ended by signal {}", WTERMSIG(status_))
                                : fmt::format("it ended with status {}", WEXITSTATUS(status_));
}

}  // namespace shoal::view
