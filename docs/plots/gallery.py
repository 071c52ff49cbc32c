"""Draws examples/pogobot/NAME/picture.png for every example, puts it into its README, and writes docs/gallery.md.

python docs/plots/gallery.py [NAME...]
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples" / "pogobot"
LARGEST = 80_000  # bytes of a picture
USUAL = (20, "traces")

# When (s) and with which layers an example shows what it is about; those that are not here get USUAL.
SHOWN = {
    "IMU": (20, "traces"),
    "active_brownian_particles": (40, "traces"),
    "avoid_walls": (30, "traces"),
    "axelrod": (60, "links"),
    "banshee": (30, "links"),
    "bare_blink": (2, "none,leds,scale,time"),
    "blooming": (12, "links"),
    "coverage_neighbors_novelty": (60, "traces"),
    "cpp_helloworld": (9, "traces"),
    "hanabi": (5, "links"),
    "helloworld": (9, "traces"),
    "lighthouse_localization": (4.2, "light"),
    "membrane": (60, "traces"),
    "moving_oscillators": (4, "links"),
    "moving_partition": (60, "traces"),
    "naming_game": (30, "links"),
    "neighbor_counter": (20, "links"),
    "phototaxis": (30, "light"),
    "phototaxis_gradient": (20, "light,traces"),
    "probes": (30, "links"),
    "push_sum": (10, "links"),
    "pushing": (25, "traces"),
    "run_and_tumble": (30, "traces"),
    "run_tumble_wait": (30, "traces"),
    "ssr": (75, "links"),
    "vicsek": (60, "traces"),
    "voter_model": (20, "links"),
    "walls": (30, "traces"),
}


def draw(name: str) -> None:
    at, layers = SHOWN.get(name, USUAL)
    words = [ROOT / "build/bin/shoal", "run", EXAMPLES / name, "-g", "-q", "--size", "500x500"]
    words += ["--picture", "picture.png", "--picture-at", at, "--layers", layers]
    words += ["--set", f"simulation_time={at}", "--set", "enable_data_logging=false"]
    with tempfile.TemporaryDirectory() as scratch:
        done = subprocess.run([str(word) for word in words], cwd=scratch, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{name}: {done.stdout}{done.stderr}")
        shrink(Path(scratch) / "picture.png", EXAMPLES / name / "picture.png")


def shrink(source: Path, target: Path) -> None:
    """The same picture with as many colours as the size allows."""
    picture = Image.open(source).convert("RGB")
    for colours in (256, 128, 64, 32, 16):
        few = picture.quantize(colours, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        few.save(target, optimize=True)
        if target.stat().st_size <= LARGEST:
            return


def mention(name: str) -> None:
    """The picture after the first paragraph of the README; if it is there already, its caption."""
    readme = EXAMPLES / name / "README.md"
    at, _ = SHOWN.get(name, USUAL)
    line = f"![{name} after {at:g} s](picture.png)"
    text, known = re.subn(r"!\[.*\]\(picture\.png\)", line, readme.read_text())
    if not known:
        title, paragraph, rest = text.split("\n\n", 2)
        text = "\n\n".join([title, paragraph, line, rest])
    readme.write_text(text)


def gallery() -> str:
    """A page in the order of the table of examples, two pictures a row."""
    table = (EXAMPLES / "README.md").read_text()
    page = ["# Gallery\n", "What the examples look like: click a picture for the example.", ""]
    page.append("`./dev docs` draws them anew; [how to make such pictures](how-to/pictures.md).")
    for section in re.split(r"^## ", table, flags=re.MULTILINE)[1:]:
        title = section.splitlines()[0]
        cells = [
            f"[![{name}](../examples/pogobot/{name}/picture.png)](../examples/pogobot/{name}/)<br>**{name}**: {shows}"
            for name, shows in re.findall(r"^\| \[(\w+)\]\(\w+/\) \| (.*?) \|", section, flags=re.MULTILINE)
        ]
        page += ["", f"## {title}", "", "| | |", "|---|---|"]
        page += [f"| {' | '.join((cells + [''])[i : i + 2])} |" for i in range(0, len(cells), 2)]
    return "\n".join(page) + "\n"


names = sys.argv[1:] or sorted(d.name for d in EXAMPLES.iterdir() if d.is_dir())
for each in names:
    draw(each)
    mention(each)
(ROOT / "docs" / "gallery.md").write_text(gallery())
