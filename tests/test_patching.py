"""A repaired record is written into its file, and everything else stays byte for byte as it was."""

from __future__ import annotations

import codecs
import difflib
import re
import tomllib
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from time import process_time

import pytest

from kotra_notation.api import write
from kotra_notation.formats import FORMATS, patching, read_source
from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.notations import NOTATIONS, module_of
from kotra_notation.formats.patching import patch_file
from kotra_notation.formats.patching.lines import Habits
from kotra_notation.model import Clock, Double, Event, Game, Match, Take
from referees.games import quick_match
from referees.seeds import SEED
from tests.records import FACTS, read
from tools.patches import Record, cases, generated, samples

TOLD = tomllib.loads((FACTS / "notations" / "patching.toml").read_text(encoding="utf-8"))["record"]
Change = Callable[[list[Event]], object]

MAT, *_ = (record["text"] for record in TOLD)


def changed(matches: tuple[Match, ...], change: Change, game: int = 0) -> tuple[Match, ...]:
    """The matches with the events of a game of the first of them changed."""
    match = matches[0]
    events = list(match.games[game].events)
    change(events)
    games = list(match.games)
    games[game] = replace(games[game], events=tuple(events))
    return (replace(match, games=tuple(games)), *matches[1:])


def set_event(index: int, **facts: object) -> Change:
    def change(events: list[Event]) -> None:
        events[index] = replace(events[index], **facts)  # type: ignore[arg-type]

    return change


def grafted(old: Game, new: Game) -> Game:
    """The repaired game: its events have the places of those that they were made of, new ones none."""
    events: list[Event] = []
    for _, begin, end, first, last in difflib.SequenceMatcher(
        None, old.events, new.events, False
    ).get_opcodes():
        places = [event.span for event in old.events[begin:end]]
        pairs = zip_longest(new.events[first:last], places[: last - first])
        events += [replace(event, span=span) for event, span in pairs if event]
    return replace(new, events=tuple(events))


def swapped(text: str, swaps: list[list[str]]) -> str:
    for old, new in swaps:
        assert old in text
        text = text.replace(old, new) if old == "\n" else text.replace(old, new, 1)
    return text


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [pytest.param(record["text"], *swaps, id=name) for record in TOLD for name, *swaps in record["rows"]],
)
def test_a_repair_changes_nothing_else(text: str, before: list[list[str]], after: list[list[str]]) -> None:
    was = swapped(text, before)
    wanted = swapped(was, after)
    source, reading = Source(was.encode()), read(was)
    repaired = tuple(
        replace(match, games=tuple(map(grafted, match.games, other.games)))
        for match, other in zip(reading.matches, read(wanted).matches, strict=True)
    )
    assert patch_file(source, reading, repaired).decode() == wanted


OLDMOVES = """\
Score is 0-0 in a 3 point match.
Anna is X - Bjarni is O
O: (4 2) 1-3 19-23
X: doubles
O: accepts
X: (6 1) 8-2 2-1*
"""


# the bytes around

ENCODED = {
    "latin-1": MAT.replace("Bjarni", "Björn ").encode("latin-1"),
    "utf-16": MAT.encode("utf-16"),
    "utf-16 from the big end": codecs.BOM_UTF16_BE + MAT.encode("utf-16-be"),
    "marked utf-8": codecs.BOM_UTF8 + MAT.encode(),
    "two encodings": b"; \xf6 \xc3\xb6\n" + MAT.encode(),
    "control characters": MAT.replace("31: ", "31:\x01").encode(),
    "mixed ends of lines": MAT.replace("6/5\n", "6/5\r\n").replace("match\n", "match\r").encode(),
}


@pytest.mark.parametrize("data", ENCODED.values(), ids=ENCODED.keys())
def test_other_bytes_stay_as_they_are(data: bytes) -> None:
    source = Source(data)
    reading = read_source(source, "mat")
    after = patch_file(source, reading, changed(reading.matches, set_event(1, dice=(6, 5))))
    assert len(after) == len(data)
    assert sum(one != other for one, other in zip(data, after, strict=True)) == 1


