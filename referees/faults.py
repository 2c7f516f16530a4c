"""Seeded faults: one fault in a sound record, and the line where the slow referee sees it first go wrong.

`python -m referees.faults --n 2000 --seed 1 --show missed` prints how many of them are found, kind by kind,
and the cases that are not (`missed`), on the wrong line (`line`), or found more than once (`many`).
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from kotra_notation.findings import Finding, Severity
from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Reading, Source
from kotra_notation.model import ResultClaim, ScoreClaim
from kotra_notation.replay import replay
from referees.damage import garbage, row_duplicated, row_lost, truncated
from referees.games import random_match
from referees.mutations import CHANGES, Change, some
from referees.referee import Verdict, judge, verdict
from referees.sheet import Cell, Sheet, sheet, written

CORPUS = Path(__file__).parents[2] / "shared" / "corpus" / "gnubg" / "mat"


class Fault(NamedTuple):
    """A faulty text, the line where it first goes wrong, and whether a note is all that is due."""

    kind: str
    text: str
    line: int
    note_only: bool = False


@dataclass
class Record:
    """A sound record: its text, its cells, and what is already said of it without a fault."""

    name: str
    text: str
    sheet: Sheet
    readings: tuple[bool, ...]
    notes: Counter[str]


def read(text: str) -> Reading:
    """The text through the public reader."""
    format = "kotra" if text.startswith("kotra ") else "mat"
    return read_source(Source(text.encode("utf-8"), f"record.{format}"), format)


def findings(text: str) -> list[Finding]:
    """All that reader and replay say of the text."""
    reading = read(text)
    return [*reading.findings, *(found for match in reading.matches for found in replay(match).findings)]


def record(name: str, text: str) -> Record | None:
    """The record, if the slow referee finds nothing in it."""
    (match,) = read(text).matches
    readings = tuple(texas for texas in (False, True) if judge(match, texas) is None)
    if not readings or verdict(match).marks:
        return None
    return Record(name, text, sheet(text), readings, Counter(found.code for found in findings(text)))


def records(folder: Path = CORPUS, every: int = 1) -> Iterator[Record]:
    """The sound records of a folder, all or one of `every` so many; generated ones where it is absent."""
    if folder.is_dir():
        paths = sorted(folder.glob("*.mat"))[::every]
        texts = [(path.name, path.read_text(encoding="utf-8")) for path in paths]
    else:
        texts = [(f"generated-{seed}", written(random_match(seed))) for seed in range(12)]
    for name, text in texts:
        if found := record(name, text):
            yield found


def unreadable(reading: Reading) -> list[int]:
    """The lines that the reader could not make sense of."""
    return [found.span.line for found in reading.findings if found.span and found.severity is Severity.ERROR]


def faulty(sound: Record, text: str, kind: str) -> Fault | None:
    """The text with the line where it first goes wrong, or None where it is still lawful."""
    reading = read(text)
    if not reading.matches:
        return Fault(kind, text, min(unreadable(reading), default=1))
    verdicts: list[Verdict] = [verdict(reading.matches[0])]
    lines = unreadable(reading)
    if verdicts[0].violation:
        verdicts = [verdict(reading.matches[0], texas) for texas in sound.readings]
        lines.append(max(one.violation.line or 0 for one in verdicts if one.violation))
    if lines:
        return Fault(kind, text, min(lines))
    return Fault(kind, text, verdicts[0].marks[0], note_only=True) if verdicts[0].marks else None


def changed(change: Change, kind: str, sound: Record, random: Random) -> Fault | None:
    """A fault in the cells of the record."""
    copy = deepcopy(sound.sheet)
    return faulty(sound, copy.text(), kind) if change(copy, random) else None


def in_rows(change: Callable[[str, Random], str], kind: str, sound: Record, random: Random) -> Fault | None:
    """A fault in the cells, the rows renumbered, or now and then in a row that keeps its number."""
    if random.random() < 0.7:
        return changed(CHANGES[kind], kind, sound, random)
    return faulty(sound, change(sound.text, random), kind)


def broken_off(sound: Record, random: Random) -> Fault | None:
    """A truncated file; where what is left is lawful, that the last game is unfinished is worth a note."""
    text = truncated(sound.text, random)
    if fault := faulty(sound, text, "truncated file"):
        return fault
    kept = sheet(text).rounds
    whole = sound.sheet.rounds[len(kept) - 1].cells
    if kept[-1].cells == whole or not kept[-1].cells or len(whole) - len(kept[-1].cells) < 2:
        return None
    last = re.sub(r"\s+(\d+\))?\s*$", "", text).count("\n") + 1
    return Fault("truncated file", text, last, note_only=True)


def spoilt(sound: Record, random: Random) -> Fault | None:
    """Garbage inside; always a fault, and on its own line unless something went wrong before."""
    text, line = garbage(sound.text, random)
    return Fault("garbage inside", text, line)


def misnamed(found: Sheet, random: Random) -> bool:
    """A word for the win behind one of the results."""
    if not (place := some(found, random, lambda cell: cell.text.startswith("Wins"))):
        return False
    game, at = place
    result = re.match(r"Wins \d+ points?", game.cells[at].text)
    assert result
    word = random.choice(("single", "gammon", "backgammon"))
    game.cells[at] = Cell(game.cells[at].seat, f"{result[0]} ({word}){game.cells[at].text[result.end() :]}")
    return True


def false_score(sound: Record, random: Random) -> Fault | None:
    """A false score on a line of its own behind a game, the last one as often as not."""
    (match,) = read(sound.text).matches
    place = random.choice((len(match.games) - 1, random.randrange(len(match.games))))
    game = match.games[place]
    score = list(game.score.score) if game.score else [0.0, 0.0]
    for event in game.events:
        if isinstance(event, ResultClaim):
            score[1 - event.seat if event.lost else event.seat] += event.points or 0
    score[random.randrange(2)] += random.choice((-1, 1, 2, 3))
    if min(score) < 0 or not any(isinstance(event, ResultClaim) for event in game.events):
        return None
    said = ScoreClaim(score=(score[0], score[1]))
    games = list(match.games)
    games[place] = replace(game, events=(*game.events, said))
    text = str(write_matches([replace(match, games=tuple(games))], "kotra").content)
    (again,) = read(text).matches
    span = again.games[place].events[-1].span
    return Fault("wrong score on its line", text, span.line if span else 0)


Kind = Callable[[Record, Random], Fault | None]

KINDS: dict[str, Kind] = {
    **{kind: partial(changed, change, kind) for kind, change in CHANGES.items()},
    "lost turn": partial(in_rows, row_lost, "lost turn"),
    "duplicated turn": partial(in_rows, row_duplicated, "duplicated turn"),
    "wrong word for the win": partial(changed, misnamed, "wrong word for the win"),
    "wrong score on its line": false_score,
    "truncated file": broken_off,
    "garbage inside": spoilt,
}


def seeded(sound: Record, random: Random, kind: str) -> Fault | None:
    """One fault of the kind in the record, or None where it has no place for one."""
    return KINDS[kind](sound, random)


class Case(NamedTuple):
    """A fault and what was found."""

    record: str
    fault: Fault
    found: list[Finding]

    @property
    def due(self) -> list[Finding]:
        """The findings that count as having found it."""
        return [one for one in self.found if self.fault.note_only or one.severity is not Severity.NOTE]

    @property
    def missed(self) -> bool:
        """Whether nothing that counts was found."""
        return not self.due

    @property
    def astray(self) -> bool:
        """Whether the first finding that counts is on another line."""
        lines = [one.span.line for one in self.due if one.span]
        return not self.missed and min(lines, default=0) != self.fault.line


def cases(sound: list[Record], n: int, seed: int, kinds: Iterable[str] = KINDS) -> Iterator[Case]:
    """So many faults of the kinds in turn, in records chosen by the seed, each with what is found."""
    random = Random(seed)
    kinds = list(kinds)
    for number in range(n):
        kind = kinds[number % len(kinds)]
        for _ in range(60):
            chosen = random.choice(sound)
            if fault := seeded(chosen, random, kind):
                yield Case(chosen.name, fault, new(findings(fault.text), chosen.notes))
                break


def new(found: list[Finding], notes: Counter[str]) -> list[Finding]:
    """The findings that the sound record did not have."""
    left = Counter(notes)
    kept = []
    for one in found:
        if one.severity is Severity.NOTE and left[one.code]:
            left[one.code] -= 1
        else:
            kept.append(one)
    return kept


class Figures(NamedTuple):
    """Shares found and on the right line, and findings for each fault."""

    faults: int
    found: float
    right: float
    each: float


def figures(done: list[Case]) -> Figures:
    """The figures over some cases."""
    found = [case for case in done if not case.missed]
    right = [case for case in found if not case.astray]
    each = sum(len(case.found) for case in done) / max(1, len(done))
    return Figures(len(done), len(found) / max(1, len(done)), len(right) / max(1, len(found)), each)


def table(done: list[Case]) -> str:
    """The figures kind by kind, and over all."""
    by_kind: dict[str, list[Case]] = defaultdict(list)
    for case in done:
        by_kind[case.fault.kind].append(case)
    lines = [f"{'kind':30} {'faults':>6} {'found':>8} {'line':>8} {'each':>6}"]
    for kind, group in [*by_kind.items(), ("all", done)]:
        one = figures(group)
        lines.append(f"{kind:30} {one.faults:6} {one.found:8.2%} {one.right:8.2%} {one.each:6.2f}")
    return "\n".join(lines)


def shown(case: Case) -> str:
    """A case with the lines around the fault and what was found."""
    lines = case.fault.text.split("\n")
    at = case.fault.line
    around = [
        f"{'>' if n == at else ' '}{n:5} {lines[n - 1]}"
        for n in range(max(1, at - 3), min(len(lines), at + 3) + 1)
    ]
    said = [
        f"      {one.span.line if one.span else '?'}: {one.code} {one.kind.name} {one.severity} {one.message}"
        for one in case.found[:8]
    ]
    return "\n".join([f"--- {case.fault.kind} in {case.record}, due on line {at}", *around, *said])


def main() -> None:
    """Print the figures, and the cases asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", choices=["missed", "line", "many", "all"])
    parser.add_argument("--most", type=int, default=20, help="how many cases to show")
    parser.add_argument("--kind", choices=KINDS, action="append")
    parser.add_argument("--folder", type=Path, default=CORPUS)
    parser.add_argument("--save", type=Path, help="a folder to write the texts of the shown cases to")
    given = parser.parse_args()
    done = list(cases(list(records(given.folder)), given.n, given.seed, given.kind or KINDS))
    wanted: dict[str | None, Callable[[Case], bool]] = {
        "missed": lambda case: case.missed,
        "line": lambda case: case.astray,
        "many": lambda case: len(case.found) > 1,
        "all": lambda case: case.missed or case.astray or len(case.found) > 1,
    }
    for number, case in enumerate(
        [case for case in done if given.show and wanted[given.show](case)][: given.most]
    ):
        print(shown(case))
        if given.save:
            given.save.mkdir(exist_ok=True)
            (given.save / f"{number}.mat").write_text(case.fault.text, encoding="utf-8")
    print(table(done))


if __name__ == "__main__":
    main()
