"""Rules a record leaves unsaid, inferred from its own claims where exactly one reading fits them all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING

from kotra_notation import model
from kotra_notation.board import OFF
from kotra_notation.findings import Finding, Severity, finding, phrase
from kotra_notation.implied import Spelling
from kotra_notation.model import AutomaticDouble, Beaver, Double, Event, Game, Match, ResultClaim, ScoreClaim
from kotra_notation.replay.folding import fold, marks_hits
from kotra_notation.replay.frames import Frame, GameReplay, Replay
from kotra_notation.replay.game_events import GameEvents
from kotra_notation.replay.turns import judge_turn
from kotra_notation.rules import RULESETS, OptionValue, Ruleset, option_text, with_options
from kotra_notation.rules.modern import VARIANTS, win_named
from kotra_notation.values import dataclass

if TYPE_CHECKING:
    from kotra_notation.replay.kept import KeptGames

AS_WRITTEN = Spelling()


def complete_match(
    replay: Replay, spelling: Spelling = AS_WRITTEN, *, kinds: bool = True, resigned: bool = False
) -> model.Match:
    """Return the match with the results and scores it does not state, marked as derived.

    `spelling` tells what else comes from the board; a record that marks hits keeps its marks.
    Without `kinds`, a win is not called what the board shows it to be. With `resigned`, a win that nothing
    else explains is called a resignation: the record comes from a notation that writes none.
    """
    if spelling.hit_marks and marks_hits(replay.match):
        spelling = spelling._replace(hit_marks=False)
    games = tuple(
        _complete_game(_call_resigned(game, replayed) if resigned else game, replayed, spelling, kinds)
        for game, replayed in zip(replay.match.games, replay.games, strict=True)
    )
    return replace(replay.match, games=games)


def _is_lacking(event: model.Event, spelling: Spelling) -> bool:
    """Return whether an event leaves something to the board that is to be spelled out."""
    match event:
        case model.Turn(deed=model.Play(hops=hops), dice=dice):
            return spelling.hit_marks or (
                spelling.single_steps and any(_is_joined(hop, dice) for hop in hops)
            )
        case model.Turn(deed=model.Blank()):
            return spelling.says_dances
        case model.Double(value=None) | model.Beaver(value=None):
            return spelling.cube_values
        case model.AutomaticDouble(value=None):
            return True
        case _:
            return False


def _complete_game(game: model.Game, replayed: GameReplay, spelling: Spelling, kinds: bool) -> model.Game:
    events: list[model.Event] = list(game.events)
    places = [index for index, event in enumerate(events) if _is_lacking(event, spelling)]
    if places:
        for place, frame in zip(places, replayed.frames_at(places), strict=True):
            events[place] = _fill_event(frame, spelling)
    if not kinds:
        events = [_without_kind(event, replayed) for event in events]
    score = game.score or model.ScoreClaim(score=replayed.score_before, derived=True)
    ending = replayed.ending
    if ending.winner is not None and not any(isinstance(event, model.ResultClaim) for event in events):
        events.append(model.ResultClaim(seat=ending.winner, points=ending.points, derived=True))
    return replace(game, number=game.number or replayed.number, score=score, events=tuple(events))


def _is_joined(hop: model.Hop, dice: tuple[int, int]) -> bool:
    """Return whether no single die takes a man so far."""
    way = hop.source - hop.target
    return way > max(dice) if hop.target == OFF else way not in dice


def _call_resigned(game: model.Game, replayed: GameReplay) -> model.Game:
    """Return a game with its win called a resignation, if that is how the win is read."""
    if not is_unexplained(replayed, game):
        return game
    events = [
        replace(event, kind="resignation") if isinstance(event, ResultClaim) and not event.kind else event
        for event in game.events
    ]
    return replace(game, events=tuple(events))


def _without_kind(event: model.Event, replayed: GameReplay) -> model.Event:
    """A result without the word for the win where that is the one it has."""
    if isinstance(event, model.ResultClaim) and event.kind and win_named(event.kind) == replayed.ending.kind:
        return replace(event, kind=None)
    return event


def _fill_event(frame: Frame, spelling: Spelling) -> model.Event:
    # What is false in a play is false in every notation.
    stays = any(fault.kind.name == "landing-not-thrown" for fault in frame.findings)
    match frame.event:
        case model.Turn(deed=model.Play(hops=hops)) as turn if frame.steps and not stays:
            joined = spelling.single_steps and len(hops) != len(frame.steps)
            return (
                _write_steps(turn, frame, hops, joined, spelling.hit_marks)
                if joined or spelling.hit_marks
                else turn
            )
        case model.Turn(deed=model.Blank()) as turn if frame.certain:
            ruleset, node = frame.before.setting.ruleset, frame.before.node(turn.seat)
            danced = turn.has_possible_dice and judge_turn(ruleset, node, turn).lawful
            return replace(turn, deed=model.CannotMove()) if danced else turn
        case model.Double(value=None) | model.Beaver(value=None) as turned:
            offer = frame.after.stakes.offer
            return replace(turned, value=offer.value) if offer else turned
        case model.AutomaticDouble(value=None) as turned:
            return replace(turned, value=frame.after.stakes.cube.value)
        case event:
            return event


def _write_steps(
    turn: model.Turn, frame: Frame, written: tuple[model.Hop, ...], joined: bool, hits: bool
) -> model.Turn:
    """The turn with its hops one die each where some were joined, and with its hits marked."""
    taken = {hop.target: hop.taken for hop in written if hop.taken}
    enemies = {i for i, count in enumerate(frame.before.seen_by(turn.seat)) if count < 0 and i}
    single: list[model.Hop] = []
    for hop in frame.steps if joined else written:
        hit = (hits or taken) and hop.target in enemies and hop.target != OFF
        enemies.discard(hop.target)
        single.append(model.Hop(hop.source, hop.target, taken.get(hop.target, 1) if hit else 0))
    return replace(turn, deed=model.Play(hops=tuple(single)))


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
    for supposition in _suppositions(said, ruleset, told.find_game(first.game).place):
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


# So many turns at the beginning tell which game is played, since its start is another.
TELLING_TURNS = 4


def unstated_game(replay: Replay) -> Ruleset | None:
    """Return the rules of old kotra for a record that does not state them, judged as backgammon."""
    match = replay.match
    turns = [event for game in match.games[:1] for event in game.events if isinstance(event, model.Turn)]
    if match.rules or len(turns) < TELLING_TURNS or not _errs_early(replay):
        return None
    first = replace(match, games=match.games[:1])
    olds = (fold(first, ruleset) for ruleset in RULESETS.values() if ruleset.facts.lettered)
    fitting = [old.ruleset for old in olds if not _errs_early(old)]
    return min(fitting, key=lambda ruleset: _errors(fold(match, ruleset)), default=None)


def _errs_early(replay: Replay) -> bool:
    return any(
        fault.severity is Severity.ERROR and (fault.turn or TELLING_TURNS) < TELLING_TURNS
        for game in replay.games[:1]
        for fault in game.findings
    )


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


def _suppositions(match: Match, ruleset: Ruleset, faulty: int) -> Iterator[Supposition]:
    """Yield what may have been agreed silently in money play, if it mends the game at fault."""
    if match.length:
        return
    around = replace(match, games=match.games[max(faulty - 1, 0) : faulty + 1])
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


def is_unexplained(game: GameReplay, record: Game) -> bool:
    """Return whether a game without a fault is won, and only its result shows it."""
    faulty = any(item.severity is not Severity.NOTE for item in game.findings)
    return game.kind == "resign" and game.certain and not faulty and not _says_end(record.events)


def _says_end(events: tuple[Event, ...]) -> bool:
    """Return whether a game says why it ended: by a word for that, or a last roll without a play."""
    last = next((event for event in reversed(events) if isinstance(event, model.Turn)), None)
    words = [win_named(event.kind) for event in events if isinstance(event, ResultClaim) and event.kind]
    after = takewhile(lambda event: not isinstance(event, model.Turn), reversed(events))
    agreed = next((event for event in after if isinstance(event, model.Concession)), None)
    refused = isinstance(agreed, model.ResignationAnswer) and not agreed.accepted
    blank = last is not None and isinstance(last.deed, model.Blank)
    return (agreed is not None and not refused) or "resign" in words or blank
