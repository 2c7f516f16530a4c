"""Replays of bgammon.org: read, and written again as they were."""

from __future__ import annotations

import pytest

from kotra_notation.formats import read_source, recognise, write_matches
from kotra_notation.formats.format import Reading, Source
from kotra_notation.model import Event, Game, Match, Player, ScoreClaim

GAME = """\
bgammon-replay 00000024
i 1767225600 Anna Bjarni 5 0 0 1 2 0
1 r 3-1 8/5 6/5
2 r 6-4 1/7 7/11
"""


def read(text: str, format: str | None = None) -> Reading:
    return read_source(Source(text.encode()), format)


def match(*events: Event, length: int | None = 5, score: tuple[int, int] = (0, 0)) -> Match:
    game = Game(number=1, score=ScoreClaim(score=score), events=events)
    return Match(players=(Player(name="Anna"), Player(name="Bjarni")), length=length, games=(game,))


def written(stated: Match) -> tuple[str, list[str]]:
    writing = write_matches([stated], "bgammon")
    assert isinstance(writing.content, str)
    return writing.content, [f"{found.code} {found.written}" for found in writing.findings]


def test_another_game_is_said_and_passed_over() -> None:
    reading = read("i 1 Anna Bjarni 5 0 0 1 1 2\n1 r 6-5-4 1/6\n" + GAME)
    assert [(found.code, found.facts["game"]) for found in reading.findings] == [("N115", "tabula")]
    assert len(reading.matches[0].games) == 1


@pytest.mark.parametrize("text", ["", " 5 point match\n", "i am no replay\n", "bgammon\n"])
def test_other_texts_are_not_claimed(text: str) -> None:
    format = recognise(Source(text.encode()))
    assert format is None or format.name != "bgammon"
