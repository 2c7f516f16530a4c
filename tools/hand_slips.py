"""Slips of the hand in texts of matches, mended by `kn.fix` and held against the text as it was.

`nice python -m tools.hand_slips --n 400 --seed 1` prints by kind how many slips show, how many of these the
first choice of every place mends, how many are mended for sure, and how many sure repairs lead away from the
truth. `--kind games` for kinds that begin so, `--show wrong` for what is not mended. Games are exchanged in
three ways (whole, below their numbers, below their scores). A row that is missing is mended where it is
named. The records are those of `shared/corpus/gnubg` and the samples.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random

import kotra_notation as kn
from kotra_notation.features.fix.job import Fixing, ProposalPlace, data_of, plan_fixes
from kotra_notation.model import Match
from kotra_notation.repair.edits import Edit
from referees.alike import alike, apart, rules_of

ROOT = Path(__file__).parents[1]
CORPUS = ROOT.parent / "shared" / "corpus" / "gnubg"
SAMPLES = ROOT / "samples" / "sound"
CELL = re.compile(r"(?P<dice>[1-6][1-6]: ?)(?P<play>[^:\s]+(?: [^:\s]+)*)")
HOP = re.compile(r"\b([0-9]{1,2})/([0-9]{1,2})\b")
ROW = re.compile(r"( *[0-9]+\) )([1-6][1-6]: ?.{18,}?  )(?<=  )([1-6][1-6]:.*)$")
HEAD = re.compile(r"^( .+? : )([0-9]+)( +.+? : )([0-9]+)\s*$")
BEGINS = {"mat": r" *Game +[0-9]", "kotra": r"(?:game|leikur)\b", "sgf": r"\(;"}
TRIES = 80

Lines = list[str]
Slipping = Callable[[Lines, Random], bool]


@dataclass(frozen=True)
class HandSlip:
    """A text with a slip, and the text as it was."""

    kind: str
    name: str
    notation: str
    text: str
    truth: str


@dataclass(frozen=True)
class Mended:
    """What came of a slip: whether it shows, is right by first choices, and what is sure of it."""

    slip: HandSlip
    shown: bool
    right: bool
    sure: bool
    sure_wrong: bool
    fixed: str


def cells(lines: Lines) -> list[tuple[int, re.Match[str]]]:
    """The cells with a play, each with its line."""
    return [(at, cell) for at, line in enumerate(lines) for cell in CELL.finditer(line) if ") " in line[:6]]


def in_play(change: Callable[[str, Random], str | None]) -> Slipping:
    """A change of one play, where the cell stays as wide where it can."""

    def slip(lines: Lines, random: Random) -> bool:
        at, cell = random.choice(cells(lines))
        play = cell["play"]
        if (other := change(play, random)) is None or other == play:
            return False
        before, behind = lines[at][: cell.start("play")], lines[at][cell.end("play") :]
        gap = len(behind) - len(behind.lstrip(" "))
        longer = len(other) - len(play)
        behind = " " * -longer + behind if longer < 0 else behind[min(longer, max(gap - 2, 0)) :]
        lines[at] = before + other + behind
        return True

    return slip


def sign(pairs: Sequence[tuple[str, str]]) -> Slipping:
    """One sign of a play taken for another that looks like it."""

    def change(play: str, random: Random) -> str | None:
        places = [(at, new) for old, new in pairs for at, one in enumerate(play) if one == old]
        if not places:
            return None
        at, new = random.choice(places)
        return play[:at] + new + play[at + 1 :]

    return in_play(change)


def die(lines: Lines, random: Random) -> bool:
    """One die is another."""
    at, cell = random.choice(cells(lines))
    place = cell.start("dice") + random.randrange(2)
    other = random.choice([one for one in "123456" if one != lines[at][place]])
    lines[at] = lines[at][:place] + other + lines[at][place + 1 :]
    return True


def point(play: str, random: Random) -> str | None:
    """One digit of a play is another."""
    places = [found.start() for found in re.finditer("[0-9]", play)]
    at = random.choice(places)
    return play[:at] + random.choice([one for one in "0123456789" if one != play[at]]) + play[at + 1 :]


def two_slips(lines: Lines, random: Random) -> bool:
    """Two plays or dice wrong, in two rows."""
    return all(random.choice([die, in_play(point)])(lines, random) for _ in range(2))


def row_missing(lines: Lines, random: Random) -> bool:
    """A play is wrong, and a row is missing behind it in its game."""
    rows = [at for at, line in enumerate(lines) if ROW.match(line)]
    at = random.choice(rows or [0])
    if at + 1 not in rows or at - 3 not in rows or not in_play(point)(lines, random):
        return False
    del lines[at]
    return True


def columns(lines: Lines, random: Random) -> bool:
    """The two cells of a row in each other's column."""
    at = random.choice(range(len(lines)))
    if not (row := ROW.match(lines[at])) or ":" not in row[2] or ":" not in row[3]:
        return False
    left, right = row[2].rstrip(), row[3].rstrip()
    tail = row[3][len(right) :]
    lines[at] = row[1] + right.ljust(len(row[2])) + left + tail
    return left != right and len(right) + 2 <= len(row[2])


