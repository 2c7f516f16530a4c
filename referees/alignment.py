"""Pairs of records made from a sound one, so that it is known which turn of the one is which of the other.

`python -m referees.alignment --n 500 --seed 1` prints the share of turns that `kotra_notation.compare` aligns
right, kind by kind, and how long a match to 25 points is compared beside the time that reading both takes.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

from kotra_notation.api import write
from kotra_notation.compare import compare_matches
from kotra_notation.compare.aligning import align, exchange_seats
from kotra_notation.formats import read_source
from kotra_notation.formats.format import Source
from kotra_notation.model import Event, Game, Hop, Match, Play, Turn
from referees.faults import CORPUS
from referees.games import quick_match
from referees.old_games import random_old_match

Label = tuple[int, int]


class Told(NamedTuple):
    """An event, and where it stood in the sound record."""

    label: Label
    event: Event


@dataclass(slots=True)
class Copy:
    """A record that is being spoilt: its games, each with its events."""

    match: Match
    games: list[tuple[Game, list[Told]]]

    def made(self) -> Match:
        """The record as it has become."""
        games = tuple(replace(game, events=tuple(one.event for one in told)) for game, told in self.games)
        return replace(self.match, games=games)


Change = Callable[[Copy, Random], None]


def copied(match: Match) -> Copy:
    """A record as it is, every event with its place."""
    return Copy(
        match,
        [
            (game, [Told((number, place), event) for place, event in enumerate(game.events)])
            for number, game in enumerate(match.games)
        ],
    )


def some_game(copy: Copy, random: Random) -> list[Told]:
    """The events of one game, a longer one sooner than a shorter one."""
    return random.choices([told for _, told in copy.games], [len(told) + 1 for _, told in copy.games])[0]


def cut_short(copy: Copy, random: Random) -> None:
    del copy.games[random.randint(1, len(copy.games)) :]
    told = copy.games[-1][1]
    del told[random.randint(1, max(len(told), 1)) :]


def begins_late(copy: Copy, random: Random) -> None:
    del copy.games[: random.randrange(len(copy.games))]
    told = copy.games[0][1]
    del told[: random.randrange(len(told))]


def games_lost(copy: Copy, random: Random) -> None:
    for _ in range(random.choice((1, 1, 2))):
        if len(copy.games) > 1:
            del copy.games[random.randrange(len(copy.games))]


def turns_lost(copy: Copy, random: Random) -> None:
    for _ in range(random.randint(1, 4)):
        told = some_game(copy, random)
        if told:
            at = random.randrange(len(told))
            del told[at : at + random.choice((1, 1, 1, 2, 3))]


def turns_doubled(copy: Copy, random: Random) -> None:
    for _ in range(random.randint(1, 3)):
        told = some_game(copy, random)
        if told:
            at, count = random.randrange(len(told)), random.choice((1, 1, 2))
            told[at:at] = told[at : at + count]


def digits_changed(copy: Copy, random: Random) -> None:
    for _ in range(random.randint(1, 6)):
        told = some_game(copy, random)
        turns = [at for at, one in enumerate(told) if isinstance(one.event, Turn)]
        if turns:
            at = random.choice(turns)
            event = told[at].event
            assert isinstance(event, Turn)
            told[at] = told[at]._replace(event=mistyped(event, random))


def mistyped(turn: Turn, random: Random) -> Turn:
    """A turn with another die, or another point in a hop."""
    if not isinstance(turn.deed, Play) or not turn.deed.hops or random.random() < 0.4:
        dice = list(turn.dice)
        dice[random.randrange(2)] = random.randint(1, 6)
        return replace(turn, dice=(dice[0], dice[1]))
    hops = list(turn.deed.hops)
    at = random.randrange(len(hops))
    point = random.randint(1, 24)
    hops[at] = hops[at]._replace(**{random.choice(("source", "target")): point})
    return replace(turn, deed=replace(turn.deed, hops=tuple(hops)))


def badly_spoilt(copy: Copy, random: Random) -> None:
    """Of a hundred turns fifteen mistyped, five lost and two doubled."""
    for _, told in copy.games:
        kept = [one for one in told if random.random() >= 0.05]
        told.clear()
        for one in kept:
            event = one.event
            if isinstance(event, Turn) and random.random() < 0.15:
                event = mistyped(event, random)
            told += [one._replace(event=event)] * (1 + (random.random() < 0.02))


def names_respelt(copy: Copy, random: Random) -> None:
    names = [player.name for player in copy.match.players]
    changed = [
        random.choice((name.upper(), name[:3], name.replace("a", "e"), f"{name[:1]}. Jónsdóttir", ""))
        for name in names
    ]
    players = copy.match.players
    copy.match = replace(
        copy.match, players=(replace(players[0], name=changed[0]), replace(players[1], name=changed[1]))
    )


def seats_exchanged(copy: Copy, random: Random) -> None:
    turned = exchange_seats(copy.made())
    copy.match = turned
    copy.games = [
        (game, [one._replace(event=event) for one, event in zip(told, game.events, strict=True)])
        for game, (_, told) in zip(turned.games, copy.games, strict=True)
    ]


def spelt_otherwise(copy: Copy, random: Random) -> None:
    for _, told in copy.games:
        told[:] = [one._replace(event=respelt(one.event, random)) for one in told]


def respelt(event: Event, random: Random) -> Event:
    """A turn with its dice and hops in another order, and what one man plays joined."""
    if not isinstance(event, Turn) or not isinstance(event.deed, Play):
        return event
    hops = list(event.deed.hops)
    for at in range(len(hops) - 1, 0, -1):
        if hops[at].source == hops[at - 1].target and not hops[at - 1].taken:
            hops[at - 1 : at + 1] = [Hop(hops[at - 1].source, hops[at].target, hops[at].taken)]
    random.shuffle(hops)
    dice = event.dice if event.singly else (event.dice[1], event.dice[0])
    return replace(event, dice=dice, deed=replace(event.deed, hops=tuple(hops)))


CHANGES: dict[str, Change] = {
    "cut short": cut_short,
    "begins late": begins_late,
    "games lost": games_lost,
    "turns lost": turns_lost,
    "turns doubled": turns_doubled,
    "digits changed": digits_changed,
    "badly spoilt": badly_spoilt,
    "names respelt": names_respelt,
    "seats exchanged": seats_exchanged,
    "spelt otherwise": spelt_otherwise,
}
SEVERAL = "several at once"
KINDS = (*CHANGES, SEVERAL)


class Case(NamedTuple):
    """Two records made from one, and what of them was aligned right; the wrong ones by their labels."""

    kind: str
    record: str
    a: Copy
    b: Copy
    turns: int
    wrong: tuple[str, ...]


def spoilt(kind: str, match: Match, random: Random) -> tuple[Copy, Copy]:
    """Two copies of a match, the second with one change, or both with several."""
    a, b = copied(match), copied(match)
    if kind != SEVERAL:
        CHANGES[kind](b, random)
        return a, b
    for name in random.sample(list(CHANGES), random.randint(3, 5)):
        CHANGES[name](b, random)
    for name in random.sample(("turns lost", "turns doubled", "digits changed"), random.randint(0, 2)):
        CHANGES[name](a, random)
    return a, b


def judged(kind: str, record: str, a: Copy, b: Copy) -> Case:
    """How much of two copies is aligned right: with its like, or alone where the other has none."""
    alignment = align(a.made(), b.made())
    labels = [{one.label for _, told in copy.games for one in told} for copy in (a, b)]
    met: set[Label] = set()
    pairs: list[tuple[Told | None, Told | None]] = []
    for game in alignment.games:
        for i, j in game.pairs:
            one = None if game.a is None or i is None else a.games[game.a][1][i]
            other = None if game.b is None or j is None else b.games[game.b][1][j]
            pairs.append((one, other))
            if one and other and one.label == other.label:
                met.add(one.label)
    turns, wrong = 0, []
    for pair in pairs:
        for side, told in enumerate(pair):
            if told is None or not isinstance(told.event, Turn):
                continue
            turns += 1
            partner = pair[1 - side]
            right = (
                partner.label == told.label
                if partner
                else told.label not in labels[1 - side] or told.label in met
            )
            if not right:
                wrong.append(f"{told.label}: {'ab'[side]} {told} ~ {partner}")
    return Case(kind, record, a, b, turns, tuple(wrong))


def generated(modern: int = 4, old: int = 8) -> Iterator[tuple[str, Match]]:
    """Made-up matches, of the old game too."""
    yield from ((f"generated-{seed}", quick_match(seed, 6)) for seed in range(modern))
    yield from ((f"forn-{seed}", random_old_match(seed, games=3)) for seed in range(old))


def recorded(every: int = 1) -> Iterator[tuple[str, Match]]:
    """Sound matches of the corpus, all or one of `every` so many; none where it is absent."""
    for path in sorted(CORPUS.glob("*.mat"))[::every]:
        yield path.name, read_source(Source(path.read_bytes(), path.name), "mat").matches[0]


def cases(
    sound: Sequence[tuple[str, Match]], n: int, seed: int, kinds: Iterable[str] = KINDS
) -> Iterator[Case]:
    """So many pairs of the kinds in turn."""
    random = Random(seed)
    kinds = list(kinds)
    for number in range(n):
        name, match = random.choice(sound)
        yield judged(kinds[number % len(kinds)], name, *spoilt(kinds[number % len(kinds)], match, random))


def share(done: Sequence[Case]) -> float:
    """The share of turns that are aligned right."""
    turns = sum(case.turns for case in done)
    return 1 - sum(len(case.wrong) for case in done) / max(1, turns)


def table(done: Sequence[Case]) -> str:
    """The figures kind by kind, of the old game, and over all."""
    by_kind: dict[str, list[Case]] = defaultdict(list)
    for case in done:
        by_kind[case.kind].append(case)
        if case.record.startswith("forn"):
            by_kind["the old game"].append(case)
    lines = [f"{'kind':20} {'pairs':>6} {'turns':>8} {'wrong':>6} {'right':>9}"]
    for kind, some in [*by_kind.items(), ("all", list(done))]:
        turns, wrong = sum(case.turns for case in some), sum(len(case.wrong) for case in some)
        lines.append(f"{kind:20} {len(some):6} {turns:8} {wrong:6} {share(some):9.3%}")
    return "\n".join(lines)


class Ratio(NamedTuple):
    """How long reading both records takes, and comparing them, in seconds."""

    record: str
    kind: str
    reading: float
    comparing: float

    @property
    def times(self) -> float:
        """How many times as long as reading both it takes to read and compare them."""
        return (self.reading + self.comparing) / self.reading


def ratios(seed: int, length: int = 25) -> Iterator[Ratio]:
    """The time for matches to so many points of the corpus, each spoilt in every way; best of three."""
    random = Random(seed)
    for name, match in recorded():
        if match.length != length:
            continue
        for kind in KINDS:
            yield timed(name, kind, *(copy.made() for copy in spoilt(kind, match, random)))


def timed(name: str, kind: str, a: Match, b: Match) -> Ratio:
    """How long two records take, read and compared, the best of three."""
    texts = [str(write(one, "mat").content).encode() for one in (a, b)]
    reading, comparing = [], []
    for _ in range(3):
        begun = process_time()
        one, other = (read_source(Source(text), "mat").matches[0] for text in texts)
        read = process_time()
        compare_matches(one, other)
        reading.append(read - begun)
        comparing.append(process_time() - read)
    return Ratio(name, kind, min(reading), min(comparing))


def main() -> None:
    """Print the figures, and the pairs that are aligned wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0, help="how many wrong pairs to show")
    parser.add_argument("--kind", choices=KINDS, action="append")
    given = parser.parse_args()
    done = list(cases([*recorded(), *generated()], given.n, given.seed, given.kind or KINDS))
    for case in [case for case in done if case.wrong][: given.show]:
        print(f"--- {case.kind} of {case.record}", *case.wrong[:12], sep="\n")
    print(table(done))
    if measured := list(ratios(given.seed)):
        worst = max(measured, key=lambda one: one.times)
        middle = median(one.times for one in measured)
        print(f"{len(measured)} pairs to 25 points, read and compared, take so many times as long as read:")
        print(f"median {middle:.2f}, worst {worst.times:.2f} ({worst.record}, {worst.kind})")


if __name__ == "__main__":
    main()
