"""What a writer loses is what the reader does not find again; no conversion improves a record."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, get_args

import pytest

import kotra_notation as kn
from kotra_notation import model
from kotra_notation.findings import Severity
from kotra_notation.formats import write_matches
from kotra_notation.formats.format import Source
from kotra_notation.formats.found_again import compare
from kotra_notation.formats.holding import NEEDED, Ledger
from kotra_notation.installation import folder
from kotra_notation.reading import read_in_full
from kotra_notation.replay import replay
from referees.seeds import some
from tools.judged import cells
from tools.roundtrips import ways

NAMES = (model.Player(name="Anna"), model.Player(name="Bjarni"))
PLAYED = model.Turn(seat=0, dice=(3, 1), deed=model.Play(hops=(model.Hop(8, 5), model.Hop(6, 5))))
MATCH = model.Match(players=NAMES, length=5, games=(model.Game(number=1, events=(PLAYED,)),))


def lost(stated: model.Match, *came: model.Match) -> list[str]:
    ledger = Ledger()
    compare(stated, came, ledger)
    return [f"{found.code} {found.written}" for found in ledger.findings]


def test_nothing_is_lost_where_everything_is_found_however_spelled() -> None:
    assert lost(MATCH, MATCH) == []
    turned = replace(PLAYED, dice=(1, 3), deed=model.Play(hops=(model.Hop(6, 5), model.Hop(8, 5))))
    assert lost(MATCH, replace(MATCH, games=(model.Game(number=1, events=(turned,)),))) == []
    one, two = model.Comment(text="a"), model.Comment(text="b")
    assert (
        lost(replace(MATCH, remarks=(model.Comment(text="a\nb"),)), replace(MATCH, remarks=(one, two))) == []
    )
    assert lost(replace(MATCH, remarks=(one, two)), replace(MATCH, remarks=(two,))) == ["L601 a"]
    assert {*NEEDED, model.Turn} == {*get_args(model.Event)}


def test_of_a_double_that_is_found_its_value_is_lost() -> None:
    def doubled(*events: model.Event) -> model.Match:
        return replace(MATCH, games=(model.Game(number=1, events=events),))

    two, four, bare = model.Double(seat=0, value=2), model.Double(seat=0, value=4), model.Double(seat=0)
    assert lost(doubled(two), doubled(bare)) == ["L604 the value of a double (2)"]
    assert lost(doubled(two), doubled(model.Double(seat=1))) == ["L604 a double"]
    assert lost(doubled(two, PLAYED, four), doubled(PLAYED, four)) == ["L604 a double"]


def test_matches_that_break_in_two_or_have_no_game_are_said() -> None:
    whole = replace(MATCH, games=(*MATCH.games, model.Game(number=2)))
    assert lost(whole, MATCH, replace(MATCH, games=(model.Game(number=1),))) == [
        "L603 the continuation of the match"
    ]
    twice = replace(MATCH, games=(replace(MATCH.games[0], number=2), replace(MATCH.games[0], number=2)))
    further = replace(MATCH, games=(replace(MATCH.games[0], number=2), replace(MATCH.games[0], number=3)))
    assert lost(twice, further) == ["L603 game number 2"]
    empty = replace(MATCH, games=())
    assert lost(empty, replace(MATCH, games=(model.Game(),))) == ["L604 a match without games"]
    further = replace(MATCH, games=(replace(MATCH.games[0], number=2),))
    said = [f"{found.code} {found.written}" for found in write_matches([MATCH, further], "mat").findings]
    assert said == ["L603 the beginning of another match"]


def test_a_refused_resignation_is_not_found_in_one_that_a_result_says() -> None:
    end = (
        model.Resignation(seat=1),
        model.ResignationAnswer(seat=0, accepted=True),
        model.ResultClaim(seat=0, points=1),
    )
    refused = (model.Resignation(seat=1), model.ResignationAnswer(seat=0, accepted=False), PLAYED, *end)
    stated, came = (replace(MATCH, games=(model.Game(number=1, events=events),)) for events in (refused, end))
    assert lost(stated, came)[:2] == ["L604 an offer to resign", "L604 a resignation refused"]


SAMPLES = Path(__file__).parents[1] / "samples" / "faulty"
FENCED = re.compile(r"```(kotra|mat)\n(.*?)```", re.S)
FEW = ("kotra", "mat:xg", "sgf")  # where quick tests go


class FaultyRecord(NamedTuple):
    """A record in which something is wrong."""

    name: str
    text: str
    format: str | None = None


def records() -> Iterator[FaultyRecord]:
    """Yield the faulty samples, the wrong records of the pages, and those of the table of what is judged."""
    for path in sorted(SAMPLES.iterdir()):
        yield FaultyRecord(path.name, path.read_text(encoding="utf-8"))
    for path in sorted(folder("pages").glob("*.md")):
        if shown := FENCED.search(path.read_text(encoding="utf-8")):
            yield FaultyRecord(path.stem, shown[2], shown[1])
    for name, cell in cells():
        yield FaultyRecord(name, cell.record, cell.format)


FAULTY = list(records())


def faults(content: str | bytes, format: str | None) -> Counter[str]:
    """Count the errors and warnings of a text by their codes."""
    data = content if isinstance(content, bytes) else content.encode("utf-8", "replace")
    reading = read_in_full(Source(data), format)
    found = [*reading.findings, *(one for match in reading.matches for one in replay(match).findings)]
    return Counter(one.code for one in found if one.severity is not Severity.NOTE)


def improved(record: FaultyRecord, way: str) -> Counter[str]:
    """Return what is wrong in a record, not in what is written of it, and not said to be lost."""
    before = faults(record.text, record.format)
    if not before:
        return before
    try:
        written = kn.convert(record.text, way, format=record.format)
    except ValueError:
        return Counter()
    after = faults(written.content, way.partition(":")[0])
    lost = sum(one.code.startswith("L") for one in written.findings)
    return before - after if before.total() > after.total() + lost else Counter()


@pytest.mark.parametrize("record", [pytest.param(one, id=one.name) for one in FAULTY[::8]])
def test_a_faulty_record_is_not_better_in_another_notation(record: FaultyRecord) -> None:
    assert {way: gone for way in FEW if (gone := improved(record, way))} == {}


@pytest.mark.slow
@pytest.mark.parametrize("way", some(ways(), 6))
def test_no_notation_improves_a_record(way: str) -> None:
    assert {one.name: gone for one in FAULTY if (gone := improved(one, way))} == {}
