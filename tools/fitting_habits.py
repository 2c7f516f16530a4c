"""Fits how people play on the plays of sound records: of every other one, tried on those between.

`python -m tools.fitting_habits --n 5000 --write` chooses the weights under which what was played is likeliest
among all lawful plays, and writes them into `kotra_notation/repair/costs.toml`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from math import exp, log
from random import Random

from kotra_notation.model import Play, Turn
from kotra_notation.repair.habits import FEATURES, features
from kotra_notation.replay.turns import judge_turn, plays_of
from tools.fitting import TABLE
from tools.real_slips import Record, records

PASSES, RATE, PULL = 12, 0.15, 1e-4
# One of so many turns is learnt from, and so many of the plays that were not made.
EVERY, MOST = 5, 40
HEAD = "\n[habits]\n"

# The features of the board behind every lawful play, that behind the one made first.
Lesson = Sequence[Sequence[float]]


def lessons(some: Iterable[Record], n: int, random: Random) -> list[Lesson]:
    """So many plays, each with others that were lawful."""
    found = [one for record in some for one in of_record(record, random)]
    random.shuffle(found)
    return found[:n]


def of_record(record: Record, random: Random) -> Iterator[Lesson]:
    """Some of the plays of a record."""
    ruleset = record.replayed.ruleset
    for game in record.replayed.games:
        for frame in game.frames:
            turn = frame.event
            if not isinstance(turn, Turn) or not isinstance(turn.deed, Play) or random.random() > 1 / EVERY:
                continue
            node = frame.before.node(turn.seat)
            made = judge_turn(ruleset, node, turn).node
            if made is None:
                continue
            mine = tuple(made.points)
            others = [tuple(one.points) for one in plays_of(ruleset, node, turn)]
            others = [one for one in others if one != mine]
            if others:
                yield [features(one) for one in (mine, *random.sample(others, min(MOST, len(others))))]


def shares(lesson: Lesson, weights: Sequence[float]) -> list[float]:
    """How often each would be played."""
    worths = [sum(w * x for w, x in zip(weights, one, strict=True)) for one in lesson]
    most = max(worths)
    powers = [exp(worth - most) for worth in worths]
    return [power / sum(powers) for power in powers]


def fitted(some: list[Lesson], random: Random) -> list[float]:
    """The weights under which the plays made are likeliest, by steps that grow smaller."""
    weights = [0.0] * len(FEATURES)
    slopes = [1e-6] * len(FEATURES)
    for _ in range(PASSES):
        random.shuffle(some)
        for lesson in some:
            share = shares(lesson, weights)
            for at, weight in enumerate(weights):
                slope = lesson[0][at] - sum(s * one[at] for s, one in zip(share, lesson, strict=True))
                slope -= PULL * weight
                slopes[at] += slope * slope
                weights[at] += RATE * slope / slopes[at] ** 0.5
    return weights


def figures(some: Sequence[Lesson], weights: Sequence[float]) -> str:
    """How likely the plays made are, and how often one is the likeliest."""
    all_shares = [shares(one, weights) for one in some]
    nats = sum(-log(max(one[0], 1e-12)) for one in all_shares) / len(some)
    even = sum(log(len(one)) for one in some) / len(some)
    first = sum(max(one) == one[0] for one in all_shares) / len(some)
    return f"{len(some)} plays: {nats:.2f} nats each, {even:.2f} where all are as likely; first {first:.0%}"


def main() -> None:
    """Print the weights, and write them where that is asked for."""
    parser = argparse.ArgumentParser(prog="python -m tools.fitting_habits", description=__doc__)
    parser.add_argument("--n", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    random = Random(given.seed)
    learnt = lessons(records()[::2], given.n, random)
    tried = lessons(records()[1::2], 1000, random)
    weights = fitted(learnt, random)
    rows = [f"{name} = {weight:.2f}" for name, weight in zip(FEATURES, weights, strict=True)]
    print("\n".join([*rows, figures(learnt, weights), figures(tried, weights)]))
    if given.write:
        text = TABLE.read_text(encoding="utf-8").partition(HEAD)[0]
        TABLE.write_text("\n".join([text + HEAD.rstrip("\n"), *rows, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
