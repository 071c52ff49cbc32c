"""Fixtures of all tests that run the `shoal` command."""

import hashlib
import itertools
import shutil
from pathlib import Path

import pytest
from support import running

SOURCES = [
    running.ROOT / "tests" / "pogobot" / "controllers",
    running.ROOT / "tests" / "determinism" / "controllers",
    running.ROOT / "examples" / "pogobot",
]


@pytest.fixture
def shoal():
    """Runs `shoal` with these words: status, out, err."""
    return running.shoal


@pytest.fixture(scope="session")
def controller(tmp_path_factory):
    """The built shared object of a controller: the name of a test controller or example, or inline source text."""
    workshop = tmp_path_factory.mktemp("controllers")
    built = {}

    def build(what: str, suffix: str = ".c") -> Path:
        if what not in built:
            directory = workshop / (hashlib.sha256(what.encode()).hexdigest()[:12] if "\n" in what else what)
            _put_source(what, suffix, directory)
            result = running.shoal("build", directory)
            assert result.status == 0, result.text
            built[what] = Path(result.out.strip())
        return built[what]

    return build


def _put_source(what: str, suffix: str, directory: Path) -> None:
    if "\n" in what:
        directory.mkdir()
        (directory / f"main{suffix}").write_text(what)
        return
    source = next(folder / what for folder in SOURCES if (folder / what).exists())
    shutil.copytree(source, directory, ignore=shutil.ignore_patterns("build", what))


@pytest.fixture
def run_scenario(tmp_path, controller):
    """Runs a controller (name, inline source or shared object) in a scenario (map or text): rows, console, status."""
    number = itertools.count()

    def run(what, content, *flags, **options) -> running.Run:
        image = what if isinstance(what, Path) else controller(what)
        return running.run_in(tmp_path / f"run{next(number)}", image, content, *flags, **options)

    return run
