"""`python -m tools.old_agreement`: rules and kernel of the old game against the slow referee, at any length.

Positions: random games by the referee's own legal results, every throw compared. Games: made-up sittings,
their results by the replay and by the referee.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from kotra_notation.model import Match
from kotra_notation.replay import Replay, replay
from referees import old_oracle
from referees.old_boards import Dice, engine_halves, engine_results, kernel_results, specified
from referees.old_games import DIALECTS, random_old_match
from referees.old_oracle import Place, Side
from referees.old_referee import courses

START = Place(Side((0, 15, *[0] * 24), first=True), Side((0, 15, *[0] * 24), first=True))
LONGEST = 160
# Values that change which plays are legal, tried alone and together.
VALUES: dict[str, tuple[str, ...]] = {
    "dice.max_use": ("on", "off"),
    "dice.higher_die": ("on", "off"),
    "first_throw.double": ("normal", "one-man"),
    "first_throw.six_six": ("normal", "four-to-7th"),
    "five_off.rule": ("none", "stack", "leave-far", "pass-11", "pass-11+stack", "leave-far+stack"),
    "five_off.count": ("off-start", "never-dead"),
    "stack.rule": ("zone", "twelfth", "none"),
    "stack.latch": ("once", "while"),
    "stack.check": ("turn-end", "each-step"),
    "prime_break": ("off", "six"),
    "prime_break.when": ("always", "no-other-play"),
    "entry.onto": ("free", "empty"),
    "entry.own": ("never", "start", "touch", "always"),
    "bearoff.zone": ("quarter", "half"),
    "jan.count": ("enterable", "empty"),
    "jan.enemy_points": ("closed", "open"),
    "jan.test": ("step", "turn"),
    "forms.litil": ("on", "off"),
    "half.forms": ("none", "stutti+langi", "meistari+rasslangur+litil"),
}


class Asked(NamedTuple):
    """A throw in a position under some rules."""

    rules: tuple[str, dict[str, str]]
    place: Place
    dice: Dice


def positions(random: Random, dialect: str, *, changed: bool) -> Iterator[Asked]:
    """The throws of one random game by the referee; `changed`: with option values of no dialect."""
    often = random.choice((0.1, 0.3)) if changed else 0
    changes = {name: random.choice(values) for name, values in VALUES.items() if random.random() < often}
    options = old_oracle.OPTIONS[dialect] | changes
    place = START
    for _ in range(LONGEST):
        dice = (random.randint(1, 6), random.randint(1, 6))
        yield Asked((dialect, changes), place, dice)
        results = sorted(old_oracle.results(place, dice, options), key=str)
        result = random.choice(results)
        if random.random() < 0.5:
            result = max(results, key=lambda one: one.place.theirs.men[0] + random.random())
        if result.ending:
            return
        place = Place(result.place.theirs, result.place.mine)


def disagreement(asked: Asked) -> str:
    """What the engine and the referee say differently of one throw; nothing where they agree."""
    ruleset, options = specified(*asked.rules)
    want = {result.place for result in old_oracle.results(asked.place, asked.dice, options)}
    got = engine_results(ruleset, asked.place, asked.dice)
    halves = {result.place for result, _ in old_oracle.half_results(asked.place, asked.dice, options)}
    if got == want and halves == engine_halves(ruleset, asked.place, asked.dice):
        if kernel_results(ruleset, asked.place, asked.dice) == (want, halves):
            return ""
        return f"{asked.rules} {old_oracle.show(asked.place)} {asked.dice}: the kernel"
    where = f"{asked.rules} {old_oracle.show(asked.place)} {asked.dice}"
    return f"{where}: more {[*map(old_oracle.show, got - want)]}, less {[*map(old_oracle.show, want - got)]}"


def outcomes(match: Match, replayed: Replay) -> Iterator[str]:
    """What the replay and the referee say differently of the games of a sitting."""
    dialect, *changes = (match.rules or "").split(",")
    _, options = specified(dialect, dict(change.split("=") for change in changes))
    for game, course in zip(replayed.games, courses(match, options), strict=True):
        scored = tuple(after - now for now, after in zip(game.score_before, game.score_after, strict=True))
        ended = course.ended
        if game.kind == "resign":
            continue  # the players' word, of which the referee knows nothing
        if scored != course.total or (ended and (game.winner, game.kind) != (ended.winner, ended.kind)):
            yield f"{match.rules} game {game.number}: {game.ending} {scored}, {ended} {course.total}"


def main() -> None:
    """Compare, and print what does not agree."""
    parser = argparse.ArgumentParser(prog="python -m tools.old_agreement")
    parser.add_argument("--positions", type=int, default=20_000, help="for each dialect")
    parser.add_argument("--games", type=int, default=300, help="for each dialect")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--changed", action="store_true", help="with other option values, too")
    chosen = parser.parse_args()
    random = Random(chosen.seed)
    for dialect in DIALECTS:
        seen = wrong = 0
        while seen < chosen.positions:
            for asked in positions(random, dialect, changed=chosen.changed):
                seen += 1
                if text := disagreement(asked):
                    wrong += 1
                    print(text)
        print(f"{dialect}: {seen} positions, {wrong} disagreements", flush=True)
        kinds: Counter[str] = Counter()
        seed = chosen.seed * 100_000
        while kinds.total() < chosen.games:
            seed += 1
            match = random_old_match(seed, dialect)
            replayed = replay(match)
            kinds.update(game.kind for game in replayed.games)
            for text in outcomes(match, replayed):
                print(text)
        print(f"{dialect}: {kinds.total()} games {dict(kinds)}", flush=True)


if __name__ == "__main__":
    main()
