"""Rules a record leaves unsaid, inferred from its own claims where exactly one reading fits them all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kotra_notation.findings import finding
from kotra_notation.model import Beaver, Double, Game, Match, ResultClaim
from kotra_notation.replay.folding import fold
from kotra_notation.replay.frames import Replay
from kotra_notation.rules import Ruleset, spelled, with_options

# What the record contradicts when its rules are other than supposed.
TELLING = ("points-wrong", "score-wrong", "cube-value", "beaver-not-allowed", "automatic-double-not-allowed")


@dataclass(frozen=True, slots=True)
class Supposition:
    """Option values a record may have been played under, and the cubes its games then began with."""

    values: Mapping[str, object]
    starting_cubes: Mapping[int, int]


def inferred(match: Match, ruleset: Ruleset) -> Replay:
    """The replay under the rules as stated, or under the one supposition that alone fits the claims."""
    replay = fold(match, ruleset)
    contradictions = _contradictions(replay)
    if not contradictions:
        return replay
    fitting: list[tuple[Supposition, Replay]] = []
    for supposition in _suppositions(match, ruleset):
        supposed = with_options(ruleset, dict(supposition.values), stated=False)  # type: ignore[arg-type]
        other = fold(match, supposed, supposition.starting_cubes)
        if not _contradictions(other):
            fitting.append((supposition, other))
    if not fitting:
        return replay
    fewest = min(len(supposition.values) for supposition, _ in fitting)
    simplest = [pair for pair in fitting if len(pair[0].values) == fewest]
    if len(simplest) != 1:
        return replay
    supposition, other = simplest[0]
    notes = [
        finding(
            "rule-inferred",
            span=match.span,
            option=name,
            value=spelled(value),  # type: ignore[arg-type]
            written=f"{name}={spelled(value)}",  # type: ignore[arg-type]
            rule=None,
        )
        for name, value in supposition.values.items()
    ]
    return Replay(
        match=other.match,
        ruleset=other.ruleset,
        games=other.games,
        findings=(*notes, *other.findings),
        score=other.score,
        winner=other.winner,
        complete=other.complete,
    )


def _contradictions(replay: Replay) -> int:
    return sum(found.kind.name in TELLING for found in replay.findings)


def _suppositions(match: Match, ruleset: Ruleset) -> Iterator[Supposition]:
    """What may have been agreed without a word: only where nothing was stated, and in money play."""
    if match.length:
        return
    free = {"texas", "beavers", "raccoons", "auto_doubles"} - ruleset.stated
    beavers: dict[str, object] = {}
    levels = [event.level for game in match.games for event in game.events if isinstance(event, Beaver)]
    if levels and "beavers" in free:
        beavers["beavers"] = True
        if max(levels) > 1 and "raccoons" in free:
            beavers["raccoons"] = True
    for texas in ({}, {"texas": True}) if "texas" in free else ({},):
        for most in (0, 1, 2, 3) if "auto_doubles" in free else (0,):
            values = {**beavers, **texas, **({"auto_doubles": most} if most else {})}
            if not values:
                continue
            cubes = _starting_cubes(match, ruleset, values, most)
            if most and (not cubes or max(cubes.values()) != 2**most):
                continue
            yield Supposition(values, cubes)


def _starting_cubes(
    match: Match, ruleset: Ruleset, values: Mapping[str, object], most: int
) -> dict[int, int]:
    """The smallest cube, where it is not 1, with which each game fits its own claims."""
    supposed = with_options(ruleset, dict(values), stated=False)  # type: ignore[arg-type]
    cubes: dict[int, int] = {}
    for place, game in enumerate(match.games):
        if not _says_stakes(game):
            continue
        alone = Match(players=match.players, length=match.length, games=(game,))
        for doublings in range(most + 1):
            if not _contradictions(fold(alone, supposed, {0: 2**doublings})):
                if doublings:
                    cubes[place] = 2**doublings
                break
    return cubes


def _says_stakes(game: Game) -> bool:
    return any(
        (isinstance(event, ResultClaim) and event.points is not None)
        or (isinstance(event, Double) and event.value is not None)
        for event in game.events
    )
