"""How long it takes to see what was typed into a record of some 300 turns, cold and with its text known."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from statistics import median
from time import process_time

import kotra_notation as kn
from kotra_notation import model as m
from kotra_notation.record.draft import enter, standing
from kotra_notation.record.draft.open_record import forget
from referees.games import random_match
from referees.old_games import random_old_match

TURNS = range(280, 420)
ROUNDS = 25


def match_of(make: Callable[[int], m.Match]) -> m.Match:
    """The first match by a maker that has as many turns as wanted."""
    for seed in range(2000):
        match = make(seed)
        if sum(isinstance(one, m.Turn) for game in match.games for one in game.events) in TURNS:
            return match
    raise SystemExit("no seed gives such a match")


def before_its_last_play(match: m.Match) -> tuple[str, str]:
    """The record up to dice that wait, and their play."""
    lines = str(kn.write(match, "kotra").content).splitlines()
    while "/" not in lines[-1]:
        lines.pop()
    throw, play = lines.pop().split(":")
    return "\n".join([*lines, f"{throw}:", ""]), play.strip()


def milliseconds(job: Callable[[], object], before: Callable[[], object]) -> float:
    """The median of what a job takes; what is done before it is not counted."""
    taken: list[float] = []
    for _ in range(ROUNDS):
        before()
        start = process_time()
        job()
        taken.append(process_time() - start)
    return median(taken) * 1000


def row(name: str, text: str, play: str) -> str:
    """What it takes to see where a record stands, and to enter a play: cold, and with the text known."""

    def known() -> None:
        forget()
        standing(text)

    seen = milliseconds(lambda: standing(text).as_json(), forget)
    cold = milliseconds(lambda: enter(text, play), forget)
    warm = milliseconds(lambda: enter(text, play), known)
    return f"{name:10} {seen:9.1f} {cold:9.1f} {warm:9.1f}"


def main() -> None:
    """Print the table."""
    print(f"{'':10} {'standing':>9} {'entered':>9} {'warm':>9}  ms, medians")
    print(row("modern", *before_its_last_play(match_of(partial(random_match, length=11)))))
    for rules in ("forn-de", "forn-1977", "davidsson"):
        print(row(rules, *before_its_last_play(match_of(partial(random_old_match, rules=rules, games=4)))))


if __name__ == "__main__":
    main()
