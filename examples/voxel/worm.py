"""A worm of 10x1 voxels walks with the gait sin(-2 pi t + pi x/10): its wave runs to the right, so it goes to the left.

Writes worm.png and worm.mp4 beside this file, or into a directory.

usage: python worm.py [DIRECTORY]
"""

import sys
from pathlib import Path

from shoal.voxel import Body, Controller, Robot, Task, film


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    body = Body("worm-10x1")
    worm = Robot(body, Controller.gait(body, frequency=1.0))
    task = Task("flat", duration=20.0, x=1000.0)  # far from the walls
    row = task.evaluate([worm]).iloc[0]
    print(f"distance {row.distance:.2f} m in {row.time:.1f} s")
    print(f"velocity {row.velocity:.3f} m/s, {row.relative_velocity:.4f} body lengths a second")
    print(
        f"energy   {row.control_energy:.0f} (sum of squared control values), power {row.control_power:.0f} 1/s"
    )
    film.strip(task, worm, folder / "worm.png", [1.0, 5.0, 10.0, 15.0, 20.0])
    film.video(task, worm, folder / "worm.mp4")
    print(f"wrote {folder / 'worm.png'} and {folder / 'worm.mp4'}")


if __name__ == "__main__":
    main()
