"""How many different things could stand where a slip has left something out, so that all behind is lawful."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kotra_notation import model as m
from kotra_notation.fast.judges import legal_plays
from kotra_notation.model import Game, Hop, Match, Play, Turn
from kotra_notation.replay import GameReplay, Replay
from kotra_notation.replay.doubts import turns_lawful
from kotra_notation.replay.folding import marks_hits
from kotra_notation.replay.turns import put_men
from kotra_notation.rules import Node, Ruleset, from_other_side, throw_of
from kotra_notation.rules.old_outcome import THROWS

ENOUGH = 2  # that there are two tells as much as that there are twenty


def choices(kind: str, replayed: Replay, damaged: Match, place: int) -> int | None:
    """How many (counted to two); None where the slip leaves nothing out."""
    candidates = OMISSIONS.get(kind)
    if candidates is None:
        return None
    game, written = replayed.games[place], damaged.games[place]
    at = first_difference(replayed.match.games[place], written)
    turn = replayed.match.games[place].events[at]
    assert isinstance(turn, Turn)
    rest = [event for event in replayed.match.games[place].events[at + 1 :] if isinstance(event, Turn)]
    found: set[tuple[object, ...]] = set()
    for dice, node in candidates(replayed.ruleset, game, at, turn, written):
        key = (*sorted(dice), tuple(node.points), node.marks)
        if key in found:
            continue
        seen = from_other_side(replayed.ruleset, node)
        if (
            turns_lawful(replayed.ruleset, seen, 1 - turn.seat, rest, hits_marked=marks_hits(replayed.match))
            is None
        ):
            found.add(key)
            if len(found) == ENOUGH:
                break
    return len(found)


def first_difference(true: Game, written: Game) -> int:
    """The place of the first event whose words are others, or whose play is."""
    pairs = zip(map(said, true.events), map(said, written.events), strict=False)
    return next((at for at, (one, two) in enumerate(pairs) if one != two), len(written.events))


def said(event: m.Event) -> object:
    """What an event says, leaving open of whom."""
    return (event.dice, event.deed) if isinstance(event, Turn) else event


Candidate = tuple[tuple[int, int], Node]
Candidates = Callable[[Ruleset, GameReplay, int, Turn, Game], Iterator[Candidate]]


def any_turn(ruleset: Ruleset, game: GameReplay, at: int, turn: Turn, written: Game) -> Iterator[Candidate]:
    """Every throw with every play of it, that of the record first."""
    before = game.frames_at((at,))[0].before.node(turn.seat)
    for dice in THROWS:
        for node in legal_plays(ruleset, throw_of(ruleset, before, dice)):
            yield dice, node


def any_step(ruleset: Ruleset, game: GameReplay, at: int, turn: Turn, written: Game) -> Iterator[Candidate]:
    """Every play of the throw that has one step more than is written."""
    before = game.frames_at((at,))[0].before.node(turn.seat)
    now = written.events[at]
    hops = now.deed.hops if isinstance(now, Turn) and isinstance(now.deed, Play) else ()
    legal = {tuple(node.points): node for node in legal_plays(ruleset, throw_of(ruleset, before, turn.dice))}
    for die in set(turn.dice):
        for source in range(25, 0, -1):
            reached = put_men(before, [*hops, Hop(source, max(source - die, 0))])
            if reached is not None and tuple(reached.points) in legal:
                yield turn.dice, legal[tuple(reached.points)]


OMISSIONS: dict[str, Candidates] = {
    "step left out": any_step,
    "only step left out": any_step,
    "turn lost, gap left": any_turn,
    "turn lost, column moved up": any_turn,
    "turn lost, cells moved on": any_turn,
}
