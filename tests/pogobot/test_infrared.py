"""Who hears what and when, in the default mode; and the examples that the model of physical packets is judged by."""

import math
import re
from collections import Counter

import pytest
from support.infrared import at, received, world
from support.running import ROOT, robots, scenario

FRONT, RIGHT, BACK, LEFT, ALL = range(5)


def heard(run_scenario, *objects, parameters=None, **keys):
    one = {"first_step": 1, "last_step": 1}
    return received(run_scenario("infrared", world(*objects, parameters=one | (parameters or {}), **keys)))


# When.


@pytest.mark.parametrize("sender", [0, 1])
def test_a_message_is_read_from_the_next_step_on_whoever_was_created_first(run_scenario, sender):
    messages = heard(run_scenario, at(450, 500), at(550, 500), parameters={"sender": sender})
    assert [(m.robot, m.sent, m.step) for m in messages] == [(1 - sender, 1, 2)]


def test_a_message_of_the_first_step_arrives_too(run_scenario):
    messages = heard(run_scenario, at(450, 500), at(550, 500), parameters={"first_step": 0, "last_step": 0})
    assert [(m.sent, m.step) for m in messages] == [(0, 1)]


def test_messages_do_not_depend_on_threads(run_scenario):
    crowd = {"radius": 26.5, "communication_radius": 80.0}
    for rate in ({"type": "realistic"}, {"type": "physical"}):
        content = scenario(objects={"robots": robots(40, msg_success_rate=rate, **crowd)},
                           parameters={"percent": 40}, simulation_time=2.0)  # fmt: skip
        runs = [run_scenario("reception", content, "--threads", threads) for threads in (1, 2, 8)]
        assert len({tuple(run.printed()) for run in runs}) == 1
        other = run_scenario("reception", content, "--seed", 2)
        assert other.printed() != runs[0].printed()


# FR-16: every send function by every direction, the receiver at four bearings.

EMITTERS = {
    ("omniGen", ALL): {FRONT, RIGHT, BACK, LEFT},
    ("omniSpe", ALL): {FRONT, RIGHT, BACK, LEFT},
    **{("uniSpe", d): {d} for d in (FRONT, RIGHT, BACK, LEFT)},
    **{("shortUni", d): {d} for d in (FRONT, RIGHT, BACK, LEFT)},
    **{("rawShort", d): {d} for d in (FRONT, RIGHT, BACK, LEFT)},
    ("uniSpe", ALL): {FRONT, RIGHT, BACK, LEFT},
    ("shortOmni", ALL): {FRONT, RIGHT, BACK, LEFT},
}


@pytest.mark.parametrize(("what", "direction"), EMITTERS)
def test_fr_16_each_function_reaches_its_emitters(run_scenario, what, direction):
    for bearing, (dx, dy) in enumerate([(100, 0), (0, 100), (-100, 0), (0, -100)]):
        messages = heard(run_scenario, at(500, 500), at(500 + dx, 500 + dy),
                         parameters={"what": what, "direction": direction})  # fmt: skip
        receivers = [m.receiver for m in messages]
        assert receivers == ([(bearing + 2) % 4] if bearing in EMITTERS[what, direction] else [])


@pytest.mark.parametrize("compatibility", ["robot", "pogosim"])
def test_fr_16_raw_messages_fire_all_emitters_of_their_list_but_one_in_pogosim(run_scenario, compatibility):
    reached = set()
    for bearing, (dx, dy) in enumerate([(100, 0), (0, 100), (-100, 0), (0, -100)]):
        sending = {"what": "raw", "power_list": 0b00001101}  # front 1, right 3
        if heard(run_scenario, at(500, 500), at(500 + dx, 500 + dy), parameters=sending,
                 compatibility=compatibility):  # fmt: skip
            reached.add(bearing)
    assert reached == ({FRONT, RIGHT} if compatibility == "robot" else {FRONT})


def test_payloads_above_382_bytes_are_refused(run_scenario):
    run = run_scenario(
        "infrared", world(at(450, 500), at(550, 500), parameters={"size": 383, "last_step": 0})
    )
    assert received(run) == []
    assert run.printed() == ["refused 1 in 0"]


# FR-15: queues.


