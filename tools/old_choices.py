"""Fifty choices of old kotra, both plays rolled out: `python -m tools.old_choices` writes the page.

The turns are drawn from the games of `samples/forn`: those in which the engine at `quick` finds two plays
near each other whose games end differently. The results are in `docs/forn-choices.json`, a choice at a time,
and the same command goes on behind it. `--only-write` writes the page of what is there.
"""

from __future__ import annotations

import argparse
import json
import lzma
import math
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

import kotra_notation as kn
from kotra_notation.board import Position
from kotra_notation.engine.results import OUTCOMES
from kotra_notation.features.best.text import shares
from kotra_notation.features.show.job import turn_positions
from kotra_notation.jobs.engine import open_engine, use_one_thread
from kotra_notation.rules import named
from tools.old_collection import SEED

HOME = Path(__file__).parent.parent
DATA, PAGE = HOME / "docs" / "forn-choices.json", HOME / "docs" / "forn-choices.md"
RULES = ("forn-1977", "forn-de")
GAMES, LEVEL = 1_296, "rollout 1296"
# Turns up to which a stage of the game goes, and how many choices of it there are.
STAGES = ((8, 5), (20, 7), (40, 7), (10_000, 6))
SITTINGS, DRAWN = 6, 1_200
# Points that the second play may lose at first sight, and by how much a share of the ends must differ.
NEAR, APART = 1.0, 0.01
SURE = 1.96  # standard errors in half an interval of 95 %
SHOWN, DIGITS = 0.0005, 4  # a share that is not shown as 0.0 %

HEAD = """# Fifty choices of old kotra

Which of two plays is better? No text says. Here are {count} turns from games that the engine played against
itself, drawn at random from those where its first look found two plays within {near:g} point of each other
that end differently. Both were rolled out to the end, {games:,} games each with the same dice, without luck.

Points are what the side on roll wins on average, with half of the 95 % interval. A difference smaller than
its interval is open. Both sides play like the engine ([how strong it is](engine.md#the-nets-of-old-kotra)); a
better player may win more with another play. `kotra best POSITION DICE --rules RULES --rollout 1296` rolls
out any other turn. The rules are in [the guide](forn-kotra.md).

Of the {count} choices {settled} are settled. In {right} of them the play that the engine preferred at first
sight is better, in {wrong} the other.
"""
CHOICE = """
## {number}. {side} throws {dice}, turn {turn} (`{rules}`)

```text
{board}
```

`{position}`

| play | points | ends |
|---|---|---|
{rows}

{verdict}
"""
MADE = "\nMade by `python -m tools.old_choices` with {engines}.\n"


@dataclass(frozen=True)
class RolledPlay:
    """A play, the points it was given at first sight, and what its games came to."""

    text: str
    first_sight: float
    points: float
    error: float
    shares: dict[str, float]


@dataclass(frozen=True)
class Choice:
    """A turn and its two plays, the one first that the engine preferred at first sight."""

    rules: str
    turn: int
    position: str
    seat: int
    dice: str
    engine: str
    plays: tuple[RolledPlay, RolledPlay]

    @property
    def asked(self) -> str:
        """Return the position as `kotra best` reads it."""
        return f"{self.position}; {'WB'[self.seat]} to play"

    @property
    def lead(self) -> float:
        """Return by how many points the first play came out better than the second."""
        first, second = self.plays
        return first.points - second.points

    @property
    def margin(self) -> float:
        """Return half of the interval of the lead."""
        return SURE * math.hypot(*(play.error for play in self.plays))

    @property
    def is_settled(self) -> bool:
        """Return whether one play is surely better."""
        return abs(self.lead) > self.margin


def draw(rules: str) -> list[tuple[int, Position]]:
    """Return turns with two plays that are hard to tell apart, by stages of the game."""
    packed = (HOME / "samples" / "forn" / f"{rules}.kotra.xz").read_bytes()
    source, random = lzma.decompress(packed).decode(), Random(f"{SEED} {rules}")
    turns = [
        (int(place.partition(".")[2]), asked.position)
        for number in random.sample(range(1, 101), SITTINGS)
        for place, asked in turn_positions(source, number)
    ]
    random.shuffle(turns)
    engine, chosen = open_engine().knowing(named(rules).ruleset), []
    wanted = dict(STAGES)
    for turn, position in turns[:DRAWN]:
        stage = next(last for last, _ in STAGES if turn <= last)
        if position.dice is None or not wanted[stage]:
            continue
        (throw,) = engine.throws([position], [None])
        if len(throw.plays) < 2:
            continue
        first, second = throw.plays[:2]
        apart = max(abs(one - other) for one, other in zip(first.chances, second.chances, strict=True))
        if first.equity - second.equity <= NEAR and apart >= APART:
            chosen.append((turn, position))
            wanted[stage] -= 1
    return sorted(chosen, key=lambda pair: pair[0])


