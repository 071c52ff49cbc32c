"""shoal.envs by the checkers of PettingZoo and Gymnasium, and by what must come out."""

import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
import shoal
from gymnasium.spaces import Box
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from pettingzoo.test import parallel_api_test, parallel_seed_test
from shoal.envs import RobotsEnv, SwarmEnv, SwarmVectorEnv, Task
from support.running import robots, scenario, write_scenario

REWARD = """
import numpy as np
def to_the_right(sim):
    return sim.poses.x[sim.categories["robots"]] / 1000
def is_there(sim):
    return bool((sim.poses.x > 900).any())
def where(sim):
    return np.stack(sim.poses, axis=1)[:, :2] / 1000
"""


@pytest.fixture
def place(tmp_path):
    """A scenario of three robots for a second, with lamp and task."""

    def write(environment=None, **keys):
        (tmp_path / "reward.py").write_text(REWARD)
        content = scenario(
            **{
                "objects": {
                    "robots": robots(3),
                    "lamp": {"type": "static_light", "geometry": "global", "value": 300, "x": 0, "y": 0},
                },
                "environment": environment or {"period": 0.1, "reward": "reward.py:to_the_right"},
                **keys,
            }
        )
        return write_scenario(tmp_path, content)

    return write


@pytest.fixture(autouse=True)
def no_warnings_but_those_of_checkers():
    with warnings.catch_warnings():
        warnings.simplefilter("error", shoal.Warning)
        warnings.filterwarnings("ignore", module="gymnasium")
        yield


def test_robots_pass_the_checkers_of_pettingzoo(place):
    file = place()
    parallel_api_test(RobotsEnv(file), num_cycles=100)
    parallel_seed_test(lambda: RobotsEnv(file), num_cycles=25)


def test_a_swarm_passes_the_checker_of_gymnasium(place):
    check_env(SwarmEnv(place(), render_mode="rgb_array"), skip_render_check=True)


def test_a_controller_of_ones_own_may_be_observed(place, controller):
    file = place({"observations": ["pose", "pogobot_ticks"], "actions": ["led"], "steps": 4})
    environment = RobotsEnv(file, controller("run_and_tumble"))
    observations, _ = environment.reset(seed=1)
    agent = "robots_1"
    assert environment.possible_agents == ["robots_0", agent, "robots_2"]
    assert observations[agent].shape == (4,)
    for _ in range(3):
        step = environment.step({name: np.array([1, 0, 0.5]) for name in environment.agents})
    assert step[0][agent][3] == 18  # 60 Hz for 0.3 s
    assert step[1] == dict.fromkeys(environment.possible_agents, 0.0)
    assert environment.agents
    step = environment.step({name: np.array([1, 0, 0.5]) for name in environment.agents})
    assert all(step[3].values())
    assert not environment.agents


def test_what_is_done_and_rewarded(place):
    task = Task(
        period=0.2,
        observations=lambda sim: np.stack(sim.poses, axis=1),
        observation_space=Box(-np.inf, np.inf, (3,), dtype=np.float64),
        reward=lambda sim: sim.poses.x,
        terminated=lambda sim: sim.time > 0.5,
    )
    apart = {"initial_formation": "chessboard", "chessboard_distance_between_neighbors": 200}
    environment = SwarmEnv(place(**apart), task=task)
    before, _ = environment.reset(seed=3)
    full = np.array([[1, 1], [5, 5], [0, 0]])  # too much is cut
    outcomes = [environment.step(full) for _ in range(3)]
    after, reward, terminated, truncated, _ = outcomes[-1]
    way = np.hypot(*(after - before)[:, :2].T)
    assert way[0] == pytest.approx(way[1], abs=1.0)  # mm
    assert way[0] > 40
    assert way[2] < 0.1
    assert reward == pytest.approx(after[:, 0].mean())
    assert (terminated, truncated) == (True, False)
    assert [outcome[2] for outcome in outcomes] == [False, False, True]


def test_a_task_in_the_scenario(place):
    declared = {
        "observations": "reward.py:where",
        "observation_space": [0, 1, 2],
        "reward": "reward.py:to_the_right",
        "terminated": "reward.py:is_there",
    }
    environment = SwarmEnv(place(declared))
    observations, _ = environment.reset(seed=1)
    assert observations in environment.observation_space
    observations, reward, terminated, _, _ = environment.step(np.zeros((3, 2)))
    assert reward == pytest.approx(observations[:, 0].mean())
    assert terminated == (observations[:, 0].max() > 0.9)


def test_many_side_by_side_are_what_they_are_one_after_the_other(place):
    file = place()
    ours = SwarmVectorEnv(4, file, threads=3)
    theirs = SyncVectorEnv([lambda: SwarmEnv(file) for _ in range(4)])
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    ours.action_space.seed(1)
    np.testing.assert_array_equal(ours.reset(seed=5)[0], theirs.reset(seed=5)[0])
    for _ in range(25):  # two episodes of ten actions and the beginning of a third
        actions = ours.action_space.sample()
        for mine, other in zip(ours.step(actions)[:4], theirs.step(actions)[:4], strict=True):
            np.testing.assert_array_equal(mine, other)
    ours.close()
    theirs.close()


def test_wrappers_of_gymnasium_take_a_vector(place):
    environment = RecordEpisodeStatistics(SwarmVectorEnv(2, place()))
    environment.reset(seed=1)
    for _ in range(10):
        *_, truncated, infos = environment.step(environment.action_space.sample())
    assert truncated.all()
    np.testing.assert_array_equal(infos["episode"]["l"], [10, 10])
    environment.close()


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"nonsense": 1}, "environment.nonsense: unknown key, expected one of category"),
        ({"category": "birds"}, "birds: no such category of objects; there are robots"),
        ({"observations": ["nothing"]}, "nothing: no such column"),
        ({"actions": ["wings"]}, "actions: found 'wings', expected some of motors, led"),
        ({"reward": "nowhere.py:reward"}, "environment.reward: cannot read .*nowhere.py"),
        ({"reward": "reward.py:nothing"}, "reward.py has no function 'nothing'"),
        ({"observations": "reward.py:where"}, "a function needs observation_space"),
        ({"observation_space": 3}, r"found 3, expected \[least, greatest, how many\]"),
        ({"period": 0}, "a period of 0 s make no task"),
    ],
)
def test_mistakes_are_named(place, environment, said):
    with pytest.raises(shoal.Error, match=said):
        SwarmEnv(place(environment))


def test_pictures(place):
    environment = SwarmEnv(place(), render_mode="rgb_array")
    environment.reset(seed=1)
    assert environment.render().shape == (800, 800, 3)
    assert isinstance(environment, gymnasium.Env)


@pytest.mark.parametrize("missing", ["gymnasium", "pettingzoo"])
def test_a_missing_package_is_named(missing):
    code = f"import sys; sys.modules[{missing!r}] = None; import shoal.envs"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith(
        f"ImportError: shoal.envs needs the package {missing}: pip install"
    )
