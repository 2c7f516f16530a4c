"""Repair: what was most probably played where a record cannot be right as it stands."""

from __future__ import annotations

from dataclasses import dataclass

from kotra_notation.model import Match
from kotra_notation.repair.edits import Edit as Edit
from kotra_notation.repair.game import Account as Account
from kotra_notation.repair.game import accounts
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
    replayed = replay(match, rules)
    hits_marked = marks_hits(match)
    games = []
    for place, (game, made) in enumerate(zip(match.games, replayed.games, strict=True)):
        if made.findings:
            following = match.games[place + 1].score if place + 1 < len(match.games) else None
            found = accounts(game, made, following, hits_marked=hits_marked)
            games.append(GameRepair(number=place + 1, readings=tuple(found)))
    return Repairs(replayed=replayed, games=tuple(games))
