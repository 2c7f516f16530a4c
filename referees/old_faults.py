"""Seeded faults in sittings of the old game, and the line where the slow referee sees them first go wrong.

`python -m referees.old_faults --n 1000 --seed 1 --show missed` prints how many are found, kind by kind, and
the cases that are not (`missed`), on another line (`line`), or found more than once (`many`).
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
from kotra_notation.model import Game, Match
from kotra_notation.replay import Replay, replay
from kotra_notation.rules import named
from referees import old_claim_changes as claims
from referees import old_play_changes as plays
from referees.old_boards import specified
from referees.old_games import DIALECTS, random_old_match
from referees.old_judge import first_wrong

SILENT = ("S407", "S413", "S416", "D505")


class Record(NamedTuple):
    """A sound sitting, and its replay."""

    match: Match
    replayed: Replay


@dataclass(frozen=True)
class Kind:
    """One kind of fault: what it changes in a spot, and where there is one, or what it makes of a game."""

    name: str
    change: plays.Change | None = None
    wants: Callable[[m.Event], bool] = plays.turns
    remake: Callable[[Game, Random], Game | None] | None = None


def opens(event: m.Event) -> bool:
    return isinstance(event, m.Opening)


KINDS = [
    Kind("wrong landing point", plays.wrong_point, plays.plays),
    Kind("wrong man", plays.wrong_man, plays.plays),
    Kind("wrong die", plays.wrong_die, plays.plays),
    Kind("die 0 or 7", plays.impossible_die, plays.turns),
    Kind("step left out", plays.step_left_out, plays.plays),
    Kind("step too many", plays.step_too_many, plays.plays),
    Kind("play left out", plays.play_left_out, plays.plays),
    Kind("mirrored letters", plays.mirrored, plays.plays),
    Kind("lost turn", plays.turn_lost, plays.turns),
    Kind("turn twice", plays.turn_twice, plays.turns),
    Kind("turn of the other side", plays.other_side, plays.turns),
    Kind("forbidden doubling", plays.forbidden("not_doubled"), plays.plays),
    Kind("crossing too early", plays.forbidden("stay_on_far_side", "stay_below_twelfth"), plays.plays),
    Kind("entering on an own man", plays.forbidden("entry_not_on_own"), plays.turns),
    Kind("bearing off too early", plays.forbidden("all_in_quarter"), plays.turns),
    Kind("first double parted", plays.forbidden("with_one_man", "four_to_seventh"), plays.plays),
    Kind("half win undeclared", plays.half_undeclared, plays.declares),
    Kind("half win invented", plays.half_invented, plays.plays),
    Kind("wrong award", claims.points_wrong, claims.is_award),
    Kind("award to the other side", claims.claim_to_other, claims.is_award),
    Kind("award invented", claims.award_invented, plays.turns),
    Kind("wrong result", claims.points_wrong, claims.is_result),
    Kind("result to the other side", claims.claim_to_other, claims.is_result),
    Kind("win missed", claims.win_missed, claims.is_result),
    Kind("throw after the end", claims.late_throw, claims.is_result),
    Kind("phase invented", claims.phase_invented, plays.turns),
    Kind("opening turned round", claims.opening_turned, opens),
    Kind("onto a made point", plays.forbidden("point_open", "point_open_or_blocked"), plays.plays),
    Kind("a man moved while one is dead", plays.forbidden("bar_first"), plays.turns),
    Kind("entering on a lone enemy", plays.forbidden("entry_empty"), plays.turns),
    Kind("a larger number for a nearer man", plays.forbidden("exact_or_hindmost"), plays.plays),
    Kind("backwards", plays.backwards, plays.plays),
    Kind("a landing that no die makes", plays.landing_wrong, plays.plays),
    Kind("a play where none is", plays.play_invented, plays.no_play),
    Kind("dice one by one", plays.one_by_one, plays.plays),
    Kind("another begins", claims.another_begins, plays.turns),
    Kind("wrong word for the win", claims.win_renamed, claims.is_result),
    Kind("win without its mor", claims.win_without_mor, claims.is_result),
    Kind("form without its mor", claims.form_without_mor, claims.is_award),
    Kind("another form", claims.award_renamed, claims.is_award),
    Kind("form left out", claims.award_left_out, claims.is_award),
    Kind("two results", claims.result_twice, claims.is_result),
    Kind("a win called a draw", claims.draw_claimed, claims.is_result),
    Kind("wrong last score", claims.last_score_wrong, claims.is_result),
    Kind("wrong score between games", claims.score_between_wrong, claims.is_result),
    Kind("wrong score in a game", claims.score_in_game_wrong, plays.turns),
    Kind("wrong score at the head", remake=claims.score_at_head_wrong),
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
    changed = kind.remake(game, random) if kind.remake else None
    if kind.change:
        spots = [at for at, event in enumerate(game.events) if kind.wants(event)]
        events = list(game.events)
        if not spots:
            return None
        spot = plays.Spot(sound.replayed.games[number], len(sound.match.games), events, random.choice(spots))
        if kind.change(spot, random, ruleset):
            changed = replace(game, events=tuple(events))
    if changed is None:
        return None
    games: list[Game] = list(sound.match.games)
    games[number] = changed
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


def cases(number: int, seed: int, kinds: Sequence[Kind] = KINDS) -> Iterator[Case]:
    """So many faults, one kind after the other."""
    random = Random(seed)
    sound = [record(seed * 1000 + n) for n in range(min(max(number // 8, min(number // 2, 24)), 150))]
    made = 0
    while made < number:
        for kind in kinds:
            for chosen in random.sample(sound, len(sound)):
                if case := seeded(chosen, kind, random):
                    made += 1
                    yield case
                    break


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m referees.old_faults")
    parser.add_argument("--n", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=[kind.name for kind in KINDS], action="append")
    parser.add_argument("--show", choices=("missed", "line", "many"))
    chosen = parser.parse_args()
    kinds = [kind for kind in KINDS if not chosen.kind or kind.name in chosen.kind]
    done = list(cases(chosen.n, chosen.seed, kinds))
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
