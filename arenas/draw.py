#!/usr/bin/env python3
"""Draws every arena of this folder from its description; the files come out the same each time.

Shapes are lists of polygons of (x, y), x right and y down: first the outline, then its holes.
"""

from math import atan2, cos, hypot, pi, sin
from pathlib import Path

SIZE = 1000  # greatest extent in the files
GRID = 110  # cells along a digit's height


def area(polygon):
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(polygon, polygon[1:] + polygon[:1])) / 2


def box(polygon):
    xs, ys = zip(*polygon)
    return min(xs), min(ys), max(xs), max(ys)


def fill(shape):
    """Share of the outline's bounding box that is free."""
    left, top, right, bottom = box(shape[0])
    free = abs(area(shape[0])) - sum(abs(area(hole)) for hole in shape[1:])
    return free / ((right - left) * (bottom - top))


def solve(draw, wanted, low, high):
    """draw(t) for the t at which it fills the wanted share; the share must grow or shrink steadily with t."""
    rising = fill(draw(high)) > fill(draw(low))
    for _ in range(40):
        middle = (low + high) / 2
        if (fill(draw(middle)) < wanted) == rising:
            low = middle
        else:
            high = middle
    return draw(low)


def rectangle(left, top, right, bottom):
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def arc(x, y, rx, ry, start, end, steps):
    """Points of an ellipse from one angle to another (degrees, clockwise on screen), both ends included."""
    angles = [pi / 180 * (start + (end - start) * i / steps) for i in range(steps + 1)]
    return [(x + rx * cos(a), y + ry * sin(a)) for a in angles]


def circle(radius, count=108):
    return arc(0.5, 0.5, radius, radius, 0, 360, count)[:-1]


def half_disk(radius, edge):
    """The part of a circle of that radius on the side of y = edge that faces away from the centre."""
    end = atan2(edge - 0.5, (radius**2 - (edge - 0.5) ** 2) ** 0.5) * 180 / pi
    return arc(0.5, 0.5, radius, radius, end, (180 if edge > 0.5 else -180) - end, 48)


def down_arrow(neck):
    return [[(0.23, 0), (0.77, 0), (0.77, neck), (1, neck), (0.5, 1), (0, neck), (0.23, neck)]]


def house_upside_down(shoulder):
    return [[(0, 0), (1, 0), (1, shoulder), (0.5, 1), (0, shoulder)]]


def star(branches, inner):
    radii = [1, inner] * branches
    return [[(r * cos(pi * i / branches), r * sin(pi * i / branches)) for i, r in enumerate(radii)]]


def soft_star(branches, depth):
    angles = [2 * pi * i / 240 for i in range(240)]
    radii = [1 + depth * cos(branches * a) for a in angles]
    return [[(r * cos(a), r * sin(a)) for r, a in zip(radii, angles)]]


PLAIN = {
    "square": [rectangle(0, 0, 1, 1)],
    "squarewithHole": [rectangle(0, 0, 1, 1), rectangle(0.25, 0.25, 0.75, 0.75)],
    "disk": [circle(0.5)],
    "annulus": [circle(0.5), circle(0.33)],
    "annulusBarred": [circle(0.5), half_disk(0.33, 0.43), half_disk(0.33, 0.57)],
    "H": [
        [
            (0, 0),
            (0.3, 0),
            (0.3, 0.3),
            (0.7, 0.3),
            (0.7, 0),
            (1, 0),
            (1, 1),
            (0.7, 1),
            (0.7, 0.7),
            (0.3, 0.7),
            (0.3, 1),
            (0, 1),
        ]
    ],
    "triangle": [[(0, 0), (1, 1), (0, 1)]],
    "line": [rectangle(0, 0, 1, 0.2)],
    "arrow": down_arrow(0.61),
    "arrow2": down_arrow(0.45),
    "sqtriangle": house_upside_down(0.63),
    "sqtriangle2": house_upside_down(0.41),
    "sqtriangle3": house_upside_down(0.75),
    "star": star(5, 0.382),
    "star4": [[(0, 0), (0.5, 0.3), (1, 0), (0.7, 0.5), (1, 1), (0.5, 0.7), (0, 1), (0.3, 0.5)]],
    "star6": solve(lambda depth: soft_star(6, depth), 0.416, 0.1, 0.9),
    "star7": solve(lambda depth: soft_star(7, depth), 0.427, 0.1, 0.9),
    "star8": solve(lambda depth: soft_star(8, depth), 0.399, 0.1, 0.9),
    "empty": [],
    "torus": [],
}

