"""Fits the costs of slips on seeded slips and on illegal plays that stood.

`python -m tools.fitting --n 1000 --seed 11 --write` chooses costs under which what was played is likeliest
among all accounts the search finds, near the costs as they are, and writes them into
`kotra_notation/repair/costs.toml`.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import exp, log
from pathlib import Path

from kotra_notation.model import Match
from kotra_notation.repair import edits
from kotra_notation.repair.edits import costs
from kotra_notation.repair.game import Account
from kotra_notation.repair.repairs import repair
from referees.alike import alike
from referees.slips import fitting
from referees.stood import stood

TABLE = Path(edits.__file__).with_name("costs.toml")
STEPS, RATE, PULL = 400, 0.3, 0.02
LEAST, MOST = 1.5, 14.0

Kinds = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Lesson:
    """The accounts of one game: what each takes for slips, how unlikely each is now, and which is true."""

    kinds: tuple[Kinds, ...]
    costs: tuple[float, ...]
    true: int
    weight: float


def kinds_of(account: Account) -> Kinds:
    return Counter(edit.kind for edit in (*account.edits, *account.kept))


def lesson(accounts: tuple[Account, ...], true: int | None, weight: float) -> Lesson | None:
    """What can be learnt from the accounts of a game; None where there is no choice, or no true one."""
    if true is None or len(accounts) < 2:
        return None
    return Lesson(
        tuple(kinds_of(one) for one in accounts),
        tuple(-log(max(one.share, 1e-12)) for one in accounts),
        true,
        weight,
    )


def accounts_of(match: Match, number: int) -> tuple[Account, ...]:
    return next((one.readings for one in repair(match).games if one.number == number), ())


def lessons(n: int, seed: int) -> Iterator[Lesson]:
    """Lessons of slips of both games, and of plays that stood: one for every ten slips."""
    for one in (*fitting(n, seed, "modern"), *fitting(n // 3, seed, "old")):
        found = accounts_of(one.match, one.game)
        place = one.game - 1
        said = [alike(put(one.match, place, account), one.truth, [place]) for account in found]
        if learnt := lesson(found, said.index(True) if any(said) else None, 1.0):
            yield learnt
    for illegal in stood(n // 5, seed):
        found = accounts_of(illegal.match, illegal.game)
        true = next((at for at, account in enumerate(found) if not account.edits), None)
        if learnt := lesson(found, true, 0.5):
            yield learnt


def put(match: Match, place: int, account: Account) -> Match:
    games = list(match.games)
    games[place] = account.game
    return replace(match, games=tuple(games))


def fitted(all_lessons: list[Lesson], start: Mapping[str, float]) -> dict[str, float]:
    """The costs under which the truths are likeliest, pulled a little towards what they were."""
    now = dict(start)
    whole = sum(one.weight for one in all_lessons)
    for _ in range(STEPS):
        slope: defaultdict[str, float] = defaultdict(float)
        for one in all_lessons:
            shares = shares_of(one, now, start)
            for kinds, share, is_true in zip(
                one.kinds, shares, (at == one.true for at in range(len(shares))), strict=True
            ):
                for kind, times in kinds.items():
                    slope[kind] += one.weight * times * (is_true - share)
        for kind in now:
            pull = PULL * (now[kind] - start[kind])
            now[kind] = min(max(now[kind] - RATE * (len(now) * slope[kind] / whole + pull), LEAST), MOST)
    return now


def shares_of(one: Lesson, now: Mapping[str, float], start: Mapping[str, float]) -> list[float]:
    """The shares of accounts under other costs."""
    changed = [
        cost + sum(times * (now[kind] - start[kind]) for kind, times in kinds.items() if kind in now)
        for cost, kinds in zip(one.costs, one.kinds, strict=True)
    ]
    least = min(changed)
    weights = [exp(least - cost) for cost in changed]
    return [weight / sum(weights) for weight in weights]


def surprise(all_lessons: list[Lesson], now: Mapping[str, float], start: Mapping[str, float]) -> float:
    """How unlikely the truths are, in nats a lesson."""
    shares = (shares_of(one, now, start)[one.true] for one in all_lessons)
    return sum(-log(max(share, 1e-12)) for share in shares) / len(all_lessons)


def main() -> None:
    """Print the costs before and after, and write them where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=300)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    start = {**costs().slips, **costs().stakes, "stood": costs().left["stood"]}
    found = list(lessons(given.n, given.seed))
    now = fitted(found, start)
    for kind, cost in now.items():
        seen = sum(kind in one.kinds[one.true] for one in found)
        print(f"{kind:18} {start[kind]:6.2f} -> {cost:6.2f}   {seen:5} times true")
    before, after = surprise(found, start, start), surprise(found, now, start)
    print(f"{len(found)} lessons: {before:.3f} -> {after:.3f} nats each")
    if given.write:
        text = TABLE.read_text(encoding="utf-8")
        for kind, cost in now.items():
            text = re.sub(rf"(?m)^{kind} = .*$", f"{kind} = {cost:.2f}", text)
        TABLE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
