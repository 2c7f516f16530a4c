"""Change the code on purpose and see whether the tests notice: `python -m tools.mutants PATHS`.

A mutant is one change of one comparison, boolean, constant, sum or returned value. `--changed REV` takes only
lines changed since a commit; `--n` draws so many at random, repeatably by `--seed`. First the tests run once
under coverage, to learn which test reaches which line (`--map FILE` keeps that). Then each mutant is written
into a copy of the tree, where the tests that reach its line run, the most particular first, until one fails.

A survivor is a missing row of a test, or equivalent to the code: then tests/mutants.md says why.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = "kotra_notation"
QUICK = "not middle and not slow"
# A mutant that makes a loop endless is noticed by the time its tests take.
SLOWEST = 300
SELECTED = "KOTRA_MUTANT_TESTS"

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
# Arguments that change nothing a test could see.
IDLE_ARGUMENTS = {"strict", "frozen", "slots", "maxsize", "kw_only", "repr", "compare", "max_help_position"}


@dataclass(frozen=True)
class Mutant:
    """One change of a file: the new text of one expression or statement."""

    path: Path
    line: int
    old: str
    new: str
    begin: int
    end: int

    def text(self) -> str:
        """Return the whole file with the change."""
        data = self.path.read_bytes()
        return (data[: self.begin] + self.new.encode() + data[self.end :]).decode()

    def __str__(self) -> str:
        where = self.path.relative_to(ROOT)
        return f"{where}:{self.line}  {' '.join(self.old.split())}  ->  {' '.join(self.new.split())}"


def mutants_of(path: Path) -> list[Mutant]:
    """Return every mutant of a file, in the order of its lines."""
    source = path.read_text(encoding="utf-8")
    offsets = [0]
    for line in source.encode().splitlines(keepends=True):
        offsets.append(offsets[-1] + len(line))
    found = []
    for node in code_nodes(ast.parse(source)):
        begin = offsets[node.lineno - 1] + node.col_offset
        end = offsets[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        old = source.encode()[begin:end].decode()
        for new in changes(node):
            found.append(Mutant(path, node.lineno, old, new, begin, end))
    return sorted(found, key=lambda mutant: (mutant.line, mutant.begin))


def code_nodes(tree: ast.AST) -> Iterator[ast.expr | ast.Return]:
    """Yield expressions and returns that run: no annotations, decorators, docstrings or imports for types."""
    for name, value in ast.iter_fields(tree):
        if name in {"annotation", "returns", "decorator_list", "type_params", "bases"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or is_for_types(child):
                continue
            if isinstance(child, ast.keyword) and child.arg in IDLE_ARGUMENTS:
                continue
            if isinstance(child, ast.expr | ast.Return):
                yield child
            yield from code_nodes(child)


def is_for_types(node: ast.AST) -> bool:
    """Return whether this is for the type checker alone, or an f-string, whose parts have no positions."""
    if isinstance(node, ast.If):
        return ast.unparse(node.test) == "TYPE_CHECKING"
    return isinstance(node, ast.JoinedStr)


def changes(node: ast.expr | ast.Return) -> Iterator[str]:
    """Yield what may stand in place of an expression or a return."""
    match node:
        case ast.Compare(ops=ops, left=left, comparators=others):
            for at, op in enumerate(ops):
                changed = [*ops[:at], COMPARISONS[type(op)](), *ops[at + 1 :]]
                yield f"({ast.unparse(ast.Compare(left, changed, others))})"
        case ast.BoolOp(op=op, values=values):
            other = ast.And() if isinstance(op, ast.Or) else ast.Or()
            yield f"({ast.unparse(ast.BoolOp(other, values))})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield f"bool({ast.unparse(operand)})"
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right):
            other_sign = ast.Sub() if isinstance(op, ast.Add) else ast.Add()
            if not any(
                isinstance(side, ast.Constant) and isinstance(side.value, str) for side in (left, right)
            ):
                yield f"({ast.unparse(ast.BinOp(left, other_sign, right))})"
        case ast.Constant(value=bool() as value):
            yield str(not value)
        case ast.Constant(value=int() as value):
            yield str(value + 1)
        case ast.Return(value=ast.expr() as value) if not is_none(value):
            yield "return None"


def is_none(node: ast.expr) -> bool:
    """Return whether an expression is the word None."""
    return isinstance(node, ast.Constant) and node.value is None


def changed_lines(revision: str, paths: Sequence[str]) -> dict[Path, set[int]]:
    """Return the lines of each file that changed since a commit."""
    command = ["git", "diff", "-U0", "--no-color", "--find-renames", revision, "--", *paths]
    diff = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    lines: dict[Path, set[int]] = defaultdict(set)
    path = ROOT
    for row in diff.splitlines():
        if row.startswith("+++ "):
            path = ROOT / row.removeprefix("+++ ").removeprefix("b/")
        elif hunk := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", row):
            first, count = int(hunk[1]), int(hunk[2] or 1)
            lines[path].update(range(first, first + count))
    return lines


@dataclass
class Reach:
    """Which tests reach which lines."""

    lines: dict[str, dict[int, set[str]]] = field(default_factory=dict)
    breadth: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    @classmethod
    def read(cls, path: Path) -> Reach:
        """Read what coverage wrote, with a context for each test."""
        from coverage import CoverageData

        data = CoverageData(str(path))
        data.read()
        reach = cls()
        for name in data.measured_files():
            contexts = data.contexts_by_lineno(name)
            tests = {line: {test.split("|")[0] for test in by if test} for line, by in contexts.items()}
            reach.lines[str(Path(name).relative_to(ROOT))] = tests
            for by in tests.values():
                for test in by:
                    reach.breadth[test] += 1
        return reach

    def tests(self, mutant: Mutant) -> list[str]:
        """Return the tests that reach a mutant's line, the most particular first.

        For a line that runs on import these are all tests that reach the file.
        """
        lines = self.lines.get(str(mutant.path.relative_to(ROOT)), {})
        tests = lines.get(mutant.line) or set[str]().union(*lines.values())
        return sorted(tests, key=lambda test: (self.breadth[test], test))


def measure(files: Collection[Path], marker: str, path: Path) -> None:
    """Run the tests once, under coverage of these files, and keep which test reaches which line."""
    # Coverage removes files that are named as its data with a suffix.
    settings = path.with_name(f"settings-of-{path.name}.ini")
    names = "".join(f"\n    {file}" for file in sorted(files))
    settings.write_text(
        f"[run]\ndata_file = {path}\ndynamic_context = none\ninclude ={names}\n", encoding="utf-8"
    )
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "-m", marker, "-p", "no:cacheprovider"]
    command += ["--cov", f"--cov-config={settings}", "--cov-context=test", "--cov-report="]
    run = subprocess.run(command, cwd=ROOT, check=False, stdout=subprocess.PIPE, text=True)
    if run.returncode:
        path.unlink(missing_ok=True)
        raise SystemExit(f"{run.stdout[-2000:]}\nThe tests fail without any mutant; mend that first.")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep only the chosen tests, in their order: this module is a plugin of the runs that it begins."""
    if SELECTED not in os.environ:
        return
    order = {test: at for at, test in enumerate(Path(os.environ[SELECTED]).read_text("utf-8").split("\n"))}
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in order])
    items[:] = sorted((item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid])


