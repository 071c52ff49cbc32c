"""Programs for the bare robot: a main of their own that never calls pogobot_start, on a stack of its own."""

import time

import numpy as np
import pytest
from support.running import PREAMBLE, SANITIZED, robots, scenario

faults_are_ours = pytest.mark.skipif(SANITIZED, reason="sanitizers report these faults in their own way")


def program(body, declarations="", header="pogobot.h"):
    return f'#include "{header}"\n{declarations}\nint main(void) {{\n    pogobot_init();\n{body}\n    return 0;\n}}\n'


def speakers(run):
    """Which robot printed what, in order."""
    lines = [line for line in run.console.splitlines() if "[PRINTF]" in line]
    return [
        (int(line.split("[ROBOT #", 1)[1].split("]", 1)[0]), line.split("[PRINTF] ", 1)[1]) for line in lines
    ]


def three(**keys):
    return scenario(objects={"robots": robots(3)}, **keys)


# The listings of the robot paper.


def test_annex_leds(run_scenario):
    run = run_scenario("annex_leds", three())
    said = speakers(run)
    assert [robot for robot, _ in said] == [0, 1, 2] * 10  # at 0, 0.1, ... 0.9 s
    colours = [tuple(map(int, text.split())) for _, text in said]
    assert len(set(colours)) == 30
    assert all(0 <= part < 255 for colour in colours for part in colour)


def test_annex_motors_go_on_when_main_has_returned(run_scenario):
    rows = run_scenario("annex_motors", scenario()).rows
    x = rows["x"].to_numpy() - 500.0
    assert x[-1] == pytest.approx(100.0 * 512 / 1023, rel=0.05)
    assert np.diff(x) == pytest.approx(100.0 * 512 / 1023 * 0.1, rel=0.05)
    assert rows["pogobot_ticks"].tolist() == [0] * len(rows)  # no step of the framework


def test_annex_infrared(run_scenario):
    places = [{"x": 450.0, "y": 500.0}, {"x": 550.0, "y": 500.0}]
    objects = {
        f"robots_{i}": robots(
            1, **place, communication_radius=80.0, msg_success_rate={"type": "static", "rate": 1.0}
        )
        for i, place in enumerate(places)
    }
    run = run_scenario("annex_infrared", scenario(objects=objects, simulation_time=1.95))
    assert run.status == 0
    # Every 100 ms but the first time, each prints what the other sent 100 ms ago, with the listing's space at the end.
    said = speakers(run)
    assert {words for _, words in said} == {"15; 4 "}
    assert [who for who, _ in said].count(0) == [who for who, _ in said].count(1) == 19


# Time.

TURNS = 'for (int i = 0; ; i++) {{ printf("%lu\\n", (unsigned long)pogobot_stopwatch_get_elapsed_microseconds(&watch)); {} }}'


def turns(sleep, start=""):
    return program(
        start + "pogobot_stopwatch_reset(&watch);" + TURNS.format(sleep), "static time_reference_t watch;"
    )


SLEEPS = {
    "msleep(100);": 100_000,
    "msleep(7);": 7_000,
    "usleep(1500);": 1_500,
    "usleep(33333);": 33_333,
    "sleep(1);": 1_000_000,
    "time_reference_t t; pogobot_timer_init(&t, 12345); pogobot_timer_wait_for_expiry(&t);": 12_345,
    "msleep(0); usleep(0); sleep(0); msleep(-5); msleep(20);": 20_000,
}


@pytest.mark.parametrize(("sleep", "period"), SLEEPS.items(), ids=[str(us) for us in SLEEPS.values()])
def test_sleeps_are_exact(run_scenario, sleep, period):
    times = [int(line) for line in run_scenario(turns(sleep), scenario(simulation_time=3.0)).printed()]
    assert times == list(range(0, 2_990_001, period))  # the last tick begins at 2.99 s


def test_robots_wake_in_the_first_tick_at_or_after_their_time(run_scenario):
    """Robot 0 sleeps 30 ms, robot 1 20 ms; within a tick of 10 ms they run in order of creation."""
    body = 'for (;;) { printf(".\\n"); msleep(pogobot_helper_getid() == 0 ? 30 : 20); }'
    run = run_scenario(program(body), scenario(objects={"robots": robots(2)}, simulation_time=0.125))
    at = sorted([(t, 0) for t in range(0, 125, 30)] + [(t, 1) for t in range(0, 125, 20)])
    assert [robot for robot, _ in speakers(run)] == [robot for _, robot in at]


def test_a_tick_that_is_longer_than_the_sleep_is_not_shortened(run_scenario):
    run = run_scenario(turns("msleep(4);"), scenario(time_step=0.1, simulation_time=1.0))
    assert [int(line) for line in run.printed()] == list(range(0, 900_001, 4000))
    assert "time_step" not in run.console