def play_out(rules: str, turn: int, position: Position) -> Choice:
    """Return what the best two plays of a turn come to."""
    assert position.dice is not None
    looked = {play.text: play.equity for play in kn.best(position, rules=rules).plays[:2]}
    verdict = kn.best(position, rules=rules, level=LEVEL, plays=list(looked))
    plays = {play.text: (play, play.rolled) for play in verdict.plays if play.rolled}
    first, second = (
        RolledPlay(
            text,
            round(looked[text], DIGITS),
            round(play.equity, DIGITS),
            round(rolled.standard_error, DIGITS),
            {
                name: round(share, DIGITS)
                for name, share in zip(OUTCOMES, play.chances, strict=True)
                if share >= SHOWN
            },
        )
        for text, (play, rolled) in ((text, plays[text]) for text in looked)
    )
    dice = "{}{}".format(*position.dice)
    return Choice(rules, turn, position.text(), position.seat, dice, verdict.engine, (first, second))


def read(path: Path = DATA) -> list[Choice]:
    """Return the choices that were rolled out."""
    rows = json.loads(path.read_text(encoding="utf-8"))
    return [Choice(**{**row, "plays": tuple(RolledPlay(**play) for play in row["plays"])}) for row in rows]


def page(choices: list[Choice]) -> str:
    """Return the page of the choices."""
    leads = [choice.lead for choice in choices if choice.is_settled]
    right = sum(lead > 0 for lead in leads)
    head = HEAD.format(
        count=len(choices), near=NEAR, games=GAMES, settled=len(leads), right=right, wrong=len(leads) - right
    )
    engines = dict.fromkeys(choice.engine for choice in choices)
    parts = [_entry(number, choice) for number, choice in enumerate(choices, 1)]
    return "".join([head, *parts, MADE.format(engines=" and ".join(engines))])


def _entry(number: int, choice: Choice) -> str:
    rows = [
        f"| {_escape(play.text)} | {play.points:+.2f} ± {SURE * play.error:.2f} | {_ends(play.shares)} |"
        for play in choice.plays
    ]
    interval = f"{abs(choice.lead):.2f} ± {choice.margin:.2f} points"
    better = _escape(choice.plays[choice.lead < 0].text)
    return CHOICE.format(
        number=number,
        side=("White", "Black")[choice.seat],
        dice=choice.dice,
        turn=choice.turn,
        rules=choice.rules,
        board=kn.position(choice.asked).diagram().rstrip(),
        position=choice.asked,
        rows="\n".join(rows),
        verdict=f"{better} is better by {interval}." if choice.is_settled else f"Open: {interval}.",
    )


def _escape(play: str) -> str:
    return play.replace("*", "\\*")


def _ends(named: dict[str, float]) -> str:
    return shares(tuple(named.get(name, 0.0) for name in OUTCOMES))


def main() -> None:
    """Play out what is not there yet, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only-write", action="store_true")
    parser.add_argument("--data", type=Path, default=DATA)
    asked = parser.parse_args()
    choices = read(asked.data) if asked.data.exists() else []
    if not asked.only_write:
        turns = [(rules, *turn) for rules in RULES for turn in draw(rules)]
        print(f"{len(turns)} choices, {len(choices)} there", file=sys.stderr)
        there = {(choice.rules, choice.position, choice.dice) for choice in choices}
        for rules, number, position in turns:
            if (rules, position.text(), "{}{}".format(*position.dice or ())) in there:
                continue
            choices.append(play_out(rules, number, position))
            data = json.dumps([asdict(choice) for choice in choices], indent=1, ensure_ascii=False)
            asked.data.write_text(data + "\n", encoding="utf-8")
            print(f"{len(choices)}: {choices[-1].lead:+.2f} ± {choices[-1].margin:.2f}", file=sys.stderr)
    if asked.data == DATA:
        PAGE.write_text(page(choices), encoding="utf-8")


if __name__ == "__main__":
    use_one_thread()
    main()
