"""The judge's bench: what is wrong with a game by the replay, between the game before it and the next one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from kotra_notation.compare.choices import UNKNOWN, Judge
from kotra_notation.findings import Finding, Severity
from kotra_notation.model import Event, Game, Match, ResultClaim, ScoreClaim
from kotra_notation.replay import GameReplay
from kotra_notation.replay.folding import fold
from kotra_notation.rules import Ruleset

_WEIGHTS = {Severity.ERROR: 3, Severity.WARNING: 2, Severity.NOTE: 1}

# What the judging of all games of a match may cost, in events; what is wrong costs so many, by its weight.
ALL, WRONG = 2_000_000, 13

# What may be asked of a game that is not at its end yet: plays and cube actions.
_PLAYED = ("P", "C")


def weight(findings: Iterable[Finding]) -> int:
    """Return how much findings weigh together."""
    return sum(_WEIGHTS[finding.severity] for finding in findings)


class Bench:
    """Where games of a match are judged, under one rule set; `left` is what that may cost yet."""

    def __init__(self, head: Match, ruleset: Ruleset) -> None:
        self.head, self.ruleset = head, ruleset
        self.left = ALL

    def judge(self, before: Game | None, game: Game, following: Sequence[ScoreClaim | None] | None) -> Judge:
        """Return what judges the events of a game that stands behind another.

        `following` are the scores that the next game may begin with, None where there is no next game.
        """
        earlier = () if before is None else (before,)

        def judged(events: Sequence[Event], whole: bool) -> int:
            games = (*earlier, replace(game, events=tuple(events)))
            if not whole:
                return self._wrong(games, len(games), _PLAYED)
            if following is None:
                return self._wrong(games, len(games))
            return min(self._wrong((*games, Game(score=score)), len(games)) for score in following)

        return judged

    def _wrong(self, games: tuple[Game, ...], number: int, families: tuple[str, ...] = ()) -> int:
        """What is wrong with one of the games, and with the score of the next where all of it is asked."""
        replayed = fold(replace(self.head, games=games), self.ruleset)
        findings = [
            finding
            for finding in replayed.findings
            if (finding.game == number and (not families or finding.code[0] in families))
            or (finding.game == number + 1 and finding.kind.name in ("score-wrong", "match-already-over"))
        ]
        self.left -= sum(len(one.events) for one in games) + WRONG * weight(findings)
        game = replayed.games[number - 1]
        doubts = UNKNOWN * (not game.certain) + (not families) * _claimed_otherwise(game, games[number - 1])
        return weight(findings) + doubts


def _claimed_otherwise(replayed: GameReplay, game: Game) -> int:
    """How many results claim other points than the rules give, which is no fault where points are capped."""
    points = replayed.ending.points, replayed.points, None
    claims = [event for event in game.events if isinstance(event, ResultClaim)]
    return sum(claim.points not in points for claim in claims)
