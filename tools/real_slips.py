"""Slips in sound match texts as they are found in public places, made in the text itself.

`python -m tools.real_slips --n 600 --seed 1` prints by kind how many slips show at all, how often the first
choice is what was played, how often one of the first three is, how often a repair is called sure, and how
many of these are wrong. A skipped row cannot be put back: it is mended where it is named and nothing is
changed. The records are those of the corpus, of all dialects, or generated ones where it is absent.
"""

from __future__ import annotations

import argparse
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from random import Random

from kotra_notation.findings import Finding, Severity
from kotra_notation.formats import read_source
from kotra_notation.formats.format import Reading, Source
from kotra_notation.model import Game, Match, Play, ResultClaim, Span, Turn
from kotra_notation.replay import Replay, replay
from kotra_notation.replay.turns import judge_turn
from referees.slips import TRIES, Slip
from referees.sound import modern_records
from tools.repair_cases import Case, measured
from tools.repairs import share, shown

CORPUS = Path(__file__).parents[2] / "shared" / "corpus" / "real" / "mat"
DIGITS = "0123456789"
HOP = re.compile(r"\b(\d{1,2})/(\d{1,2})\b(?!/)")
ROW = re.compile(r"\s*(\d+)([).])\s")

Lines = list[str]


@dataclass(frozen=True)
class Record:
    """A record without a fault, as a text."""

    name: str
    text: str

    @cached_property
    def reading(self) -> Reading:
        """What it says."""
        return read(self.text)

    @cached_property
    def match(self) -> Match:
        """The one match it holds."""
        return self.reading.matches[0]

    @cached_property
    def replayed(self) -> Replay:
        """The match replayed."""
        return replay(self.match)

    @cached_property
    def turns(self) -> list[tuple[int, int, Turn]]:
        """Every turn with a place of its own, the number of its game from 0, and its place in it."""
        return [
            (number, place, event)
            for number, game in enumerate(self.match.games)
            for place, event in enumerate(game.events)
            if isinstance(event, Turn) and event.span and event.text
        ]

    def sound(self) -> bool:
        """Whether it is one match without a fault, in which people played."""
        if len(self.reading.matches) != 1 or not self.turns:
            return False
        found = (*self.reading.findings, *self.replayed.findings)
        return all(one.severity is Severity.NOTE for one in found)


def read(text: str) -> Reading:
    """The text through the public reader."""
    return read_source(Source(text.encode("utf-8"), "record.mat"), "mat")


@lru_cache(maxsize=1)
def records() -> tuple[Record, ...]:
    """The sound records there are, of every dialect."""
    texts = [(path.name, Source(path.read_bytes()).text) for path in sorted(CORPUS.glob("*"))]
    found = [Record(name, text.replace("\r\n", "\n")) for name, text in texts]
    found += [Record(one.name, one.written) for one in modern_records(every=4)]
    return tuple(one for one in found if one.sound())


# A change of the lines; the number of the game it is made in, or None where there is no place for one.
Change = Callable[[Record, Lines, Random], int | None]


def in_cell(change: Callable[[str, str, Random], str | None]) -> Change:
    """A change of one cell with a play: of its dice, and of the words behind them."""

    def mutate(record: Record, lines: Lines, random: Random) -> int | None:
        game, _, turn = random.choice(record.turns)
        dice, colon, play = turn.text.partition(":")
        if not isinstance(turn.deed, Play) or not colon:
            return None
        made = change(dice, play.strip(), random)
        return None if made is None else written(lines, turn.span, made) and game

    return mutate


def written(lines: Lines, span: Span | None, text: str) -> bool:
    """Put a text where another stands, as wide as that was where it can be."""
    assert span is not None
    line = lines[span.line - 1]
    before, behind = line[: span.column - 1], line[span.end_column - 1 :]
    wide = span.end_column - span.column
    longer = len(text) - wide
    gap = len(behind) - len(behind.lstrip(" "))
    lines[span.line - 1] = before + text.ljust(wide) + behind[min(max(longer, 0), max(gap - 2, 0)) :]
    return True


