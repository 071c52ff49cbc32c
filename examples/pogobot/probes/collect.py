"""Makes a table of what probes printed: python collect.py frames/console.txt [records.csv]"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pandas as pd

FIELDS = [
    "robot",
    "number",
    "time_ms",
    "steps",
    "turns",
    "heard",
    "darkest",
    "brightest",
    "battery_mv",
    "temperature",
]
_LINE = re.compile(rf"(?:\[ROBOT #(\d+)\].*)?\bRECORD((?: -?[\d.]+){{{len(FIELDS)}}})\s*$")


def records(text: str) -> pd.DataFrame:
    """A row for each printed record; `probe` is -1 where a line does not say whose it is."""
    rows = []
    for line in text.splitlines():
        if found := _LINE.search(line):
            values = [float(word) if "." in word else int(word) for word in found[2].split()]
            rows.append([int(found[1] or -1), *values])
    return pd.DataFrame(rows, columns=["probe", *FIELDS])


def main() -> None:
    table = records(Path(sys.argv[1]).read_text())
    once = table.drop_duplicates(["robot", "number"]).sort_values(["robot", "number"])
    print(f"{len(table)} records from {table['probe'].nunique()} probes, {len(once)} different ones")
    if len(sys.argv) > 2:
        once.to_csv(sys.argv[2], index=False)
    else:
        print(once.to_string(index=False))


if __name__ == "__main__":
    main()
