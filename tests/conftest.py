"""What several test modules share."""

from __future__ import annotations

import gc
import os
from functools import cache
from pathlib import Path

import pytest
import typer.testing
from hypothesis import HealthCheck, settings
from typer.main import get_command

from kotra_notation.engine.results import ONE_THREAD
from referees.seeds import ALL, SEED

pytest_plugins = ["tests.browser", "tests.goldens", "tests.web_served"]

# A property is right or wrong, whatever the machine does meanwhile: none has a limit in wall-clock time. Its
# examples come from the seed of the run; where `CI` is set, Hypothesis would try the same ones in every run.
settings.register_profile(
    "seeded", deadline=None, derandomize=False, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("seeded")

# Where Hypothesis keeps what `@settings` says; `tests/test_seeds.py` sees whether it still does.
SETTINGS = "_hypothesis_internal_use_settings"
ROOT = Path(__file__).parents[1]
CATALOGUES = ROOT / "kotra_notation" / "words" / "locale"
SHARED = Path(os.environ.get("KOTRA_SHARED") or Path(__file__).parents[2] / "shared")

# Most of what tests make is remembered to the end of the run: to look through it often costs a tenth.
gc.set_threshold(20_000, 20, 50)

# A runner makes all commands of the package anew for each that it runs.
setattr(typer.testing, "_get_command", cache(get_command))  # noqa: B010

# The engine's sums are the same in every process only with one thread; numpy asks for that when it is loaded.
os.environ.update(dict.fromkeys(ONE_THREAD, "1"))

# The tests are about what is said in English, whatever the system speaks.
os.environ["KOTRA_LANGUAGE"] = "en"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option that writes golden files anew."""
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Random tests begin from the seed of the run, which repeats them; old catalogues are compiled."""
    if not hasattr(config, "workerinput") and any(map(is_old, CATALOGUES.glob("*/LC_MESSAGES/*.po"))):
        from hatch_build import compile_all

        compile_all(ROOT)
        for made in CATALOGUES.glob("*/LC_MESSAGES/*.mo"):
            made.touch()
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = str(SEED)


def is_old(catalogue: Path) -> bool:
    """Whether what is compiled of a catalogue is missing, as in a fresh clone, or older than it."""
    made = catalogue.with_suffix(".mo")
    return not made.exists() or made.stat().st_mtime < catalogue.stat().st_mtime


def pytest_report_header() -> str:
    """How to repeat what random tests do in this run."""
    return f"KOTRA_SEED={SEED}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The same below failures, where it is looked for."""
    if terminalreporter.stats.get("failed") or terminalreporter.stats.get("error"):
        terminalreporter.write_line(f"KOTRA_SEED={SEED} repeats the random tests of this run.")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """An eighth of the examples of each property, other ones in each run; `KOTRA_EXAMPLES=all` tries all."""
    if ALL:
        return
    functions = {one.obj for one in items if isinstance(one, pytest.Function)}
    for function in functions:
        given = getattr(function, SETTINGS, None)
        if given is not None and not given.derandomize:
            setattr(function, SETTINGS, settings(given, max_examples=max(given.max_examples // 8, 3)))


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of records that are not in the repository; tests skip where it is absent."""
    folder = SHARED / "corpus"
    if not folder.is_dir():
        pytest.skip(f"no corpus at {folder}; set KOTRA_SHARED to the folder that holds it")
    return folder


@pytest.fixture(scope="session")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of the samples and of some generated matches; not to be changed."""
    from referees.archives import SAMPLES, generated, made

    folder = tmp_path_factory.mktemp("archive")
    matches = generated(tmp_path_factory.mktemp("matches"))
    made(folder, SAMPLES, matches)
    return folder
