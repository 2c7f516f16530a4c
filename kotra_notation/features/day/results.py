"""What came of each file that was checked, in a few values that can be kept of many files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotra_notation.features.check.verdict import Verdict
from kotra_notation.values import dataclass

if TYPE_CHECKING:
    from kotra_notation.fast.proof import Proof
    from kotra_notation.features.check.job import Checked
    from kotra_notation.replay import Replay


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What came of a match: a length of 0 is none."""

    players: tuple[str, str]
    length: int
    games: int
    score: tuple[float, float]
    complete: bool = True

    @classmethod
    def of_replay(cls, replayed: Replay) -> MatchResult:
        """Return what came of a match that was replayed."""
        match = replayed.match
        first, second = (player.name for player in match.players)
        length = match.length or 0
        return cls((first, second), length, len(replayed.games), replayed.score, replayed.complete)

    @classmethod
    def of_proof(cls, proof: Proof) -> MatchResult:
        """Return what came of a match that was proved sound."""
        return cls(proof.players, proof.length, len(proof.games), proof.score)


@dataclass(frozen=True, slots=True)
class FileResults:
    """A file with what came of its matches, and the verdict on it."""

    path: str
    results: tuple[MatchResult, ...]
    verdict: Verdict


def results_of(path: str, checked: Checked | None) -> FileResults:
    """Return what came of a file; None is one that could not be checked."""
    if checked is None or not checked.reading.format:
        return FileResults(path, (), Verdict(failed=True))
    proof = checked.proof
    results = (MatchResult.of_proof(proof),) if proof else tuple(map(MatchResult.of_replay, checked.replays))
    return FileResults(path, results, Verdict.of(checked))
