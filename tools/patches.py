"""Records damaged in their text and patched again, the true events known: what is touched beside the damage.

`python -m tools.patches --n 500 --seed 1` prints, by notation and by kind of damage, how many say again what
they said, how many came out byte for byte, how many lines were touched besides, and how many were refused.
`--show refused`, `besides` or `inexact` prints such cases.
"""

from __future__ import annotations

import argparse
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from kotra_notation.api import write
from kotra_notation.formats import read_source
from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.mat.lines import LAYOUTS
from kotra_notation.formats.patching import patch_file
from kotra_notation.model import Double, Event, Game, Match, Play, ResultClaim, Span, Take, Turn
from referees.games import random_match
from referees.mutations import CHANGES, Change
from referees.old_games import random_old_match
from referees.sheet import sheet, written

ROOT = Path(__file__).parents[1]
CORPUS = ROOT.parent / "shared" / "corpus"
WRITTEN = ("kotra", "mat", "sgf")


@dataclass(frozen=True)
class Record:
    """A file and what it says."""

    name: str
    text: str
    reading: Reading

    @property
    def kind(self) -> str:
        """Its notation, with the dialect of match text."""
        if self.name.startswith("sheet"):
            return "mat (sheet)"
        dialect = self.reading.dialect if self.reading.format == "mat" else None
        return f"{self.reading.format}:{dialect}" if dialect else self.reading.format


