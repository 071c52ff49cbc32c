"""The contract of each callback: when, how often, and with which robot it runs."""

import pytest
from support.running import PREAMBLE, robots, scenario

TWO_CATEGORIES = {
    "robots": robots(2),
    "walls": {"type": "pogowall", "geometry": "arena"},
    "others": robots(1, x=200.0, y=200.0),
}


def calls(run):
    return [tuple(line.split()) for line in run.printed()]


def who(run, callback):
    return [(robot, category) for name, robot, category in calls(run) if name == callback]


EVERYBODY = [("0", "robots"), ("1", "robots"), ("65535", "walls"), ("2", "others")]
ROBOTS = EVERYBODY[:2]


@pytest.fixture
def run(run_scenario):
    return run_scenario(
        "callbacks", scenario(simulation_time=0.5, objects=TWO_CATEGORIES, parameters={"steps": 2})
    )


def test_main_runs_once_for_each_robot_like_object(run):
    assert who(run, "main") == EVERYBODY


def test_global_setup_runs_once_with_the_last_robot(run):
    assert who(run, "global_setup") == [EVERYBODY[-1]]


def test_init_and_step_run_for_the_category_that_was_started(run):
    assert who(run, "init") == ROBOTS
    assert who(run, "step") == ROBOTS * 2
    assert who(run, "send") == ROBOTS * 2


def test_schema_runs_once_with_the_pseudo_robot(run):
    assert who(run, "schema") == [("0", "__system")]


def test_global_step_runs_at_its_own_rate(run):
    assert who(run, "global_step") == [("0", "__system")] * 2


def test_export_runs_for_everybody_at_each_instant(run):
    assert who(run, "export") == EVERYBODY * 6
    rows = run.rows
    assert len(rows) == 4 * 6
    assert rows[rows["robot_id"] == 65535]["exports"].tolist() == [1, 2, 3, 4, 5, 6]


def test_end_runs_once_for_everybody(run):
    assert who(run, "end") == EVERYBODY


def test_phases_come_in_order(run):
    order = [name for name, _, _ in calls(run)]
    first = {name: order.index(name) for name in order}
    phases = ["main", "global_setup", "init", "schema", "export", "global_step", "step", "end"]
    assert sorted(phases, key=first.get) == phases


AT_START = dict.fromkeys(["global_setup", "init", "schema", "export"], 0.0)
STOP = {**AT_START, **dict.fromkeys(["global_step", "step", "send"], 0.01)}  # callback: end of the run, s


@pytest.mark.parametrize(("callback", "end"), STOP.items())
def test_stop_in_any_callback_completes_the_tick_and_ends_well(run_scenario, callback, end):
    content = scenario(
        objects={"robots": robots(2)}, parameters={"stop_in": callback, "steps": 3}, save_data_period=0.01
    )
    run = run_scenario("callbacks", content)
    assert run.status == 0
    assert who(run, "end") == ROBOTS
    assert run.rows["time"].max() == pytest.approx(end)
    assert f"{end:g} s of simulated time" in run.console
    if callback in ("global_step", "step", "send"):
        assert who(run, "step") == ROBOTS


def test_stop_in_the_end_callback_is_harmless(run_scenario):
    run = run_scenario("callbacks", scenario(parameters={"stop_in": "end"}))
    assert run.status == 0
    assert len(who(run, "end")) == 1


def test_the_global_step_has_user_data_and_a_rate_of_its_own(run_scenario):
    source = (
        PREAMBLE
        + """
static void user_step(void) { mydata->value += 1; }
static void global_step(void) {
    main_loop_hz = 10;
    mydata->value += 100;
    printf("%ld %lu %lu\\n", (long)mydata->value, (unsigned long)pogobot_ticks, (unsigned long)current_time_milliseconds());
}
static void robot_end(void) { printf("end %ld\\n", (long)mydata->value); }
int main(void) {
    pogobot_start(NULL, user_step);
    SET_CALLBACK(callback_global_step, global_step);
    SET_CALLBACK(callback_robot_end, robot_end);
    return 0;
}
"""
    )
    printed = run_scenario(source, scenario(simulation_time=0.5)).printed()
    assert printed == ["100 0 0", "200 1 100", "300 2 200", "400 3 300", "500 4 400", "end 30"]


def test_statements_after_start_run(run_scenario):
    source = PREAMBLE + 'int main(void) { pogobot_start(NULL, NULL); printf("after\\n"); return 7; }\n'
    assert run_scenario(source, scenario()).printed() == ["after"]


def test_a_category_that_nobody_starts_still_exists(run_scenario):
    source = PREAMBLE + 'int main(void) { pogobot_start(NULL, NULL, "nobody"); return 0; }\n'
    run = run_scenario(source, scenario())
    assert run.status == 0
    assert run.rows["pogobot_ticks"].iloc[-1] == 60  # its main loop still runs


def test_the_default_wall_controller_runs_at_10_hz(run_scenario):
    objects = {"robots": robots(), "walls": {"type": "pogowall", "geometry": "arena"}}
    run = run_scenario("two_categories", scenario(objects=objects))
    walls = run.rows[run.rows["robot_category"] == "walls"]
    assert walls["pogobot_ticks"].iloc[-1] == 10
    assert walls[["x", "y", "angle"]].isna().all().all()
