"""Fifty choices of old kotra, both plays played out: `python -m tools.old_choices` writes docs/forn-choices.md.

The turns are drawn from the games of `samples/forn`: those in which the engine at `quick` holds the best two
plays near each other, and their ends apart. What the games came to stands in `docs/forn-choices.json`, a choice
at a time, and the same command goes on behind it. A test holds the page to the file. `--only-write` writes the
page of the figures that are there.
"""

from __future__ import annotations

import argparse
import json
import lzma
import sys
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random

import kotra_notation as kn
from kotra_notation.board import Position
from kotra_notation.engine.results import names_of
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
SHOWN = 0.0005  # a share that is not shown as 0.0 %

HEAD = """# Fifty choices of old kotra

Which of two plays is better? Nobody has written it down. Here are {count} turns from games that the engine played
against itself, drawn by lot among those where its first look held two plays within {near:g} point of each other but saw
different ends. Both plays were played out {games:,} times to the end of the game with the same dice, by the engine on both
sides, with the luck of the rolls taken out.

Points are what the side on roll wins on average, ± half of the 95 % interval. A difference that is smaller than its interval is
called open. The engine's own style is in every figure ([how strong it is](engine.md#the-nets-of-old-kotra)); a better
player may find that another play wins more. `kotra best POSITION DICE --rules RULES --rollout 1296` plays out any other
turn. The rules are in [the guide](forn-kotra.md).

{summary}
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
class Choice:
    """A turn, its two plays as texts, and what came of each: points, their standard error, shares of ends."""

    rules: str
    turn: int
    position: str
    seat: int
    dice: tuple[int, int]
    engine: str
    plays: tuple[str, ...]
    first_sight: tuple[float, ...]
    points: tuple[float, ...]
    errors: tuple[float, ...]
    shares: tuple[dict[str, float], ...]

    @property
    def board(self) -> Position:
        """Return the position, with the side that throws on roll."""
        return replace(kn.position(self.asked), dice=self.dice)

    @property
    def asked(self) -> str:
        """Return the position as `kotra best` reads it."""
        return f"{self.position}; {'WB'[self.seat]} to play"

    @property
    def lead(self) -> float:
        """Return by how many points the first play came out better than the second."""
        return self.points[0] - self.points[1]

    @property
    def margin(self) -> float:
        """Return half of the interval of that."""
        return SURE * (self.errors[0] ** 2 + self.errors[1] ** 2) ** 0.5


def draw(rules: str) -> list[tuple[int, Position]]:
    """Return turns with two plays that are hard to tell apart, by stages of the game."""
    packed = (HOME / "samples" / "forn" / f"{rules}.kotra.xz").read_bytes()
    source, random = lzma.decompress(packed).decode(), Random(f"{SEED} {rules}")
    turns = []
    for number in random.sample(range(1, 101), SITTINGS):
        for place, turn in turn_positions(source, number):
            turns.append((int(place.partition(".")[2]), turn.position))
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
    first, second = kn.best(position, rules=rules).plays[:2]
    looked = {play.text: play.equity for play in (first, second)}
    verdict = kn.best(position, rules=rules, level=LEVEL, plays=list(looked))
    plays = {play.text: play for play in verdict.plays if play.rolled}
    assert plays.keys() == looked.keys()
    return Choice(
        rules,
        turn,
        position.text(),
        position.seat,
        position.dice,
        verdict.engine,
        tuple(looked),
        tuple(round(looked[text], 4) for text in looked),
        tuple(round(plays[text].equity, 4) for text in looked),
        tuple(round(plays[text].rolled.standard_error, 4) for text in looked if plays[text].rolled),
        tuple(_shares(plays[text].chances) for text in looked),
    )


def _shares(chances: tuple[float, ...]) -> dict[str, float]:
    return {
        name: round(share, 4) for name, share in zip(names_of(chances), chances, strict=True) if share >= SHOWN
    }


def read(path: Path = DATA) -> list[Choice]:
    """Return the choices that were played out."""
    rows = json.loads(path.read_text(encoding="utf-8"))
    return [Choice(**{name: _tuple(value) for name, value in row.items()}) for row in rows]


def _tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def page(choices: list[Choice]) -> str:
    """Return the page of the choices."""
    settled = [choice for choice in choices if abs(choice.lead) > choice.margin]
    right = sum(choice.lead > 0 for choice in settled)
    summary = (
        f"Of the {len(choices)} choices {len(settled)} are settled. In {right} of these the play that the engine liked at first "
        f"sight came out better, in {len(settled) - right} the other."
    )
    head = HEAD.format(count=len(choices), near=NEAR, games=GAMES, summary=summary)
    engines = dict.fromkeys(choice.engine for choice in choices)
    parts = [_entry(number, choice) for number, choice in enumerate(choices, 1)]
    return "".join([head, *parts, MADE.format(engines=" and ".join(engines))])


def _entry(number: int, choice: Choice) -> str:
    rows = [
        f"| {play.replace('*', chr(92) + '*')} | {points:+.2f} ± {SURE * error:.2f} | {_ends(shares)} |"
        for play, points, error, shares in zip(
            choice.plays, choice.points, choice.errors, choice.shares, strict=True
        )
    ]
    better = choice.plays[choice.lead < 0].replace("*", "\\*")
    interval = f"{abs(choice.lead):.2f} ± {choice.margin:.2f} points"
    verdict = f"{better} is better, by {interval}." if abs(choice.lead) > choice.margin else f"Open: {interval}."
    return CHOICE.format(
        number=number,
        side=("White", "Black")[choice.seat],
        dice="{}{}".format(*choice.dice),
        turn=choice.turn,
        rules=choice.rules,
        board=choice.board.diagram().rstrip(),
        position=choice.asked,
        rows="\n".join(rows),
        verdict=verdict,
    )


def _ends(shares: dict[str, float]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {share:.1%}".replace("%", " %") for name, share in shares.items())


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
        for rules, turn, position in turns[len(choices) :]:
            choices.append(play_out(rules, turn, position))
            asked.data.write_text(json.dumps([asdict(choice) for choice in choices], indent=1) + "\n", "utf-8")
            print(len(choices), choices[-1].lead, choices[-1].margin, file=sys.stderr)
    PAGE.write_text(page(choices), encoding="utf-8")


if __name__ == "__main__":
    use_one_thread()
    main()
