"""shoal.Simulation: what it computes is what the command computes; its arrays, threads, faults and interrupts."""

import _thread
import contextlib
import gc
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import pyarrow.feather
import pytest
import shoal
from support.running import PREAMBLE, run_in, scenario, write_scenario
from support.running import robots as group

EXAMPLE = "run_and_tumble"

# Exports how often it was asked to export, which only rows that are written may change.
COUNTS_EXPORTS = (
    PREAMBLE
    + """
static void add_columns(void) {
    data_add_column_int32("asked");
    data_add_column_string("name");
}
static void export(void) {
    mydata->value += 1;
    data_set_value_int32("asked", mydata->value);
    if (pogobot_helper_getid() == 1) data_set_value_string("name", "one");
}
static void init(void) { mydata->value = 0; }
static void step(void) {}
int main(void) {
    pogobot_init();
    pogobot_start(init, step);
    SET_CALLBACK(callback_create_data_schema, add_columns);
    SET_CALLBACK(callback_export_data, export);
    return 0;
}
"""
)

CRASHES = (
    PREAMBLE
    + """
static void init(void) {}
static void step(void) {
    if (pogobot_ticks == 30 && pogobot_helper_getid() == 1) *(volatile int*)8 = 1;
}
int main(void) {
    pogobot_init();
    pogobot_start(init, step);
    return 0;
}
"""
)


def still(count=2, **keys):
    """A scenario whose robots stand side by side and hear each other, without noise."""
    usual = {
        "simulation_time": 2.0,
        "initial_formation": "chessboard",
        "chessboard_distance_between_neighbors": 60,
        "objects": {
            "robots": group(count, communication_radius=80, max_linear_speed=100, max_angular_speed=2)
        },
    }
    return scenario(**usual | keys)


@pytest.fixture
def make(tmp_path, controller):
    """A simulation of a test controller (none: Python drives) in a scenario."""

    def build(what=None, content=None, **options):
        file = write_scenario(tmp_path, content or still())
        return shoal.Simulation(file, what and controller(what), **options)

    return build


def test_the_table_is_what_the_command_logs(tmp_path, controller):
    content = still(20, seed=7)
    log = run_in(tmp_path, controller(EXAMPLE), content).rows
    table = shoal.Simulation(write_scenario(tmp_path, content), controller(EXAMPLE)).run().table()
    pd.testing.assert_frame_equal(table.to_pandas(), log)
    assert {b"configuration", b"arena_polygons", b"program_version"} <= set(table.schema.metadata)


def test_a_log_file_holds_the_same_rows(make, tmp_path):
    with make(EXAMPLE, seed=1, log=tmp_path / "deep" / "log.feather") as simulation:
        simulation.step(seconds=1)
    assert simulation.table().equals(pyarrow.feather.read_table(tmp_path / "deep" / "log.feather"))


def test_rows_of_many_batches_stay_readable_after_the_simulation(make):
    simulation = make(EXAMPLE, still(30, data_logger_flush_row_count=7), seed=1)
    first = simulation.table()
    simulation.run()
    table = simulation.table()
    del simulation
    gc.collect()
    assert len(first) == 30
    assert table.num_rows == 30 * 21
    assert table["x"].num_chunks > 80
    table.validate(full=True)
    np.testing.assert_array_equal(table["robot_id"].to_numpy(), np.tile(np.arange(30), 21))


def test_poses_are_views_that_follow_and_outlive_the_simulation(make):
    simulation = make(EXAMPLE, seed=3)
    poses = simulation.poses
    assert poses.x.dtype == np.float64
    assert not poses.x.flags.writeable
    before = poses.x.copy()
    simulation.step(seconds=0.5)
    assert np.shares_memory(poses.x, simulation.poses.x)
    assert not np.array_equal(poses.x, before)
    for name in ("x", "y", "angle"):
        column = getattr(poses, name)
        np.testing.assert_array_equal(column.astype(np.float32), simulation.read("robots", name))
    last = poses.x.copy()
    del simulation
    gc.collect()
    np.testing.assert_array_equal(poses.x, last)


def test_what_a_simulation_tells_about_itself(make):
    content = still(3)
    content["objects"]["wall"] = {"type": "pogowall", "geometry": "arena"}
    simulation = make(None, content, seed=5, overrides={"objects.robots.nb": np.int64(4)})
    assert simulation.seed == simulation.configuration["seed"] == 5
    assert simulation.arena == pytest.approx((1000, 1000))
    assert simulation.radius() == pytest.approx(26.5)
    assert simulation.categories == {"robots": slice(0, 4), "wall": slice(4, 5)}
    assert list(simulation.ids) == [0, 1, 2, 3, 65535]
    assert np.isnan(simulation.poses.x).tolist() == [False] * 4 + [True]
    assert repr(simulation) == "<shoal.Simulation of 4 robots, 1 wall at 0 s, seed 5>"