def score(lines: Lines, random: Random) -> bool:
    """One score at the head of a game behind the first is another."""
    heads = [at for at, line in enumerate(lines) if HEAD.match(line)][1:]
    if not heads:
        return False
    at = random.choice(heads)
    head = HEAD.match(lines[at])
    assert head is not None
    place = random.choice((2, 4))
    other = max(0, int(head[place]) + random.choice((-2, -1, 1, 2)))
    lines[at] = lines[at][: head.start(place)] + str(other) + lines[at][head.end(place) :]
    return other != int(head[place])


def names(lines: Lines, random: Random) -> bool:
    """The names at the head of a game behind the first in each other's place, with their scores."""
    heads = [at for at, line in enumerate(lines) if HEAD.match(line)][1:]
    if not heads:
        return False
    at = random.choice(heads)
    head = HEAD.match(lines[at])
    assert head is not None
    first, second = head[1].strip(), head[3].strip()
    width = head.start(3) + len(head[3]) - len(head[3].lstrip())
    lines[at] = f" {second} {head[4]}".ljust(width) + f"{first} {head[2]}"
    return True


LIKE = {
    "1 and 7": [("1", "7"), ("7", "1")],
    "letters for digits": [("0", "O"), ("1", "l")],
    "5 and 6": [("5", "6"), ("6", "5")],
    "sign for the slash": [("/", ","), ("/", "."), ("/", "-")],
}
MISSING = "slip and row missing"
GAMES = {
    f"games exchanged, {how}, {notation}": (how, notation)
    for notation, ways in (
        ("mat", ("whole", "scores", "rows")),
        ("kotra", ("whole", "rows")),
        ("sgf", ("whole",)),
    )
    for how in ways
}
KINDS: dict[str, Slipping | None] = {
    "two slips": two_slips,
    MISSING: row_missing,
    "columns of a row": columns,
    **{name: sign(pairs) for name, pairs in LIKE.items()},
    "score of a head": score,
    "names of a head": names,
    **dict.fromkeys(GAMES),
}


def exchanged_games(text: str, how: str, notation: str, random: Random) -> str | None:
    """Two games in each other's place, with the blank lines between games as they were."""
    lines = text.splitlines(keepends=True)
    starts = [at for at, line in enumerate(lines) if re.match(BEGINS[notation], line)]
    if len(starts) < 2:
        return None
    below = {"whole": 0, "scores": 1, "rows": 2 if notation == "mat" else 1}[how]
    spans = []
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        while not lines[end - 1].strip():
            end -= 1
        spans.append((start + below, end))
    (a, b), (c, d) = random.choice(list(combinations(spans, 2)))
    if lines[a:b] == lines[c:d]:
        return None
    return "".join([*lines[:a], *lines[c:d], *lines[b:c], *lines[a:b], *lines[d:]])


@cache
def texts(notation: str) -> tuple[tuple[str, str], ...]:
    """The sound texts of a notation, with their names."""
    folder = "sgf" if notation == "sgf" else "mat"
    paths = [*sorted((CORPUS / folder).glob("*")), *sorted(SAMPLES.glob(f"*.{folder}"))]
    found = [(path.name, path.read_text(encoding="utf-8")) for path in paths]
    if notation == "kotra":
        return tuple([(name, str(kn.convert(text, to="kotra").content)) for name, text in found])
    return tuple(found)


def hand_slips(n: int, seed: int, kinds: Sequence[str] = ()) -> Iterator[HandSlip]:
    """So many slips, of the kinds in turn."""
    random = Random(seed)
    wanted = list(kinds) or list(KINDS)
    for number in range(n):
        kind = wanted[number % len(wanted)]
        how, notation = GAMES.get(kind, ("", "mat"))
        for _ in range(TRIES):
            name, truth = random.choice(texts(notation))
            text = exchanged_games(truth, how, notation, random) if how else slipped(kind, truth, random)
            if text and text != truth:
                yield HandSlip(kind, name, notation, text, truth)
                break