def die(dice: str, play: str, random: Random) -> str | None:
    at = random.choice([at for at, sign in enumerate(dice) if sign.isdigit()])
    other = random.choice([one for one in "123456" if one != dice[at]])
    return f"{dice[:at]}{other}{dice[at + 1 :]}: {play}"


def digit(dice: str, play: str, random: Random) -> str | None:
    places = [found.start() for found in re.finditer(r"\d(?!\))", play)]
    if not places:
        return None
    at = random.choice(places)
    other = random.choice([one for one in DIGITS if one != play[at]])
    return f"{dice}: {play[:at]}{other}{play[at + 1 :]}"


def digits(dice: str, play: str, random: Random) -> str | None:
    places = [found.start() for found in re.finditer(r"\d(?!\))", play)]
    pairs = [(one, two) for one, two in pairwise(places) if play[one] != play[two]]
    pairs = [(one, two) for one, two in pairs if two - one <= 2]
    if not pairs:
        return None
    one, two = random.choice(pairs)
    signs = list(play)
    signs[one], signs[two] = signs[two], signs[one]
    return f"{dice}: {''.join(signs)}"


def step(dice: str, play: str, random: Random) -> str | None:
    words = play.split()
    if len(words) < 2:
        return None
    del words[random.randrange(len(words))]
    return f"{dice}: {' '.join(words)}"


def blank(dice: str, play: str, random: Random) -> str | None:
    return f"{dice}:"


def hit(dice: str, play: str, random: Random) -> str | None:
    return f"{dice}: {play.replace('*', '', 1)}" if "*" in play else None


def other_man(dice: str, play: str, random: Random) -> str | None:
    hops = list(HOP.finditer(play))
    if not hops:
        return None
    one = random.choice(hops)
    off = random.choice([-3, -2, -1, 1, 2, 3])
    source, target = int(one[1]) + off, int(one[2]) + off
    if not 1 <= target < source <= 24:
        return None
    return f"{dice}: {play[: one.start()]}{source}/{target}{play[one.end() :]}"


def lawful(change: Change) -> Change:
    """The same where the turn is lawful all the same, so that only what follows can tell."""

    def mutate(record: Record, lines: Lines, random: Random) -> int | None:
        for _ in range(TRIES):
            there = list(lines)
            game = change(record, there, random)
            match = None if game is None else only_match(read("\n".join(there)))
            if game is not None and match and lawful_there(record, match.games[game], game):
                lines[:] = there
                return game
        return None

    return mutate


def lawful_there(record: Record, other: Game, number: int) -> bool:
    """Whether the first turn that is another in a game is lawful in both."""
    game, replayed = record.match.games[number], record.replayed.games[number]
    for place, (one, two) in enumerate(zip(game.events, other.events, strict=False)):
        if one != two:
            before = replayed.frames_at([place])[0].before
            if not isinstance(two, Turn) or not isinstance(two.deed, Play):
                return False
            return judge_turn(record.replayed.ruleset, before.node(two.seat), two).lawful
    return False


def only_match(reading: Reading) -> Match | None:
    return reading.matches[0] if len(reading.matches) == 1 else None


def points(record: Record, lines: Lines, random: Random) -> int | None:
    claims = [
        (number, event)
        for number, game in enumerate(record.match.games)
        for event in game.events
        if isinstance(event, ResultClaim) and event.span
    ]
    game, claim = random.choice(claims)
    assert claim.span is not None
    line = lines[claim.span.line - 1]
    text = line[claim.span.column - 1 : claim.span.end_column - 1]
    number = re.search(r"\d+", text)
    if not number:
        return None
    other = random.choice([n for n in range(1, 9) if n != int(number[0])])
    return written(lines, claim.span, f"{text[: number.start()]}{other}{text[number.end() :]}") and game


def score(record: Record, lines: Lines, random: Random) -> int | None:
    game = random.randrange(len(record.match.games))
    claim = record.match.games[game].score
    if claim is None or claim.span is None:
        return None
    line = lines[claim.span.line - 1]
    numbers = list(re.finditer(r"(?<=: )\d+", line))
    if len(numbers) != 2:
        return None
    one = random.choice(numbers)
    other = max(0, int(one[0]) + random.choice([-2, -1, 1, 2]))
    lines[claim.span.line - 1] = f"{line[: one.start()]}{other}{line[one.end() :]}"
    return game


