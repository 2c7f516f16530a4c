"""Repair: what was most probably played where a record cannot be right as it stands."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kotra_notation.model import Game, Match
from kotra_notation.repair.edits import HEAD
from kotra_notation.repair.edits import Edit as Edit
from kotra_notation.repair.game import Account as Account
from kotra_notation.repair.game import accounts, rescored
from kotra_notation.repair.meant import cost_of
from kotra_notation.repair.scores import Restated, restated
from kotra_notation.replay import Replay, replay
from kotra_notation.replay.folding import marks_hits
from kotra_notation.rules import Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRepair:
    """What a game with findings may have been: its accounts, the likeliest first."""

    number: int
    readings: tuple[Account, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Repairs:
    """The games of a match that something was found in."""

    replayed: Replay
    games: tuple[GameRepair, ...]


def repair(match: Match, rules: str | Ruleset | None = None) -> Repairs:
    """What was probably played in every game of a match in which something is wrong."""
    written = replay(match, rules)
    scored = written
    score = restated(written)
    if score is not None:
        games = list(match.games)
        games[score[0]] = replace(games[score[0]], score=score[1])
        scored = replay(replace(match, games=tuple(games)), written.ruleset)
    hits_marked = marks_hits(match)
    repairs = []
    for place, (before, made) in enumerate(zip(written.games, scored.games, strict=True)):
        edit = _score_edit(match.games[place], score) if score and score[0] == place else None
        if before.findings or edit:
            following = scored.match.games[place + 1].score if place + 1 < len(match.games) else None
            game = scored.match.games[place]
            found = accounts(game, made, following, hits_marked=hits_marked)
            if edit:
                found = rescored(found, edit)
            repairs.append(GameRepair(number=place + 1, readings=tuple(found)))
    return Repairs(replayed=written, games=tuple(repairs))


def _score_edit(game: Game, score: Restated) -> Edit:
    assert game.score is not None
    return Edit(kind="score", place=HEAD, old=(game.score,), new=(score[1],), cost=cost_of("score"))