def slipped(kind: str, truth: str, random: Random) -> str | None:
    """A text with one slip that concerns its lines."""
    lines = truth.split("\n")
    change = KINDS[kind]
    assert change is not None
    return "\n".join(lines) if change(lines, random) else None


def first_choices(fixed: Fixing, degrees: Sequence[str]) -> str:
    """The text with the first choice wherever it is as sure as that."""

    def decide(place: ProposalPlace) -> Edit | None:
        return place.proposal.edit if place.proposal.confidence in degrees else None

    try:
        return data_of(fixed, plan_fixes(fixed, decide)).decode()
    except ValueError:
        return fixed.source.text


def measured(slip: HandSlip) -> Mended:
    """The slip mended, and what came of it held against the truth."""
    fixed = kn.fix(slip.text.encode(), format=slip.notation).proposed
    degrees = {place.proposal.confidence for place in fixed.places}
    done = first_choices(fixed, ("sure", "likely", "open"))
    surely = first_choices(fixed, ("sure",)) if "sure" in degrees else slip.text
    shown = any(found.severity != "note" for found in kn.check(slip.text, format=slip.notation).findings)
    right = same(done, slip)
    if slip.kind == MISSING:
        right = any(place.proposal.edit.rows for place in fixed.places)
    return Mended(slip, shown, right, surely != slip.text, surely != slip.text and misled(surely, slip), done)


def same(text: str, slip: HandSlip) -> bool:
    """Whether a text says what was played."""
    if text == slip.truth:
        return True
    one, other = only_match(text, slip), only_match(slip.truth, slip)
    return (
        one is not None
        and other is not None
        and len(one.games) == len(other.games)
        and alike(one, other, range(len(one.games)))
    )


def misled(text: str, slip: HandSlip) -> bool:
    """Whether a text has become less like the truth than the slip has left it."""
    if same(text, slip):
        return False
    written, now, truth = (only_match(one, slip) for one in (slip.text, text, slip.truth))
    if written is None or now is None or truth is None:
        return True
    if not len(written.games) == len(now.games) == len(truth.games):
        return True
    ruleset = rules_of(truth)
    games = zip(written.games, now.games, truth.games, strict=True)
    return any(
        apart(one, two, ruleset) + apart(two, three, ruleset) > apart(one, three, ruleset)
        for place, (one, two, three) in enumerate(games)
        if not alike(now, truth, [place])
    )


def only_match(text: str, slip: HandSlip) -> Match | None:
    """The one match of a text."""
    matches = kn.read(text.encode(), format=slip.notation).matches
    return matches[0] if len(matches) == 1 else None


def table(done: Sequence[Mended]) -> str:
    """The figures by kind and of all."""
    rows = [f"{'kind':34} slips shown right   %  sure wrong"]
    for kind in [*dict.fromkeys(one.slip.kind for one in done), "all"]:
        some = [one for one in done if kind in (one.slip.kind, "all")]
        shown = [one for one in some if one.shown]
        right = sum(one.right for one in shown)
        percent = 100 * right / max(len(shown), 1)
        sure, wrong = sum(one.sure for one in some), sum(one.sure_wrong for one in some)
        rows.append(f"{kind:34} {len(some):5} {len(shown):5} {right:5} {percent:3.0f} {sure:5} {wrong:5}")
    return "\n".join(rows)


def main() -> None:
    """Print the figures, and what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tools.hand_slips", description=__doc__)
    parser.add_argument("--n", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", action="append", default=[], help="all whose name begins so")
    parser.add_argument("--show", choices=("wrong", "surely"))
    given = parser.parse_args()
    kinds = [name for name in KINDS if name.startswith(tuple(given.kind))] if given.kind else list(KINDS)
    done = [measured(slip) for slip in hand_slips(given.n, given.seed, kinds)]
    for one in done:
        if given.show and (one.sure_wrong if given.show == "surely" else one.shown and not one.right):
            print(shown_slip(one))
    print(table(done))


def shown_slip(one: Mended) -> str:
    """A slip as lines: what was meant, what is written, and what was made of it."""
    parts = [text.split("\n") for text in (one.slip.truth, one.slip.text, one.fixed)]
    lines = [f"{one.slip.kind}: {one.slip.name}{' (sure)' if one.sure else ''}"]
    if len({len(part) for part in parts}) == 1:
        rows = [row for row in zip(*parts, strict=True) if len(set(row)) > 1][:6]
        lines += [
            f"  {word} {line}"
            for row in rows
            for word, line in zip(("true ", "text ", "fixed"), row, strict=True)
        ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
