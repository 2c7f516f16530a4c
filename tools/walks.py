"""The way of one line, turn or finding through the house, measured: `python -m tools.walks [--way]`.

A walk begins where a function is called with what is followed, and ends where that call returns. A stay is a
run of calls in one file; who follows the walk in the source opens a file so often. Each walk is taken as the
first of its kind in its process, before anything is remembered.
"""

from __future__ import annotations

import argparse
import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from itertools import groupby
from pathlib import Path
from types import CodeType, FrameType

import kotra_notation as kn

ROOT = Path(kn.__file__).parent
SAMPLES = ROOT.parent / "samples"
SLIP = SAMPLES / "faulty" / "slip.mat"
WRONG = 18  # the line of the slip
# What is only imported when it is asked for: an import is no part of a walk.
LATE = (
    "formats.mat",
    "features.check.command",
    "features.check.output",
    "repair",
    "report.page",
    "report.rendering",
)

# A walk that comes to more places than this is printed as figures alone.
LONGEST = 70

Locals = dict[str, object]


@dataclass(slots=True)
class Walk:
    """What is followed: the name of the first function, and how its call is known among others."""

    title: str
    begins: str
    known: Callable[[Locals], bool]
    calls: list[CodeType] = field(default_factory=list)

    @property
    def ways(self) -> list[tuple[str, list[str]]]:
        """The stays in their order: the file, and the functions that are met in it for the first time."""
        found, met = [], set[CodeType]()
        for file, codes in groupby(self.calls, file_of):
            new = [code for code in dict.fromkeys(codes) if code not in met]
            met.update(new)
            found.append((file, [code.co_qualname for code in new]))
        return found

    def row(self) -> str:
        """The figures as a row of the table in `docs/architecture.md`."""
        functions, files = len(set(self.calls)), len({file_of(code) for code in self.calls})
        return f"| {self.title} | {len(self.calls):,} | {functions} | {files} | {len(self.ways):,} |"


@dataclass(slots=True)
class Recorder:
    """Notes the calls between the beginning of a walk and its end; the first such call is the walk."""

    walk: Walk
    inside: FrameType | None = None
    over: bool = False
    generators: set[FrameType] = field(default_factory=set)

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """What the interpreter tells of a call or a return."""
        if event == "call" and not self.over:
            if self.inside is None and self._begins(frame):
                self.inside = frame
            if self.inside is not None and self._counts(frame):
                self.walk.calls.append(frame.f_code)
        elif event == "return" and frame is self.inside:
            self.inside, self.over = None, True

    def _begins(self, frame: FrameType) -> bool:
        return frame.f_code.co_qualname == self.walk.begins and self.walk.known(frame.f_locals)

    def _counts(self, frame: FrameType) -> bool:
        """Whether a function of ours is called: no comprehension, class or module, no generator going on."""
        code = frame.f_code
        if code.co_name.startswith("<") or not code.co_flags & inspect.CO_OPTIMIZED:
            return False
        if not code.co_filename.startswith(str(ROOT)):
            return False
        if code.co_flags & inspect.CO_GENERATOR:
            again = frame in self.generators
            self.generators.add(frame)
            return not again
        return True


def file_of(code: CodeType) -> str:
    """The file of a function, below the package."""
    return Path(code.co_filename).relative_to(ROOT).as_posix()


def taken(walk: Walk, action: Callable[[], object]) -> Walk:
    """The walk with what was called in it."""
    before = sys.getprofile()
    sys.setprofile(Recorder(walk))
    try:
        action()
    finally:
        sys.setprofile(before)
    if not walk.calls:
        raise LookupError(f"{walk.begins} is never called so: {walk.title}")
    return walk


def line_of(value: object) -> int | None:
    """The line that an event or a frame is of."""
    span = getattr(getattr(value, "event", value), "span", None)
    return span.line if span else None


def anything(_: Locals) -> bool:
    """Any call will do."""
    return True


def checked() -> None:
    """`kotra check` of the slip, to nowhere."""
    printer = import_module(f"{kn.__name__}.features.check.output").TextPrinter(lambda line: None)
    for one in kn.check(SLIP).files:
        printer.file(one)


def walks() -> list[Walk]:
    """All walks, taken in their order."""
    for name in LATE:
        import_module(f"{kn.__name__}.{name}")

    def replayed() -> None:
        kn.replay(kn.read(SLIP).matches[0])

    def published() -> None:
        kn.report(kn.replay(kn.read(SLIP).matches[0]))

    def cube(known: Locals) -> bool:
        return type(known["event"]).__name__ == "Double"

    def offered(known: Locals) -> bool:
        return "Doubles" in str(known["line"])

    def wrong(known: Locals) -> bool:
        return line_of(known.get("event", known.get("frame"))) == WRONG

    def sound(known: Locals) -> bool:
        return line_of(known.get("event", known.get("frame"))) == WRONG + 1

    return [
        taken(Walk("a `.mat` file of 28 rows read", "read", anything), lambda: kn.read(SLIP)),
        taken(Walk("… again, its texts remembered", "read", anything), lambda: kn.read(SLIP)),
        taken(Walk("… its first 17 rows, common ones", "Rows.plain", anything), lambda: kn.read(SLIP)),
        taken(Walk("… a row with a cube action", "Reader._line", offered), lambda: kn.read(SLIP)),
        taken(Walk("a cube action judged", "GameFold._apply", cube), replayed),
        taken(Walk("the 16 common turns before the slip judged", "GameFold._pass_over", anything), replayed),
        taken(Walk("a wrong turn judged", "GameFold._apply", wrong), replayed),
        taken(Walk("a finding to its printed lines", "TextPrinter._finding", anything), checked),
        taken(Walk("a turn to its place in the page", "GameItems._event", sound), published),
        taken(Walk("a wrong turn to its place in the page", "GameItems._event", wrong), published),
        taken(Walk("all of `kotra check`", "check", anything), checked),
        taken(Walk("all of the page", "report", anything), published),
    ]


def main() -> None:
    """Print the table, and with `--way` where each walk comes to, as far as it is not too long."""
    parser = argparse.ArgumentParser(prog="python -m tools.walks")
    parser.add_argument("--way", action="store_true", help="print where each walk comes to, in its order")
    asked = parser.parse_args()
    done = walks()
    print("| walk | calls | functions | files | stays |\n|---|---|---|---|---|")
    print("\n".join(walk.row() for walk in done))
    for walk in done if asked.way else []:
        ways = [(file, names) for file, names in walk.ways if names]
        if len(ways) <= LONGEST:
            print(f"\n{walk.title}:")
            print("\n".join(f"    {file:34} {', '.join(names)}" for file, names in ways))


if __name__ == "__main__":
    main()
