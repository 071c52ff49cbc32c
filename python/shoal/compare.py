"""Runs over each other: ``shoal compare LOG LOG… [-o DIR]``, or ``python -m shoal.compare``.

Writes DIR/compare.html, DIR/effects.csv and DIR/figures/*.png and *.pdf: measures over time, speeds and mean squared displacement of
all logs in the same axes, and effect sizes against the first log with bootstrap intervals. Functions: main, compare.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from shoal.report import command, effects, overlays, page, style
from shoal.report.command import UserError
from shoal.report.source import Source, open_log


def main(argv: list[str] | None = None) -> int:
    """Runs the command with these words; its exit status."""
    return command.run("shoal compare", lambda: _act(sys.argv[1:] if argv is None else argv))


def compare(logs: Sequence[str], directory: str | Path = "compare") -> Path:
    """Writes the comparison of two or more logs; the path of its page."""
    if len(logs) < 2:
        raise UserError(f"found {len(logs)} log; expected two or more")
    sources = _named_apart([open_log(log) for log in logs], logs)
    samples = [effects.samples(source) for source in sources]
    table = effects.table(samples, [source.name for source in sources])
    with style.styled():
        found = page.write(
            Path(directory),
            "compare.html",
            "Comparison",
            _about(sources),
            [],
            _sections(sources, samples, table),
        )
    table.to_csv(Path(directory) / "effects.csv", index=False)
    return found


def _act(argv: list[str]) -> None:
    parser = command.Parser(
        prog="shoal compare", description="Overlays logs and gives effect sizes with bootstrap intervals."
    )
    parser.add_argument(
        "logs", nargs="+", metavar="LOG", help="Feather files; the first is what the others are compared with"
    )
    parser.add_argument("-o", "--output-dir", default="compare", help="where to write (compare)")
    options = parser.parse_args(argv)
    print(compare(options.logs, options.output_dir))


def _named_apart(sources: list[Source], logs: Sequence[str]) -> list[Source]:
    """Logs often have the same file name in different directories: then the shortest ends of their paths that differ."""
    parts = [Path(log).resolve().with_suffix("").parts for log in logs]
    for depth in range(1, max(map(len, parts)) + 1):
        names = ["/".join(p[-depth:]) for p in parts]
        if len(set(names)) == len(names):
            return [source._replace(name=name) for source, name in zip(sources, _without_common_tail(names))]
    return [source._replace(name=f"{i}: {source.name}") for i, source in enumerate(sources, 1)]


def _without_common_tail(names: list[str]) -> list[str]:
    split = [name.split("/") for name in names]
    while all(len(s) > 1 for s in split) and len({s[-1] for s in split}) == 1:
        split = [s[:-1] for s in split]
    return ["/".join(s) for s in split]


def _sections(
    sources: list[Source], samples: list[effects.Samples], table: pd.DataFrame
) -> list[page.Section]:
    first = sources[0].name
    unit = "runs" if samples[0].by_run else "robots"
    caution = "" if samples[0].by_run else (
        " The logs have fewer than three runs each, so the robots of a run are the sample: they influence each other, and the intervals"
        " say nothing about other seeds."
    )  # fmt: skip
    return [
        page.Section(
            "effects", "Effect sizes", f"Hedges' g against {first}, with 95 % bootstrap intervals over {unit}: difference of the means in "
            f"pooled standard deviations. About 0.2 is small, 0.8 large.{caution}", overlays.forest(table, [s.name for s in sources]),
        ),
        page.Section("table", "Means and differences", f"Over {unit}. The intervals are of the difference to {first}.", table=effects.printed(table)),
        page.Section("over_time", "Over time", "Mean of the runs; bands hold nine tenths of them.", overlays.over_time(sources)),
        page.Section("speeds", "Speeds and turning", "Share of the robots' time below a value.", overlays.speeds(sources), narrow=False),
        page.Section("msd", "Mean squared displacement", "Mean of the runs.", overlays.displacement(sources)),
    ]  # fmt: skip


def _about(sources: list[Source]) -> str:
    return f"{len(sources)} logs: " + ", ".join(source.name for source in sources) + "."


if __name__ == "__main__":
    sys.exit(main())
