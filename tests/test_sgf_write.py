"""Writing SGF: the layout, and a finding for whatever does not come back."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings

from kotra_notation.api import supplied
from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Source
from kotra_notation.model import (
    Annotation,
    CannotMove,
    Comment,
    Deed,
    Event,
    Game,
    Hop,
    Match,
    Play,
    Player,
    Resignation,
    ResignationAnswer,
    ResultClaim,
    ScoreClaim,
    Turn,
)
from referees import models, transcripts
from referees.games import quick_match, random_match
from referees.seeds import some
from tools.survival import roundtrip_match

NAMES = (Player(name="Anna"), Player(name="Þórdís"))
CHANCES = (0.5, 0.25, 0.125, 0.0625, 0.0)


def match(
    *events: Event,
    length: int | None = 5,
    rules: str | None = None,
    info: tuple[tuple[str, str], ...] = (),
    remarks: tuple[Annotation, ...] = (),
    players: tuple[Player, Player] = NAMES,
) -> Match:
    game = Game(number=1, score=ScoreClaim(score=(0, 0)), events=events)
    return Match(players=players, length=length, rules=rules, games=(game,), info=info, remarks=remarks)


def turn(seat: int, dice: int, deed: Deed) -> Turn:
    return Turn(seat=seat, dice=(dice // 10, dice % 10), deed=deed)


def play(seat: int, dice: int, *hops: tuple[int, ...]) -> Turn:
    return turn(seat, dice, Play(hops=tuple(Hop(*hop) for hop in hops)))


text = partial(transcripts.written, notation="sgf")


OPENING = play(0, 31, (8, 5), (6, 5))


def test_several_matches() -> None:
    both = [match(OPENING), match(OPENING, length=7), match(turn(0, 21, CannotMove()), length=7)]
    content = write_matches(both, "sgf").content
    assert isinstance(content, str)
    assert list(read_source(Source(content.encode())).matches) == both


@pytest.mark.parametrize("seed", some(range(6), 2))
def test_legal_matches_come_back(seed: int) -> None:
    for written in (quick_match(seed, games=2), random_match(seed, 3, said=bool(seed % 2))):
        assert roundtrip_match(written, "sgf").proved
        content = write_matches([supplied(written, "sgf")], "sgf").content
        assert isinstance(content, str)
        (read,) = read_source(Source(content.encode())).matches
        assert write_matches([read], "sgf").content == content


@settings(max_examples=300, suppress_health_check=list(HealthCheck))
@given(models.matches)
def test_hostile_matches_come_back_or_are_said(written: Match) -> None:
    """Nothing raises, and where no loss is said every event comes back."""
    writing = write_matches([written], "sgf")
    assert isinstance(writing.content, str)
    reading = read_source(Source(writing.content.encode("utf-8", "replace")), "sgf")
    if writing.findings or not written.games:
        return
    (read,) = reading.matches
    for before, after in zip(written.games, read.games, strict=True):
        came = list(after.events)
        for event in before.events:
            plain = _without_hits(event)
            if (
                not isinstance(event, ResultClaim | Resignation | ResignationAnswer | Comment)
                and plain not in came
            ):
                raise AssertionError((event, came))


def _without_hits(event: Event) -> Event:
    if isinstance(event, Turn) and isinstance(event.deed, Play):
        hops = tuple(hop._replace(taken=0) for hop in event.deed.hops)
        return Turn(seat=event.seat, dice=event.dice, deed=Play(hops=hops))
    return event
