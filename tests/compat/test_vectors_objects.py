"""Figures of objects that were measured on Pogosim 0.10.10."""

from support.running import PREAMBLE, robots, scenario

IDLE = (
    PREAMBLE
    + """
int main(void) {
    pogobot_start(NULL, NULL);
    pogobot_start(NULL, NULL, "membranes");
    pogobot_start(NULL, NULL, "bars");
    return 0;
}
"""
)


def test_vector_08_membranes(run_scenario):
    skin = {
        "type": "rectmembrane",
        "geometry": "disk",
        "radius": 200.0,
        "num_dots": 10,
        "serialize_dot_pose": True,
        "colormap": "rainbow",
    }
    content = scenario(compatibility="pogosim", objects={"robots": robots(3), "membranes": skin})
    rows = run_scenario(IDLE, content).rows
    for _, instant in rows.groupby("time"):
        assert instant["robot_id"].tolist() == [0, 1, 2] + [65535] * 11
        assert instant["subpart_id"].tolist() == [-1, -1, -1, -1, *range(10)]
        ring = instant[instant["robot_category"] == "membranes"]
        assert ring["angle"].isna().all()
        assert ring[["x", "y"]].notna().all(axis=None)
        assert ring["pogobot_ticks"].nunique() == 1
        whole, first = ring.iloc[0], ring.iloc[1]
        assert (whole["x"], whole["y"]) == (first["x"], first["y"])
    assert rows.columns.tolist()[6:8] == ["pogobot_ticks", "subpart_id"]


def test_vector_08_a_wall_with_a_body_is_at_the_origin(run_scenario):
    bar = {
        "type": "pogowall",
        "geometry": "rectangle",
        "body_width": 600.0,
        "body_height": 600.0,
        "x": 700.0,
        "y": 700.0,
    }
    source = IDLE.replace("pogobot_start(NULL, NULL);", "pogobot_start(drive, drive);", 1).replace(
        "int main",
        "static void drive(void) { pogobot_motor_set(motorL, motorFull); pogobot_motor_set(motorR, motorFull); }\nint main",
    )
    objects = {"robots": robots(x=600.0, y=200.0, theta=3.14159), "bars": bar}
    content = scenario(compatibility="pogosim", objects=objects, simulation_time=8.0)
    run = run_scenario(source, content)
    assert "stands at the origin, not at (700, 700) mm" in run.console
    walls = run.rows[run.rows["robot_category"] == "bars"]
    assert walls[["x", "y", "angle"]].isna().all(axis=None)
    robot = run.rows[run.rows["robot_category"] == "robots"]
    assert 320.0 < robot["x"].min() < 328.0  # it meets the wall's side at x = 300
