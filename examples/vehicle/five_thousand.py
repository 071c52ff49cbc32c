"""5,000 quadrotors fly a formation that moves and turns, for 60 s: full dynamics and control cascade at 100 Hz.

The formation is a grid of 71 columns that flies along a circle. Each vehicle is led by the velocity of its place plus
a share of its distance to it. The error is that of the worst vehicle over the last 30 s.
"""

import time

import numpy as np
from shoal.vehicle import Fleet

NUMBER, SPACING, DURATION, HELD = 5000, 3.0, 60.0, 10  # -, m, s, steps for which a command is held
RADIUS, PACE, CLIMB = 60.0, 0.05, 0.1  # m, rad/s, m/s: 3 m/s along the circle
GAIN = 1.2  # 1/s


def formation():
    """Places within the formation: north, east, down of each vehicle (3, vehicles)."""
    row, column = np.divmod(np.arange(NUMBER), 71)
    return np.stack([SPACING * (row - 35.0), SPACING * (column - 35.0), -10.0 - np.arange(NUMBER) % 7])


def centre(t):
    """Where the formation's centre is and how it moves at a time, each (3, 1)."""
    at = np.array([RADIUS * np.sin(PACE * t), RADIUS * (1.0 - np.cos(PACE * t)), -CLIMB * t])
    moves = np.array([RADIUS * PACE * np.cos(PACE * t), RADIUS * PACE * np.sin(PACE * t), -CLIMB])
    return at[:, None], moves[:, None]


def main():
    fleet = Fleet(threads=0, precision="single")
    quads = fleet.add("quadrotor", NUMBER)
    places = formation()
    quads.position[:] = places
    command = quads.mode("velocity")
    worst, begin = 0.0, time.perf_counter()
    while fleet.time < DURATION - 1e-9:
        at, moves = centre(fleet.time)
        command[:3] = moves + GAIN * (places + at - quads.position)
        command[3] = PACE * fleet.time
        fleet.step(HELD)
        if fleet.time > DURATION / 2:
            away = quads.position - places - centre(fleet.time)[0]
            worst = max(worst, float(np.sqrt((away**2).sum(axis=0).max())))
    wall = time.perf_counter() - begin
    print(f"{NUMBER} quadrotors, {DURATION:g} s at {1 / fleet.time_step:g} Hz in {wall:.2f} s")
    print(f"largest distance to the place in the formation: {worst:.3f} m")
    print(f"times real time: {DURATION / wall:.0f}")


if __name__ == "__main__":
    main()
