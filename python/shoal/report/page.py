"""The page of a report: one HTML file with everything in it, and the figures beside it as PNG and PDF."""

from __future__ import annotations

import base64
import html
import io
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

_DPI = 200
_LARGEST_SVG = 400_000  # bytes; what has more lines is embedded as pixels

_STYLE = """
:root { color-scheme: light; --ink: #2b2f36; --faint: #6d737d; --line: #e4e5e8; --paper: #f4f4f1; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
       font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 40px 20px 64px; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 0 0 2px; }
p { margin: 0 0 12px; color: var(--faint); max-width: 78ch; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(140px, 1fr)); gap: 1px; margin: 24px 0;
     background: var(--line); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
dl div { background: #fff; padding: 14px 16px; }
dt { color: var(--faint); font-size: .8rem; line-height: 1.3; }
dd { margin: 2px 0 0; font-size: 1.3rem; font-weight: 600; font-variant-numeric: tabular-nums; }
dd small { font-size: .85rem; font-weight: 400; color: var(--faint); }
section { background: #fff; border: 1px solid var(--line); border-radius: 10px; padding: 20px 24px; margin: 0 0 20px; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(400px, 1fr)); gap: 0 20px; }
img { display: block; width: 100%; height: auto; margin: 8px auto 0; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: 7px 10px; white-space: nowrap; border-bottom: 1px solid var(--line); }
th { color: var(--faint); font-weight: 500; } th:first-child, td:first-child, th:nth-child(2), td:nth-child(2) { text-align: left; }
.wide { overflow-x: auto; } details { color: var(--faint); } pre { overflow-x: auto; font-size: .85rem; }
footer { color: var(--faint); font-size: .85rem; }
@media (max-width: 480px) { section { padding: 16px 12px; } .pair { grid-template-columns: 1fr; } }
@media print { body { background: #fff; } section { break-inside: avoid; } }
"""


class Section(NamedTuple):
    name: str  # of its files
    title: str
    text: str
    figure: Figure | None = None
    table: pd.DataFrame | None = None
    narrow: bool = False  # two of them fit beside each other


class Fact(NamedTuple):
    label: str
    value: str
    unit: str = ""


def write(
    directory: Path,
    file: str,
    title: str,
    about: str,
    facts: Sequence[Fact],
    sections: Sequence[Section],
    appendix: str = "",
) -> Path:
    """Writes the page and its figures; gives the page's path."""
    pictures = directory / "figures"
    pictures.mkdir(parents=True, exist_ok=True)
    body = [f"<h1>{html.escape(title)}</h1>\n<p>{html.escape(about)}</p>", list_of_facts(facts)]
    narrow: list[str] = []
    for section in sections:
        text = _section(section, pictures)
        if section.narrow:
            narrow.append(text)
            continue
        body += [*_pair(narrow), text]
        narrow = []
    body += [*_pair(narrow), appendix]
    page = directory / file
    page.write_text(whole(title, "\n".join(body)), encoding="utf-8")
    return page


def whole(title: str, body: str) -> str:
    """A page of this body."""
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{html.escape(title)}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n{body}\n<footer>Made by Shoal.</footer>\n</main>\n</body>\n</html>\n"
    )


def _pair(texts: list[str]) -> list[str]:
    return [f'<div class="pair">{"".join(texts)}</div>'] if texts else []


def list_of_facts(facts: Sequence[Fact]) -> str:
    cells = (
        f"<div><dt>{html.escape(f.label)}</dt><dd>{html.escape(f.value)} <small>{html.escape(f.unit)}</small></dd></div>"
        for f in facts
    )
    return f"<dl>{''.join(cells)}</dl>" if facts else ""


def _section(section: Section, pictures: Path) -> str:
    parts = [f"<h2>{html.escape(section.title)}</h2>", f"<p>{html.escape(section.text)}</p>"]
    if section.table is not None:
        parts.append(
            f'<div class="wide">{section.table.to_html(index=False, border=0, na_rep="–", justify="unset")}</div>'
        )
    if section.figure is not None:
        _save(section.figure, pictures / section.name)
        alt = html.escape(f"{section.title}. {section.text}", quote=True)
        parts.append(f'<img alt="{alt}" src="{_embedded(section.figure)}">')
        plt.close(section.figure)
    return f'<section id="{section.name}">{"".join(parts)}</section>'


def _save(figure: Figure, path: Path) -> None:
    figure.savefig(path.with_suffix(".png"), dpi=_DPI)
    figure.savefig(path.with_suffix(".pdf"), dpi=_DPI, metadata={"CreationDate": None})


def _embedded(figure: Figure) -> str:
    mime, content = "svg+xml", _drawn(figure, format="svg", dpi=_DPI, metadata={"Date": None})
    if len(content) > _LARGEST_SVG:
        mime, content = "png", _drawn(figure, format="png", dpi=_DPI)
    return f"data:image/{mime};base64,{base64.b64encode(content).decode()}"


def _drawn(figure: Figure, **options) -> bytes:
    file = io.BytesIO()
    figure.savefig(file, **options)
    return file.getvalue()


def details(title: str, text: str) -> str:
    return f"<details><summary>{html.escape(title)}</summary><pre>{html.escape(text)}</pre></details>"