def test_fr_15_no_message_is_older_than_a_step(run_scenario):
    crowd = robots(30, communication_radius=600.0, msg_success_rate={"type": "static", "rate": 1.0})
    run = run_scenario("infrared", scenario(
        simulation_time=2.0, objects={"robots": crowd}, initial_formation="chessboard",
        chessboard_distance_between_neighbors=60.0, communication_ignore_occlusions=True,
        parameters={"sender": -1, "cap": 1, "hz": 100},
    ))  # fmt: skip
    messages = received(run)
    assert len(messages) == 30 * 199
    assert {m.step - m.sent % 256 for m in messages} == {1}
    # Each of the 29 others comes in by up to three receivers, and a queue takes no packet with more than 100 waiting.
    assert re.search(r"infrared: \d+ messages were lost because queues were full", run.console)


def test_fr_15_full_queues_drop_and_count(run_scenario):
    parameters = {"sender": 0, "deaf": True, "last_step": 120, "counters": True}
    run = run_scenario(
        "infrared", world(at(450, 500), at(550, 500), parameters=parameters, simulation_time=1.5)
    )
    counters = [line.split() for line in run.printed() if line.startswith("errors 2")]
    # 121 were sent, 101 fit in.
    assert sorted(int(overflow) for _, _, overflow, _, _ in counters) == [0, 20]
    assert "infrared: 20 messages were lost because queues were full" in run.console


def test_counters_tell_broken_messages(run_scenario):
    parameters = {"sender": 0, "last_step": 99, "counters": True}
    deaf = {"msg_success_rate": {"type": "static", "rate": 0.0}}
    run = run_scenario("infrared", world(at(450, 500, **deaf), at(550, 500), parameters=parameters,
                                         simulation_time=1.2))  # fmt: skip
    assert sorted(line for line in run.printed() if not line.endswith(" 0 0 0")) == ["errors 2 0 0 100"]


# FR-18: lists are of the present poses.


def test_fr_18_contact_begins_and_ends_within_a_tick(run_scenario):
    source = """#include "pogobase.h"
typedef struct { int32_t heard; } USERDATA;
DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)
static void receive(message_t* m) { printf("at %d\\n", m->payload[0] | m->payload[1] << 8); }
static bool send(void) {
    uint8_t step[2] = {(uint8_t)pogobot_ticks, (uint8_t)(pogobot_ticks >> 8)};
    return pogobot_infrared_sendShortMessage_omni(step, 2) == 0;
}
static void init(void) {
    main_loop_hz = 100;
    percent_msgs_sent_per_ticks = 100;
    msg_rx_fn = receive;
    if (!current_robot_category_is("driver")) return;
    msg_tx_fn = send;
    pogobot_motor_set(motorL, motorFull);
    pogobot_motor_set(motorR, motorFull);
}
int main(void) {
    pogobot_start(init, NULL, "driver");
    pogobot_start(init, NULL, "still");
    return 0;
}
"""
    always = {"msg_success_rate": {"type": "static", "rate": 1.0}, "communication_radius": 80.0}
    run = run_scenario(source, scenario(
        simulation_time=6.0, save_data_period=0.01,
        objects={"driver": robots(x=200.0, y=450.0, **always), "still": robots(x=500.0, y=530.0, **always)},
    ))  # fmt: skip
    heard_at = {int(line.split()[1]) for line in run.printed() if line.startswith("at")}
    rows = run.rows
    driver = rows[rows.robot_category == "driver"].x.to_numpy()

    def in_reach(x):
        corners = [(x + 26.5, 450), (x, 476.5), (x - 26.5, 450), (x, 423.5)]
        axes = [(1, 0), (0, 1), (-1, 0), (0, -1)]
        return any(
            math.hypot(500 - px, 530 - py) <= 80 + 26.5 and (500 - px) * ax + (530 - py) * ay >= 0
            for (px, py), (ax, ay) in zip(corners, axes, strict=True)
        )

    due = {step for step in range(590) if in_reach(driver[step])}
    assert due
    assert len(due ^ {step for step in heard_at if step < 590}) <= 2


# FR-21 and obstacles.


@pytest.mark.parametrize("obstacles", ["robots", "all"])
def test_fr_21_nobody_talks_through_a_wall_that_stops_messages(run_scenario, obstacles):
    wall = {"type": "passive_object", "geometry": "rectangle", "body_width": 4.0, "body_height": 120.0,
            "x": 500.0, "y": 500.0, "colormap": "rainbow", "body_density": 1000.0}  # fmt: skip
    for y in range(380, 621, 20):
        messages = heard(run_scenario, at(450, 500), at(550, y, communication_radius=200.0), wall,
                         communication_obstacles=obstacles)  # fmt: skip
        # From the front emitter of the sender to the middle of the receiver, and back from its receivers.
        crossing = 500 + (y - 500) * (500 - 476.5) / (550 - 476.5)
        if obstacles == "robots":
            free = math.hypot(550 - 476.5, y - 500) <= 80 + 26.5
            assert bool(messages) or not free
        elif abs(crossing - 500) < 59:
            front = [m for m in messages if m.emitter == FRONT]
            assert front == []