def whole_rows(record: Record, lines: Lines) -> list[tuple[int, int]]:
    """The lines, from 0, on which both sides throw, with their games."""
    seats: dict[tuple[int, int], int] = defaultdict(int)
    for game, _, turn in record.turns:
        assert turn.span is not None
        seats[turn.span.line - 1, game] += 1
    return [place for place, number in seats.items() if number == 2 and ROW.match(lines[place[0]])]


def row_skipped(record: Record, lines: Lines, random: Random) -> int | None:
    at, game = random.choice(whole_rows(record, lines))
    del lines[at]
    return game


def row_doubled(record: Record, lines: Lines, random: Random) -> int | None:
    at, game = random.choice(whole_rows(record, lines))
    lines.insert(at, lines[at])
    if random.random() < 0.5:
        count_on(lines, at + 1, 1)
    return game


def rows_exchanged(record: Record, lines: Lines, random: Random) -> int | None:
    found = set(whole_rows(record, lines))
    pairs = [(at, game) for at, game in found if (at + 1, game) in found]
    if not pairs:
        return None
    at, game = random.choice(sorted(pairs))
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    if random.random() < 0.5:
        first, second = (ROW.match(line) for line in lines[at : at + 2])
        assert first is not None
        assert second is not None
        here, there = first[1].rjust(len(second[1])), second[1].rjust(len(first[1]))
        lines[at] = lines[at][: first.start(1)] + there + lines[at][first.end(1) :]
        lines[at + 1] = lines[at + 1][: second.start(1)] + here + lines[at + 1][second.end(1) :]
    return game


def count_on(lines: Lines, at: int, more: int) -> None:
    """Number the rows from one on anew, up to the end of the game."""
    while at < len(lines) and (row := ROW.match(lines[at])):
        number = str(int(row[1]) + more)
        lines[at] = lines[at][: row.start(1)] + number + lines[at][row.end(1) :]
        at += 1


SKIPPED = "row skipped"
KINDS: dict[str, Change] = {
    "one digit of a point": in_cell(digit),
    "one digit of a die": in_cell(die),
    "step left out": in_cell(step),
    "two digits exchanged": in_cell(digits),
    "another man": in_cell(other_man),
    "another man, lawful": lawful(in_cell(other_man)),
    "play left blank": in_cell(blank),
    "hit mark left out": in_cell(hit),
    "points of a game": points,
    "score of a header": score,
    SKIPPED: row_skipped,
    "row doubled": row_doubled,
    "rows exchanged": rows_exchanged,
}


def seeded(record: Record, kind: str, random: Random) -> Slip | None:
    """One slip of the kind, or None where there is no place for it or nothing is said otherwise."""
    lines = record.text.split("\n")
    game = KINDS[kind](record, lines, random)
    text = "\n".join(lines)
    if game is None or text == record.text:
        return None
    reading = read(text)
    match = only_match(reading)
    if match is None or len(match.games) != len(record.match.games) or match == record.match:
        return None
    known = [one.code for one in (*record.reading.findings, *record.replayed.findings)]
    found = new([*reading.findings, *replay(match).findings], known)
    return Slip(
        kind=kind, name=record.name, text=text, match=match, truth=record.match, game=game + 1, found=found
    )


def new(found: Iterable[Finding], known: list[str]) -> tuple[Finding, ...]:
    """The findings that were not said before."""
    left = list(known)
    kept = []
    for one in found:
        if one.code in left:
            left.remove(one.code)
        else:
            kept.append(one)
    return tuple(kept)


def slips(n: int, seed: int, kinds: Sequence[str] = ()) -> Iterator[Slip]:
    """So many slips of the kinds in turn."""
    random = Random(seed)
    wanted = list(kinds) or list(KINDS)
    for number in range(n):
        for _ in range(TRIES):
            if slip := seeded(random.choice(records()), wanted[number % len(wanted)], random):
                yield slip
                break


