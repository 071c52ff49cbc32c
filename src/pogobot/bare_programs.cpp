#include "pogobot/bare_programs.hpp"

#include "base/assert.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace shoal::pogobot {
namespace {

// Tops of stacks that lie whole pages apart would all fall into the same few lines of the processor's cache.
constexpr std::size_t shifts = 32, shift = 128;  // bytes

}  // namespace

Stacks::Stacks(std::size_t count, std::size_t size)
    : size_(size), page_(static_cast<std::size_t>(::sysconf(_SC_PAGESIZE))) {
    size_ = (size + shifts * shift + page_ - 1) / page_ * page_;
    total_ = count * (page_ + size_);
    void* memory =
        ::mmap(nullptr, total_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED)
        throw Error(fmt::format("no address space for {} stacks of {} KiB (firmware_stack): {}", count,
                                size / 1024, std::strerror(errno)));
    memory_ = static_cast<std::byte*>(memory);
}

Stacks::~Stacks() { ::munmap(memory_, total_); }

std::span<std::byte> Stacks::open(std::size_t i) const {
    std::byte* bottom = memory_ + i * (page_ + size_) + page_;
    if (::mprotect(bottom, size_, PROT_READ | PROT_WRITE) != 0)
        throw Error(
            fmt::format("no memory for the stack of one more robot, after {}: {}; each takes two of "
                        "the mappings that vm.max_map_count allows",
                        i, std::strerror(errno)));
    return {bottom, size_ - i % shifts * shift};
}

BarePrograms::BarePrograms(std::uint32_t robots, std::size_t stack_size, int (*main)())
    : main_(main), stacks_(robots, stack_size), programs_(robots), stack_of_(robots, none) {}

void BarePrograms::start(std::uint32_t robot) {
    SHOAL_ASSERT(!sleeps(robot));
    if (free_.empty()) free_.push_back(opened_++);
    stack_of_[robot] = free_.back();
    free_.pop_back();
    prepare(robot);
    wake(robot);
}

void BarePrograms::prepare(std::uint32_t robot) {
    const std::uint32_t stack = stack_of_[robot];
    programs_[stack].emplace(stacks_.open(stack), call_main, this);
}

void BarePrograms::wake(std::uint32_t robot) {
    running_ = &*programs_[stack_of_[robot]];
    try {
        running_->resume();
    } catch (...) {
        running_ = nullptr;
        throw;
    }
    if (std::exchange(running_, nullptr)->ended()) {
        programs_[stack_of_[robot]].reset();
        free_.push_back(std::exchange(stack_of_[robot], none));
    }
}

void BarePrograms::interrupted() {
    if (running_ != nullptr) std::exchange(running_, nullptr)->interrupted();
}

void BarePrograms::exit(int status) {
    exit_status_ = status;
    running_->suspend();
    std::abort();  // nobody wakes a program that left
}

void BarePrograms::call_main(void* programs) {
    static_cast<void>(static_cast<BarePrograms*>(programs)->main_());
}

}  // namespace shoal::pogobot
