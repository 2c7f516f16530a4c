"""Short records in tests: texts that are read, what is found in them, and facts kept as data.

Lines in a value are parted by ` | `, or stand in a block.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from inspect import signature
from pathlib import Path
from typing import Any, NoReturn

import pytest

from kotra_notation.board import Position
from kotra_notation.findings import Finding
from kotra_notation.formats import read_source, recognise, write_matches
from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.kotra.positions import spell_position
from kotra_notation.model import Event, Match

Slips = tuple[tuple[str, str], ...]
FACTS = Path(__file__).parent / "facts"
ROOT = Path(__file__).parent.parent
SAMPLES = ROOT / "samples"


def read(record: str | bytes, format: str | None = None) -> Reading:
    """Return what is read of a record, in a format or in the one it is recognised as."""
    return read_source(Source(record if isinstance(record, bytes) else record.encode()), format)


def only(record: str | bytes, format: str | None = None) -> Match:
    """Return the one match of a record that is read without a finding."""
    reading = read(record, format)
    assert reading.findings == ()
    (match,) = reading.matches
    return match


def events(record: str | bytes, format: str | None = None) -> tuple[Event, ...]:
    """Return the events of the one game of a record that is read without a finding."""
    (game,) = only(record, format).games
    return game.events


def names(findings: Sequence[Finding]) -> list[str]:
    """Return the names of findings."""
    return [finding.kind.name for finding in findings]


def codes(findings: Sequence[Finding]) -> list[str]:
    """Return the codes of findings."""
    return [finding.code for finding in findings]


def spotted(findings: Sequence[Finding]) -> str:
    """Return the name of each finding, its line and its column."""
    places = [f" {finding.span.line}:{finding.span.column}" if finding.span else "" for finding in findings]
    return "; ".join(name + place for name, place in zip(names(findings), places, strict=True))


def content(matches: Sequence[Match], notation: str) -> str:
    """Return what is written of matches in a notation, or in one of its dialects."""
    name, _, dialect = notation.partition(":")
    text = write_matches(matches, name, dialect or None).content
    assert isinstance(text, str)
    return text


def in_kotra(matches: Sequence[Match], positions: Sequence[Position] = ()) -> list[str]:
    """Return the lines of what is read in our own notation, which holds all that a reader can say."""
    shown = [f"position {spell_position(position)}" for position in positions]
    text = content(matches, "kotra") if matches else ""
    return [*(line for line in text.split("\n")[1:] if line), *shown]


def is_recognised(data: str | bytes, name: str) -> bool:
    """Return whether this is the notation that a file is recognised as."""
    format = recognise(Source(data if isinstance(data, bytes) else data.encode()))
    return format is not None and format.name == name


def lines_of(text: str) -> list[str]:
    """Return the lines of a value: none, one row parted by ` | `, or those of a block."""
    return in_lines(text).removesuffix("\n").split("\n") if text else []


def in_lines(text: str) -> str:
    """Return a value with its lines parted; a block is as it stands."""
    return text if "\n" in text else text.replace(" | ", "\n")


def write_files(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files below a folder, which need not be there yet; return the folder."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def full_disk(*given: object, **named: object) -> NoReturn:
    """Fail as what writes does where the disk is full."""
    raise OSError(28, "No space left on device")


def with_slips(text: str, slips: Slips) -> str:
    """Return a text with each slip in place of what is right, where that stands first."""
    for right, wrong in slips:
        assert right in text
        text = text.replace(right, wrong, 1)
    return text


def facts(pattern: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the facts of files with their ids, what they leave to the table of their `head` put in."""
    for path in sorted(FACTS.glob(pattern)):
        told = tomllib.loads(path.read_text(encoding="utf-8"))
        for fact in told["fact"]:
            yield f"{path.stem}: {fact['name']}", (told[fact["head"]] if "head" in fact else {}) | fact


def part_of(value: Any, path: str) -> Any:
    """Return a part of a value by names, numbers and keys with dots between them."""
    for name in path.split("."):
        match value:
            case dict():
                value = value[name]
            case list() | tuple() if name.isdigit():
                value = value[int(name)]
            case _:
                value = getattr(value, name)
    return value


def check_parts(value: Any, expected: dict[str, Any]) -> None:
    """Check parts of a value by their paths; `none` is None, and `len` behind a path the length."""
    for path, stated in expected.items():
        name, _, length = path.partition(" ")
        found = len(part_of(value, name)) if length else part_of(value, name)
        assert found is None if stated == "none" else found == pytest.approx(stated), path


def in_tuples(value: Any) -> Any:
    """Return a value of TOML, its lists as tuples."""
    if isinstance(value, dict):
        return {name: in_tuples(part) for name, part in value.items()}
    return tuple(map(in_tuples, value)) if isinstance(value, list) else value


@cache
def tables(module: str) -> dict[str, Any]:
    """Return the tables of a test module by the names of their tests: `tests/facts/rows/MODULE.toml`."""
    path = FACTS / "rows" / f"{module.rpartition('test_')[2]}.toml"
    return {name: in_tuples(table) for name, table in tomllib.loads(path.read_text(encoding="utf-8")).items()}


def rows(test: Callable[..., None]) -> Callable[..., None]:
    """Run a test for each row of the table of its name; the values are its last parameters."""
    table = tables(test.__module__)[test.__name__.removeprefix("test_").replace("_", " ")]
    values, ids = (list(table.values()), list(table)) if isinstance(table, dict) else (table, None)
    names: str | list[str] = [*signature(test).parameters]
    names = names[-len(values[0]) :] if isinstance(values[0], tuple) else names[-1]
    return pytest.mark.parametrize(names, values, ids=ids)(test)  # type: ignore[no-any-return]
