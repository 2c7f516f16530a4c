"""Measures `repair` on seeded slips, on two slips in a game, and on illegal plays that stood.

`python -m tools.repairs --n 2000 --seed 1` prints by kind the share that nothing tells (`undec`: all is still
lawful) or that leaves several things possible (`open`: what is lost could have been one of several). Of the
others: how often the first choice is what was played (`first`; `own`: in the game of the slip, whatever is
made of other games), how often one of the first three is, and the first choice without the cases (`untied`)
where it is something else, as lawful, and as near to what is written (`twin`) or nearer (`nearer`). Of the
open ones: how often the gap is in the right place. Of all: how often a repair is called sure, and of these
how many are wrong; the median and the worst time of repairing a game, in times of checking it as it is
written. `--two` and `--stood` measure the other two.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from difflib import unified_diff
from statistics import median
from typing import NamedTuple, TypeVar

from kotra_notation.model import Game
from kotra_notation.repair.game import Account
from kotra_notation.rules import Ruleset
from referees.alike import rules_of, word
from referees.slips import KINDS, Kind, Slip, slips
from referees.stood import WAYS, Stood, stood
from tools.repair_cases import THREE, Case, Standing, Time, left, measured, peak

T = TypeVar("T")

MOST = 8  # lines at either end of a difference that is too long to show


def share(some: Sequence[T], wanted: Callable[[T], object]) -> str:
    """How many of some are so."""
    return f"{sum(bool(wanted(one)) for one in some) / len(some):7.1%}" if some else f"{'–':>7}"


def times(some: Sequence[Time]) -> str:
    """The median and the worst time of a repair, in checks of the game."""
    found = [time.times for time in some]
    return f"{median(found):7.0f} {max(found):7.0f}" if found else ""


class Figures(NamedTuple):
    """The shares mended of what the evidence decides, and the share that is wrong of the sure repairs."""

    first: float
    three: float
    sure_wrong: float


def figures(done: Sequence[Case]) -> Figures:
    """The figures that the aims are about."""
    decided = [case for case in done if case.slip.decided]
    sure = [case for case in done if case.sure]
    return Figures(
        sum(case.right for case in decided) / max(1, len(decided)),
        sum(case.in_three for case in decided) / max(1, len(decided)),
        sum(case.sure_wrong for case in sure) / max(1, len(sure)),
    )


def slip_row(name: str, some: Sequence[Case]) -> str:
    """The figures of some slips."""
    decided = [case for case in some if case.slip.decided]
    open_ones = [case for case in some if case.slip.open and not case.slip.undecided]
    untied = [case for case in decided if not (case.twin or case.nearer)]
    sure = [case for case in some if case.sure]
    return " ".join(
        [
            f"{name:31} {len(some):5}",
            share(some, lambda case: case.slip.undecided),
            share(some, lambda case: case.slip.open and not case.slip.undecided),
            share(decided, lambda case: case.right),
            share(decided, lambda case: case.own),
            share(decided, lambda case: case.in_three),
            share(untied, lambda case: case.right),
            share(decided, lambda case: case.twin),
            share(decided, lambda case: case.nearer),
            share(open_ones, lambda case: case.gap),
            share(some, lambda case: case.sure),
            share(sure, lambda case: case.sure_wrong),
            times([case.time for case in some]),
        ]
    )


COLUMNS = (
    *("undec", "open", "first", "own", "three", "untied", "twin"),
    *("nearer", "gap", "sure", "wrong", "median", "worst"),
)
SLIP_HEAD = " ".join([f"{'kind':31} cases", *(f"{name:>7}" for name in COLUMNS)])


def slip_table(done: Sequence[Case]) -> str:
    """The figures of slips kind by kind, and over all; two slips in a game count under both kinds."""
    by_kind: dict[str, list[Case]] = defaultdict(list)
    for case in done:
        for kind in {part.kind for part in case.slip.parts} or {case.slip.kind}:
            by_kind[kind].append(case)
    return "\n".join([SLIP_HEAD, *(slip_row(*row) for row in [*by_kind.items(), ("all", done)])])


STOOD_HEAD = f"{'way':37} cases decided   alone  (all)    sure   wrong  median   worst"


def stood_row(name: str, some: Sequence[Standing]) -> str:
    """The figures of some plays that stood."""
    decided = [one for one in some if one.stood.decided]
    return " ".join(
        [
            f"{name:37} {len(some):5}",
            share(some, lambda one: one.stood.decided),
            share(decided, lambda one: one.alone),
            share(some, lambda one: one.alone),
            share(some, lambda one: one.sure),
            share(some, lambda one: one.sure_wrong),
            times([one.time for one in some]),
        ]
    )


def stood_table(done: Sequence[Standing]) -> str:
    """The figures of plays that stood, way by way, and over all."""
    by_way: dict[str, list[Standing]] = defaultdict(list)
    for one in done:
        by_way[one.stood.kind].append(one)
    return "\n".join([STOOD_HEAD, *(stood_row(*row) for row in [*by_way.items(), ("all", done)])])


def shown(slip: Slip | Stood, readings: Sequence[Account]) -> str:
    """A record's lines around what was found, what was done to the truth, and what is proposed."""
    lines = slip.text.split("\n")
    at = min((found.span.line for found in slip.found if found.span), default=1)
    around = [
        f"{'>' if n == at else ' '}{n:5} {lines[n - 1]}"
        for n in range(max(1, at - 3), min(len(lines), at + 3) + 1)
    ]
    said = [f"      {found.code} {found.message}" for found in slip.found[:3]]
    written, ruleset = slip.match.games[slip.game - 1], rules_of(slip.match)
    true = [slip.truth.games[slip.game - 1]] if isinstance(slip, Slip) else []
    truth = [line for game in true for line in difference("truth", written, game, ruleset)]
    proposed = [
        line
        for number, one in enumerate(readings[:THREE], start=1)
        for line in difference(named(number, one), written, one.game, ruleset)
    ]
    head = f"--- {slip.kind} in game {slip.game} of {slip.name}"
    return "\n".join([head, *around, *said, *truth, *proposed])


