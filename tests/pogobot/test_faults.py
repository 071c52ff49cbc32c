"""Firmware that goes wrong ends the run with a message that names robot, category and tick; the log is kept."""

import time

import pytest
from support.running import PREAMBLE, SANITIZED, robots, scenario

pytestmark = pytest.mark.skipif(SANITIZED, reason="sanitizers report these faults in their own way")

FAULTS = {
    "null": "used memory that is not there",
    "divide": "divided by zero",
    "recurse": "endless recursion",
    "abort": "called abort()",
    "api": "null pointer",
}


def three(**keys):
    # Ticks of 1/60 s: the fault is in the third step, at 1/30 s.
    return scenario(objects={"robots": robots(3)}, time_step=1 / 60, save_data_period=1 / 60, **keys)


def check(run, message, times=3):
    assert run.status == 2
    assert "robot 1 (robots), tick 2, in its step" in run.console
    assert message in run.console
    assert len(run.rows) == 3 * times
    assert run.rows["time"].nunique() == times


@pytest.mark.parametrize(("fault", "message"), FAULTS.items())
def test_a_fault_names_the_robot_and_keeps_the_log(run_scenario, fault, message):
    check(run_scenario("faults", three(parameters={"fault": fault})), message)


def test_an_endless_loop_is_cut_off(run_scenario):
    started = time.monotonic()
    check(
        run_scenario("faults", three(firmware_timeout=1.0, parameters={"fault": "loop"})),
        "did not come back within 1 s",
    )
    assert 1.0 <= time.monotonic() - started < 10.0


def wrong(body, declarations=""):
    """A controller whose robot 1 does `body` in its third step."""
    return (
        PREAMBLE
        + declarations
        + """
static void user_step(void) {
    if (pogobot_helper_getid() == 1 && pogobot_ticks == 2) { """
        + body
        + """ }
}
extern int keep(void);
int keep(void) { return 0; }
"""
        + MAIN
    )


MAIN = """
#ifdef __cplusplus
extern "C"
#endif
int main(void) { pogobot_start(NULL, user_step); return 0; }
"""

ENDLESS = {
    "printing": 'for (;;) printf("over and over\\n");',
    "printing pieces": "for (;;) putchar('x');",
    "allocating": "for (volatile int n = 0;; n++) { char *p = malloc(100000); p[n % 100] = 1; free(p); }",
    "asking the world": "for (;;) { pogobot_motor_set(motorL, 3); pogobot_stopwatch_reset(&timer_main_loop); msleep(1); }",
    "warning": "for (;;) pogobot_led_setColors(1, 2, 3, 77);",
    "drawing": "for (;;) mydata->value += rand();",
    "waiting": "int pause(void); for (;;) pause();",
    "within the C library": "static char text[1 << 20]; memset(text, 'a', sizeof text - 1); for (;;) strstr(text, \"ab\");",
}


@pytest.mark.parametrize("body", ENDLESS.values(), ids=ENDLESS.keys())
def test_endless_loops_of_other_kinds_are_cut_off_too(run_scenario, body):
    run = run_scenario(wrong(body), three(firmware_timeout=0.5), "-nr" if "char" in body else "-g")
    check(run, "did not come back within 0.5 s")


def test_time_in_which_the_whole_program_was_stopped_does_not_count(run_scenario):
    body = """
        system("(sleep 2; kill -CONT $PPID) &");
        raise(SIGSTOP);
        const clock_t start = clock();
        while (clock() - start < CLOCKS_PER_SEC / 5) {}"""
    run = run_scenario(wrong(body, "#include <signal.h>\n"), three(firmware_timeout=1.0, simulation_time=0.2))
    assert run.status == 0, run.console


DAMAGE = {
    # To the size of the next block, which stands before it: farther on, the damage may be anything of the simulator's.
    "beyond a block": "memset(block, 'A', malloc_usable_size(block) + sizeof(size_t)); free(block);",
    "before a block": "memset(block - 64, 'A', 64); free(block);",
}


@pytest.mark.parametrize("body", DAMAGE.values(), ids=DAMAGE.keys())
def test_a_damaged_heap_ends_the_run_with_a_message(run_scenario, body):
    """The C library stops in the middle of its work, with the heap locked: not even the log can be closed."""
    run = run_scenario(
        wrong("block = malloc(5000); " + body, "#include <malloc.h>\nstatic char *volatile block;\n"), three()
    )
    assert run.status == 2
    assert "robot 1 (robots), tick 2, in its step" in run.console


@pytest.mark.parametrize("call", ["exit(3)", "_Exit(3)"])
def test_leaving_the_program_is_a_fault(run_scenario, call):
    check(run_scenario(wrong(f"{call};"), three()), "called exit(3)")


def test_leaving_with_0_is_a_fault_too(run_scenario):
    check(run_scenario(wrong("exit(0);"), three()), "called exit(0)")


