"""Seeded faults in sittings of the old game, and the line where the slow referee sees them first go wrong.

`python -m tests.old_faults --n 1000 --seed 1 --show missed` prints how many are found, kind by kind, and the
cases that are not (`missed`), on another line (`line`), or found more than once (`many`).
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from kotra_notation import model as m
from kotra_notation.findings import Finding, Severity
from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Source
from kotra_notation.model import Game, Hop, Match, Play, Turn
from kotra_notation.replay import GameReplay, Replay, replay
from kotra_notation.rules import Node, Ruleset, legal_plays, named, throw_of
from tests.old_boards import specified
from tests.old_games import DIALECTS, hops, random_old_match
from tests.old_judge import first_wrong

Events = list[m.Event]
SILENT = ("S407", "S413", "S416", "D505")


class Record(NamedTuple):
    """A sound sitting, and its replay."""

    match: Match
    replayed: Replay


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


@dataclass(frozen=True)
class Kind:
    """One kind of fault: what it changes in a spot, and the spots where it can."""

    name: str
    change: Change
    wants: Callable[[m.Event], bool]


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


def points_wrong(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    claim = spot.events[spot.at]
    assert isinstance(claim, m.AwardClaim | m.ResultClaim)
    spot.events[spot.at] = replace(claim, points=(claim.points or 0) + random.choice((0.5, 1, 2, 5, 13)))
    return True


def claim_to_other(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    claim = spot.events[spot.at]
    assert isinstance(claim, m.AwardClaim | m.ResultClaim)
    spot.events[spot.at] = replace(claim, seat=1 - claim.seat)
    return True


def award_invented(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    kind = random.choice(("langi", "stutti", "meistari", "rasslangur", "jan"))
    claim = m.AwardClaim(seat=spot.turn.seat, kind=kind, points=float(random.choice((3, 5, 7, 13))))
    spot.events.insert(spot.at + 1, claim)
    return True


def win_missed(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    """Nobody notices jan or the form that ends the game: the other side plays on, and then gives up."""
    claim = spot.events[spot.at]
    assert isinstance(claim, m.ResultClaim)
    frames = spot.game.frames
    ending = frames[spot.at].before.ending
    last_of_all = spot.game.number == spot.games
    if not last_of_all or ending is None or ending.kind in ("uttekt", "draw", "resign"):
        return False
    last = frames[spot.at].before
    seat = last.viewer
    dice = (random.randint(1, 6), random.randint(1, 6))
    play = max(
        legal_plays(ruleset, throw_of(ruleset, last.node(seat), dice)).values(), key=lambda one: one.steps
    )
    deed: m.Deed = Play(hops=hops(last.node(seat), play)) if play.steps else m.CannotMove()
    spot.events[spot.at :] = [Turn(seat=seat, dice=dice, deed=deed), m.ResultClaim(seat=claim.seat, points=2)]
    return True


def late_throw(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    """The loser throws on after the end."""
    claim = spot.events[spot.at]
    assert isinstance(claim, m.ResultClaim)
    if spot.game.ending.winner is None or spot.game.ending.kind == "resign":
        return False
    loser = 1 - spot.game.ending.winner
    spot.events.append(Turn(seat=loser, dice=(2, 1), deed=Play(hops=(Hop(3, 1), Hop(2, 1)))))
    return True


def phase_invented(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    spot.events.insert(
        spot.at, m.PhaseStart(phase=random.choice(("after", "last")), seat=random.randrange(2))
    )
    return True


def opening_turned(spot: Spot, random: Random, ruleset: Ruleset) -> bool:
    opening = spot.events[spot.at]
    assert isinstance(opening, m.Opening)
    spot.events[spot.at] = replace(opening, dice=opening.dice[::-1])
    return True


def is_award(event: m.Event) -> bool:
    return isinstance(event, m.AwardClaim)


def is_result(event: m.Event) -> bool:
    return isinstance(event, m.ResultClaim)


def declares(event: m.Event) -> bool:
    return isinstance(event, Turn) and isinstance(event.deed, Play) and event.deed.half


KINDS = [
    Kind("wrong landing point", wrong_point, plays),
    Kind("wrong man", wrong_man, plays),
    Kind("wrong die", wrong_die, plays),
    Kind("die 0 or 7", impossible_die, turns),
    Kind("step left out", step_left_out, plays),
    Kind("step too many", step_too_many, plays),
    Kind("play left out", play_left_out, plays),
    Kind("mirrored letters", mirrored, plays),
    Kind("lost turn", turn_lost, turns),
    Kind("turn twice", turn_twice, turns),
    Kind("turn of the other side", other_side, turns),
    Kind("forbidden doubling", forbidden("not_doubled"), plays),
    Kind("crossing too early", forbidden("stay_on_far_side", "stay_below_twelfth"), plays),
    Kind("entering on an own man", forbidden("entry_not_on_own"), turns),
    Kind("bearing off too early", forbidden("all_in_quarter"), turns),
    Kind("first double parted", forbidden("with_one_man", "four_to_seventh"), plays),
    Kind("half win undeclared", half_undeclared, declares),
    Kind("half win invented", half_invented, plays),
    Kind("wrong award", points_wrong, is_award),
    Kind("award to the other side", claim_to_other, is_award),
    Kind("award invented", award_invented, turns),
    Kind("wrong result", points_wrong, is_result),
    Kind("result to the other side", claim_to_other, is_result),
    Kind("win missed", win_missed, is_result),
    Kind("throw after the end", late_throw, is_result),
    Kind("phase invented", phase_invented, turns),
    Kind("opening turned round", opening_turned, lambda event: isinstance(event, m.Opening)),
]


class Case(NamedTuple):
    """A faulty sitting as it is written, where it goes wrong, and what was found."""

    kind: str
    text: str
    line: int | None
    found: list[Finding]

    @property
    def missed(self) -> bool:
        return not self.found

    @property
    def astray(self) -> bool:
        first = min((one.span.line for one in self.found if one.span), default=None)
        return bool(self.found) and first != self.line


def record(seed: int) -> Record:
    """A sound sitting."""
    match = random_old_match(seed, DIALECTS[seed % 3] if seed % 2 else None)
    return Record(match, replay(match))


def seeded(sound: Record, kind: Kind, random: Random) -> Case | None:
    """One fault in the sitting; None where there is no place for it, or where it leaves a lawful record."""
    ruleset = named(sound.match.rules or "").ruleset
    number = random.randrange(len(sound.match.games))
    game = sound.match.games[number]
    spots = [at for at, event in enumerate(game.events) if kind.wants(event)]
    if not spots:
        return None
    events: Events = list(game.events)
    spot = Spot(sound.replayed.games[number], len(sound.match.games), events, random.choice(spots))
    if not kind.change(spot, random, ruleset):
        return None
    games: list[Game] = list(sound.match.games)
    games[number] = replace(game, events=tuple(events))
    text = str(write_matches([replace(sound.match, games=tuple(games))], "kotra").content)
    reading = read_source(Source(text.encode()), "kotra")
    match = reading.matches[0]
    dialect, *changes = (match.rules or "").split(",")
    _, options = specified(dialect, dict(change.split("=") for change in changes))
    line = first_wrong(match, options)
    if line is None:
        return None
    found = [*reading.findings, *replay(match).findings]
    due = [one for one in found if one.code not in SILENT and one.severity is not Severity.NOTE]
    return Case(kind.name, text, line, due)


def cases(number: int, seed: int) -> Iterator[Case]:
    """So many faults, one kind after the other."""
    random = Random(seed)
    sound = [record(seed * 1000 + n) for n in range(min(max(number // 8, 12), 150))]
    made = 0
    while made < number:
        for kind in KINDS:
            for _ in range(30):
                if case := seeded(random.choice(sound), kind, random):
                    made += 1
                    yield case
                    break


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.old_faults")
    parser.add_argument("--n", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", choices=("missed", "line", "many"))
    chosen = parser.parse_args()
    done = list(cases(chosen.n, chosen.seed))
    by_kind: dict[str, Counter[str]] = defaultdict(Counter)
    for case in done:
        row = by_kind[case.kind]
        row.update(all=1, missed=case.missed, astray=case.astray, findings=len(case.found))
        wanted = {"missed": case.missed, "line": case.astray, "many": len(case.found) > 1}
        if chosen.show and wanted[chosen.show]:
            print(f"--- {case.kind}, line {case.line}")
            for one in case.found:
                print(f"    {one.span.line if one.span else '-'} {one.code} {one.message}")
            lines = case.text.splitlines()
            print(
                "\n".join(f"{n:4} {text}" for n, text in enumerate(lines, 1) if abs(n - (case.line or 0)) < 4)
            )
    for kind, row in by_kind.items():
        print(f"{kind:<28} {row['all']:>5} missed {row['missed']:>3} line {row['astray']:>3}")
    total = sum((row for row in by_kind.values()), Counter())
    found = 1 - total["missed"] / total["all"]
    right = 1 - total["astray"] / (total["all"] - total["missed"])
    each = total["findings"] / (total["all"] - total["missed"])
    print(f"{total['all']} faults: found {found:.2%}, on the line {right:.2%}, {each:.2f} findings each")


if __name__ == "__main__":
    main()
