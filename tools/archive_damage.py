"""`python -m tools.archive_damage --trials 200`: a table is deleted, cut or has a bit turned, and asked.

`kotra archive verify` has to name it. Until then a question may be answered as before, or be refused in one
sentence that names the table and the remedy; a traceback is never right, and another answer is counted. A
build has to end in the tables that were there.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random

from referees.archives import generated, made, rows
from tests.calls import kotra

# Every command that reads tables, without the archive.
ASKED: Mapping[str, tuple[str, ...]] = {
    "query": ("SELECT sum(seat), sum(die1), min(play), max(before) FROM turns",),
    "query of files": ("SELECT path, status, file FROM files ORDER BY ALL", "--output-format", "json"),
    "ask": ("opening-plays",),
    "audit": ("--output-format", "json"),
    "find": ("--position", "4HPwATDgc/ABMA", "--within", "1"),
    "find by pattern": ("--pattern", "roll holds 5 points"),
    "people": ("--output-format", "json"),
    "same": ("--output-format", "json"),
    "export": ("-", "--to", "csv", "--query", "SELECT * FROM games ORDER BY ALL"),
    "page": ("--player", "Anna", "-o", "-"),
}
WAYS = ("deleted", "cut", "turned")


def ask(archive: Path, name: str) -> tuple[int, str, str]:
    """The status, answer and complaint of a command."""
    result = kotra("archive", name.split()[0], archive, *ASKED[name])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        return 1, "", f"Traceback: {result.exception!r}"
    return result.exit_code, result.stdout, result.stderr


def damage(archive: Path, random: Random, way: str) -> Path:
    """Damage a table of an archive; which one."""
    table = random.choice(sorted(archive.glob("parts/*/*")))
    data = bytearray(table.read_bytes())
    if way == "deleted" or not data:
        table.unlink()
    elif way == "cut":
        table.write_bytes(data[: random.randrange(len(data))])
    else:
        bit = random.randrange(len(data) * 8)
        data[bit // 8] ^= 1 << bit % 8
        table.write_bytes(data)
    return table


class Trials:
    """An archive that is damaged again and again, and what came of it."""

    def __init__(self, folder: Path, random: Random, names: Iterable[str] = ASKED) -> None:
        self.folder, self.random = folder, random
        self.seen: Counter[str] = Counter()
        self.wrong: list[str] = []
        self._whole = folder / "whole"
        made(self._whole, generated(folder / "matches", 3, 1))
        self._rows = rows(self._whole)
        self._answers = {name: ask(self._whole, name) for name in names}

    def one(self, number: int) -> None:
        """One trial, in which everything is asked."""
        archive, way = self.folder / f"damaged-{number}", WAYS[number % len(WAYS)]
        shutil.copytree(self._whole, archive)
        table = damage(archive, self.random, way)
        for name in self._answers:
            self._note(number, way, table, name, ask(archive, name))
        verified = kotra("archive", "verify", archive)
        if verified.exit_code != 1 or str(table) not in verified.stdout.replace("\n", ""):
            self.wrong.append(f"{number}: {way} {table.name}: verify says {verified.output}")
        done = made(archive, self.folder / "matches", verify=True)
        if [one.path for one in done.damaged] != [table] or done.lost or rows(archive) != self._rows:
            self.wrong.append(f"{number}: {way} {table.name}: the build made other tables")
        if kotra("archive", "verify", archive).exit_code:
            self.wrong.append(f"{number}: {way} {table.name}: it is damaged after the build")
        shutil.rmtree(archive)

    def _note(self, number: int, way: str, table: Path, name: str, got: tuple[int, str, str]) -> None:
        told = got[2].strip()
        if got == self._answers[name]:
            self.seen[f"{way}: answered as before"] += 1
        elif got[0] == 2 and str(table) in told and "kotra archive build" in told and "\n" not in told:
            self.seen[f"{way}: refused, and the table named"] += 1
        elif way == "turned" and got[0] < 2 and "Traceback" not in told:
            self.seen[f"{way}: another answer before it was verified"] += 1
        else:
            self.wrong.append(f"{number}: {way} {table.name}: {name}: {got}")


def main() -> None:
    """Damage tables, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        trials = Trials(Path(place), Random(chosen.seed))
        for number in range(chosen.trials):
            trials.one(number)
        for said, times in sorted(trials.seen.items()):
            print(f"{times:6} {said}")
        print(f"{chosen.trials} trials with seed {chosen.seed}: {len(trials.wrong)} wrong")
        for said in trials.wrong:
            print(said)


if __name__ == "__main__":
    main()