def also(case: Case) -> str:
    """The other games that something wrong is made of."""
    return f"\n    and also: games {', '.join(map(str, case.others))}" if case.others else ""


def named(number: int, account: Account) -> str:
    """A proposal by its number, its share, and the kinds of its edits."""
    kinds = [f"{edit.kind}{' sure' * (edit in account.sure_edits)}" for edit in account.edits]
    kept = [f"{edit.kind} kept" for edit in account.kept]
    return f"{number} {account.share:.3f} ({', '.join([*kinds, *kept])})"


def difference(name: str, written: Game, other: Game, ruleset: Ruleset) -> Iterable[str]:
    """What another game has in place of what is written."""
    one, two = (
        [str(game.score and game.score.score), *(word(event, ruleset) for event in game.events)]
        for game in (written, other)
    )
    changes = [
        line for line in unified_diff(one, two, n=1, lineterm="") if not line.startswith(("---", "+++"))
    ]
    if len(changes) > 2 * MOST:
        changes = [*changes[:MOST], "…", *changes[-MOST:]]
    return [f"    {name}:", *(f"        {line}" for line in changes)]


WANTED: dict[str, Callable[[Case], bool]] = {
    "wrong": lambda case: case.slip.decided and not case.right and not case.twin,
    "three": lambda case: case.slip.decided and not case.in_three,
    "confident": lambda case: case.sure_wrong,
    "twin": lambda case: case.twin or case.nearer,
    "open": lambda case: case.slip.open and not case.gap,
    "all": lambda case: True,
}

STOOD_WANTED: dict[str, Callable[[Standing], bool]] = {
    "wrong": lambda one: one.stood.decided and not one.alone,
    "confident": lambda one: one.sure_wrong,
    "all": lambda one: True,
}


def main() -> None:
    """Print the figures, and the cases asked for."""
    parser = argparse.ArgumentParser(prog="python -m tools.repairs", description=__doc__)
    parser.add_argument("--n", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=("modern", "old"), default="modern")
    parser.add_argument("--kind", action="append", default=[], help="all whose name begins so")
    parser.add_argument("--show", choices=WANTED)
    parser.add_argument("--most", type=int, default=20, help="how many cases to show")
    parser.add_argument("--every", type=int, default=1, help="one record of so many")
    parser.add_argument("--two", action="store_true", help="two slips in one game")
    parser.add_argument("--stood", action="store_true", help="illegal plays that stood")
    parser.add_argument("--memory", action="store_true", help="the memory that repairs hold, and no more")
    given = parser.parse_args()
    game: Kind = given.game
    names = WAYS if given.stood else KINDS[game]
    kinds = [name for name in names if name.startswith(tuple(given.kind))] if given.kind else list(names)
    if given.stood:
        print(of_stood(stood(given.n, given.seed, kinds, game), given.show, given.most, given.memory))
    else:
        made = slips(given.n, given.seed, kinds, game, two=given.two, every=given.every)
        print(of_slips(made, given.show, given.most, given.memory))


def of_slips(made: Iterable[Slip], show: str | None, most: int, memory: bool) -> str:
    """What is to be printed of slips."""
    if memory:
        return in_mebibytes([peak(slip.match) for slip in made])
    done = [measured(slip) for slip in made]
    wanted = [case for case in done if show and WANTED[show](case)]
    cases = [f"{shown(case.slip, case.readings)}{also(case)}" for case in wanted[:most]]
    return "\n".join([*cases, slip_table(done)])


def of_stood(made: Iterable[Stood], show: str | None, most: int, memory: bool) -> str:
    """What is to be printed of plays that stood."""
    if memory:
        return in_mebibytes([peak(one.match) for one in made])
    done = [left(one) for one in made]
    wanted = [one for one in done if show and STOOD_WANTED.get(show, bool)(one)]
    return "\n".join([*(shown(one.stood, one.readings) for one in wanted[:most]), stood_table(done)])


def in_mebibytes(peaks: Sequence[int]) -> str:
    """The median and the worst of what repairs hold."""
    return f"memory of a repair: median {median(peaks) / 2**20:.1f} MiB, worst {max(peaks) / 2**20:.1f} MiB"


if __name__ == "__main__":
    main()
