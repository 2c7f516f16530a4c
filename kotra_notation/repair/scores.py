"""A score misstated at the head of a game: the one that fits what was won and what is stated later."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kotra_notation.model import Match, ScoreClaim
from kotra_notation.replay import Replay, replay

Restated = tuple[int, ScoreClaim]

# What is wrong with the result of a game where the score behind it may well be right.
RESULTS = ("points-wrong", "winner-wrong")


def restated(replayed: Replay) -> Restated | None:
    """The place of a game and the score it should state, where that mends what is found of the scores."""
    match = replayed.match
    wrong = _contradictions(replayed)
    fitting: list[Restated] = []
    for place, claim in _candidates(replayed):
        games = list(match.games)
        games[place] = replace(games[place], score=claim)
        if _contradictions(replay(replace(match, games=tuple(games)), replayed.ruleset)) < wrong:
            fitting.append((place, claim))
    return fitting[0] if len(fitting) == 1 else None


def _contradictions(replayed: Replay) -> int:
    return sum(found.kind.name in ("score-wrong", "match-not-over") for found in replayed.findings)


def _candidates(replayed: Replay) -> Iterator[Restated]:
    """The score a game should have begun at, and that of the game before it set right by the difference."""
    match = replayed.match
    first = next((found.game for found in replayed.findings if found.kind.name == "score-wrong"), None)
    if first is None:
        return
    place = first - 1
    stated, before = _score(match, place), _score(match, place - 1)
    derived = replayed.games[place - 1].score_after
    points_wrong = any(found.kind.name in RESULTS for found in replayed.games[place - 1].findings)
    if stated is None or points_wrong:
        return
    yield place, replace(stated, score=derived)
    if before is not None:
        shift = stated.score[0] - derived[0], stated.score[1] - derived[1]
        score = before.score[0] + shift[0], before.score[1] + shift[1]
        if min(score) >= 0:
            yield place - 1, replace(before, score=score)


def _score(match: Match, place: int) -> ScoreClaim | None:
    return match.games[place].score if place >= 0 else None