def test_leaving_a_cpp_program_is_a_fault(run_scenario, controller):
    body = "struct Held { ~Held() { pogobot_led_setColor(0, 0, 0); } } held; std::exit(4);"
    image = controller("#include <cstdlib>\n" + wrong(body), ".cpp")
    check(run_scenario(image, three()), "called exit(4)")


def test_a_cpp_exception_is_reported_with_what_it_says(run_scenario, controller):
    image = controller("#include <stdexcept>\n" + wrong('throw std::runtime_error("no more food");'), ".cpp")
    check(run_scenario(image, three()), "threw an exception: no more food")
    image = controller(wrong("throw 42;"), ".cpp")
    check(run_scenario(image, three()), "threw an exception")


def test_exceptions_that_are_caught_are_no_fault(run_scenario, controller):
    body = 'try { throw 1; } catch (int) { printf("caught\\n"); }'
    run = run_scenario(controller(wrong(body), ".cpp"), three())
    assert (run.status, run.printed()) == (0, ["caught"])


CALLBACKS = {
    "main": ("robot 1 (robots), tick 0, in main", None),
    "global_setup": ("in callback_global_setup", None),
    "user_init": ("robot 1 (robots), tick 0, in user_init", None),
    "schema": ("in callback_create_data_schema", None),
    "global_step": ("tick 0, in callback_global_step", 3),
    "receive": ("robot 1 (robots), tick 0, in its step", 3),
    "end": ("robot 1 (robots), tick 61, in callback_robot_end", 3 * 62),
}
ANY_CALLBACK = (
    PREAMBLE
    + """
static char where[16] = "main";
static int *volatile nowhere = NULL;
static void fail(const char *here) {
    const bool me = pogobot_helper_getid() == 1 || strcmp(get_current_robot_category(), "__system") == 0;
    if (strcmp(where, here) == 0 && (me || strcmp(here, "global_setup") == 0)) *nowhere = 1;
}
static bool send(void) { fail("receive"); return false; }
static void user_init(void) { msg_tx_fn = send; percent_msgs_sent_per_ticks = 100; fail("user_init"); }
static void setup(void) { init_array_from_configuration(where); fail("global_setup"); }
static void schema(void) { fail("schema"); }
static void export_data(void) { fail("export"); }
static void global_step(void) { fail("global_step"); }
static void robot_end(void) { fail("end"); }
int main(void) {
    if (get_nb_robots() == 4) fail("main");
    pogobot_start(user_init, NULL);
    SET_CALLBACK(callback_global_setup, setup);
    SET_CALLBACK(callback_create_data_schema, schema);
    SET_CALLBACK(callback_export_data, export_data);
    SET_CALLBACK(callback_global_step, global_step);
    SET_CALLBACK(callback_robot_end, robot_end);
    return 0;
}
"""
)


@pytest.mark.parametrize(("callback", "told"), CALLBACKS.items())
def test_a_fault_in_any_callback_says_in_which(run_scenario, callback, told):
    place, rows = told
    content = three(parameters={"where": callback})
    if callback == "main":  # before any parameter can be read
        content["objects"]["robots"]["nb"] = 4
    if callback == "end":
        content["simulation_time"] = 61 / 60
    run = run_scenario(ANY_CALLBACK, content)
    assert run.status == 2
    assert place in run.console
    assert (run.rows is None) if rows is None else (len(run.rows) == rows)


def test_a_fault_in_the_first_export_leaves_a_log_that_opens(run_scenario):
    run = run_scenario(ANY_CALLBACK, three(parameters={"where": "export"}))
    assert run.status == 2
    assert "robot 1 (robots), tick 0, in callback_export_data" in run.console
    assert run.rows["robot_id"].tolist() == [0]


def test_what_a_robot_had_begun_to_print_is_shown(run_scenario):
    run = run_scenario(wrong('printf("last words"); abort();'), three())
    assert run.printed() == ["last words"]


def test_a_fault_in_setup_leaves_the_old_log_alone(run_scenario, tmp_path, controller):
    (tmp_path / "run0").mkdir()
    old = tmp_path / "run0" / "data.feather"
    run_scenario("drive", scenario(data_filename=str(old)))
    before = old.read_bytes()
    for where in ("global_setup", "user_init", "schema"):
        image = controller(ANY_CALLBACK)
        run_scenario(image, three(parameters={"where": where}, data_filename=str(old)))
        assert old.read_bytes() == before


EARLY = """#include "pogobase.h"
#include <cstdlib>
struct Early {{ Early() {{ {call} }} }};
static Early early;
typedef struct {{ int32_t value; }} USERDATA;
DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)
static void init() {{}}
int main() {{ pogobot_init(); pogobot_start(init, nullptr, "robots"); return 0; }}
"""


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("pogobot_led_setColor(255, 0, 0);", "no robot runs before main"),
        ("abort();", "called abort()"),
    ],
)
def test_constructors_of_global_objects_are_told_what_they_may_not_do(
    run_scenario, controller, call, message
):
    image = controller(EARLY.format(call=call), ".cpp")
    done = run_scenario(image, scenario())
    assert done.status == 2
    assert "in the constructors of its global objects" in done.console
    assert message in done.console
