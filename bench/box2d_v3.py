"""Box2D v3 on the discs of bench_physics: prints the time of one disc for one step (us).

    python bench/box2d_v3.py DISCS COVER STEPS

Needs pyb2d3 (pip install pyb2d3); exits with status 3 where it is missing.
"""

import math
import random
import sys
import time

try:
    import pyb2d3 as b2
except ImportError:
    sys.exit(3)

RADIUS, SPEED, SCALE, DT = 0.0265, 0.1, 10.0, 0.01  # m, m/s, units per metre, s


def lattice(n, cover):
    side = math.ceil(math.sqrt(n))
    box = math.sqrt(n * math.pi * RADIUS**2 / cover)
    pitch = box / side
    return box, [(pitch * (i % side + 0.5), pitch * (i // side + 0.5)) for i in range(n)]


def build(n, cover):
    box, places = lattice(n, cover)
    world = b2.World(gravity=(0.0, 0.0))
    world.sleeping_enabled = False
    material = b2.surface_material(friction=0.3, restitution=0.5)
    wall = world.create_static_body(position=(0.0, 0.0))
    size = box * SCALE
    corners = [(0.0, 0.0), (0.0, size), (size, size), (size, 0.0)]  # the free side is on the right of the way
    wall.create_chain(b2.chain_def(points=corners, is_loop=True, materials=[material]))
    bodies = []
    for x, y in places:
        body = world.create_dynamic_body(position=(x * SCALE, y * SCALE))
        body.create_shape(b2.shape_def(density=10.0, material=material), b2.circle(radius=RADIUS * SCALE))
        bodies.append(body)
    return world, bodies, size


def measure(world, bodies, steps):
    seconds = 0.0
    for done in range(0, steps, 100):
        for body in bodies:
            angle = random.uniform(0.0, 2.0 * math.pi)
            body.linear_velocity = (SPEED * SCALE * math.cos(angle), SPEED * SCALE * math.sin(angle))
            body.angular_velocity = 0.0
        start = time.perf_counter()
        for _ in range(min(100, steps - done)):
            world.step(DT, 4)
        seconds += time.perf_counter() - start
    return 1e6 * seconds / (len(bodies) * steps)


def main():
    n, cover, steps = int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
    random.seed(7)
    world, bodies, size = build(n, cover)
    best = min(measure(world, bodies, steps) for _ in range(6))
    inside = sum(0.0 < body.position[0] < size and 0.0 < body.position[1] < size for body in bodies)
    if inside != n:
        sys.exit(f"{n - inside} discs have left the box: the comparison is void")
    print(best)


main()