class Copy:
    """A copy of the tree, for one mutant at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for name in filter(None, names.split("\0")):
            target = folder / "tree" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target, follow_symlinks=False)
        if (ROOT.parent / "shared").exists():
            (folder / "shared").symlink_to((ROOT.parent / "shared").resolve())

    def is_seen(self, mutant: Mutant, tests: Sequence[str]) -> bool:
        """Return whether a test fails with this mutant, or takes too long."""
        path = self.folder / "tree" / mutant.path.relative_to(ROOT)
        selected = self.folder / "tests.txt"
        selected.write_text("\n".join(tests), encoding="utf-8")
        before = path.read_bytes()
        for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
            compiled.unlink()
        path.write_text(mutant.text(), encoding="utf-8")
        files = dict.fromkeys(test.split("::")[0] for test in tests)
        command = [sys.executable, "-B", "-m", "pytest", "-q", "-x", "-n", "0", "-p", "tools.mutants"]
        command += ["-p", "no:cacheprovider", "-m", "slow or not slow", *files]
        variables = {
            SELECTED: str(selected),
            "PYTHONPATH": str(self.folder / "tree"),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        try:
            run = subprocess.run(
                command,
                cwd=self.folder / "tree",
                env=os.environ | variables,
                timeout=SLOWEST,
                check=False,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        except subprocess.TimeoutExpired:
            return True
        finally:
            path.write_bytes(before)
        return run.returncode != 0


def main() -> None:
    """Try the mutants and print those that no test sees."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("paths", nargs="*", default=[PACKAGE], help="files or folders of the package")
    parser.add_argument("--changed", metavar="REV", help="only lines that changed since this commit")
    parser.add_argument("--n", type=int, help="so many, drawn at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60.0, help="begin no mutant after so many")
    parser.add_argument("--marker", default=QUICK, help="which tests may see them, as in pytest -m")
    parser.add_argument("--map", type=Path, help="keep here which test reaches which line, and use it again")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    paths = options.paths or [PACKAGE]
    lines = changed_lines(options.changed, paths) if options.changed else None
    files = [file for path in paths for file in sorted((ROOT / path).rglob("*.py") or [ROOT / path])]
    files = [file for file in files or [ROOT / path for path in paths] if lines is None or file in lines]
    mutants = [mutant for file in files for mutant in mutants_of(file)]
    mutants = [mutant for mutant in mutants if lines is None or mutant.line in lines[mutant.path]]
    random.Random(options.seed).shuffle(mutants)
    mutants = mutants[: options.n]
    print(f"{len(mutants)} mutants in {len({mutant.path for mutant in mutants})} files", flush=True)
    if not mutants:
        return
    with tempfile.TemporaryDirectory() as folder:
        path = options.map or Path(folder) / "coverage"
        if not path.exists():
            measure({mutant.path for mutant in mutants}, options.marker, path)
        seen, alive, left = try_all(mutants, Reach.read(path), Path(folder), options.jobs, options.minutes)
    print(f"{seen} seen, {alive} alive, {left} not tried")


def try_all(
    mutants: Sequence[Mutant], reach: Reach, folder: Path, jobs: int, minutes: float
) -> tuple[int, int, int]:
    """Try mutants side by side; return how many were seen, were not, and were left for want of time."""
    copies: SimpleQueue[Copy] = SimpleQueue()
    for number in range(jobs):
        (folder / str(number)).mkdir()
        copies.put(Copy(folder / str(number)))
    last = time.monotonic() + 60 * minutes

    def is_seen(mutant: Mutant) -> bool | None:
        if time.monotonic() > last:
            return None
        tests = reach.tests(mutant)
        copy = copies.get()
        try:
            seen = bool(tests) and copy.is_seen(mutant, tests)
        finally:
            copies.put(copy)
        if not seen:
            print(f"{mutant}" + ("" if tests else "  (no test reaches it)"), flush=True)
        return seen

    with ThreadPoolExecutor(jobs) as pool:
        verdicts = list(pool.map(is_seen, mutants))
    return verdicts.count(True), verdicts.count(False), verdicts.count(None)


if __name__ == "__main__":
    main()