def test_fr_21_ignoring_occlusions_is_heard_through_walls(run_scenario):
    wall = {"type": "passive_object", "geometry": "rectangle", "body_width": 4.0, "body_height": 120.0,
            "x": 500.0, "y": 500.0, "colormap": "rainbow"}  # fmt: skip
    keys = {"communication_obstacles": "all", "communication_ignore_occlusions": True}
    assert heard(run_scenario, at(450, 500), at(550, 500), wall, **keys)
    assert not heard(run_scenario, at(450, 500), at(550, 500), wall, communication_obstacles="all")


@pytest.mark.parametrize("kind", ["membrane", "rectmembrane"])
def test_a_skin_stops_messages_if_asked_to(run_scenario, kind):
    skin = {"type": kind, "geometry": "disk", "radius": 200.0, "x": 500.0, "y": 500.0, "num_dots": 100,
            "colormap": "rainbow"}  # fmt: skip
    inside, outside = at(640, 500), at(740, 500)  # the skin is at 690 mm
    assert heard(run_scenario, inside, outside, skin)
    assert not heard(run_scenario, inside, outside, skin, communication_obstacles="all")


def test_a_robot_in_between_hides_the_one_behind(run_scenario):
    messages = heard(run_scenario, at(400, 500, communication_radius=200.0), at(460, 500),
                     at(520, 500, communication_radius=200.0))  # fmt: skip
    assert {m.robot for m in messages} == {1}


def test_messages_cross_a_periodic_seam(run_scenario):
    messages = heard(run_scenario, at(970, 500), at(40, 500), boundary_condition="periodic")
    assert [m.receiver for m in messages] == [BACK]


# Walls.


def test_walls_are_heard_once_by_each_receiver_that_faces_them(run_scenario):
    keys = world(at(500, 940, communication_radius=100.0), simulation_time=20.0, parameters={"last_step": -1})
    keys["objects"]["walls"] = {
        "type": "pogowall", "geometry": "arena", "communication_radius": 100.0,
        "msg_success_rate": {"type": "static", "rate": 1.0},
    }  # fmt: skip
    messages = received(run_scenario("infrared", keys))
    assert {(m.type, m.sender, m.emitter, m.length) for m in messages} == {(16, 65535, 0, 5)}
    # The wall is on the right: the left receiver turns its back to it.
    assert {m.receiver for m in messages} == {FRONT, RIGHT, BACK}
    assert set(Counter((m.step, m.receiver) for m in messages).values()) == {1}


def heard_from_walls(run_scenario, wall, *places, **keys):
    """The receivers by which robots at these places, heading to +x, hear a wall that pings at 60 mm."""
    content = world(*(at(x, y) for x, y in places), parameters={"last_step": -1}, simulation_time=5.0, **keys)
    rate = {"type": "static", "rate": 1.0}
    content["objects"]["walls"] = {"communication_radius": 60.0, "msg_success_rate": rate, **wall}
    messages = received(run_scenario("infrared", content))
    return [{m.receiver for m in messages if m.robot == robot} for robot in range(len(places))]


@pytest.mark.parametrize("kind", ["membrane", "rectmembrane"])
def test_membranes_are_heard_along_their_outline(run_scenario, kind):
    skin = {"type": kind, "geometry": "disk", "radius": 200.0, "x": 500.0, "y": 500.0, "num_dots": 100,
            "colormap": "rainbow"}  # fmt: skip
    # Their parts lie on a circle of 190 mm. Within near it, in the middle, without below it, and beyond its reach.
    places = (620, 500), (500, 500), (500, 260), (500, 200)
    assert heard_from_walls(run_scenario, skin, *places) == [{FRONT}, set(), {FRONT, RIGHT, BACK}, set()]


BAR = {"type": "pogowall", "geometry": "rectangle", "body_width": 20.0, "body_height": 300.0}


