"""Faults in the plays of a sitting of the old game: what each changes at a spot of a sound game.

A change may by chance leave a lawful record: whether it is a fault is for the slow referee to say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import NamedTuple

from kotra_notation import model as m
from kotra_notation.fast.judges import legal_plays
from kotra_notation.model import Hop, Play, Turn
from kotra_notation.replay import GameReplay
from kotra_notation.rules import Node, Ruleset, throw_of
from referees.old_games import hops

Events = list[m.Event]


class Spot(NamedTuple):
    """A game of a sitting of so many, its events, and the place of one of them."""

    game: GameReplay
    games: int
    events: Events
    at: int

    @property
    def turn(self) -> Turn:
        turn = self.events[self.at]
        assert isinstance(turn, Turn)
        return turn

    @property
    def node(self) -> Node:
        return self.game.frames[self.at].before.node(self.turn.seat)


Change = Callable[[Spot, Random, Ruleset], bool]


def plays(event: m.Event) -> bool:
    return isinstance(event, Turn) and isinstance(event.deed, Play)


def turns(event: m.Event) -> bool:
    return isinstance(event, Turn)


def with_hops(spot: Spot, changed: Sequence[Hop]) -> bool:
    """Put other hops into the play of a spot."""
    if any(not (0 <= hop.target <= 25 and 0 < hop.source <= 25) for hop in changed):
        return False
    assert isinstance(spot.turn.deed, Play)
    deed = replace(spot.turn.deed, hops=tuple(changed)) if changed else m.CannotMove()
    spot.events[spot.at] = replace(spot.turn, deed=deed)
    return True


def hops_of(spot: Spot) -> list[Hop]:
    deed = spot.turn.deed
    assert isinstance(deed, Play)
    return list(deed.hops)


def wrong_point(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    changed = hops_of(spot)
    at = random.randrange(len(changed))
    changed[at] = changed[at]._replace(target=changed[at].target + random.choice((-2, -1, 1, 2)))
    return with_hops(spot, changed)


def wrong_man(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    changed = hops_of(spot)
    at = random.randrange(len(changed))
    shift = random.choice((-3, -2, -1, 1, 2, 3))
    if changed[at].target == 0:
        return False
    changed[at] = Hop(changed[at].source + shift, changed[at].target + shift, changed[at].taken)
    return with_hops(spot, changed)


def step_left_out(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    changed = hops_of(spot)
    del changed[random.randrange(len(changed))]
    return with_hops(spot, changed)


def step_too_many(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    changed = hops_of(spot)
    last = changed[-1]
    further = last.target - random.choice(spot.turn.dice)
    return further > 0 and with_hops(spot, [*changed, Hop(last.target, further)])


def mirrored(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    index = ruleset.facts.turning.index
    changed = [
        Hop(index(source) if source < 25 else source, index(target) if target else target, taken)
        for source, target, taken in hops_of(spot)
    ]
    return with_hops(spot, changed)


def wrong_die(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    first, second = spot.turn.dice
    dice = (
        (random.randint(1, 6), second)
        if random.random() < 0.5 or not second
        else (first, random.randint(1, 6))
    )
    spot.events[spot.at] = replace(spot.turn, dice=dice)
    return True


def impossible_die(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    spot.events[spot.at] = replace(
        spot.turn, dice=(random.choice((0, 7, 9)), spot.turn.dice[1] or 1), singly=False
    )
    return True


def play_left_out(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    spot.events[spot.at] = replace(spot.turn, deed=m.CannotMove())
    return True


def turn_lost(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    del spot.events[spot.at]
    return True


def turn_twice(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    spot.events.insert(spot.at, spot.turn)
    return True


def other_side(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    spot.events[spot.at] = replace(spot.turn, seat=1 - spot.turn.seat)
    return True


def forbidden(*rules: str) -> Change:
    """A play that only these rules forbid."""

    def change(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
        if spot.turn.singly:
            return False
        kept = tuple(rule for rule in ruleset.step_rules if rule.__name__ not in rules)
        standing = tuple(rule for rule in ruleset.play_rules if rule.__name__ not in rules)
        loose = replace(ruleset, step_rules=kept, play_rules=standing)
        legal = legal_plays(ruleset, throw_of(ruleset, spot.node, spot.turn.dice))
        more = legal_plays(loose, throw_of(loose, spot.node, spot.turn.dice))
        wrong = [play for node, play in more.items() if node not in legal and play.steps]
        if not wrong:
            return False
        chosen = random.choice(sorted(wrong, key=str))
        spot.events[spot.at] = replace(spot.turn, deed=Play(hops=hops(spot.node, chosen)))
        return True

    return change


def half_undeclared(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    spot.events[spot.at] = replace(spot.turn, deed=Play(hops=tuple(hops_of(spot))))
    return True


def half_invented(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    spot.events[spot.at] = replace(spot.turn, deed=Play(hops=tuple(hops_of(spot)), half=True))
    return True


def declares(event: m.Event) -> bool:
    return isinstance(event, Turn) and isinstance(event.deed, Play) and event.deed.half


def backwards(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    changed = hops_of(spot)
    at = random.randrange(len(changed))
    source, target, taken = changed[at]
    if target == 0:
        return False
    changed[at] = Hop(target, source, taken)
    return with_hops(spot, changed)


def landing_wrong(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    """One man goes where two numbers take him, by a landing that is another."""
    changed = hops_of(spot)
    behind = [
        at
        for at, (one, other) in enumerate(pairwise(changed))
        if one.target == other.source and not one.taken and one.source != 25
    ]
    if not behind:
        return False
    at = random.choice(behind)
    landing = changed[at].target + random.choice((-3, -2, -1, 1, 2, 3))
    if not 0 < landing < 25:
        return False
    changed[at] = changed[at]._replace(target=landing)
    changed[at + 1] = changed[at + 1]._replace(source=landing)
    return with_hops(spot, changed)


def play_invented(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    """A play where the throw allows none."""
    own = [index for index, men in enumerate(spot.node.points) if men > 0 and index]
    source = random.choice(own)
    target = max(source - spot.turn.dice[0], 0)
    spot.events[spot.at] = replace(spot.turn, deed=Play(hops=(Hop(source, target),)))
    return True


def one_by_one(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    """Two dice thrown together, written as one after the other."""
    if spot.turn.singly or spot.turn.dice[0] == spot.turn.dice[1]:
        return False
    spot.events[spot.at] = replace(spot.turn, singly=True)
    return True


def no_play(event: m.Event) -> bool:
    return isinstance(event, Turn) and isinstance(event.deed, m.CannotMove)