def test_motors_act_between_sleeps(run_scenario):
    body = "pogobot_motor_set(motorL, 1023); pogobot_motor_set(motorR, 1023); msleep(300); "
    body += "pogobot_motor_set(motorL, 0); pogobot_motor_set(motorR, 0);"
    rows = run_scenario(program(body), scenario()).rows
    x = rows["x"].to_numpy() - 500.0
    assert x[3] == pytest.approx(30.0, abs=1.0)
    assert np.ptp(x[5:]) == pytest.approx(0.0, abs=0.01)


def test_noise_changes_while_a_program_sleeps(run_scenario):
    body = "pogobot_motor_set(motorL, 1023); pogobot_motor_set(motorR, 1023); msleep(100000);"
    content = scenario(save_data_period=0.05)
    content["objects"]["robots"]["angular_noise_stddev"] = 5.0
    rates = run_scenario(program(body), content).rows["angle"].diff()[1:]
    assert rates.round(6).nunique() > 15


def test_clock_drift_lengthens_each_sleep(run_scenario):
    body = 'for (;;) { printf(".\\n"); msleep(10); }'
    content = scenario(simulation_time=10.0)
    content["objects"]["robots"]["temporal_noise_stddev"] = 5000.0
    assert 10 / 0.015 - 1 <= len(run_scenario(program(body), content).printed()) < 1000


def test_a_sleep_within_a_call_chain_keeps_every_local_variable(run_scenario):
    declarations = """
static double deep(int depth, double x) {
    volatile double mine = x * 1.5;
    if (depth > 0) mine += deep(depth - 1, x + 1.0);
    msleep(1 + depth);
    return mine + x * 1.5;
}"""
    body = 'for (int i = 0; i < 5; i++) printf("%.3f\\n", deep(20, pogobot_helper_getid() + 0.125 * i));'
    run = run_scenario(program(body, declarations), three(simulation_time=2.0))
    wanted = {
        (r, f"{sum(3 * (r + 0.125 * i + d) for d in range(21)):.3f}") for r in range(3) for i in range(5)
    }
    assert set(speakers(run)) == wanted
    assert len(run.printed()) == 15


def test_rgb_h(run_scenario):
    body = """
    uint8_t r, g, b;
    for (int position = 0; position < 256; position += 85) {
        color_wheel((uint8_t)position, &r, &g, &b);
        printf("%d %d %d\\n", r, g, b);
    }
    time_reference_t watch;
    pogobot_stopwatch_reset(&watch);
    rgb_blink(r, g, b, 3, 101);
    printf("%d\\n", (int)pogobot_stopwatch_get_elapsed_microseconds(&watch));"""
    run = run_scenario(program(body, '#include "rgb.h"'), scenario())
    assert run.printed() == ["255 0 0", "0 255 0", "0 0 255", "255 0 0", "303000"]


# Globals.


def counts(robot):
    turns = [100, 50, 34][robot % 3]
    return f"loop {turns} {turns} {1000 + turns} {501 + turns} {turns}"


@pytest.mark.parametrize("threads", ["1", "3"])
def test_globals_and_static_locals_are_each_robots(run_scenario, threads):
    content = scenario(objects={"robots": robots(20)}, simulation_time=1.5)
    run = run_scenario("bare_statics", content, "--threads", threads)
    assert sorted(speakers(run)) == [(robot, counts(robot)) for robot in range(20)]


def test_a_bare_program_can_share_its_globals(run_scenario):
    body = 'for (int i = 0; i < 10; i++) { count++; msleep(10); } printf("%d\\n", count);'
    run = run_scenario(program(body, "static int count;"), three(globals="shared"))
    assert run.printed() == ["30"] * 3


def test_a_controller_of_the_framework_can_have_globals_of_each_robot(run_scenario):
    content = scenario(objects={"robots": robots(10)}, globals="per_robot")
    run = run_scenario("shared_globals", content)
    assert run.printed() == ["counts 60 60 60"] * 10


FRAMEWORK = (
    PREAMBLE
    + """
static int32_t goal = 1;
static int steps = 0;
static void user_step(void) { steps++; }
static void global_step(void) { if (++steps == 30) printf("%d of %d\\n", steps, (int)goal); }
static void setup(void) { init_from_configuration(goal); }
static void schema(void) { data_add_column_int32("steps"); data_add_column_int32("goal"); }
static void export_data(void) { data_set_value_int32("steps", steps); data_set_value_int32("goal", goal); }
int main(void) {
    pogobot_start(NULL, user_step);
    SET_CALLBACK(callback_global_setup, setup);
    SET_CALLBACK(callback_create_data_schema, schema);
    SET_CALLBACK(callback_export_data, export_data);
    SET_CALLBACK(callback_global_step, global_step);
    return 0;
}
"""
)


