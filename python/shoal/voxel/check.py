"""``python -m shoal.voxel.check``: gymnasium's environment checker on ``shoal.voxel.env.Walker``."""

import warnings

from gymnasium.utils.env_checker import check_env

from shoal.voxel.env import H_ACT, RIGID, SOFT, V_ACT, Walker


def main() -> None:
    grid = [[SOFT, H_ACT, H_ACT, SOFT], [V_ACT, RIGID, RIGID, V_ACT], [V_ACT, 0, 0, V_ACT]]
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*no spec.*|.*infinity.*")
        check_env(Walker(grid, steps=50, render_mode="rgb_array"))
    print("shoal.voxel.env.Walker: gymnasium's environment checker passes")


if __name__ == "__main__":
    main()