def test_steps_are_whole_ticks(make):
    simulation = make()
    assert simulation.step() == 1
    assert simulation.step(ticks=4) == 4
    assert simulation.step(seconds=0.025) == 3
    assert simulation.tick == 8
    assert simulation.time == pytest.approx(0.08)
    assert simulation.step(seconds=60) == 192
    assert simulation.over
    assert simulation.step() == 0
    with pytest.raises(ValueError, match="-1"):
        simulation.step(ticks=-1)


def test_four_threads_compute_what_one_computes(make):
    runs = [make(EXAMPLE, still(15), seed=seed) for seed in (1, 2, 3, 4) for _ in range(2)]

    def digest(simulation):
        while not simulation.over:  # in turns: each goes on where it was
            simulation.step(ticks=7)
        return simulation.digest()

    alone = [digest(run) for run in runs[::2]]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(digest, runs[1::2]))
    assert together == alone
    assert len(set(alone)) == 4


def keep_asking(simulation):
    until = time.monotonic() + 60  # s; on a loaded machine the other thread may come late
    while time.monotonic() < until:
        simulation.digest()


def test_steps_release_the_lock_and_a_simulation_takes_one_thread_at_a_time(make):
    simulation = make(EXAMPLE, still(simulation_time=1e6), seed=1)
    stop = threading.Event()

    def go_on():
        while not stop.is_set():
            with contextlib.suppress(shoal.Error):  # it may be the one that comes second
                simulation.step(ticks=10_000)

    thread = threading.Thread(target=go_on)
    thread.start()
    try:
        with pytest.raises(shoal.Error, match="another thread"):
            keep_asking(simulation)
    finally:
        stop.set()
        thread.join()
    simulation.step()


def test_reading_columns_leaves_the_run_as_it_is(make):
    plain = make(COUNTS_EXPORTS).run()
    looked_at = make(COUNTS_EXPORTS)
    for _ in range(10):
        looked_at.step(ticks=5)
        looked_at.read("robots", "asked")
    np.testing.assert_array_equal(looked_at.read("robots", "asked"), looked_at.read("robots", "asked"))
    assert list(looked_at.read("robots", "name")) == [None, "one"]
    assert looked_at.run().table().equals(plain.table())
    with pytest.raises(shoal.Error, match=r"nothing: no such column; the columns are time, .*asked"):
        looked_at.read("robots", "nothing")
    with pytest.raises(shoal.Error, match=r"walls: no such category|found 'walls'"):
        looked_at.read("walls", "x")


def test_a_crashing_controller_raises_and_nothing_else_dies(make, tmp_path):
    other = make(EXAMPLE, seed=1)
    simulation = make(CRASHES, log=tmp_path / "log.feather")
    with pytest.raises(
        shoal.Error, match=r"robot 1 \(robots\), tick 30, in its step: the firmware used memory"
    ):
        simulation.run()
    rows = simulation.table()
    assert rows["time"].to_numpy().max() == pytest.approx(0.4, abs=0.15)
    assert rows.equals(pyarrow.feather.read_table(tmp_path / "log.feather"))
    with pytest.raises(shoal.Error, match="this run has ended: robot 1"):
        simulation.step()
    assert other.run().over


def interrupted_after(seconds, work):
    threading.Timer(seconds, _thread.interrupt_main).start()
    work()


def test_an_interrupt_comes_between_ticks_and_the_log_is_complete(make, tmp_path):
    simulation = make(EXAMPLE, still(simulation_time=1e9), log=tmp_path / "log.feather")
    simulation.step()
    with pytest.raises(KeyboardInterrupt):
        interrupted_after(0.5, simulation.run)
    assert simulation.tick > 0
    log = pyarrow.feather.read_table(tmp_path / "log.feather")
    assert log.equals(simulation.table())
    assert log["time"].to_numpy().max() == pytest.approx(simulation.time, abs=0.11)


def test_going_back_and_on_gives_the_same_bits(make, tmp_path):
    simulation = make(EXAMPLE, still(10), seed=2)
    simulation.step(seconds=0.5)
    half = simulation.save()
    assert half.time == pytest.approx(0.5)
    simulation.save(tmp_path / "half.state")
    simulation.step(seconds=1)
    later = simulation.digest()
    simulation.restore(half)
    simulation.step(seconds=1)
    assert simulation.digest() == later
    assert len(simulation.table()) == 10 * 16  # each row once
    with pytest.raises(shoal.Error, match="not saved by this simulation"):
        make(EXAMPLE, still(10), seed=2).restore(half)