def test_parameters_and_callbacks_reach_every_robots_globals(run_scenario):
    run = run_scenario(FRAMEWORK, three(globals="per_robot", parameters={"goal": 7}))
    assert run.printed() == ["30 of 7"]
    last = run.rows[run.rows["time"] == run.rows["time"].max()]
    assert last["steps"].tolist() == [60] * 3
    assert set(run.rows["goal"]) == {7}


def test_large_globals_are_mentioned(run_scenario):
    body = "for (;;) { data[0]++; msleep(10); }"
    large = run_scenario(program(body, "static int data[5000];"), scenario())
    assert "KiB of global and static variables" in large.console
    small = run_scenario(program(body, "static int data[50];"), scenario())
    assert "global and static variables" not in small.console
    shared = run_scenario(program(body, "static int data[5000];"), scenario(globals="shared"))
    assert "global and static variables" not in shared.console


def test_random_numbers_are_each_robots(run_scenario):
    body = 'for (int i = 0; i < 3; i++) { printf("%d\\n", rand()); msleep(50); }'
    run = run_scenario(program(body), three())
    assert len(set(run.printed())) == 9


# Who runs it.


def test_walls_and_balls_do_not_run_the_robots_program(run_scenario):
    objects = {
        "robots": robots(2),
        "walls": {"type": "pogowall", "geometry": "arena"},
        "things": {"type": "pogobject", "geometry": "disk", "radius": 20.0},
        "balls": {"type": "passive_object", "geometry": "disk", "radius": 20.0},
    }
    run = run_scenario(program('printf("here\\n"); msleep(1);'), scenario(objects=objects))
    assert [robot for robot, _ in speakers(run)] == [0, 1, 2]


def test_user_data_without_pogobot_start(run_scenario):
    source = (
        PREAMBLE
        + """
int main(void) {
    for (;;) { mydata->value += 1 + pogobot_helper_getid(); printf("%d\\n", (int)mydata->value); msleep(400); }
}
"""
    )
    assert speakers(run_scenario(source, three())) == [
        (r, str(n * (1 + r))) for n in (1, 2, 3) for r in range(3)
    ]


def test_a_controller_that_sleeps_before_pogobot_start_is_one_of_the_framework(run_scenario):
    source = (
        PREAMBLE
        + """
static void user_step(void) { if (pogobot_ticks == 0) printf("%lu\\n", (unsigned long)current_time_milliseconds()); }
int main(void) { msleep(300); pogobot_start(NULL, user_step); return 0; }
"""
    )
    run = run_scenario(source, scenario())
    assert run.printed() == ["0"]
    assert run.rows["pogobot_ticks"].tolist()[:4] == [0, 0, 0, 0]
    assert run.rows["pogobot_ticks"].iloc[-1] == 42


@pytest.mark.skipif(SANITIZED, reason="a sanitizer keeps far more for each stack")
def test_a_thousand_robots(run_scenario):
    content = scenario(objects={"robots": robots(1000, radius=10.0)}, arena_surface=4e6, simulation_time=1.2)
    run = run_scenario("bare_statics", content)
    assert sorted(speakers(run)) == [(robot, counts(robot)) for robot in range(1000)]


# Ends and faults.


@faults_are_ours
def test_a_program_that_never_sleeps_is_told_to(run_scenario):
    started = time.monotonic()
    body = "if (pogobot_helper_getid() == 1) { msleep(250); for (volatile int i = 0; ; i++); } for (;;) msleep(10);"
    run = run_scenario(program(body), three(firmware_timeout=0.5))
    assert run.status == 2
    assert "robot 1 (robots), at 0.25 s of its clock, in main" in run.console
    assert "did not come back within 0.5 s (a loop in main must sleep, with msleep" in run.console
    assert run.rows["time"].max() == pytest.approx(0.2)
    assert time.monotonic() - started < 10.0


NEVER = {
    "calls": "for (;;) pogobot_led_setColor(1, 2, 3);",
    "prints": 'for (;;) printf("over and over\\n");',
    "sleeps of nothing": "for (;;) msleep(0);",
    "asks": "pogobot_timer_init(&t, 5000); while (!pogobot_timer_has_expired(&t)) {}",
}


@faults_are_ours
@pytest.mark.parametrize("body", NEVER.values(), ids=NEVER.keys())
def test_a_main_that_never_sleeps_at_all_is_told_to(run_scenario, body):
    source = program(body, "time_reference_t t;")
    run = run_scenario(source, three(firmware_timeout=0.5), "-nr" if "printf" in body else "-g")
    assert run.status == 2
    assert "robot 0 (robots), at 0 s of its clock, in main" in run.console
    assert "must sleep" in run.console


