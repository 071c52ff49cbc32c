"""The table of what Shoal is to reach in speed, from the CSV files that the benches write.

report.py DIR          prints the table of DIR/*.csv
report.py --save DIR   keeps those files in bench/results, with the machine, and puts the table into the README
"""

import csv
import os
import platform
import shutil
import sys
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "bench" / "results"
README = ROOT / "README.md"
BEGIN, END = "<!-- ./dev bench --save writes this table -->\n", "<!-- end of the table -->\n"


def records(file):
    with open(file, newline="") as stream:
        return list(csv.DictReader(stream))


def measured(directory):
    """Name of a row → its record, of all tables in a directory."""
    return {record["name"]: record for file in sorted(directory.glob("*.csv")) for record in records(file)}


def figures(record, at_least):
    """Goal, what was measured, and whether that is enough; all as text."""
    if record is None:
        return "", "not measured", ""
    ratio, goal = float(record["ratio"]), float(record["goal"])  # the peer's time in ours
    if not at_least:
        ratio, goal = 1 / ratio, 1 / goal
    met = ratio >= goal if at_least else ratio <= goal
    return f"{'≥' if at_least else '≤'} {goal:.3g} ×", f"{ratio:.3g} ×", "yes" if met else "no"


def table(directory):
    """The table in Markdown."""
    found = measured(directory)
    lines = [("work", "measured against", "goal", "measured", "met"), ("---", "---", "--:", "--:", "---")]
    for row in records(ROOT / "bench" / "rows.csv"):
        lines.append(
            (row["work"], row["against"], *figures(found.get(row["row"]), row["sense"] == "at least"))
        )
    widths = [max(len(cell) for cell in column) for column in zip(*lines)]
    texts = (" | ".join(cell.ljust(width) for cell, width in zip(line, widths)) for line in lines)
    return "".join(f"| {text} |\n" for text in texts)


def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def machine():
    return f"Measured on {date.today().isoformat()}: {os.cpu_count()} cores of {processor()}.\n"


def section(directory):
    """What stands in the README between the two marks."""
    return (directory / "machine.txt").read_text() + "\n" + table(directory)


def save(directory):
    for file in directory.glob("*.csv"):
        shutil.copy(file, RESULTS / file.name)
    (RESULTS / "machine.txt").write_text(machine())
    before, rest = README.read_text().split(BEGIN)
    after = rest.split(END)[1]
    README.write_text(before + BEGIN + section(RESULTS) + END + after)


if __name__ == "__main__":
    words = sys.argv[1:]
    if words[:1] == ["--save"]:
        save(Path(words[1]))
    else:
        print(table(Path(words[0])), end="")