# Digits: strokes of a pen, then traced.

SIX = [arc(0.30, 0.72, 0.30, 0.28, 0, 360, 40), arc(0.44, 0.72, 0.44, 0.72, 180, 276, 30)]

# digit: (centre lines, share of the bounding box that the digit fills)
DIGITS = {
    1: ([[(0, 0.22), (0.28, 0), (0.28, 1)]], 0.496),
    2: ([arc(0.30, 0.29, 0.29, 0.29, -165, 25, 24) + [(0.42, 0.58), (0, 1), (0.60, 1)]], 0.522),
    3: ([arc(0.27, 0.24, 0.27, 0.24, -155, 90, 24), arc(0.27, 0.74, 0.31, 0.26, -90, 155, 24)], 0.535),
    4: ([[(0.46, 1), (0.46, 0), (0, 0.68), (0.66, 0.68)]], 0.522),
    5: (
        [[(0.54, 0), (0.07, 0), (0.03, 0.46), (0.06, 0.45)], arc(0.27, 0.68, 0.31, 0.32, -135, 150, 30)],
        0.578,
    ),
    6: (SIX, 0.596),
    7: ([[(0, 0), (0.60, 0), (0.22, 1)]], 0.421),
    8: ([arc(0.30, 0.24, 0.25, 0.24, 0, 360, 36), arc(0.30, 0.74, 0.30, 0.26, 0, 360, 36)], 0.619),
    9: ([[(0.60 - x, 1 - y) for x, y in line] for line in SIX], 0.594),
}


def distance(p, a, b):
    """From a point to a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)
    along = max(0, min(1, along))
    return hypot(p[0] - a[0] - along * dx, p[1] - a[1] - along * dy)


def distance_field(lines):
    """Distances to the centre lines at the nodes of a grid with a margin around them."""
    segments = [(a, b) for line in lines for a, b in zip(line, line[1:])]
    left, top, right, bottom = box([p for line in lines for p in line])
    step, margin = 1 / GRID, 0.3
    columns, rows = int((right - left + 2 * margin) / step) + 1, int((bottom - top + 2 * margin) / step) + 1

    def node(i, j):
        return left - margin + i * step, top - margin + j * step

    def nearest(i, j):
        return min(distance(node(i, j), a, b) for a, b in segments)

    return node, [[nearest(i, j) for j in range(rows)] for i in range(columns)]


def trace(node, field, level):
    """Closed contours where the field has that level, the longest first: marching squares."""
    links = {}  # from a crossed grid edge to the next, with the lower side on one hand
    for i in range(len(field) - 1):
        for j in range(len(field[0]) - 1):
            ring = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
            low = [field[a][b] < level for a, b in ring]
            sides = list(zip(ring, ring[1:] + ring[:1], low, low[1:] + low[:1]))
            enters = [frozenset((a, b)) for a, b, la, lb in sides if la and not lb]
            leaves = [frozenset((a, b)) for a, b, la, lb in sides if lb and not la]
            links.update(zip(enters, leaves))
    contours = []
    while links:
        start, here, contour = next(iter(links)), None, []
        here = start
        while here in links:
            contour.append(between(node, field, level, here))
            here = links.pop(here)
        contours.append(contour)
    return sorted(contours, key=lambda contour: -abs(area(contour)))


def between(node, field, level, edge):
    (i, j), (m, n) = sorted(edge)
    share = (level - field[i][j]) / (field[m][n] - field[i][j])
    (ax, ay), (bx, by) = node(i, j), node(m, n)
    return ax + share * (bx - ax), ay + share * (by - ay)


def digit(lines, wanted):
    node, field = distance_field(lines)
    return solve(lambda half_width: trace(node, field, half_width), wanted, 0.03, 0.13)


def text(shape):
    left, top, right, bottom = box(shape[0]) if shape else (0, 0, 1, 1)
    scale = SIZE / max(right - left, bottom - top)
    lines = [
        "\n".join(f"{(x - left) * scale:.2f},{(y - top) * scale:.2f}" for x, y in polygon + polygon[:1])
        for polygon in shape
    ]
    return "".join(line + "\n" for line in "\n\n".join(lines).split("\n")) if shape else ""


def main():
    shapes = PLAIN | {f"arena{n}": digit(*drawn) for n, drawn in DIGITS.items()}
    for name, shape in shapes.items():
        Path(__file__).with_name(f"{name}.csv").write_text(text(shape))


if __name__ == "__main__":
    main()