def test_python_drives_robots(make):
    simulation = make()
    x, y = simulation.poses.x.copy(), simulation.poses.y.copy()
    simulation.set_motors(1023, 1023)
    simulation.step(seconds=1)
    way = np.hypot(simulation.poses.x - x, simulation.poses.y - y)
    # The top speed of the scenario, but for the time that the drive takes to reach it.
    np.testing.assert_allclose(way, 100, atol=10)
    simulation.set_motors([-1023, 0], [1023, 0])
    simulation.step(seconds=0.2)
    start = simulation.poses.angle.copy()
    place = simulation.poses.x.copy()
    simulation.step(seconds=0.5)
    turned = np.abs(np.angle(np.exp(1j * (simulation.poses.angle - start))))
    assert turned[0] > 0.5
    assert turned[1] < 1e-3
    np.testing.assert_allclose(simulation.poses.x, place, atol=2)
    with pytest.raises(shoal.Error, match="left: expected powers from -1023 to 1023"):
        simulation.set_motors(1024, 0)
    with pytest.raises(shoal.Error, match=r"right: found an array of shape \(3,\), expected \(2,\)"):
        simulation.set_motors(0, [1, 2, 3])


def test_messages_between_robots_that_python_drives(make):
    content = still()
    content["objects"]["robots"]["msg_success_rate"] = {"type": "static", "rate": 1.0}
    simulation = make(None, content)
    assert simulation.send(0, b"hello\0you")
    simulation.step(seconds=0.2)
    assert simulation.receive(0) == []
    messages = simulation.receive(1)
    assert {message.payload for message in messages} == {b"hello\0you"}
    assert {message.sender for message in messages} == {0}
    assert simulation.receive(1) == []
    with pytest.raises(shoal.Error, match="383 bytes"):
        simulation.send(0, bytes(383))


def test_light_at_the_photosensors(make):
    content = still()
    content["objects"]["lamp"] = {
        "type": "static_light", "geometry": "global", "value": 500, "light_mode": "static",
        "x": 0, "y": 0, "photo_start_at": -1,
    }  # fmt: skip
    levels = make(None, content).photosensors()
    assert levels.shape == (2, 3)
    np.testing.assert_allclose(levels, 500, atol=60)


def test_pictures_only_look(make):
    simulation = make(EXAMPLE, still(5), seed=1)
    plain = make(EXAMPLE, still(5), seed=1)
    picture = simulation.render((320, 240))
    assert picture.shape == (240, 320, 4)
    assert picture.dtype == np.uint8
    simulation.step(seconds=1)
    plain.step(seconds=1)
    assert not np.array_equal(simulation.render((320, 240)), picture)
    assert simulation.digest() == plain.digest()
    np.testing.assert_array_equal(simulation.render((320, 240)), plain.render((320, 240)))
    with pytest.raises(shoal.Error, match="nonsense"):
        simulation.render(layers="nonsense")


def test_objects_keep_their_colours_whenever_the_first_picture_is_taken(make):
    content = still(3, initial_formation="random")
    content["objects"]["discs"] = {"type": "passive_object", "nb": 6, "geometry": "disk", "radius": 40}
    first, later = make(EXAMPLE, content, seed=1), make(EXAMPLE, content, seed=1)
    first.render((300, 300))
    first.step(seconds=2)
    later.step(seconds=2)
    np.testing.assert_array_equal(first.render((300, 300)), later.render((300, 300)))


def test_what_a_notebook_shows(make, tmp_path):
    simulation = make(EXAMPLE)
    assert simulation._repr_png_().startswith(b"\x89PNG")
    player = simulation.player(seconds=1, fps=5, size=(100, 80))
    assert player.times == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1.0])
    assert player.html().count("data:image/webp;base64,") == len(player) == 6
    assert "<iframe" in player._repr_html_()
    player.save(tmp_path / "film.html")
    assert (tmp_path / "film.html").read_text() == player.html()


def test_warnings_become_pythons_and_prints_are_shown_if_asked(make, capsys):
    with pytest.warns(shoal.Warning, match="nonsense"):
        make(content=still(nonsense=1))
    with pytest.raises(shoal.Error, match="nonsense: unknown key"):
        make(content=still(nonsense=1), strict=True)
    capsys.readouterr()
    says = (
        PREAMBLE
        + """
static void init(void) { printf("here I am\\n"); }
static void step(void) {}
int main(void) { pogobot_init(); pogobot_start(init, step); return 0; }
"""
    )
    make(says)
    assert "here I am" not in capsys.readouterr().out
    make(says, verbose=True)
    assert "[ROBOT #1] [PRINTF] here I am" in capsys.readouterr().out


def test_errors_say_what_the_command_says(shoal, tmp_path):
    import shoal as package

    file = write_scenario(tmp_path, still(time_step=-1))
    said = shoal("check", file).text
    with pytest.raises(package.Error) as error:
        package.Simulation(file)
    assert str(error.value) in said
    with pytest.raises(package.Error, match="no such directory with a controller"):
        package.Simulation(write_scenario(tmp_path, still()), tmp_path / "nowhere")
