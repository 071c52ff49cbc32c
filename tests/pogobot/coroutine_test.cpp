#include "pogobot/coroutine.hpp"

#include "base/error.hpp"
#include "pogobot/bare_programs.hpp"

#include <gtest/gtest.h>

#include <cfenv>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

using shoal::pogobot::BarePrograms;
using shoal::pogobot::Coroutine;
using shoal::pogobot::Stacks;

namespace {

constexpr std::size_t stack_size = 256 * 1024;  // bytes

struct Task {
    std::vector<std::byte> stack = std::vector<std::byte>(stack_size);
    std::unique_ptr<Coroutine> coroutine;
    std::vector<int> seen;

    void begin(Coroutine::Function function) {
        coroutine = std::make_unique<Coroutine>(stack, function, this);
    }
};

Task& task(void* argument) { return *static_cast<Task*>(argument); }

void count_to_three(void* argument) {
    for (int i = 1; i <= 3; ++i) {
        task(argument).seen.push_back(i);
        task(argument).coroutine->suspend();
    }
}

TEST(Coroutine, GoesOnWhereItWasLeft) {
    Task t;
    t.begin(count_to_three);
    EXPECT_TRUE(t.seen.empty());
    for (int i = 1; i <= 3; ++i) {
        t.coroutine->resume();
        EXPECT_EQ(t.seen.size(), static_cast<std::size_t>(i));
        EXPECT_FALSE(t.coroutine->ended());
    }
    t.coroutine->resume();
    EXPECT_TRUE(t.coroutine->ended());
}

TEST(Coroutine, MayBeLeftForGood) {
    Task t;
    t.begin(count_to_three);
    t.coroutine->resume();
    t.coroutine.reset();
    EXPECT_EQ(t.seen, std::vector<int>{1});
}

TEST(Coroutine, KeepsRegistersOnBothSides) {
    Task t;
    t.begin([](void* argument) {
        double sum = 0.5;
        long product = 1;
        for (int i = 1; i <= 10; ++i) {
            task(argument).coroutine->suspend();
            sum += i;
            product *= i;
        }
        task(argument).seen = {static_cast<int>(2.0 * sum), static_cast<int>(product)};
    });
    double mine = 1.0;
    for (long i = 0; !t.coroutine->ended(); ++i) {
        t.coroutine->resume();
        mine = mine * 0.5 + static_cast<double>(i);
    }
    EXPECT_EQ(t.seen, (std::vector<int>{111, 3628800}));
    EXPECT_DOUBLE_EQ(mine, 18.0 + 2.5 / 1024.0);
}

TEST(Coroutine, ItsRoundingModeIsItsOwn) {
    Task t;
    t.begin([](void* argument) {
        std::fesetround(FE_UPWARD);
        task(argument).coroutine->suspend();
        task(argument).seen.push_back(std::fegetround());
    });
    t.coroutine->resume();
    EXPECT_EQ(std::fegetround(), FE_TONEAREST);
    t.coroutine->resume();
    EXPECT_EQ(t.seen, std::vector<int>{FE_UPWARD});
    EXPECT_EQ(std::fegetround(), FE_TONEAREST);
}

TEST(Coroutine, ThrowsFromResumeWhatNobodyCaughtInside) {
    Task t;
    t.begin([](void* argument) {
        task(argument).coroutine->suspend();
        throw std::runtime_error("inside");
    });
    t.coroutine->resume();
    std::string what;
    try {
        t.coroutine->resume();
    } catch (const std::runtime_error& error) {
        what = error.what();
    }
    EXPECT_EQ(what, "inside");
    EXPECT_TRUE(t.coroutine->ended());
}

// Each stops within a handler while the other throws and handles: handlers nest by stack, not by time.
TEST(Coroutine, HandlersOfTwoStacksDoNotMix) {
    const auto handle = [](void* argument) {
        Task& self = task(argument);
        for (int i = 0; i < 3; ++i) {
            try {
                throw i;
            } catch (int) {
                self.coroutine->suspend();
                try {
                    throw;
                } catch (int again) {
                    self.seen.push_back(again);
                }
            }
        }
        self.seen.push_back(std::current_exception() == nullptr ? 1 : 0);
    };
    Task a, b;
    a.begin(handle);
    b.begin(handle);
    a.coroutine->resume();
    for (int i = 0; i < 3; ++i) {
        b.coroutine->resume();
        a.coroutine->resume();
    }
    b.coroutine->resume();
    EXPECT_EQ(a.seen, (std::vector<int>{0, 1, 2, 1}));
    EXPECT_EQ(b.seen, a.seen);
    EXPECT_EQ(std::current_exception(), nullptr);
}

TEST(Stacks, CanBeUsedToTheLastByteAndLieApart) {
    const Stacks stacks(3, 20'000);
    std::vector<std::span<std::byte>> all;
    for (std::size_t i = 0; i < 3; ++i) {
        all.push_back(stacks.open(i));
        EXPECT_GE(all[i].size(), 20'000u);
        std::fill(all[i].begin(), all[i].end(), std::byte{7});
    }
    EXPECT_GE(all[1].data() - (all[0].data() + all[0].size()), 4096);
}

TEST(Stacks, APageBelowMayNotBeTouched) {
    const Stacks stacks(2, 16'384);
    volatile std::byte* below = stacks.open(1).data() - 1;
    EXPECT_DEATH(*below = std::byte{1}, "");
}

TEST(Stacks, MoreThanThereIsRoomForIsAnError) {
    EXPECT_THROW(Stacks(std::size_t{1} << 40, std::size_t{1} << 20), shoal::Error);
}

BarePrograms* programs = nullptr;
std::vector<int> steps;

TEST(BarePrograms, ReuseTheStacksOfThoseThatEnded) {
    BarePrograms all(1000, stack_size, [] {
        steps.push_back(1);
        return 0;
    });
    for (std::uint32_t robot = 0; robot < 1000; ++robot) {
        all.start(robot);
        EXPECT_FALSE(all.sleeps(robot));
    }
    EXPECT_EQ(steps.size(), 1000u);
}

TEST(BarePrograms, SleepAndWakeEachByItself) {
    steps.clear();
    BarePrograms all(2, stack_size, [] {
        steps.push_back(1);
        programs->sleep();
        steps.push_back(2);
        return 0;
    });
    programs = &all;
    all.start(0);
    all.start(1);
    EXPECT_TRUE(all.sleeps(0) && all.sleeps(1) && !all.running());
    all.wake(1);
    EXPECT_TRUE(all.sleeps(0) && !all.sleeps(1));
    all.wake(0);
    EXPECT_EQ(steps, (std::vector<int>{1, 1, 2, 2}));
}

TEST(BarePrograms, LeaveForGoodByExit) {
    BarePrograms all(1, stack_size, []() -> int { programs->exit(5); });
    programs = &all;
    EXPECT_FALSE(all.exit_status().has_value());
    all.start(0);
    EXPECT_EQ(all.exit_status(), 5);
}

}  // namespace
