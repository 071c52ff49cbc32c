"""What robots print: whole lines with the right robot, none lost, and nothing at all when it is off."""

import os
import re
import subprocess

import pytest
from support.running import LONGEST, PREAMBLE, SHOAL, robots, scenario, write_scenario

CHATTER = (
    PREAMBLE
    + """
static void user_init(void) { main_loop_hz = 100; }
static void user_step(void) {
    printf("robot %d tick %lu says ", (int)pogobot_helper_getid(), (unsigned long)pogobot_ticks);
    printf("hello\\n");
}
int main(void) { pogobot_start(user_init, user_step); return 0; }
"""
)


def chatter(nb, ticks):
    crowd = robots(nb, radius=5.0)
    return scenario(
        objects={"robots": crowd}, simulation_time=ticks * 0.01, save_data_period=-1, arena_surface=4e6
    )


def test_lines_of_a_thousand_robots_are_whole_and_complete(run_scenario):
    lines = [
        line for line in run_scenario(CHATTER, chatter(1000, 20)).console.splitlines() if "PRINTF" in line
    ]
    pattern = re.compile(r"\[ROBOT #(\d+)\] \[PRINTF\] robot (\d+) tick (\d+) says hello")
    seen = [pattern.fullmatch(line).groups() for line in lines]
    assert all(speaker == robot for speaker, robot, _ in seen)
    assert [(int(robot), int(tick)) for _, robot, tick in seen] == [
        (r, t) for t in range(20) for r in range(1000)
    ]


def test_nr_hides_prints_from_the_console_but_not_from_the_file(run_scenario, tmp_path):
    content = {**chatter(3, 2), "enable_console_logging": True, "console_filename": "logs/console.txt"}
    run = run_scenario(CHATTER, content, "-nr")
    assert run.status == 0
    assert "PRINTF" not in run.console
    assert "simulated time" in run.console
    lines = (tmp_path / "run0" / "logs" / "console.txt").read_text().splitlines()
    assert sum("[PRINTF]" in line for line in lines) == 6
    assert all(re.match(r"\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}\] \[\w+\] ", line) for line in lines)


def test_without_anywhere_to_go_prints_are_not_even_formatted(run_scenario):
    source = (
        PREAMBLE
        + """
static void user_init(void) { int n = -1; printf("%n", &n); mydata->value = n; }
static void schema(void) { data_add_column_int32("formatted"); }
static void export_data(void) { data_set_value_int32("formatted", mydata->value); }
int main(void) {
    pogobot_start(user_init, NULL);
    SET_CALLBACK(callback_create_data_schema, schema);
    SET_CALLBACK(callback_export_data, export_data);
    return 0;
}
"""
    )
    assert run_scenario(source, scenario()).rows["formatted"].unique().tolist() == [0]
    assert run_scenario(source, scenario(), "-nr").rows["formatted"].unique().tolist() == [-1]


def test_pieces_of_a_line_stay_with_their_robot(run_scenario):
    printed = run_scenario("prints", scenario(objects={"robots": robots(3)})).printed()
    whole = [f"one 2 three {robot}" for robot in range(3)]
    assert printed == whole + ["first", "second"] * 3 + ["unfinished"] * 3


def test_a_line_without_end_is_printed_in_pieces(run_scenario):
    source = (
        PREAMBLE
        + """
static void user_init(void) { for (int i = 0; i < 200000; i++) printf("0123456789"); }
int main(void) { pogobot_start(user_init, NULL); return 0; }
"""
    )
    printed = run_scenario(source, scenario()).printed()
    assert "".join(printed) == "0123456789" * 200000
    assert max(len(line) for line in printed) < 100_000


def test_long_and_odd_prints(run_scenario):
    source = (
        PREAMBLE
        + """
static void user_init(void) {
    static char text[5001];
    memset(text, 'x', 5000);
    printf("%s\\n", text);
    printf("%d%% %5.2f %s {} %c\\n", 42, 3.14159, "caf\\xc3\\xa9", 'q');
    printf("\\n");
    putchar('a'); putchar('\\n');
    pogobot_helper_print_version();
}
int main(void) { pogobot_start(user_init, NULL); return 0; }
"""
    )
    printed = run_scenario(source, scenario()).printed()
    assert printed == ["x" * 5000, "42%  3.14 café {} q", "", "a", " Pogolib Version : v2.6"]


@pytest.mark.parametrize("flags", [[], ["-q"]])
def test_a_closed_pipe_does_not_end_the_run(controller, tmp_path, flags):
    file = write_scenario(tmp_path, {**chatter(100, 200), "save_data_period": 1.0})
    reader, writer = os.pipe()
    os.close(reader)
    words = [SHOAL, "run", controller(CHATTER), "-c", file, "-g", *flags]
    done = subprocess.run(words, cwd=tmp_path, stdout=writer, stderr=writer, timeout=LONGEST)
    os.close(writer)
    assert done.returncode == 0
    assert (tmp_path / "data.feather").exists()