def record(name: str, data: bytes, format: str | None = None) -> Record | None:
    """The record of a text in UTF-8 and a notation that is written; None for any other file."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    reading = read_source(Source(data), format)
    turns = any(isinstance(event, Turn) for event in _events(reading.matches))
    return Record(name, text, reading) if turns and reading.format in WRITTEN else None


def generated(seeds: Sequence[int] = range(3)) -> Iterator[Record]:
    """Random matches in every notation and dialect that is written, of both games."""
    names = [*(name for name in WRITTEN if name != "mat"), *(f"mat:{name}" for name in LAYOUTS)]
    for seed in seeds:
        match = random_match(seed)
        yield from _if(record(f"sheet-{seed}", written(match).encode(), "mat"))
        for name in names:
            content = write(match, name).content
            data = content.encode() if isinstance(content, str) else content
            yield from _if(record(f"{name}-{seed}", data, name.partition(":")[0]))
        for points in ("letters", "numbers", "path"):
            content = write(random_old_match(seed), f"kotra:{points}").content
            assert isinstance(content, str)
            yield from _if(record(f"old-{points}-{seed}", content.encode(), "kotra"))


def samples() -> Iterator[Record]:
    """The samples of the repository."""
    for path in sorted((ROOT / "samples").rglob("*.*")):
        yield from _if(record(path.name, path.read_bytes()))


def corpus(every: int = 1) -> Iterator[Record]:
    """The records of the corpus, one of `every` so many; none where it is absent."""
    paths = sorted(path for path in CORPUS.rglob("*.*") if path.is_file() and path.stat().st_size < 200_000)
    for path in paths[::every]:
        yield from _if(record(path.name, path.read_bytes()))


def _if(found: Record | None) -> Iterator[Record]:
    if found is not None:
        yield found


def _events(matches: Sequence[Match]) -> list[Event]:
    return [event for match in matches for game in match.games for event in game.events]


# damage

Damage = Callable[[Record, Random], str | None]


def places(text: str) -> list[int]:
    """Where each line of a text begins."""
    return [0, *[end.end() for end in re.finditer(r"\r\n|\r|\n", text)]]


@cache
def _starts(text: str) -> list[int]:
    return places(text)


def place(one: Record, span: Span) -> tuple[int, int]:
    """Where a span begins and ends in the text."""
    text = one.text.removeprefix("\ufeff")
    start = _starts(text)[span.line - 1] + len(one.text) - len(text)
    return start + span.column - 1, start + span.end_column - 1


def some(one: Record, random: Random, *kinds: type) -> Event | None:
    """One event of these kinds with a place."""
    found = [event for event in _events(one.reading.matches) if isinstance(event, kinds) and event.span]
    return random.choice(found) if found else None


def within(pattern: str, change: Callable[[str, Random], str], *kinds: type) -> Damage:
    """Damage to what a pattern finds in the text of one event."""

    def damage(one: Record, random: Random) -> str | None:
        event = some(one, random, *kinds)
        if event is None or event.span is None:
            return None
        start, end = place(one, event.span)
        found = list(re.finditer(pattern, one.text[start:end]))
        if not found:
            return None
        chosen = random.choice(found)
        begin, stop = chosen.span(chosen.lastindex or 0)
        said = change(one.text[start + begin : start + stop], random)
        return one.text[: start + begin] + said + one.text[start + stop :]

    return damage


def other_digit(digit: str, random: Random) -> str:
    return random.choice([other for other in "123456" if other != digit])


def other_point(point: str, random: Random) -> str:
    if point.isalpha():
        return random.choice([other for other in "abcdefghijklmnopqrstuvwx" if other != point])
    return random.choice([str(other) for other in range(1, 25) if str(other) != point])


def swapped(text: str, random: Random) -> str:
    first, _, second = text.partition("/")
    return f"{second}/{first}"


def nothing(text: str, random: Random) -> str:
    return ""


def line_gone(*kinds: type) -> Damage:
    """The line of an event is missing, or its node; in two columns its cell is empty."""

    def damage(one: Record, random: Random) -> str | None:
        event = some(one, random, *kinds)
        if event is None or event.span is None:
            return None
        start, end = place(one, event.span)
        if one.reading.format == "mat":
            return one.text[:start] + " " * (end - start) + one.text[end:]
        if one.reading.format == "sgf":
            begin = one.text.rindex(";", 0, start)
            node = re.compile(r";(?:\s*[A-Z]+(?:\[(?:[^\\\]]|\\.)*\])+)*\s*", re.S).match(one.text, begin)
            assert node is not None
            return one.text[:begin] + one.text[node.end() :]
        begin = max(one.text.rfind(end, 0, start) for end in "\r\n") + 1
        stop = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)?").match(one.text, begin)
        assert stop is not None
        return one.text[:begin] + one.text[stop.end() :]

    return damage


def line_twice(one: Record, random: Random) -> str | None:
    """The line of a turn stands twice."""
    event = some(one, random, Turn)
    if event is None or event.span is None or one.reading.format == "sgf":
        return None
    start, _ = place(one, event.span)
    begin = max(one.text.rfind(end, 0, start) for end in "\r\n") + 1
    stop = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)").match(one.text, begin)
    if stop is None:
        return None
    return one.text[: stop.end()] + stop[0] + one.text[stop.end() :]


def row_gone(one: Record, random: Random) -> str | None:
    """A whole row of two columns is missing."""
    if one.reading.format != "mat":
        return None
    event = some(one, random, Turn)
    assert event is not None
    assert event.span is not None
    start = _starts(one.text.removeprefix("\ufeff"))[event.span.line - 1 :][:2]
    shift = one.text.startswith("\ufeff")
    return one.text[: start[0] + shift] + one.text[start[1] + shift :] if len(start) > 1 else None


def columns_shifted(one: Record, random: Random) -> str | None:
    """A turn is missing, and all behind it stand in the other column, each row filled."""
    if one.reading.format != "mat":
        return None
    match = random.choice(one.reading.matches)
    game = random.choice(match.games)
    turns = [event for event in game.events if isinstance(event, Turn)]
    if len(turns) < 6:
        return None
    lost = random.randrange(2, len(turns) - 2)
    behind = turns[lost:]
    texts = [one.text[slice(*place(one, turn.span))] for turn in behind if turn.span][1:]
    text = one.text
    if len({turn.span.line for turn in behind if turn.span}) * 2 < len(behind):
        return None
    for turn, said in reversed(list(zip(behind, [*texts, ""], strict=True))):
        assert turn.span is not None
        start, end = place(one, turn.span)
        gap = re.compile(" *").match(text, end)
        assert gap is not None
        room = max(len(gap[0]) - len(said) + end - start, 2 if gap[0] else 0)
        text = text[:start] + said + " " * room + text[gap.end() :]
    return text


DAMAGE: dict[str, Damage] = {
    "wrong die": within(r"(?<![0-9/])([1-6])(?=[1-6]\b|[1-6][a-z]|-[1-6]| [1-6]\))", other_digit, Turn),
    "wrong point": within(r"(?<=[/-])([0-9]{1,2}|[a-x])(?=\W|$)|(?<=[1-6]{2})([a-x])", other_point, Turn),
    "points swapped": within(r"(?<=\s)\w+/\w+(?=\s|$)", swapped, Turn),
    "step left out": within(r"(?<=\s)\w+[/-]\w+\*?,? (?=\w)|(?<=[1-6]{2}[a-z]{2})[a-z]{2}", nothing, Turn),
    "play left out": within(r"(?<=:) .*$|(?<=\)) .*$|(?<=[1-6]{2})[a-z]+(?=\])", nothing, Turn),
    "hit mark lost": within(r"\*", nothing, Turn),
    "wrong points": within(r"(?<=[ +])([1-9])(?=\D)", other_digit, ResultClaim),
    "wrong cube value": within(r"(?<=\s)([248])$", other_digit, Double),
    "turn lost": line_gone(Turn),
    "cube lost": line_gone(Double, Take),
    "turn twice": line_twice,
    "row lost": row_gone,
    "columns shifted": columns_shifted,
}


def wrong_score(one: Record, random: Random) -> str | None:
    """A score at the head of a game is wrong."""
    scores = [game.score for match in one.reading.matches for game in match.games if game.score]
    spans = [score.span for score in scores if score.span and any(score.score)]
    if not spans:
        return None
    start, end = place(one, random.choice(spans))
    found = list(re.finditer(r"(?<=[ :.-])[1-9](?=[^0-9])", one.text[start : end + 1]))
    if not found:
        return None
    at = start + random.choice(found).start()
    return one.text[:at] + other_digit(one.text[at], random) + one.text[at + 1 :]


DAMAGE["wrong score"] = wrong_score


def in_cells(change: Change) -> Damage:
    """One of the seeded faults of `mutations`, in a record that `sheet` has written."""

    def damage(one: Record, random: Random) -> str | None:
        if not one.name.startswith("sheet"):
            return None
        copy = sheet(one.text)
        return copy.text() if change(copy, random) else None

    return damage


DAMAGE.update({f"sheet: {kind}": in_cells(change) for kind, change in CHANGES.items()})

# repair


def handed(reading: Reading, truth: Sequence[Match]) -> tuple[Match, ...] | None:
    """The true events with the places of those that they replace; None where the games are not the same."""
    if [len(match.games) for match in reading.matches] != [len(match.games) for match in truth]:
        return None
    return tuple(
        replace(true, games=tuple(_handed(*games) for games in zip(match.games, true.games, strict=True)))
        for match, true in zip(reading.matches, truth, strict=True)
    )


def _handed(read: Game, true: Game) -> Game:
    """The events of a game: those that are read alike, and in their places those that are not."""
    told, due = ([repr(_bare(event)) for event in game.events] for game in (read, true))
    events: list[Event] = []
    for tag, first, last, start, end in SequenceMatcher(None, told, due, autojunk=False).get_opcodes():
        if tag == "equal":
            events += read.events[first:last]
            continue
        old, new = list(read.events[first:last]), true.events[start:end]
        for event in new:
            like = next((one for one in old if _alike(one, event)), None)
            if like is not None:
                del old[: old.index(like) + 1]
            events.append(_at(event, like.span if like is not None else None))
    score = true.score
    if score is not None and read.score is not None:
        score = replace(score, span=read.score.span)
    return replace(true, events=tuple(events), score=score, span=read.span)


def _bare(event: Event) -> Event:
    bare = _at(event, None)
    return replace(bare, text="") if isinstance(bare, Turn) else bare


def _at(event: Any, span: Span | None) -> Any:
    return replace(event, span=span)


def _alike(one: Event, other: Event) -> bool:
    """Whether one event may have been the other before it was damaged."""
    if not isinstance(one, Turn) or not isinstance(other, Turn):
        return type(one) is type(other)
    return one.dice == other.dice or one.deed == other.deed or _nearly(one, other)


def _nearly(one: Turn, other: Turn) -> bool:
    if not isinstance(one.deed, Play) or not isinstance(other.deed, Play):
        return one.dice == other.dice
    return bool(set(one.deed.hops) & set(other.deed.hops))


@dataclass(frozen=True)
class Case:
    """A damaged text, what became of it, and why it was refused if it was."""

    record: Record
    kind: str
    damaged: str
    result: str | None
    right: bool = False
    why: str = ""

    @property
    def exact(self) -> bool:
        """Whether the text is what it was before the damage."""
        return self.result == self.record.text

    @property
    def besides(self) -> int:
        """How many lines were touched that the damage had not changed."""
        if self.result is None or self.exact:
            return 0
        damaged, before, after = (lines_of(text) for text in (self.damaged, self.record.text, self.result))
        return len(touched(damaged, after) - touched(damaged, before))


def lines_of(text: str) -> list[str]:
    """The lines of a text with their ends."""
    return text.splitlines(keepends=True)


def touched(one: list[str], other: list[str]) -> set[int]:
    """The lines of a text that are not in another, and those before which something stands there."""
    found: set[int] = set()
    for tag, first, last, _, _ in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if tag != "equal":
            found.update(range(first, max(last, first + 1)))
    return found


def heads(matches: Sequence[Match]) -> list[object]:
    """What stands around the events of matches."""
    return [
        (replace(match, games=()), [(game.number, game.score is None) for game in match.games])
        for match in matches
    ]


def case(one: Record, kind: str, random: Random) -> Case | None:
    """A record damaged and patched; None where there is no place for the damage or it says the same."""
    text = DAMAGE[kind](one, random)
    if text is None or text == one.text:
        return None
    source = Source(text.encode())
    reading = read_source(source, one.reading.format)
    repaired = handed(reading, one.reading.matches)
    if repaired is None or repaired == reading.matches or heads(repaired) != heads(reading.matches):
        return None
    try:
        data = patch_file(source, reading, repaired)
    except ValueError as error:
        return Case(one, kind, text, None, why=str(error))
    right = read_source(Source(data), one.reading.format).matches == one.reading.matches
    return Case(one, kind, text, data.decode(), right)


def cases(records: list[Record], n: int, seed: int, kinds: Sequence[str] = tuple(DAMAGE)) -> Iterator[Case]:
    """So many cases, the notations and the kinds of damage in turn."""
    random = Random(seed)
    by_kind: dict[str, list[Record]] = defaultdict(list)
    for one in records:
        by_kind[one.kind].append(one)
    notations = sorted(by_kind)
    for number in range(n):
        notation = notations[number % len(notations)]
        some = [kind for kind in kinds if not kind.startswith("sheet") or notation == "mat (sheet)"]
        kind = some[number // len(notations) % len(some)] if some else ""
        for _ in range(8 if some else 0):
            found = case(random.choice(by_kind[notation]), kind, random)
            if found is not None:
                yield found
                break


def table(done: Sequence[Case]) -> str:
    """The figures by notation and by kind of damage, and over all."""
    rows = [f"{'':22} {'cases':>6} {'patched':>8} {'exact':>8} {'besides':>8} {'lines':>6} {'refused':>8}"]
    groups: dict[str, list[Case]] = {}
    for name in ("notation", "damage"):
        for one in sorted(done, key=lambda one: one.record.kind if name == "notation" else one.kind):
            groups.setdefault(one.record.kind if name == "notation" else one.kind, []).append(one)
    for name, some in [*groups.items(), ("all", list(done))]:
        n = len(some)
        besides = [one.besides for one in some]
        rows.append(
            f"{name:22} {n:6} {sum(one.right for one in some) / n:8.2%} "
            f"{sum(one.exact for one in some) / n:8.2%} {sum(map(bool, besides)) / n:8.2%} "
            f"{sum(besides):6} {sum(one.result is None for one in some) / n:8.2%}"
        )
    return "\n".join(rows)


def shown(one: Case) -> str:
    """A case as two differences: what the damage did, and what the repair."""
    from difflib import unified_diff

    said = [f"--- {one.record.name}: {one.kind} {one.why}"]
    for before, after in ((one.record.text, one.damaged), (one.damaged, one.result or "")):
        if after:
            said += list(unified_diff(lines_of(before), lines_of(after), n=1))[2:40]
    return "\n".join(line.rstrip("\r\n") for line in said)


def main() -> None:
    """Print the figures, and the cases asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", choices=["refused", "besides", "inexact"])
    parser.add_argument("--most", type=int, default=20, help="how many cases to show")
    parser.add_argument("--kind", choices=DAMAGE, action="append")
    parser.add_argument("--notation", action="append", help="such as mat:xg or sgf")
    parser.add_argument("--every", type=int, default=1, help="one of so many files of the corpus")
    given = parser.parse_args()
    records = [*generated(), *samples(), *corpus(given.every)]
    if given.notation:
        records = [one for one in records if one.kind in given.notation]
    done = list(cases(records, given.n, given.seed, given.kind or tuple(DAMAGE)))
    wanted: dict[str | None, Callable[[Case], bool]] = {
        "refused": lambda one: one.result is None,
        "besides": lambda one: one.besides > 0,
        "inexact": lambda one: not one.exact,
    }
    for one in [one for one in done if given.show and wanted[given.show](one)][: given.most]:
        print(shown(one))
    print(table(done))


if __name__ == "__main__":
    main()
