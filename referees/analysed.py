"""Generated matches with an analysis of every decision, its numbers invented, and with comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import repeat
from random import Random

import kotra_notation as kn
from kotra_notation import model as m
from kotra_notation.model import Match
from kotra_notation.replay import Frame
from referees.games import spelled

CANDIDATES = 5
SOURCE = "Freysteinn 2.1"
XG = "eXtreme Gammon"
LEVELS = repeat("3-ply")


def analysed(match: Match, seed: int = 0) -> Match:
    """The same match; every play is weighed against four others, every double against its answers."""
    random = Random(seed)
    games = []
    for game, shown in zip(match.games, kn.replay(match).games, strict=True):
        events = tuple(
            event for frame in shown.frames for event in (frame.event, *_evaluation(frame, random))
        )
        games.append(replace(game, events=events))
    return replace(match, games=tuple(games))


def analysed_as_xg(match: Match, seed: int = 0) -> Match:
    """The same match as eXtreme Gammon would keep it: each turn with its choices weighed to several depths,
    with the luck of its roll, and many with the cube that was not turned before it."""
    random = Random(seed)
    games = []
    for game, shown in zip(match.games, kn.replay(match).games, strict=True):
        events = tuple(event for frame in shown.frames for event in (frame.event, *_after_xg(frame, random)))
        games.append(replace(game, events=events))
    return replace(match, games=tuple(games))


def commented(match: Match, every: int = 10) -> Match:
    """The same match with a comment behind every tenth turn."""
    games = []
    for game in match.games:
        events: list[m.Event] = []
        turns = 0
        for event in game.events:
            events.append(event)
            turns += isinstance(event, m.Turn)
            if isinstance(event, m.Turn) and turns % every == 0:
                events.append(m.Comment(text=f"Kast {turns}.", author="Ýmir", language="is"))
        games.append(replace(game, events=tuple(events)))
    return replace(match, games=tuple(games))


def _evaluation(frame: Frame, random: Random) -> Iterator[m.Evaluation]:
    match frame.event:
        case m.Turn(deed=m.Play()):
            yield _weighed("play", _choices(frame, random, (70, 15, 8, 4, 3)), random)
        case m.Double():
            yield _weighed("cube", ["double/take", "no double", "double/pass"], random)


def _after_xg(frame: Frame, random: Random) -> Iterator[m.Evaluation]:
    if not isinstance(frame.event, m.Turn):
        return
    if random.random() < 0.6:
        yield _held(random)
    if isinstance(frame.event.deed, m.Play):
        texts = _choices(frame, random, (86, 4, 4, 3, 3))
        depths = iter(("XG Roller+", *["4-ply"] * random.randint(1, 2), *["3-ply"] * CANDIDATES))
        yield _weighed("play", texts, random, XG, depths)
    yield m.Evaluation(aspect="luck", luck=random.gauss(0, 0.25), source=XG)


def _choices(frame: Frame, random: Random, ranks: Sequence[int]) -> list[str]:
    """The play that was made at a rank drawn by these weights among others that were legal."""
    assert isinstance(frame.event, m.Turn)
    assert isinstance(frame.event.deed, m.Play)
    played = re.sub(r"\b25/", "bar/", re.sub(r"/0\b", "/off", spelled(frame.event.deed.hops)))
    legal = [play.text for play in kn.plays(frame.before.position, frame.event.dice)]
    others = [text for text in legal if text != played][: CANDIDATES - 1]
    rank = random.choices(range(CANDIDATES), ranks)[0]
    return [*others[:rank], played, *others[rank:]]


def _held(random: Random) -> m.Evaluation:
    """A cube that was rightly left alone, now and then closely."""
    hold = random.uniform(-0.6, 0.5)
    chances = _chances(random)
    take = hold - random.choice((0.1, 0.4, 0.4, 0.4, 0.4, 0.4))
    candidates = [
        m.Candidate(
            choice="no double", equity=hold, chances=chances, level="3-ply", extras={"played": "yes"}
        ),
        m.Candidate(choice="double/take", equity=take, chances=chances, level="3-ply"),
        m.Candidate(choice="double/pass", equity=1.0, level="3-ply"),
    ]
    return m.Evaluation(aspect="cube", candidates=tuple(candidates), source=XG)


def _chances(random: Random) -> tuple[float, ...]:
    win = round(random.random(), 3)
    return win, round(win / 3, 3), round(win / 50, 3), round((1 - win) / 3, 3), 0.001


def _weighed(
    aspect: str, texts: list[str], random: Random, source: str = SOURCE, levels: Iterator[str] = LEVELS
) -> m.Evaluation:
    equity = round(random.uniform(-0.5, 0.9), 3)
    candidates = []
    for text in texts:
        chances = _chances(random)
        candidates.append(m.Candidate(choice=text, equity=equity, chances=chances, level=next(levels)))
        equity = round(equity - random.choice((0.004, 0.01, 0.03, 0.1)), 3)
    return m.Evaluation(
        aspect="cube" if aspect == "cube" else "play", candidates=tuple(candidates), source=source
    )
