"""`python -m tools.bench`: what the installed program costs, as ratios within one run, beside peers.

Peers: GNU Backgammon (Debian's `gnubg`) and `gammonview` (PyPI), where they are installed. Seconds are those
of the processor, of whole processes less their start; candidates are taken in turn, and each figure is that
of the least and of the median times. The files are the corpus where it is present, and legal games from a
seed.

Figures are kept in `bench.toml`, for a compiled kernel and a plain one: status 1 where a median is more than
15 % worse than the kept one. `--keep` keeps those of this run. `python -m tools.archive_bench` measures
archives.
"""

from __future__ import annotations

import argparse
import gc
import importlib.util
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from statistics import median
from time import perf_counter

import kotra_notation as kn
from kotra_notation.fast import kernel_plays
from kotra_notation.fast.judges import legal_plays
from kotra_notation.fast.proof import prove
from kotra_notation.formats import write_matches
from kotra_notation.installation import kernel_is_compiled
from kotra_notation.rules import RULESETS, Node, throw_of
from kotra_notation.rules.ruleset import Ruleset
from referees.games import quick_match
from referees.without_kernel import without_kernel
from tools.page_measures import shipped

ROOT = Path(__file__).parents[1]
CORPUS = ROOT.parent / "shared" / "corpus"
SAMPLES = ROOT / "samples"
MODERN = RULESETS["modern"]
Work = Callable[[], object]
KERNEL = "compiled" if kernel_is_compiled() else "plain"
KEPT = Path(__file__).with_suffix(".toml")
# A figure that is so many times worse than the kept one fails.
WORSE = 1.15
CHECK = ("-m", "kotra_notation", "check")
FORMS = {
    "text": (*CHECK, "--jobs", "1"),
    "--summary": (*CHECK, "--jobs", "1", "--summary"),
    **{
        form: (*CHECK, "--jobs", "1", "--output-format", form)
        for form in ("csv", "json", "sarif", "junit", "github")
    },
    "kn.check": ("-c", "import sys, kotra_notation as kn; kn.check(sys.argv[1])"),
}
CONVERT = "import sys, glob, gvformat; [*map(gvformat.convert_mat, glob.glob(sys.argv[1] + '/*'))]"
PEERS = {"gammonview": ("-c", CONVERT)}
AIMS = {"compiled": 3, "plain": 0.5}

# What a process of its own does, and how much memory it took at most.
DOOR = """
import resource, sys
from pathlib import Path
from kotra_notation.formats import read_source
from kotra_notation.formats.format import Source
from kotra_notation.replay import replay
from kotra_notation.fast.proof import prove
data = Path(sys.argv[1]).read_bytes()
if not prove(data):
    for match in read_source(Source(data)).matches:
        replay(match)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def installed_kernel() -> str:
    """Return whether the installed program, which need not be this checkout, has a compiled kernel."""
    program = "from kotra_notation import installation; print(installation.kernel_is_compiled())"
    asked = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)
    return "compiled" if "True" in asked.stdout else "plain"


def made(folder: Path, count: int) -> list[Path]:
    """The corpus' match texts, and generated ones up to the count."""
    paths = sorted(CORPUS.glob("gnubg/mat/*.mat"))[:count]
    for seed in range(count - len(paths)):
        path = folder / f"made-{seed:05}.mat"
        path.write_text(str(write_matches([quick_match(seed)], "mat").content), encoding="utf-8")
        paths.append(path)
    return paths


def content(path: Path) -> bytes:
    """What is in a file, read at once."""
    with open(path, "rb", buffering=0) as file:
        return file.read()