def mended(case: Case) -> bool:
    """Whether the first choice is what was played; of a row that is lost, that it is named and no more."""
    if case.slip.kind != SKIPPED:
        return case.right
    first = case.readings[0] if case.readings else None
    return first is not None and not first.edits and any(edit.rows for edit in first.kept)


def papered(case: Case) -> bool:
    """Whether something is put in the place of what was played so."""
    first = case.readings[0] if case.readings else None
    return case.slip.kind == SKIPPED and first is not None and bool(first.edits)


def one_roll(case: Case) -> bool:
    """Whether one roll alone makes the play of a wrong die lawful."""
    pairs = zip(
        case.slip.match.games[case.slip.game - 1].events,
        case.slip.truth.games[case.slip.game - 1].events,
        strict=False,
    )
    wrong = next(
        (place, one) for place, (one, two) in enumerate(pairs) if one != two and isinstance(one, Turn)
    )
    return len({tuple(sorted(roll)) for roll in rolls(case.slip.match, case.slip.game - 1, *wrong)}) == 1


def rolls(match: Match, game: int, place: int, turn: Turn) -> Iterator[tuple[int, int]]:
    """The rolls with one die another under which a turn is lawful."""
    done = replay(match)
    node = done.games[game].frames_at([place])[0].before.node(turn.seat)
    for at in (0, 1):
        for number in range(1, 7):
            dice = (number, turn.dice[1]) if at == 0 else (turn.dice[0], number)
            other = Turn(seat=turn.seat, dice=dice, deed=turn.deed)
            if dice != turn.dice and judge_turn(done.ruleset, node, other).lawful:
                yield dice


HEAD = f"{'kind':24} slips   shown   first   three    sure   wrong  (n wrong)  papered  median   worst"


def row(name: str, some: Sequence[Case]) -> str:
    """The figures of some slips."""
    seen = [case for case in some if case.slip.found]
    sure = [case for case in seen if case.sure]
    wrong = sum(case.sure_wrong for case in sure)
    three = share(seen, lambda case: mended(case) or case.in_three)
    times = sorted(case.time.repairing for case in seen) or [0.0]
    return " ".join(
        [
            f"{name:24} {len(some):5} {len(seen):7}",
            share(seen, mended),
            three,
            share(seen, lambda case: case.sure),
            share(sure, lambda case: case.sure_wrong),
            f"{wrong:10}",
            f"{sum(map(papered, seen)):8}",
            f"{times[len(times) // 2]:7.3f} {times[-1]:7.3f}",
        ]
    )


def table(done: Sequence[Case]) -> str:
    """The figures by kind, of wrong dice where the play leaves one roll, and of all."""
    rows = {kind: [case for case in done if case.slip.kind == kind] for kind in KINDS}
    dice = [case for case in rows["one digit of a die"] if case.slip.found and one_roll(case)]
    named = [*rows.items(), ("… of one roll", dice), ("all", done)]
    return "\n".join([HEAD, *(row(name, some) for name, some in named if some)])


WANTED: dict[str, Callable[[Case], bool]] = {
    "wrong": lambda case: bool(case.slip.found) and not mended(case),
    "three": lambda case: bool(case.slip.found) and not (mended(case) or case.in_three),
    "confident": lambda case: case.sure_wrong,
    "papered": papered,
}


def main() -> None:
    """Print the figures, and the cases asked for."""
    parser = argparse.ArgumentParser(prog="python -m tools.real_slips", description=__doc__)
    parser.add_argument("--n", type=int, default=260)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", action="append", default=[], help="all whose name begins so")
    parser.add_argument("--show", choices=WANTED)
    parser.add_argument("--most", type=int, default=20, help="how many cases to show")
    given = parser.parse_args()
    kinds = [name for name in KINDS if name.startswith(tuple(given.kind))] if given.kind else list(KINDS)
    done = [measured(slip) for slip in slips(given.n, given.seed, kinds)]
    wanted = [case for case in done if given.show and WANTED[given.show](case)]
    print("\n".join([*(shown(case.slip, case.readings) for case in wanted[: given.most]), table(done)]))


if __name__ == "__main__":
    main()
