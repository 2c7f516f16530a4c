"""Rules a record leaves unsaid, inferred from its own claims where exactly one reading fits them all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from kotra_notation.findings import Finding, Severity, finding, phrase
from kotra_notation.model import AutomaticDouble, Beaver, Double, Event, Game, Match, ResultClaim, ScoreClaim
from kotra_notation.replay.folding import fold
from kotra_notation.replay.frames import Replay
from kotra_notation.replay.game_events import GameEvents
from kotra_notation.rules import OptionValue, Ruleset, option_text, with_options
from kotra_notation.rules.modern import VARIANTS
from kotra_notation.values import dataclass

if TYPE_CHECKING:
    from kotra_notation.replay.kept import KeptGames

# What the record contradicts when its rules are other than supposed.
TELLING = ("points-wrong", "score-wrong", "cube-value", "beaver-not-allowed", "automatic-double-not-allowed")


# What a program may have added.
CLAIMS = (ResultClaim, ScoreClaim)

# More automatic doubles than this are not supposed.
MOST_DOUBLES = 3

Values = Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class Supposition:
    """Option values a record may have been played under, and the cubes its games then began with."""

    values: Values
    starting_cubes: Mapping[int, int]


def replay_inferring(
    match: Match, ruleset: Ruleset, *, tracked: bool = False, kept: KeptGames | None = None
) -> Replay:
    """The replay under the rules as stated, or under the one supposition that alone fits the claims."""
    replay = fold(match, ruleset, tracked=tracked, kept=kept)
    if (asked := _find_unreached(replay)) and (variant := _variant(match, ruleset, replay)):
        other = replay_inferring(match, _suppose(ruleset, {"variant": variant}), tracked=tracked, kept=kept)
        rest = [
            fault for fault in other.findings if (fault.kind.name, fault.turn) != ("lawful-play-disputed", 1)
        ]
        return replace(other, findings=(_note(match, "variant", variant, asked), *rest))
    said = _without_derived(match)
    told = replay if said is match else fold(said, ruleset, kept=kept)
    first = _first_telling(told)
    if first is None or first.game is None or not ruleset.facts.cube:
        return replay
    fitting: list[tuple[Supposition, Replay]] = []
    for supposition in _suppositions(said, ruleset, first.game):
        other = fold(said, _suppose(ruleset, supposition.values), supposition.starting_cubes, kept=kept)
        if not _contradictory(other):
            fitting.append((supposition, other))
    fewest = min((len(supposition.values) for supposition, _ in fitting), default=0)
    simplest = [pair for pair in fitting if len(pair[0].values) == fewest]
    if len(simplest) != 1:
        return replay
    supposition, other = simplest[0]
    if said is not match:
        other = fold(match, other.ruleset, supposition.starting_cubes, kept=kept)
    notes = [
        _note(match, name, value, _asking(said, ruleset, supposition, name) or first)
        for name, value in supposition.values.items()
    ]
    return replace(other, findings=(*notes, *other.findings))


def _asking(match: Match, ruleset: Ruleset, supposed: Supposition, name: str) -> Finding | None:
    """Return what contradicts the other values of a supposition, without the one of this name."""
    values = {option: value for option, value in supposed.values.items() if option != name}
    cubes = {} if name == "auto_doubles" else supposed.starting_cubes
    return _first_telling(fold(match, _suppose(ruleset, values), cubes))


def _first_telling(replay: Replay) -> Finding | None:
    return next((fault for fault in replay.findings if fault.kind.name in TELLING), None)


def _without_derived(match: Match) -> Match:
    """The match without the claims that a program has added: they are no evidence."""
    claims = (event for game in match.games for event in game.events if type(event) in CLAIMS)
    if not any(map(_is_derived, claims)):
        return match
    games = (
        replace(game, events=tuple([event for event in game.events if not _is_derived(event)]))
        for game in match.games
    )
    return replace(match, games=tuple(games))


def _is_derived(event: Event) -> bool:
    return isinstance(event, CLAIMS) and event.derived


def _note(match: Match, name: str, value: OptionValue, asked: Finding) -> Finding:
    written = f"{name}={option_text(value)}"
    return finding("rule-inferred", span=match.span, written=written, claim=_claim(asked))


def _claim(asked: Finding) -> str:
    """Return what in the record asks for a rule that it does not name, and where it stands."""
    if asked.span is None:
        return phrase("“{written}” in game {number}", written=asked.written, number=asked.game)
    return phrase("“{written}” in line {line}", written=asked.written, line=asked.span.line)


def _variant(match: Match, ruleset: Ruleset, replay: Replay) -> str | None:
    """The variant that alone explains first plays which the usual start does not allow.

    A program that knows one start only writes the first play of another as the position it led to
    (`Illegal play`). With the right start these are lawful, and nothing else becomes unlawful.
    """
    if "variant" in ruleset.stated or not ruleset.facts.cube:
        return None
    fitting = []
    for name in VARIANTS:
        other = fold(match, _suppose(ruleset, {"variant": name}))
        if not _find_unreached(other) and _errors(other) < _errors(replay):
            fitting.append(name)
    return fitting[0] if len(fitting) == 1 else None


def _find_unreached(replay: Replay) -> Finding | None:
    """Return what is said of a game that begins with a position which its first throw does not lead to."""
    unreached = (
        fault for fault in replay.findings if fault.kind.name == "position-unreached" and fault.turn == 1
    )
    return next(unreached, None)


def _errors(replay: Replay) -> int:
    return sum(fault.severity is Severity.ERROR for fault in replay.findings)


def _suppose(ruleset: Ruleset, values: Values) -> Ruleset:
    return with_options(ruleset, values, stated=False)


def _contradictory(replay: Replay) -> bool:
    return any(fault.kind.name in TELLING for fault in replay.findings)


def _suppositions(match: Match, ruleset: Ruleset, first: int) -> Iterator[Supposition]:
    """Yield what may have been agreed silently in money play, if it mends the `first` game at fault."""
    if match.length:
        return
    around = replace(match, games=match.games[max(first - 2, 0) : first])
    for values in _values(match, ruleset):
        supposed = _suppose(ruleset, values)
        near = _starting_cubes(around, supposed)
        if near is None or _contradictory(fold(around, supposed, near)):
            continue
        cubes = _starting_cubes(match, supposed)
        most = values.get("auto_doubles", 0)
        if cubes is not None and isinstance(most, int) and _doubles_used(match, cubes, most) == most:
            yield Supposition(values, cubes)


def _doubles_used(match: Match, cubes: Mapping[int, int], most: int) -> int:
    """Return how many automatic doubles a game had, at most as many as are allowed: recorded or not."""
    recorded = [sum(isinstance(event, AutomaticDouble) for event in game.events) for game in match.games]
    tied = [_ties(game) or 0 for game in match.games]
    return min(max(*recorded, *tied, *(cube.bit_length() - 1 for cube in cubes.values()), 0), most)


def _ties(game: Game) -> int | None:
    return GameEvents(game.events, hits_marked=False).ties


def _values(match: Match, ruleset: Ruleset) -> Iterator[Values]:
    """The option values that may be supposed together, none of them stated."""
    free = {"texas", "beavers", "raccoons", "auto_doubles"} - ruleset.stated
    beavers: dict[str, OptionValue] = {}
    levels = [event.level for game in match.games for event in game.events if isinstance(event, Beaver)]
    if levels and "beavers" in free:
        beavers["beavers"] = True
        if max(levels) > 1 and "raccoons" in free:
            beavers["raccoons"] = True
    texas: list[dict[str, OptionValue]] = [{}, {"texas": True}]
    for jacoby in texas if "texas" in free else texas[:1]:
        for most in range(MOST_DOUBLES + 1) if "auto_doubles" in free else (0,):
            automatic: dict[str, OptionValue] = {"auto_doubles": most} if most else {}
            if values := {**beavers, **jacoby, **automatic}:
                yield values


def _starting_cubes(match: Match, ruleset: Ruleset) -> dict[int, int] | None:
    """The cube above 1 with which each game without opening rolls fits its claims; None if none does."""
    most = ruleset.options["auto_doubles"]
    cubes: dict[int, int] = {}
    for index, game in enumerate(match.games):
        if not _says_stakes(game):
            continue
        alone = replace(match, games=(game,))
        unseen = most if isinstance(most, int) and _ties(game) is None else 0
        for doublings in range(unseen + 1):
            if not _contradictory(fold(alone, ruleset, {0: 2**doublings})):
                if doublings:
                    cubes[index] = 2**doublings
                break
        else:
            return None
    return cubes


def _says_stakes(game: Game) -> bool:
    return any(
        (isinstance(event, ResultClaim) and event.points is not None)
        or (isinstance(event, Double) and event.value is not None)
        for event in game.events
    )
