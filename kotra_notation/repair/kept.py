"""A cache for a text that is edited: what was proposed for its games before, and is proposed again."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from kotra_notation.findings import Finding
from kotra_notation.repair.effort import Effort
from kotra_notation.repair.proposals import Proposal, findings_of, proposals_for
from kotra_notation.repair.repairs import WrongGame, wrong_games
from kotra_notation.replay import Replay
from kotra_notation.replay.kept import GameKey, KeptGames, moved

# How many stories and turns may still be followed.
Left = tuple[int, int]


class KeptProposals(NamedTuple):
    """What was proposed for a game that began in a line, and what the search for it has cost.

    Of each proposal the findings that it explains are told by their places among all of the game.
    """

    proposals: tuple[Proposal, ...]
    explained: tuple[tuple[int, ...], ...]
    line: int
    begun: Left
    ended: Left

    def spend(self, effort: Effort) -> bool:
        """Spend what the search has cost; False where with so much left it might end otherwise."""
        stories, turns = (begun - ended for begun, ended in zip(self.begun, self.ended, strict=True))
        enough = min(effort.stories - stories, effort.turns - turns) > 0 and min(self.ended) > 0
        if not enough and _left(effort) != self.begun:
            return False
        effort.stories -= stories
        effort.turns -= turns
        return True


def kept_proposals(
    written: Replay, effort: Callable[[], Effort], findings: Iterable[Finding], kept: KeptGames
) -> tuple[list[Proposal], list[int]]:
    """What is proposed for a match, and the games not searched; games that are kept are not searched again.

    A search that was ended because all was spent is made again where it may find more, or less.
    """
    proposed: list[Proposal] = []
    passed_over: list[int] = []
    for wrong in wrong_games(written, findings):
        left = effort()
        here = findings_of(written.games[wrong.number - 1], written)
        key = _key(wrong, here, kept)
        known: KeptProposals | None = kept.get(key.said) if key else None
        if left.spent:
            passed_over.append(wrong.number)
            continue
        if key and known and known.spend(left):
            proposed += _again(known, here, key.line - known.line)
            continue
        before = _left(left)
        of_game = tuple(proposals_for(wrong.repaired(left), written))
        proposed += of_game
        if key:
            explained = _explained(of_game, here)
            kept.put(key.said, KeptProposals(of_game, explained, key.line, before, _left(left)))
    return proposed, passed_over


def _left(effort: Effort) -> Left:
    return effort.stories, effort.turns


def _key(wrong: WrongGame, here: Sequence[Finding], kept: KeptGames) -> GameKey | None:
    """What all that is proposed for a game follows from; None where it follows from other games too."""
    replayed = None if wrong.misstated or wrong.numbers else kept.noted(wrong.replay)
    if replayed is None:
        return None
    following = None if wrong.following is None else wrong.following.score
    keys = tuple([_place(finding, replayed.line) for finding in here])
    return GameKey(("proposals", replayed.said, following, keys), replayed.line)


def _place(finding: Finding, line: int) -> Hashable:
    span = finding.span
    place = None if span is None else (span.line - line, span.column, span.end_column)
    return finding.code, finding.severity, finding.turn, place


def _explained(proposals: Sequence[Proposal], here: Sequence[Finding]) -> tuple[tuple[int, ...], ...]:
    places = {id(finding): place for place, finding in enumerate(here)}
    return tuple([tuple([places[id(finding)] for finding in proposal.explains]) for proposal in proposals])


def _again(known: KeptProposals, here: Sequence[Finding], lines: int) -> list[Proposal]:
    """Return what was proposed, for the game where it stands now, and of the findings that it has now."""
    return [
        replace(moved(proposal, lines), explains=tuple([here[place] for place in explained]))
        for proposal, explained in zip(known.proposals, known.explained, strict=True)
    ]
