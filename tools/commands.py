"""Whole commands on damaged records: no traceback, no fault of ours, and the status that the contract says.

`python -m tools.commands --n 2000 --seed 1` runs so many and prints those that went wrong, their files kept.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random, SystemRandom

from typer.testing import CliRunner, Result

from kotra_notation.cli.app import app
from kotra_notation.formats import FORMATS
from kotra_notation.jobs.guarding import LIMIT
from tools.fuzz.mutating import Mutator, grammar_words

SAMPLES = Path(__file__).parent.parent / "samples"
REPORTS = ("html", "md", "txt", "json")
WRITTEN = [name for name, format in FORMATS.items() if format.write]
# So many commands are given the same damaged record.
EACH = 9


@dataclass(frozen=True, slots=True)
class Wrong:
    """A command that ended otherwise than it may."""

    words: tuple[str, ...]
    why: str
    output: str


@dataclass(frozen=True, slots=True)
class Place:
    """A damaged record, the sound one, and a folder for what is written."""

    bad: Path
    sound: Path
    folder: Path

    @property
    def new(self) -> Path:
        """A target that is not there yet."""
        target = self.folder / "new"
        target.unlink(missing_ok=True)
        return target


def kotra(*words: str | Path) -> Result:
    """A command as it ends in this process."""
    return CliRunner().invoke(app, [str(word) for word in words])


def check(place: Place, random: Random) -> Iterator[tuple[Result, str]]:
    """The status is that of the findings, in every form."""
    result = kotra("check", place.bad, "--output-format", "json")
    errors = json.loads(result.stdout)["summary"]["errors"] if result.exit_code != 2 else 0
    yield (
        result,
        "" if result.exit_code == 2 or result.exit_code == bool(errors) else "not the status of check",
    )
    form = random.choice(("text", "sarif", "github"))
    again = kotra("check", place.bad, "--output-format", form)
    yield again, "" if again.exit_code == result.exit_code else f"another status as {form}"


def convert(place: Place, random: Random) -> Iterator[tuple[Result, str]]:
    """What is written is there whole, and can be read; what is refused leaves nothing."""
    name = random.choice(WRITTEN)
    dialects = ["", *(f":{one}" for one in FORMATS[name].dialects)]
    target = place.new
    result = kotra("convert", place.bad, target, "--to", name + random.choice(dialects), "--split")
    parts = sorted(place.folder.glob("new*"))
    yield result, "" if bool(parts) == (result.exit_code != 2) else "written and refused, or neither"
    if parts:
        back = kotra("check", parts[0], "--from", name)
        yield back, "" if back.exit_code != 2 else "what was written cannot be read"
    for part in parts:
        part.unlink()


def report(place: Place, random: Random) -> Iterator[tuple[Result, str]]:
    """A page is there where there is a match."""
    form, target = random.choice(REPORTS), place.new
    result = kotra("report", place.bad, "-o", target, "--to", form)
    yield result, "" if target.exists() == (result.exit_code != 2) else "a page and a refusal, or neither"


def quiz(place: Place, random: Random) -> Iterator[tuple[Result, str]]:
    """A quiz is there where there is something to ask."""
    target = place.new
    words = ("--least", "0", "--to", random.choice(("html", "json")))
    result = kotra("quiz", place.bad, "-o", target, *words)
    yield result, "" if target.exists() == (result.exit_code != 2) else "a quiz and a refusal, or neither"


def fix(place: Place, random: Random) -> Iterator[tuple[Result, str]]:
    """The status is that of what is left in the mended file."""
    target = place.folder / f"mended{place.bad.suffix}"
    target.unlink(missing_ok=True)
    result = kotra("fix", place.bad, "-o", target, "--output-format", random.choice(("text", "json", "diff")))
    yield result, "" if target.exists() == (result.exit_code != 2) else "mended and refused, or neither"
    if target.exists():
        left = kotra("check", target)
        yield left, "" if left.exit_code == result.exit_code else "not the status of what is left"


def diff(place: Place, random: Random) -> Iterator[tuple[Result, str]]:
    """A record is equal to itself, and as different from another as that from it."""
    itself = kotra("diff", place.bad, place.bad)
    yield itself, "" if itself.exit_code in (0, 2) else "different from itself"
    there = kotra("diff", place.bad, place.sound, "--output-format", random.choice(("text", "json")))
    back = kotra("diff", place.sound, place.bad)
    yield there, "" if there.exit_code == back.exit_code else "another status the other way round"
    yield back, ""


def merge(place: Place, random: Random) -> Iterator[tuple[Result, str]]:
    """What is merged is there and can be read."""
    target = place.new
    result = kotra("merge", place.bad, place.sound, "-o", target, "--to", random.choice(("kotra", "json")))
    yield result, "" if target.exists() == (result.exit_code != 2) else "merged and refused, or neither"


def same(place: Place, random: Random) -> Iterator[tuple[Result, str]]:
    """It is done or it could not be."""
    result = kotra("same", place.bad, place.sound, "--output-format", random.choice(("text", "json")))
    yield result, "" if result.exit_code in (0, 2) else "no status of same"


def stats(place: Place, random: Random) -> Iterator[tuple[Result, str]]:
    """What the evaluations say, and in a record of any kind nothing but that or a refusal."""
    words = (
        "--convention",
        random.choice(("gnubg", "xg")),
        "--output-format",
        random.choice(("text", "json")),
    )
    yield kotra("stats", place.bad, place.sound, *words), ""


def anonymize(place: Place, random: Random) -> Iterator[tuple[Result, str]]:
    """It is done or it could not be."""
    target = place.new
    result = kotra("anonymize", place.bad, target, "--to", random.choice(WRITTEN))
    yield result, "" if target.exists() == (result.exit_code == 0) else "written and refused, or neither"


COMMANDS: dict[str, Callable[[Place, Random], Iterator[tuple[Result, str]]]] = {
    one.__name__: one for one in (check, convert, report, quiz, fix, diff, merge, same, stats, anonymize)
}


def wrong(result: Result, expected: str) -> str:
    """Why a command went wrong, or nothing."""
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        return f"traceback: {result.exception!r}"
    if "A fault of kotra" in result.output:
        return "a fault of ours"
    if "Traceback" in result.output:
        return "a traceback in what is printed"
    if result.exit_code not in (0, 1, 2):
        return f"status {result.exit_code}"
    if result.exit_code == 2 and not result.stderr.startswith("kotra: "):
        return "status 2 without a word"
    return expected


def damaged(random: Random, mutator: Mutator) -> tuple[Path, bytes]:
    """A sample, and what became of it."""
    samples = sorted(path for path in SAMPLES.rglob("*") if path.is_file() and path.name != "README.md")
    path, other = random.choice(samples), random.choice(samples)
    return path, mutator.mutated(path.read_bytes(), other.read_bytes())


def run(number: int, seed: int, keep: Path | None = None) -> tuple[Counter[str], list[Wrong]]:
    """So many commands, how many of each ended with which status, and those that went wrong."""
    random = Random(seed)
    mutator = Mutator(random, grammar_words())
    statuses: Counter[str] = Counter()
    found: list[Wrong] = []
    with tempfile.TemporaryDirectory() as name:
        while statuses.total() < number:
            path, data = damaged(random, mutator)
            place = Place(Path(name) / f"bad{path.suffix}", path, Path(name))
            place.bad.write_bytes(data)
            for command in random.sample(list(COMMANDS), EACH):
                if statuses.total() >= number:
                    break
                begun = time.process_time()
                for result, expected in COMMANDS[command](place, random):
                    statuses[f"{command} {result.exit_code}"] += 1
                    why = wrong(result, expected)
                    if time.process_time() - begun > LIMIT:
                        why = why or "slow"
                    if why:
                        found.append(Wrong((command, path.name), why, result.output[-2000:]))
                        if keep is not None:
                            keep.mkdir(parents=True, exist_ok=True)
                            shutil.copy(place.bad, keep / f"{len(found):03}-{command}-{path.name}")
    return statuses, found


def main() -> None:
    """Run commands, print how they ended, and leave with status 1 where one went wrong."""
    parser = argparse.ArgumentParser(prog="python -m tools.commands")
    parser.add_argument("--n", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(2**32))
    parser.add_argument("--keep", type=Path, default=Path("commands-found"))
    chosen = parser.parse_args()
    print(f"seed {chosen.seed}", flush=True)
    statuses, found = run(chosen.n, chosen.seed, chosen.keep)
    for one in found:
        print(f"{' '.join(one.words)}: {one.why}\n{one.output}\n")
    print(", ".join(f"{name}: {times}" for name, times in sorted(statuses.items())))
    print(f"{statuses.total()} commands, {len(found)} went wrong; seed {chosen.seed}")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
