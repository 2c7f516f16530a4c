"""Writing match text: the layout, and a finding for whatever it cannot hold."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Source
from kotra_notation.formats.mat.dialects import LAYOUTS
from kotra_notation.model import (
    Annotation,
    Deed,
    Event,
    Game,
    Hop,
    Match,
    Play,
    Player,
    ScoreClaim,
    Take,
    Turn,
)
from referees import transcripts

NAMES = (Player(name="Anna"), Player(name="Þórdís"))


def match(
    *events: Event,
    length: int | None = 5,
    rules: str | None = None,
    info: tuple[tuple[str, str], ...] = (),
    remarks: tuple[Annotation, ...] = (),
) -> Match:
    game = Game(number=1, score=ScoreClaim(score=(0, 0)), events=events)
    return Match(players=NAMES, length=length, rules=rules, games=(game,), info=info, remarks=remarks)


def play(seat: int, dice: int, *hops: tuple[int, ...]) -> Turn:
    return turn(seat, dice, Play(hops=tuple(Hop(*hop) for hop in hops)))


def turn(seat: int, dice: int, deed: Deed) -> Turn:
    return Turn(seat=seat, dice=(dice // 10, dice % 10), deed=deed)


text = partial(transcripts.written, notation="mat")


@pytest.mark.parametrize("dialect", list(LAYOUTS))
def test_two_blanks_at_the_least_part_two_names(dialect: str) -> None:
    for length in range(20, 50):
        players = (Player(name="A" * length), Player(name="Anna af Hóli"))
        writing = write_matches([replace(match(), players=players)], "mat", dialect)
        assert f"{players[0].name}{LAYOUTS[dialect].colon}0  " in str(writing.content)


def test_several_matches() -> None:
    both = [match(play(0, 31, (8, 5), (6, 5))), match(Take(seat=1), info=(("event", "Two"),))]
    content = write_matches(both, "mat").content
    assert isinstance(content, str)
    assert list(read_source(Source(content.encode())).matches) == both


def test_unknown_formats_and_dialects() -> None:
    with pytest.raises(ValueError, match="Did you mean mat"):
        write_matches([], "mta")
    with pytest.raises(ValueError, match="known: gnubg"):
        write_matches([], "mat", "snowy")
    with pytest.raises(ValueError, match="but not matches"):
        write_matches([], "positions")