RECURSE = "static int deeper(int n) { volatile int a[64] = {n}; return deeper(n + 1) + a[n % 64]; }"
FAULTS = {
    "null": ("*(int *volatile *)&nowhere = 0; *nowhere = 1;", "used memory that is not there"),
    "recurse": ('printf("%d", deeper(0));', "endless recursion"),
    "divide": ('printf("%d", 7 / zero);', "divided by zero"),
    "abort": ("abort();", "called abort()"),
    "exit": ("exit(3);", "called exit(3)"),
    "api": ("pogobot_stopwatch_reset(NULL);", "null pointer"),
}


@faults_are_ours
@pytest.mark.parametrize(("code", "message"), FAULTS.values(), ids=FAULTS.keys())
def test_a_fault_on_a_stack_of_its_own(run_scenario, code, message):
    declarations = "static int *volatile nowhere; static volatile int zero;" + RECURSE
    body = f"msleep(150); if (pogobot_helper_getid() == 1) {{ {code} }} for (;;) msleep(10);"
    run = run_scenario(program(body, declarations), three())
    assert run.status == 2
    assert "robot 1 (robots), at 0.15 s of its clock, in main" in run.console
    assert message in run.console
    assert run.rows["time"].max() == pytest.approx(0.1)


@faults_are_ours
def test_the_stack_is_as_large_as_the_scenario_says(run_scenario):
    body = "volatile char large[300000]; for (int i = 299999; i >= 0; i -= 512) large[i] = 1; msleep(10);"
    body += 'printf("%d\\n", large[511]);'
    source = program(body.replace("large[511]", "large[299999 % 512 + 512]"))
    assert "endless recursion" in run_scenario(source, scenario()).console
    run = run_scenario(source, scenario(firmware_stack=512))
    assert (run.status, run.printed()) == (0, ["1"])


CPP = """
#include "pogobot.h"
#include <stdexcept>
static int held = 0;
struct Held { Held() { ++held; } ~Held() { --held; } };
static void work(int robot) {
    Held here;
    try {
        msleep(10 + robot);
        throw std::runtime_error("robot " + std::to_string(robot));
    } catch (const std::runtime_error& error) {
        msleep(30 - robot);  // others throw meanwhile
        try { msleep(5); throw robot; } catch (int number) { msleep(3); if (number != robot) printf("wrong\\n"); }
        printf("%s\\n", error.what());
    }
}
extern "C" int main() {
    const int robot = pogobot_helper_getid();
    for (int i = 0; i < 4; ++i) work(robot);
    printf("%d %d\\n", held, std::uncaught_exceptions());
    LAST
    return 0;
}
"""


def test_cpp_exceptions_cross_sleeps(run_scenario, controller):
    image = controller(
        CPP.replace("LAST", "").replace("<stdexcept>", "<stdexcept>\n#include <string>"), ".cpp"
    )
    run = run_scenario(image, three())
    assert sorted(run.printed()) == ["0 0"] * 3 + [f"robot {r}" for r in range(3) for _ in range(4)]


def test_a_cpp_exception_that_nobody_catches_names_the_robot(run_scenario, controller):
    last = 'if (robot == 2) throw std::runtime_error("no more food");'
    image = controller(
        CPP.replace("LAST", last).replace("<stdexcept>", "<stdexcept>\n#include <string>"), ".cpp"
    )
    run = run_scenario(image, three())
    assert run.status == 2
    assert (
        "robot 2 (robots), at 0.192 s of its clock, in main: threw an exception: no more food" in run.console
    )


def test_programs_that_still_sleep_at_the_end_are_left_there(run_scenario):
    run = run_scenario(program('printf("good night\\n"); sleep(2000000);'), three())
    assert (run.status, run.printed()) == (0, ["good night"] * 3)


def test_a_program_can_say_half_a_line_before_it_sleeps(run_scenario):
    body = 'printf("%d: ", pogobot_helper_getid()); msleep(20); printf("awake\\n");'
    assert sorted(run_scenario(program(body), three()).printed()) == ["0: awake", "1: awake", "2: awake"]


@pytest.mark.parametrize("threads", ["2", "4"])
def test_threads_do_not_matter(run_scenario, threads):
    content = scenario(objects={"robots": robots(60, angular_noise_stddev=0.5)}, simulation_time=4.0)
    one = run_scenario("bare_blink", content, "--threads", "1")
    many = run_scenario("bare_blink", content, "--threads", threads)
    assert one.rows.equals(many.rows)
    assert one.printed() == many.printed()
    assert not one.rows.equals(run_scenario("bare_blink", content, "--seed", "2").rows)
