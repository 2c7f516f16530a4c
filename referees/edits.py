"""A text edited at random, as somebody types, cuts and pastes who does not look at it; a seed repeats it.

    python -m referees.edits N SEED EVERY

edits samples N times in all, and holds what is found in each version, with what is kept of those before it,
against what is found in the text alone; every EVERYth time, with what was probably meant, against `kotra
check` of it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

import kotra_notation as kn
from kotra_notation.findings import Finding
from kotra_notation.record.editing import judge
from kotra_notation.replay.kept import KeptGames

SAMPLES = Path(__file__).parent.parent / "samples"
TYPED = "0123456789/*:()-> \n\tabcdefghijklmnopqrstuvwxyzWBOX?!#;[]\"'.,ðþé\ufeff\u2028😀"
WORDS = (
    *("31: ", "8/5 6/5", "W 31: ", "B 66: ", "W doubles 2", "B takes", "B drops", "W wins 2", "game 2 1-0\n"),
    *(
        "ruling stood",
        " Game 3\n",
        " Doubles => 2",
        " Takes",
        " Wins 1 point\n",
        "; kotra: ignore P203 why\n",
    ),
    *("rules: modern,beavers=on\n", "length: 5\n", "# comment", "kotra 1\n", ";B[31hegf]", "a/e b/f", "\r\n"),
)
# After so many edits of a text another one is taken up.
LONGEST_RUN = 25


def _typed(text: str, random: Random) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + random.choice(TYPED) + text[at:]


def _deleted(text: str, random: Random) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + text[at + random.choice((1, 1, 1, 2, 5)) :]


def _exchanged(text: str, random: Random) -> str:
    figures = [at for at, sign in enumerate(text) if sign.isdigit()] or [0]
    at = random.choice(figures)
    return text[:at] + random.choice("0123456") + text[at + 1 :]


def _worded(text: str, random: Random) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + random.choice(WORDS) + text[at:]


def _in_lines(change: Callable[[list[str], int, Random], None]) -> Callable[[str, Random], str]:
    def changed(text: str, random: Random) -> str:
        lines = text.split("\n")
        change(lines, random.randrange(len(lines)), random)
        return "\n".join(lines)

    return changed


def _line_gone(lines: list[str], at: int, random: Random) -> None:
    del lines[at : at + random.choice((1, 1, 1, 3, 20))]


def _line_twice(lines: list[str], at: int, random: Random) -> None:
    lines.insert(at, lines[at])


def _line_moved(lines: list[str], at: int, random: Random) -> None:
    line = lines.pop(at)
    lines.insert(random.randrange(len(lines) + 1), line)


def _line_empty(lines: list[str], at: int, random: Random) -> None:
    lines.insert(at, "")


def _pasted(lines: list[str], at: int, random: Random) -> None:
    begin = random.randrange(len(lines))
    lines[at:at] = lines[begin : begin + random.choice((2, 10, 40))]


EDITS = (
    *(_typed, _typed, _deleted, _deleted, _exchanged, _exchanged, _exchanged, _worded),
    *map(_in_lines, (_line_gone, _line_twice, _line_moved, _line_empty, _pasted)),
)


class Difference(NamedTuple):
    """A text of which something else was found than `kotra check` finds."""

    text: str
    found: list[Finding]
    checked: list[Finding]


def edited(text: str, random: Random) -> str:
    """A text after one edit."""
    return random.choice(EDITS)(text, random)


def versions(texts: list[str], number: int, seed: int) -> Iterator[tuple[bool, str]]:
    """So many versions of texts, and whether another text is taken up with it; some edits are taken back."""
    random = Random(seed)
    left = 0
    before: list[str] = []
    for _ in range(number):
        begun = left == 0
        if begun:
            left, before = random.randint(1, LONGEST_RUN), [random.choice(texts)]
        back = len(before) > 1 and random.random() < 0.15
        text = before[-2] if back else edited(before[-1], random)
        before.append(text)
        left -= 1
        yield begun, text


def differences(texts: list[str], number: int, seed: int, every: int = 1) -> Iterator[Difference]:
    """The versions of texts of which something else is found than `kotra check` finds.

    What was probably meant is asked `every` so many times.
    """
    kept = KeptGames()
    for at, (begun, text) in enumerate(versions(texts, number, seed), 1):
        if begun:
            kept = KeptGames()
        found = judge(text, kept=kept, hints=False).findings
        checked = judge(text, hints=False).findings
        if found == checked and at % every == 0:
            places = _places(found)
            found = judge(text, kept=kept).findings
            checked = kn.check(text.encode("utf-8", "surrogatepass")).findings
            if places != _places(checked):
                yield Difference(text, list(found), list(checked))
        if found != checked:
            yield Difference(text, list(found), list(checked))


def _places(found: Iterable[Finding]) -> list[object]:
    # Only who asks for hints is told where they end.
    return [(one.code, one.span, one.severity) for one in found if one.kind.name != "hints-left-out"]


def sample_texts() -> list[Path]:
    """The samples that are texts."""
    found = []
    for path in sorted(SAMPLES.rglob("*")):
        if path.is_file() and path.suffix not in (".xz", ".md"):
            with suppress(UnicodeDecodeError):
                path.read_bytes().decode()
                found.append(path)
    return found


def texts(longest: int = 100_000) -> list[str]:
    """What stands in the samples that are no longer."""
    found = (path.read_bytes().decode() for path in sample_texts())
    return [text for text in found if len(text) < longest]


def main() -> None:
    """Edit the samples, and print what differs."""
    number, seed, every = map(int, sys.argv[1:])
    begun = time.monotonic()
    count = 0
    for one in differences(texts(), number, seed, every):
        count += 1
        print(repr(one.text))
        print("kept:   ", [(found.code, found.span, found.message, found.meant) for found in one.found])
        print("checked:", [(found.code, found.span, found.message, found.meant) for found in one.checked])
    print(f"{number} edits, seed {seed}: {count} differ; {time.monotonic() - begun:.0f} s")
    sys.exit(count > 0)


if __name__ == "__main__":
    main()
