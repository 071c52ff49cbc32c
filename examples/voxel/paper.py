"""The robot of the 2D-VSR-Sim paper's code fragment: 4x2 voxels, hard feet, soft back, a phase for each column; 60 s, c = 1."""

import math

from shoal.voxel import Body, Controller, Material, Robot, Task


def main():
    hard = Material(spring_frequency=25.0)
    soft = Material(spring_frequency=5.0, scaffolding=["side_external", "central_cross"])
    body = Body(["ssss", "hhhh"], {"h": hard, "s": soft})
    phases = [math.pi * x / 4 for x, _ in body.cells]
    robot = Robot(body, Controller.sines(phases, frequency=-1.0))
    row = Task("flat", duration=60.0, control_interval=1).evaluate([robot]).iloc[0]
    print(f"velocity {row.velocity:.4f} m/s, mean sum of squared control values {row.squared_control:.3f} s")


if __name__ == "__main__":
    main()
