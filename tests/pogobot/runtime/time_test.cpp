#include "fake_host.hpp"

#include "pogobase.h"

#include <stdexcept>

class Time : public RuntimeTest {
protected:
    time_reference_t t_{};
};

TEST_F(Time, AStopwatchReadsTheClockSinceItsOrigin) {
    fake.clock_us = 5'000;
    pogobot_stopwatch_reset(&t_);
    EXPECT_EQ(pogobot_stopwatch_get_elapsed_microseconds(&t_), 0);
    fake.clock_us += 80'000;
    msleep(10);
    EXPECT_EQ(pogobot_stopwatch_get_elapsed_microseconds(&t_), 90'000);
    EXPECT_EQ(pogobot_stopwatch_get_elapsed_microseconds(&t_), 90'000);  // reading has no effect
    fake.clock_us += 6'000;
    EXPECT_EQ(pogobot_stopwatch_get_elapsed_microseconds(&t_), 96'000);
}

TEST_F(Time, AZeroedStopwatchCountsFromTheRobotsStart) {
    fake.clock_us = 1'234;
    EXPECT_EQ(pogobot_stopwatch_get_elapsed_microseconds(&t_), 1'234);
}

TEST_F(Time, ALapReadsAndRestarts) {
    pogobot_stopwatch_reset(&t_);
    fake.clock_us = 700;
    EXPECT_EQ(pogobot_stopwatch_lap(&t_), 700);
    fake.clock_us = 1'000;
    EXPECT_EQ(pogobot_stopwatch_lap(&t_), 300);
}

TEST_F(Time, ALaterOriginMeansLessElapsed) {
    pogobot_stopwatch_reset(&t_);
    fake.clock_us = 1'000;
    pogobot_stopwatch_offset_origin_microseconds(&t_, 400);
    EXPECT_EQ(pogobot_stopwatch_get_elapsed_microseconds(&t_), 600);
    pogobot_stopwatch_offset_origin_microseconds(&t_, -900);
    EXPECT_EQ(pogobot_stopwatch_get_elapsed_microseconds(&t_), 1'500);
}

TEST_F(Time, AStopwatchMayBeCopiedAndItsOldPlaceReused) {
    time_reference_t copy;
    {
        time_reference_t local;
        pogobot_stopwatch_reset(&local);
        copy = local;
        local = {};
    }
    fake.clock_us = 42;
    EXPECT_EQ(pogobot_stopwatch_get_elapsed_microseconds(&copy), 42);
}

TEST_F(Time, ReadingsWrapAsSigned32Bits) {
    pogobot_stopwatch_reset(&t_);
    fake.clock_us = 0x7fffffffu;
    EXPECT_EQ(pogobot_stopwatch_get_elapsed_microseconds(&t_), INT32_MAX);
    fake.clock_us += 1;
    EXPECT_EQ(pogobot_stopwatch_get_elapsed_microseconds(&t_), INT32_MIN);
    fake.clock_us = uint64_t{1} << 32;
    EXPECT_EQ(pogobot_stopwatch_get_elapsed_microseconds(&t_), 0);
}

TEST_F(Time, MillisecondsDoNotWrapWithTheStopwatches) {
    fake.clock_us = 100;
    shoal_firmware.robot_main();
    fake.clock_us += 7'200'000'000;  // two hours
    EXPECT_EQ(current_time_milliseconds(), 7'200'000u);
}

TEST_F(Time, ATimerExpiresInALaterStep) {
    pogobot_timer_init(&t_, 50'000);
    EXPECT_EQ(pogobot_timer_get_remaining_microseconds(&t_), 50'000);
    EXPECT_FALSE(pogobot_timer_has_expired(&t_));
    fake.clock_us += 49'999;
    EXPECT_EQ(pogobot_timer_get_remaining_microseconds(&t_), 1);
    EXPECT_FALSE(pogobot_timer_has_expired(&t_));
    fake.clock_us += 1;
    EXPECT_TRUE(pogobot_timer_has_expired(&t_));
    fake.clock_us += 500;
    EXPECT_EQ(pogobot_timer_get_remaining_microseconds(&t_), -500);
}

TEST_F(Time, APeriodicTimerKeepsItsRate) {
    pogobot_timer_init(&t_, 1'000);
    int expiries = 0;
    for (; fake.clock_us < 100'000; fake.clock_us += 300)
        if (pogobot_timer_has_expired(&t_)) {
            expiries += 1;
            pogobot_timer_offset_origin_microseconds(&t_, 1'000);
        }
    EXPECT_EQ(expiries, 99);
}

TEST_F(Time, WaitingSleepsWhatRemains) {
    pogobot_timer_init(&t_, 2'500);
    fake.clock_us = 500;
    pogobot_timer_wait_for_expiry(&t_);
    EXPECT_EQ(fake.clock_us, 2'500u);
    EXPECT_TRUE(pogobot_timer_has_expired(&t_));
    pogobot_timer_wait_for_expiry(&t_);
    EXPECT_EQ(fake.clock_us, 2'500u);
}

TEST_F(Time, MethodsStopAndResume) {
    t_.reset();
    fake.clock_us = 100;
    EXPECT_EQ(t_.get_elapsed_microseconds(), 100u);
    t_.disable();
    fake.clock_us = 1'000;
    EXPECT_EQ(t_.get_elapsed_microseconds(), 100u);
    EXPECT_EQ(pogobot_stopwatch_get_elapsed_microseconds(&t_), 100);
    t_.enable();
    fake.clock_us = 1'010;
    EXPECT_EQ(t_.get_elapsed_microseconds(), 110u);
    t_.add_elapsed_microseconds(5);
    EXPECT_EQ(t_.get_elapsed_microseconds(), 115u);
    t_.offset_origin_microseconds(15);
    EXPECT_EQ(t_.get_elapsed_microseconds(), 100u);
}

TEST_F(Time, SleepingForNoTimeOrLessDoesNothing) {
    msleep(0);
    msleep(-5);
    EXPECT_TRUE(fake.calls.empty());
}

TEST_F(Time, ANullStopwatchEndsTheRun) {
    EXPECT_THROW(pogobot_stopwatch_reset(nullptr), std::runtime_error);
    EXPECT_THROW(pogobot_timer_has_expired(nullptr), std::runtime_error);
}
