"""What each robot has of its own, what all share, and ids."""

import pytest
from support.running import PREAMBLE, robots, scenario


def test_user_data_is_zeroed_and_values_are_the_robots(run_scenario):
    printed = run_scenario("initial_values", scenario()).printed()
    assert printed[0] == "user_data 0"
    assert printed[-2] == "dir_status 2"  # the left motor's bit: both forward
    assert printed[1:5] == ["loop 60 3 20 3 0", "dir_mem 0 1 0", "power_mem 512 512 0", "battery 32767"]


def test_plain_globals_and_static_locals_are_shared_by_all_robots(run_scenario):
    run = run_scenario("shared_globals", scenario(objects={"robots": robots(10)}))
    assert run.printed() == ["counts 600 600 60"] * 10


def draws(run):
    return run.rows.pivot(index="time", columns="robot_id", values="draw")


def randoms(seeding, nb=20, **keys):
    return scenario(objects={"robots": robots(nb)}, parameters={"seeding": seeding}, **keys)


@pytest.mark.parametrize("seeding", [0, 1, 3])
def test_each_robot_has_a_sequence_of_its_own(run_scenario, seeding):
    table = draws(run_scenario("randoms", randoms(seeding)))
    assert table.iloc[-1].nunique() == 20
    assert table[0].nunique() == len(table)


def test_the_same_srand_gives_the_same_sequence_whoever_calls_it(run_scenario):
    table = draws(run_scenario("randoms", randoms(2)))
    assert (table.iloc[1:].nunique(axis=1) == 1).all()
    assert table[0].iloc[1:].nunique() == len(table) - 1


@pytest.mark.parametrize("seeding", [0, 1, 2, 3])
def test_the_runs_seed_matters_and_threads_do_not(run_scenario, seeding):
    one = draws(run_scenario("randoms", randoms(seeding)))
    again = draws(run_scenario("randoms", randoms(seeding), "--threads", "3"))
    other = draws(run_scenario("randoms", randoms(seeding), "--seed", "2"))
    assert one.equals(again)
    assert (one.iloc[1:] != other.iloc[1:]).any(axis=None)


def test_draws_do_not_depend_on_who_else_is_there(run_scenario):
    few = draws(run_scenario("randoms", randoms(0, nb=3)))
    many = draws(run_scenario("randoms", randoms(0, nb=30)))
    assert many[[0, 1, 2]].equals(few)


def test_rand_is_uniform(run_scenario):
    table = draws(run_scenario("randoms", randoms(1, nb=60, simulation_time=20.0, save_data_period=1 / 60)))
    values = table.iloc[1:].to_numpy().ravel() / 2**31
    assert len(values) > 70_000
    assert values.mean() == pytest.approx(0.5, abs=0.005)
    assert values.var() == pytest.approx(1 / 12, abs=0.002)
    assert values.min() >= 0


IDS = (
    PREAMBLE
    + """
static void schema(void) { data_add_column_int32("own_id"); }
static void export_data(void) { data_set_value_int32("own_id", pogobot_helper_getid()); }
int main(void) {
    pogobot_start(NULL, NULL);
    main_loop_hz = 1;
    SET_CALLBACK(callback_create_data_schema, schema);
    SET_CALLBACK(callback_export_data, export_data);
    return 0;
}
"""
)


def crowd(nb, walls=1):
    objects = {
        "robots": robots(nb, radius=1.0, x=500.0, y=500.0),
        "walls": {"type": "pogowall", "geometry": "arena", "nb": walls},
    }
    return scenario(objects=objects, simulation_time=0.0, arena_surface=1e6)


def test_65535_robots_and_a_wall_have_ids_of_their_own(run_scenario):
    run = run_scenario(IDS, crowd(65535))
    assert run.status == 0
    ids = run.rows["robot_id"]
    assert ids.is_unique
    assert ids.tolist() == [*range(65535), 65535]
    assert (ids == run.rows["own_id"]).all()
    assert "16 bits" not in run.console


def test_more_robots_than_16_bits_stay_apart_in_the_log(run_scenario):
    run = run_scenario(IDS, crowd(70000, walls=2))
    assert run.status == 0
    ids = run.rows["robot_id"]
    assert ids.is_unique
    assert ids.tolist() == [*range(65534), *range(65536, 70002), 65535, 65534]
    assert (ids % 65536 == run.rows["own_id"]).all()
    assert "16 bits" in run.console


def test_no_robots_is_an_error_that_says_so(run_scenario):
    empty = run_scenario(IDS, scenario(objects={"robots": robots(nb=0, x=1.0, y=1.0)}))
    assert empty.status != 0
    assert "nothing that runs a controller" in empty.console
    ball = {"type": "passive_object", "geometry": "disk", "radius": 20.0}
    passive = run_scenario(IDS, scenario(objects={"balls": ball}))
    assert passive.status != 0
    assert "nothing that runs a controller" in passive.console


def test_a_category_of_nobody_changes_nothing(run_scenario):
    two = {"robots": robots(3), "others": robots(2, x=None, y=None)}
    three = {"robots": robots(3), "nobody": robots(0), "others": robots(2)}
    assert run_scenario(IDS, scenario(objects=three)).rows.equals(
        run_scenario(IDS, scenario(objects=two)).rows
    )


def test_a_controller_without_user_data_runs(run_scenario):
    source = (
        '#include "pogobase.h"\nint main(void) { pogobot_start(NULL, NULL); printf("alone\\n"); return 0; }\n'
    )
    run = run_scenario(source, scenario())
    assert (run.status, run.printed()) == (0, ["alone"])


def test_categories_take_the_controller_that_main_chose(run_scenario):
    source = (
        PREAMBLE
        + """
static void one(void) { printf("one %s\\n", get_current_robot_category()); }
static void two(void) { printf("two %s\\n", get_current_robot_category()); }
int main(void) {
    pogobot_start(one, NULL, "first");
    pogobot_start(two, NULL, "second");
    return 0;
}
"""
    )
    objects = {"second": robots(2), "first": robots(1)}
    printed = run_scenario(source, scenario(objects=objects)).printed()
    assert printed == ["two second", "two second", "one first"]