def test_walls_with_a_body_are_heard_along_their_sides(run_scenario):
    # By both ends of its left side, and beside its middle at 56 and 64 mm.
    places = (553, 320), (553, 580), (507.5, 450), (499.5, 450)
    heard = heard_from_walls(run_scenario, {**BAR, "x": 600.0, "y": 450.0}, *places)
    assert [FRONT in receivers for receivers in heard] == [True, True, True, False]
    turned = {**BAR, "x": 600.0, "y": 450.0, "theta": math.pi / 2}
    assert heard_from_walls(run_scenario, turned, (385, 450), (500, 360), (600, 350)) == [
        {FRONT},
        {RIGHT},
        set(),
    ]


def test_walls_are_heard_across_a_periodic_seam(run_scenario):
    wall = {**BAR, "x": 995.0, "y": 500.0}
    assert heard_from_walls(run_scenario, wall, (66, 500), boundary_condition="periodic") == [{BACK}]


# type: physical


PHYSICAL = {"msg_success_rate": {"type": "physical"}}


def test_power_is_range(run_scenario):
    # From border to border 80 mm at full power; the range goes with the root of the power.
    for power, reach in ((3, 80.0), (2, 80.0 * math.sqrt(2 / 3)), (1, 80.0 / math.sqrt(3)), (0, 0.0)):
        for gap in (reach - 1, reach + 1):
            if gap < 1:
                continue
            messages = heard(run_scenario, at(300, 500, **PHYSICAL), at(353 + gap, 500, **PHYSICAL),
                             parameters={"power": power, "hz": 60})  # fmt: skip
            assert bool(messages) == (gap < reach), (power, gap)


def test_physical_messages_take_their_time(run_scenario):
    waits = {}
    for size in (1, 380):
        (message,) = heard(run_scenario, at(450, 500, **PHYSICAL), at(550, 500, **PHYSICAL),
                           parameters={"size": size, "hz": 100})  # fmt: skip
        waits[size] = message.step - message.sent
    # 24.7 ms more on air, at 10 ms a step.
    assert waits[380] - waits[1] in (2, 3)


def test_pings_of_physical_walls_are_heard_where_others_are(run_scenario):
    wall = {**BAR, "x": 600.0, "y": 450.0}
    places = (553, 320), (507.5, 450), (499.5, 450)
    assert heard_from_walls(run_scenario, {**wall, **PHYSICAL}, *places) == heard_from_walls(
        run_scenario, wall, *places
    )


WAITS = re.compile(r"T_avg +([\d.]+)  90 % +(\d+)  99 % +(\d+)  99.9 % +(\d+)")


def banshee(run_scenario, *flags):
    text = ROOT / "examples" / "pogobot" / "banshee"
    run = run_scenario("banshee", (text / "scenario.yaml").read_text().replace(
        "formation.csv", str(text / "formation.csv")), *flags)  # fmt: skip
    assert run.status == 0, run.console
    names = ("pair alone", "pair heard", "cluster alone", "cluster heard")
    return {name: [float(v) for v in m] for name, m in zip(names, WAITS.findall(run.console), strict=True)}


def test_banshee_waits_as_long_as_the_article_says(run_scenario):
    waits = banshee(run_scenario)
    assert waits["pair alone"] == pytest.approx([4.0, 8, 16, 24], rel=0.06)
    assert waits["pair heard"] == pytest.approx([4.0, 8, 16, 24], rel=0.2)
    assert waits["cluster alone"] == pytest.approx([17.6, 39.6, 79, 118], rel=0.06)
    # Four receivers: better than if all seven were in one channel, as the article says of the robots.
    assert 7 < waits["cluster heard"][0] < 17.6
    assert waits["cluster heard"][2] <= 54


def test_banshee_with_one_channel_for_all_waits_as_the_theory_says(run_scenario):
    waits = banshee(run_scenario, "--set", "communication_ignore_occlusions=true")
    assert waits["cluster heard"][0] == pytest.approx(17.6, rel=0.1)
    assert waits["cluster heard"][2] == pytest.approx(79, rel=0.15)


@pytest.mark.parametrize(("parameter", "name", "best"), [("pair_percent", "pair heard", 50),
                                                         ("cluster_percent", "cluster heard", 14)])  # fmt: skip
def test_banshee_is_best_near_one_in_n(run_scenario, parameter, name, best):
    def wait(percent):
        flags = (
            "--set",
            f"parameters.{parameter}={percent}",
            "--set",
            "communication_ignore_occlusions=true",
        )
        return banshee(run_scenario, *flags)[name][0]

    at_best = wait(best)
    assert at_best < wait(best // 2)
    assert at_best < wait(min(90, 2 * best))
