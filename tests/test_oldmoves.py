"""FIBS oldmoves: read in both numberings, written, and read by GNU Backgammon as the same match."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.formats import read_source, recognise, write_matches
from kotra_notation.formats.format import Reading, Source
from kotra_notation.model import Double, Drop, Event, Game, Match, Player, ScoreClaim, Take, Turn
from referees import transcripts
from referees.witness import imported

HEAD = "Score is 0-0 in a 5 point match.\nanna is X - bjarni is O\n"


def read(text: str) -> Reading:
    return read_source(Source(text.encode()))


only = partial(transcripts.only, notation="oldmoves")


def events(text: str) -> tuple[Event, ...]:
    return only(HEAD + text).games[0].events


def match(*stated: Event, length: int | None = 5) -> Match:
    game = Game(number=1, score=ScoreClaim(score=(0, 0)), events=stated)
    return Match(players=(Player(name="anna"), Player(name="bjarni")), length=length, games=(game,))


def written(*matches: Match) -> tuple[str, list[str]]:
    writing = write_matches(matches, "oldmoves")
    assert isinstance(writing.content, str)
    return writing.content, [f"{found.code} {found.written}" for found in writing.findings]


# reading


def test_the_made_sample_is_read_as_gnubg_reads_it(corpus: Path, tmp_path: Path) -> None:
    data = (corpus / "made" / "sample.oldmoves").read_bytes()
    (whole,) = read_source(Source(data)).matches
    assert [found.code for found in kn.replay(whole).findings if found.severity == "error"] == []
    assert boards(whole) == boards(imported("oldmoves", data, tmp_path))


# writing


def boards(whole: Match) -> list[list[object]]:
    """The score of each game, and what its turns and cube actions lead to."""
    said: list[list[object]] = []
    for game, replayed in zip(whole.games, kn.replay(whole).games, strict=True):
        said.append([game.score.score if game.score else None])
        for frame in replayed.frames:
            match frame.event:
                case Turn(seat=seat, dice=dice):
                    said[-1].append((seat, sorted(dice), tuple(frame.after.seen_by(seat))))
                case Double(seat=seat) | Take(seat=seat) | Drop(seat=seat) as event:
                    said[-1].append((type(event).__name__, seat))
                case _:
                    pass
    return said


@pytest.mark.parametrize("text", ["", " 5 point match\n", "Score is even\n", "anna is X\n"])
def test_other_texts_are_not_claimed(text: str) -> None:
    format = recognise(Source(text.encode()))
    assert format is None or format.name != "oldmoves"