def spent() -> float:
    """The seconds of the processor so far, those of ended children too."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in both)


@dataclass(frozen=True, slots=True)
class Seconds:
    """What one piece of work took, the least and the median of several rounds."""

    least: float
    usual: float

    def __truediv__(self, other: Seconds) -> Seconds:
        return Seconds(self.least / other.least, self.usual / other.usual)

    def __sub__(self, other: Seconds) -> Seconds:
        return Seconds(max(self.least - other.least, 1e-9), max(self.usual - other.usual, 1e-9))

    def __mul__(self, factor: float) -> Seconds:
        return Seconds(self.least * factor, self.usual * factor)


def compared(rounds: int, **works: Work) -> dict[str, Seconds]:
    """What each piece of work takes, the candidates taken in turn."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            gc.collect()
            begun = spent()
            work()
            times[name].append(spent() - begun)
    return {name: Seconds(min(taken), median(taken)) for name, taken in times.items()}


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table; an aim is a bound that the median must reach, or must not pass."""

    what: str
    value: Seconds
    unit: str = "x"
    least: float | None = None
    most: float | None = None

    @property
    def met(self) -> bool:
        """Return whether the aim is reached."""
        least, most = self.least or 0, self.most or float("inf")
        return least <= self.value.usual <= most

    def is_worse(self, kept: float) -> bool:
        """Return whether a figure with an aim is much worse than the kept one."""
        if self.least is not None:
            return self.value.usual * WORSE < kept
        return self.most is not None and self.value.usual > kept * WORSE

    def __str__(self) -> str:
        value = f"{self.value.least:.3g} / {self.value.usual:.3g}{self.unit}"
        if self.least is None and self.most is None:
            return f"{self.what:<62} {value}"
        aim = f"<= {self.most:g}" if self.least is None else f">= {self.least:g}"
        return f"{self.what:<62} {value:<22} {aim:<9} {'met' if self.met else 'MISSED'}"


class Gnubg:
    """GNU Backgammon as a program that imports match texts, many in one process."""

    def __init__(self, folder: Path) -> None:
        self.program = shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games")
        self.script = folder / "commands"
        self.links = folder / "links"
        self.links.mkdir()

    def survivors(self, paths: Sequence[Path]) -> list[Path]:
        """The files it imports without breaking down, which it does on a few; none where it is not there."""
        if not self.program or not paths:
            return []
        if self.imported(paths) == 0:
            return list(paths)
        half = len(paths) // 2
        return self.survivors(paths[:half]) + self.survivors(paths[half:]) if half else []

    def imported(self, paths: Sequence[Path]) -> int:
        """Import files; the status of the program."""
        assert self.program
        commands = ["set confirm new off", "set confirm save off"]
        commands += [f"import mat {self._link(path)}" for path in paths]
        self.script.write_text("\n".join(commands) + "\n")
        return quiet([self.program, "-t", "-q", "-r", "-c", str(self.script)])

    def _link(self, path: Path) -> Path:
        """A name without blanks for a file."""
        link = self.links / f"{abs(hash(path))}.mat"
        if not link.exists():
            link.symlink_to(path)
        return link


def quiet(command: Sequence[str]) -> int:
    """The status of a program that is run without a sound, where no settings are."""
    done = subprocess.run(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, cwd=tempfile.gettempdir()
    )
    return done.returncode


@dataclass
class Bench:
    """What is measured: a method for each name; all give the figures they found."""

    folder: Path
    rounds: int
    matches: int
    megabytes: float = 10
    paths: list[Path] = field(init=False)

    def __post_init__(self) -> None:
        self.paths = made(self.folder, self.matches)

    @cached_property
    def gnubg(self) -> Gnubg:
        """The peer."""
        return Gnubg(self.folder)

    def forms(self) -> list[Figure]:
        """The installed command in every form, on sound files, against peers that only read them."""
        paths = self.gnubg.survivors([path for path in self.paths if prove(content(path))])
        if not paths:
            return []
        many, one = self._folder("many", paths), self._folder("one", paths[:1])
        known = FORMS | (PEERS if importlib.util.find_spec("gvformat") else {})
        works: dict[str, Work] = {"gnubg": partial(self.gnubg.imported, paths)}
        starts: dict[str, Work] = {"gnubg start": partial(self.gnubg.imported, paths[:1])}
        for name, words in known.items():
            works[name] = partial(quiet, [sys.executable, "-P", *words, str(many)])
            starts[f"{name} start"] = partial(quiet, [sys.executable, "-P", *words, str(one)])
        taken = compared(self.rounds, **works, **starts)
        costs = {name: taken[name] - taken[f"{name} start"] for name in works}
        gnubg = costs["gnubg"]
        each = gnubg * (1e3 / len(paths))
        return [
            Figure(f"{len(paths)} sound files, gnubg's import, each", each, " ms"),
            *[
                Figure(f"{name}, of it", gnubg / costs[name], least=AIMS[installed_kernel()])
                for name in FORMS
            ],
            *[
                Figure(f"text, of {name}", costs[name] / costs["text"], least=100)
                for name in PEERS
                if name in costs
            ],
        ]

    def jobs(self) -> list[Figure]:
        """Two processes against one, by the clock."""
        folder = self._folder("jobs", self.paths * 7)
        times: dict[int, list[float]] = {1: [], 2: []}
        for _ in range(self.rounds):
            for jobs, seconds in times.items():
                begun = perf_counter()
                quiet([sys.executable, "-P", *CHECK, "--jobs", str(jobs), str(folder)])
                seconds.append(perf_counter() - begun)
        one, two = (Seconds(min(seconds), median(seconds)) for seconds in times.values())
        return [
            Figure(
                f"{len(os.listdir(folder))} files by two processes, of one, by the clock",
                one / two,
                least=1.8,
            )
        ]

    def _folder(self, name: str, paths: Sequence[Path]) -> Path:
        """Return a folder with files."""
        folder = self.folder / name
        folder.mkdir()
        for number, path in enumerate(paths):
            shutil.copy(path, folder / f"{number:05}.mat")
        return folder

    def cold(self) -> list[Figure]:
        """A command in a process of its own, against an empty one."""

        def kotra(*words: str) -> Work:
            return lambda: quiet([sys.executable, "-m", "kotra_notation", *words])

        sound, faulty, slip = (
            SAMPLES / one for one in ("sound/reykjavik.mat", "faulty/score.mat", "faulty/slip.mat")
        )
        works = {
            "check, sound": (kotra("check", str(sound)), 2.6),
            "check, a wrong score": (kotra("check", str(faulty)), 8),
            "check, what was meant": (kotra("check", str(slip)), 11),
            "--version": (kotra("--version"), 6),
            "--help": (kotra("--help"), 5),
            "board": (kotra("board", "4HPwATDgc/ABMA"), 8),
            "legal": (kotra("legal", "4HPwATDgc/ABMA", "31"), 8),
        }
        taken = compared(
            self.rounds * 2,
            nothing=lambda: quiet([sys.executable, "-c", "pass"]),
            **{name: work for name, (work, _) in works.items()},
        )
        return [
            Figure(f"kotra {name}, cold, of python -c pass", taken[name] / taken["nothing"], most=most)
            for name, (_, most) in works.items()
        ]

    def plays(self) -> list[Figure]:
        """Lists of legal plays at depth two, by the kernel and by the rule functions."""
        step_by_step = ruleset_without_kernel()
        throws = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
        start = Node(MODERN.facts.start)
        firsts = [node for dice in throws for node in legal_plays(MODERN, throw_of(MODERN, start, dice))][::9]

        def lists(ruleset: Ruleset) -> None:
            for node in firsts:
                for dice in throws:
                    legal_plays(ruleset, throw_of(ruleset, node, dice))

        boards = [kernel_plays.pack_board(node.points) for node in firsts]

        def boards_reached() -> None:
            for board in boards:
                for high, low in throws:
                    kernel_plays.plays(board, high, low)

        ways = {
            "boards": boards_reached,
            "values": lambda: lists(MODERN),
            "rules": lambda: lists(step_by_step),
        }
        taken = compared(self.rounds, **ways)
        each = 1e6 / len(firsts) / len(throws)
        aim = 12 if KERNEL == "compiled" else 3.5
        return [
            Figure(f"a list of plays by the kernel ({KERNEL})", taken["boards"] * each, " µs"),
            Figure("… of the rule functions", taken["rules"] / taken["boards"], least=aim),
            Figure("… as values, of the rule functions", taken["rules"] / taken["values"]),
        ]

    def long(self) -> list[Figure]:
        """One long file by the door, in a process of its own."""
        text = games_of(int(self.megabytes * 1e6))
        path = self.folder / "long.mat"
        path.write_bytes(text)
        peaks: list[float] = []

        def through() -> None:
            done = subprocess.run([sys.executable, "-c", DOOR, str(path)], capture_output=True, check=True)
            peaks.append(float(done.stdout))

        taken = compared(self.rounds, long=through)["long"]
        said = "proved" if prove(text) else "passed on"
        what = f"{len(text) / 1e6:.1f} MB by the door ({KERNEL}; {said})"
        return [
            Figure(what, taken, " s", most=1.5),
            Figure("… at most", Seconds(min(peaks), median(peaks)), " MB", most=256),
        ]

    def report(self) -> list[Figure]:
        """A page of 202 turns, warm."""
        match = quick_match(8, games=3)
        replays = iter([kn.replay(match) for _ in range(self.rounds * 10 + 2)])
        kn.report(next(replays))
        taken = compared(self.rounds * 10, page=lambda: kn.report(next(replays)))["page"]
        size = len(shipped(next(replays)).encode()) / 1000
        return [
            Figure("a page of 202 turns", taken * 1e3, " ms", most=5),
            Figure("… of a wheel", Seconds(size, size), " kB", most=60),
        ]


NAMES = ("forms", "jobs", "cold", "plays", "long", "report")


def ruleset_without_kernel() -> Ruleset:
    """Today's game as its rule functions have it."""
    return without_kernel(MODERN)


