"""The robot's clock: a step period is exactly 1 / main_loop_hz; only sleeping lets time pass."""

import numpy as np
import pytest
from support.running import PREAMBLE, scenario

# Prints the clock at each step. Parameters: hz; at step `change_at` the rate becomes `hz_after`.
STEPS = (
    PREAMBLE
    + """
static uint8_t hz = 60;
static uint8_t hz_after = 60;
static uint32_t change_at = 4000000000u;
static uint8_t quiet = 0;
static void user_init(void) { main_loop_hz = hz; }
static void user_step(void) {
    if (!quiet) printf("%lu\\n", (unsigned long)current_time_milliseconds());
    if (pogobot_ticks == change_at) main_loop_hz = hz_after;
}
static void setup(void) {
    init_from_configuration(hz);
    init_from_configuration(hz_after);
    init_from_configuration(change_at);
    init_from_configuration(quiet);
}
int main(void) {
    pogobot_start(user_init, user_step);
    SET_CALLBACK(callback_global_setup, setup);
    return 0;
}
"""
)


def times(run):
    return [int(line) for line in run.printed()]


def test_a_60_hz_robot_steps_at_whole_sixtieths(run_scenario):
    run = run_scenario(STEPS, scenario())
    assert times(run) == [k * 1000 // 60 for k in range(60)]
    assert times(run)[:4] == [0, 16, 33, 50]


@pytest.mark.parametrize("time_step", [0.01, 0.015, 1 / 60, 0.001])
def test_a_60_hz_robot_makes_3600_steps_a_minute(run_scenario, time_step):
    content = scenario(
        simulation_time=60.0, time_step=time_step, save_data_period=1.0, parameters={"quiet": 1}
    )
    rows = run_scenario(STEPS, content).rows
    assert rows["pogobot_ticks"].iloc[-1] == 3600
    assert rows["pogobot_ticks"].tolist() == pytest.approx((60 * np.arange(61)).tolist(), abs=1)


@pytest.mark.parametrize("hz", [1, 7, 10, 30, 59, 90, 100])
def test_any_rate_is_kept_exactly(run_scenario, hz):
    content = scenario(simulation_time=10.0, parameters={"hz": hz})
    assert times(run_scenario(STEPS, content)) == [k * 1000 // hz for k in range(10 * hz)]


@pytest.mark.parametrize("hz", [120, 255])
def test_a_tick_longer_than_the_period_is_shortened_with_a_warning(run_scenario, hz):
    run = run_scenario(STEPS, scenario(parameters={"hz": hz}))
    assert (
        f"time_step: 0.01 s is longer than the period of robots that run at {hz} Hz; using {1 / hz:.6g} s"
        in run.console
    )
    assert times(run) == [k * 1000 // hz for k in range(hz)]


def test_a_rate_of_0_steps_once_a_tick(run_scenario):
    run = run_scenario(STEPS, scenario(parameters={"hz": 0}))
    assert times(run) == list(range(0, 1000, 10))


def test_the_rate_can_change_while_running(run_scenario):
    run = run_scenario(STEPS, scenario(parameters={"hz": 10, "change_at": 4, "hz_after": 50}))
    assert times(run) == [0, 100, 200, 300, 400, *range(420, 1000, 20)]
    slower = run_scenario(STEPS, scenario(parameters={"hz": 50, "change_at": 5, "hz_after": 4}))
    assert times(slower) == [0, 20, 40, 60, 80, 100, 350, 600, 850]


def test_a_rate_that_rises_above_that_of_ticks_loses_no_step(run_scenario):
    run = run_scenario(STEPS, scenario(parameters={"hz": 10, "change_at": 1, "hz_after": 200}))
    assert times(run) == [0, *range(100, 995, 5)]  # the last tick begins at 0.99 s


def test_the_rate_can_go_to_0_and_back(run_scenario):
    run = run_scenario(STEPS, scenario(parameters={"hz": 0, "change_at": 49, "hz_after": 10}))
    assert times(run) == [*range(0, 500, 10), 590, 690, 790, 890, 990]


PERIODS = [(period, step) for period in (0.1, 0.015, 1 / 3, 1 / 60) for step in (0.01, 0.015, 1 / 60)]


@pytest.mark.parametrize(("period", "time_step"), PERIODS)
def test_exports_happen_at_the_first_tick_at_or_after_each_period(run_scenario, period, time_step):
    length = 30.0
    content = scenario(
        simulation_time=length, time_step=time_step, save_data_period=period, parameters={"quiet": 1}
    )
    rows = run_scenario(STEPS, content).rows
    ticks = round(length / time_step + 0.499999)
    due = {int(np.ceil(k * period / time_step - 1e-6)) for k in range(int(length / period + 1e-6) + 1)}
    wanted = np.array(sorted(tick for tick in due if tick <= ticks)) * time_step
    assert rows["time"].to_numpy() == pytest.approx(wanted.astype(np.float32), abs=1e-6)


def test_msleep_in_a_step_takes_from_the_period(run_scenario):
    run = run_scenario("clock", scenario())
    lines = [line.split() for line in run.printed() if line.startswith(("step", "slept"))]
    steps = [int(ms) for what, ms, _ in lines if what == "step"]
    # Robots at 60 Hz never see 80 or 144 ms: the test controller does not sleep here.
    assert steps == [k * 1000 // 60 for k in range(13) if k * 1000 // 60 <= 200]


SLEEPER = (
    PREAMBLE
    + """
static int32_t sleep_ms = 0;
static time_reference_t watch;
static void user_init(void) { pogobot_stopwatch_reset(&watch); }
static void user_step(void) {
    if (pogobot_ticks == 3) msleep(sleep_ms);
    if (pogobot_ticks <= 5)
        printf("%ld\\n", (long)pogobot_stopwatch_get_elapsed_microseconds(&watch));
}
static void setup(void) { init_from_configuration(sleep_ms); }
int main(void) {
    pogobot_start(user_init, user_step);
    SET_CALLBACK(callback_global_setup, setup);
    return 0;
}
"""
)


def test_a_sleep_shorter_than_the_period_keeps_the_pace(run_scenario):
    run = run_scenario(SLEEPER, scenario(parameters={"sleep_ms": 10}))
    assert times(run) == [0, 16666, 33333, 60000, 66666, 83333]


def test_a_sleep_longer_than_the_period_overflows_and_goes_on_at_once(run_scenario):
    run = run_scenario(SLEEPER, scenario(parameters={"sleep_ms": 30}))
    overflow = [line for line in run.printed() if line.startswith("[TIME]")]
    assert overflow == [
        "[TIME] Error code: 0: TIME OVERFLOW ERROR! Step took 30 ms, should be less than 16 ms."
    ]
    assert [int(line) for line in run.printed() if line.isdigit()] == [0, 16666, 33333, 80000, 80000, 96666]


def test_a_sleep_beyond_the_end_of_the_run(run_scenario):
    run = run_scenario(SLEEPER, scenario(parameters={"sleep_ms": 2000000000}))
    assert run.status == 0
    assert run.rows["pogobot_ticks"].iloc[-1] == 4
    assert len(run.rows) == 11


def test_clock_drift_slows_a_robot_down(run_scenario):
    content = scenario(simulation_time=60.0, save_data_period=60.0, parameters={"quiet": 1})
    content["objects"]["robots"]["temporal_noise_stddev"] = 2000.0  # microseconds a step
    ticks = run_scenario(STEPS, content).rows["pogobot_ticks"].iloc[-1]
    assert 60 / (1 / 60 + 0.002) - 1 <= ticks < 3600


def test_a_run_ends_at_simulation_time(run_scenario):
    rows = run_scenario(
        STEPS, scenario(simulation_time=0.995, save_data_period=0.01, parameters={"quiet": 1})
    ).rows
    assert rows["time"].iloc[-1] == pytest.approx(1.0)
    assert len(rows) == 101


def test_a_run_of_no_time_logs_its_start(run_scenario):
    run = run_scenario(STEPS, scenario(simulation_time=0.0))
    assert (run.status, times(run), run.rows["time"].tolist()) == (0, [], [0.0])