def test_nothing_but_the_events_of_a_notation_that_is_written_is_patched() -> None:
    source = Source(MAT.encode())
    reading = read_source(source)
    assert patch_file(source, reading, reading.matches) is source.data
    assert "by hand" in refused(reading, source, (replace(reading.matches[0], length=5),))
    repaired = changed(reading.matches, lambda events: events.insert(0, Clock(seat=0, left=60)))
    assert "game 1" in refused(reading, source, repaired)
    repaired = changed(reading.matches, set_event(0, dice=(12, 1)), game=1)
    assert "game 2" in refused(reading, source, repaired)
    source = Source(OLDMOVES.encode())
    reading = read_source(source)
    repaired = changed(reading.matches, set_event(0, dice=(2, 1)))
    assert "name a .kotra file" in refused(reading, source, repaired)


def refused(reading: Reading, source: Source, repaired: tuple[Match, ...]) -> str:
    with pytest.raises(ValueError, match=r"\w") as error:
        patch_file(source, reading, repaired)
    return str(error.value)


@pytest.mark.parametrize(("notation", "said"), [("json", "cannot be changed"), ("ogxm", "cannot be changed")])
def test_what_is_written_anew_is_not_patched(notation: str, said: str) -> None:
    content = write(quick_match(1, games=1), notation).content
    source = Source(content if isinstance(content, bytes) else content.encode())
    reading = read_source(source, notation)
    assert said in refused(reading, source, changed(reading.matches, set_event(0, dice=(2, 1))))


def test_the_time_grows_with_the_file_alone() -> None:
    def seconds(games: int) -> float:
        content = write(quick_match(3, games=games), "mat").content
        assert isinstance(content, str)
        source = Source(content.encode())
        reading = read_source(source)

        def change(events: list[Event]) -> None:
            events[:0] = [Double(seat=0, value=2), Take(seat=1)]

        begun = process_time()
        patch_file(source, reading, changed(reading.matches, change, game=games // 2))
        return process_time() - begun

    seconds(2)
    assert seconds(24) < 20 * max(seconds(3), 0.01)


@cache
def seeded() -> list[Record]:
    return [*generated(range(1)), *samples()]


@pytest.mark.middle
@pytest.mark.parametrize(("number", "seed"), [(15, SEED), pytest.param(110, 5, marks=pytest.mark.slow)])
def test_damaged_texts_say_again_what_they_said_and_nothing_else_is_touched(number: int, seed: int) -> None:
    done = list(cases(seeded(), number, seed=seed))
    assert len(done) > 0.6 * number
    assert [(one.record.name, one.kind) for one in done if not one.right or one.besides] == []


@pytest.mark.parametrize("kind", ["wrong die", "wrong point"])
def test_a_wrong_digit_is_put_right_alone(kind: str) -> None:
    done = list(cases(seeded(), 30, seed=6, kinds=(kind,)))
    assert done
    assert [one.record.name for one in done if not one.exact] == []


def test_no_notation_is_named() -> None:
    """Habits are asked for; only the advice to write `.kotra` names one."""
    folder = Path(patching.__file__).parent
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py"))]
    words = set(re.findall(r"\w+", re.sub(r"kotra_notation|(in|to|a) \.kotra", "", "\n".join(texts)).lower()))
    english = {"positions"}
    modules = set(map(module_of, NOTATIONS))
    assert words & ({*NOTATIONS, *modules, "gamesgrid", "truemoneygames", "fibs"} - english) == set()
    reached = re.findall(r"kotra_notation\.formats\.(\w+)", "\n".join(texts))
    assert set(reached) & modules == set()


@pytest.mark.parametrize("name", NOTATIONS)
def test_habits_are_found(name: str) -> None:
    if FORMATS[name].file.habits:
        assert isinstance(import_module(FORMATS[name].file.habits).HABITS, Habits)