def games_of(size: int) -> bytes:
    """A session of so many bytes, one sound game over and over."""
    game = quick_match(8, games=1)
    rows = str(write_matches([replace(game, length=0)], "mat").content).partition("  1)")
    points = kn.replay(game).score
    parts = [" 0 point match\n"]
    for number in range(size // len(rows[2])):
        white, black = (f"{name} : {number * won:g}" for name, won in zip("AB", points, strict=True))
        parts += [f"\n Game {number + 1}\n {white:<31}{black}\n", *rows[1:]]
    return "".join(parts).encode()


def main(words: list[str] | None = None) -> int:
    """Print the table; 1 where a figure is much worse than the kept one."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    parser.add_argument("--only", action="append", choices=NAMES, help="may be given several times")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--megabytes", type=float, default=10, help="of the long file")
    parser.add_argument("--keep", action="store_true", help="keep the figures of this run")
    chosen = parser.parse_args(words)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # what is installed has its bytecode
    kept = tomllib.loads(KEPT.read_text("utf-8"))
    kernel = installed_kernel()
    known, worse = kept.setdefault(kernel, {}), []
    print(f"the installed kernel is {kernel}, that of this checkout {KERNEL}")
    print(f"least / median of {chosen.rounds} rounds, the aim is for the median")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), chosen.rounds, chosen.matches, chosen.megabytes)
        for name in chosen.only or NAMES:
            figures = getattr(bench, name)()
            print(f"\n{name}" if figures else f"\n{name}: what it is held against is not here")
            for figure in figures:
                print(figure, flush=True)
                if chosen.keep and (figure.least or figure.most):
                    known[figure.what] = round(figure.value.usual, 3)
                elif figure.is_worse(known.get(figure.what, figure.value.usual)):
                    worse.append(f"{figure.what}: {figure.value.usual:.3g}, kept {known[figure.what]:g}")
    if chosen.keep:
        KEPT.write_text(_spell_figures(kept), "utf-8")
    print(*(f"WORSE: {line}" for line in worse), sep="\n")
    return bool(worse)


def _spell_figures(kept: dict[str, dict[str, float]]) -> str:
    """Return the kept figures as TOML."""
    tables = [
        "\n".join([f"[{kernel}]", *(f'"{what}" = {value}' for what, value in sorted(rows.items()))])
        for kernel, rows in sorted(kept.items())
    ]
    return "\n\n".join(["# Medians of `python -m tools.bench --keep`, by the kernel.", *tables]) + "\n"


if __name__ == "__main__":
    sys.exit(main())
