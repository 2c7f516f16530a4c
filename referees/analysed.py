"""Generated matches with an analysis of every decision, its numbers invented, and with comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import kotra_notation as kn
from kotra_notation import model as m
from kotra_notation.model import Match
from kotra_notation.replay import Frame
from referees.games import spelled

CANDIDATES = 5
SOURCE = "Freysteinn 2.1"


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
        case m.Turn(dice=dice, deed=m.Play(hops=hops)):
            played = re.sub(r"\b25/", "bar/", re.sub(r"/0\b", "/off", spelled(hops)))
            legal = [play.text for play in kn.plays(frame.before.position, dice)]
            others = [text for text in legal if text != played][: CANDIDATES - 1]
            rank = random.choices(range(CANDIDATES), (70, 15, 8, 4, 3))[0]
            yield _weighed("play", [*others[:rank], played, *others[rank:]], random)
        case m.Double():
            yield _weighed("cube", ["double/take", "no double", "double/pass"], random)


def _weighed(aspect: str, texts: list[str], random: Random) -> m.Evaluation:
    equity = round(random.uniform(-0.5, 0.9), 3)
    candidates = []
    for text in texts:
        win = round(random.random(), 3)
        chances = (win, round(win / 3, 3), round(win / 50, 3), round((1 - win) / 3, 3), 0.001)
        candidates.append(m.Candidate(choice=text, equity=equity, chances=chances, level="3-ply"))
        equity = round(equity - random.choice((0.004, 0.01, 0.03, 0.1)), 3)
    return m.Evaluation(
        aspect="cube" if aspect == "cube" else "play", candidates=tuple(candidates), source=SOURCE
    )
