"""`python -m tools.bench`: the aims for speed, as ratios within one run, against peers where present.

Peers: GNU Backgammon (Debian's `gnubg`, its start taken off) and `gammonview` (PyPI). Best of several rounds,
the candidates in turn. At least a thousand different matches: the corpus where it is present, and legal games
from a seed, written by our own writer.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

from lark import Lark

from kotra_notation.api import supplied
from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Source
from kotra_notation.model import Match, SetPosition, Turn
from kotra_notation.replay import replay
from kotra_notation.rules import RULESETS, Node, Ruleset, Throw, legal_plays, throw_of
from referees.games import quick_match
from referees.old_games import DIALECTS, random_old_match

MODERN = RULESETS["modern"]

CORPUS = Path(__file__).parents[2] / "shared" / "corpus"
FINE = r"""
start: (WORD | NUMBER | SIGN)*
WORD: /[^\W\d]+/
NUMBER: /\d+/
SIGN: /[^\w\s]/
%ignore /\s+/
"""


def made(folder: Path, count: int) -> list[Path]:
    """The corpus' match texts, and generated ones up to the count."""
    paths = sorted(CORPUS.glob("gnubg/mat/*.mat")) + sorted(CORPUS.glob("real/mat/*"))
    seed = 0
    while len(paths) < count:
        match = quick_match(seed)
        path = folder / f"made-{seed:05}.mat"
        path.write_text(str(write_matches([match], "mat").content), encoding="utf-8")
        paths.append(path)
        seed += 1
    return paths


def check(path: Path) -> int:
    """Open, read, replay with complete legality, collect findings."""
    reading = read_source(Source(path.read_bytes()))
    return len(reading.findings) + sum(len(replay(match).findings) for match in reading.matches)


def check_all(paths: list[Path]) -> int:
    """The findings of many files."""
    return sum(check(path) for path in paths)


def timed(work: Callable[[], object]) -> float:
    """The seconds something takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def best(rounds: int, **works: Callable[[], object]) -> dict[str, float]:
    """The best time of each, the candidates taken in turn."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            times[name].append(timed(work))
    return {name: min(taken) for name, taken in times.items()}


def gnubg() -> str | None:
    """Where GNU Backgammon is."""
    return shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games")


class Gnubg:
    """GNU Backgammon as a program that imports match texts, many in one process."""

    def __init__(self, program: str, folder: Path) -> None:
        self.program = program
        self.script = folder / "commands"
        self.links = folder / "links"
        self.links.mkdir()

    def survivors(self, paths: list[Path]) -> list[Path]:
        """The files it imports without breaking down, which it does on a few."""
        if not paths or self._run(paths) == 0:
            return paths
        if len(paths) == 1:
            return []
        half = len(paths) // 2
        return self.survivors(paths[:half]) + self.survivors(paths[half:])

    def seconds(self, paths: list[Path]) -> float:
        """The time of importing files, its start taken off."""
        return timed(lambda: self._run(paths)) - timed(lambda: self._run([]))

    def _run(self, paths: list[Path]) -> int:
        commands = ["set confirm new off", "set confirm save off"]
        commands += [f"import mat {self._link(path)}" for path in paths]
        self.script.write_text("\n".join(commands) + "\n")
        done = subprocess.run(
            [self.program, "-t", "-q", "-r", "-c", str(self.script)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )
        return done.returncode

    def _link(self, path: Path) -> Path:
        """A name without blanks for a file."""
        link = self.links / f"{abs(hash(path))}.mat"
        if not link.exists():
            link.symlink_to(path)
        return link


def aim_1(paths: list[Path], folder: Path, rounds: int) -> None:
    """Checking an archive against two programs that only import."""
    ours = best(rounds, all=lambda: check_all(paths))["all"]
    say("1", "checking an archive", f"{ours / len(paths) * 1e3:.2f} ms a match")
    if program := gnubg():
        peer = Gnubg(program, folder)
        common = peer.survivors(paths)
        taken = [(timed(lambda: check_all(common)), peer.seconds(common)) for _ in range(rounds)]
        ours, theirs = (min(times) for times in zip(*taken, strict=True))
        say("1", f"… of GNU Backgammon's import ({len(common)})", f"{theirs / ours:.2f}x", ">= 0.35x")
    if importlib.util.find_spec("gvformat"):
        from gvformat import convert_mat  # type: ignore[import-not-found, import-untyped, unused-ignore]

        few = paths[:40]
        pair = best(2, ours=lambda: check_all(few), theirs=lambda: [convert_mat(str(path)) for path in few])
        say("1", "… of GammonView's convert_mat", f"{pair['theirs'] / pair['ours']:.1f}x", ">= 15x")


def aim_2(paths: list[Path], rounds: int) -> None:
    """Reading to events against a grammar of fine tokens."""
    fine = Lark(FINE, parser="lalr", lexer="contextual")
    few = [path for path in paths if path.stat().st_size < 40_000][:60]
    texts = [path.read_bytes() for path in few]
    pair = best(
        rounds,
        ours=lambda: [read_source(Source(text)) for text in texts],
        fine=lambda: [fine.parse(text.decode("utf-8", "replace")) for text in texts],
    )
    size = sum(len(text) for text in texts) / 1e6
    say("2", "reading", f"{size / pair['ours']:.1f} MB/s")
    say("2", "… of a fine-token grammar", f"{pair['fine'] / pair['ours']:.1f}x", ">= 15x")


def aim_3(path: Path, rounds: int) -> None:
    """One small file, cold."""

    def run(*words: str) -> Callable[[], object]:
        command = [sys.executable, *words]
        return lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=False)

    taken = best(
        rounds * 3,
        nothing=run("-c", "pass"),
        help=run("-m", "kotra_notation", "--help"),
        check=run("-m", "kotra_notation", "check", str(path)),
    )
    say("3", "kotra --help, cold", f"{taken['help'] / taken['nothing']:.1f}x python -c pass", "<= 10x")
    say("3", "kotra check, cold", f"{taken['check'] / taken['nothing']:.1f}x python -c pass", "<= 12x")


def aim_4(paths: list[Path], count: int) -> None:
    """Two workers against one, and the memory of a worker."""
    many = (paths * (count // len(paths) + 1))[:count]
    chunks = [many[start : start + 200] for start in range(0, len(many), 200)]
    taken = {}
    for workers in (1, 2):
        with get_context("spawn").Pool(workers) as pool:
            pool.map(check_all, [paths[:5]] * workers)
            taken[workers] = timed(lambda: pool.map(check_all, chunks, chunksize=1))
    say("4", f"two workers on {count} files", f"{taken[1] / taken[2]:.2f}x one", ">= 1.7x")
    tracemalloc.start()
    check_all(many[:200])
    first = tracemalloc.get_traced_memory()[0]
    check_all(many[:200] * 3)
    grown = tracemalloc.get_traced_memory()[0] - first
    tracemalloc.stop()
    say("4", "memory left behind by 600 more files", f"{grown / 1e3:.0f} kB")


def aim_5() -> None:
    """Time against length: in many games, and in one."""
    game = "\n Game {0}\n A : 0                          B : 0\n"
    row = "  {0}) 31: 8/5 6/5                 64: 24/18 18/14\n"

    def many(games: int) -> bytes:
        body = "".join(game.format(i) + row.format(1) + "      Wins 1 point\n" for i in range(1, games + 1))
        return (" 0 point match\n" + body).encode()

    def one(rows: int) -> bytes:
        return (" 0 point match\n" + game.format(1) + "".join(row.format(i) for i in range(1, rows))).encode()

    for name, build, small in (("games", many, 4_000), ("rows of one game", one, 20_000)):
        texts = [build(small), build(small * 10)]
        taken = []
        for text in texts:
            taken.append(timed(lambda: [replay(match) for match in read_source(Source(text)).matches]))  # noqa: B023
        growth = (taken[1] / taken[0]) / (len(texts[1]) / len(texts[0]))
        size = len(texts[1]) / 1e6
        say("5", f"{small * 10} {name}, {size:.1f} MB", f"{taken[1]:.1f} s, {growth:.2f}x linear", "about 1x")


def old_game(rounds: int) -> None:
    """A turn of the old game against one of the modern; the worst list of legal plays against an opening."""
    made = (random_old_match(seed, DIALECTS[seed % 3], games=2) for seed in range(60))
    sittings = [game for match in made for game in whole_games(match)][:30]
    matches = [quick_match(seed, games=2) for seed in range(12)]
    turns = {
        "old": sum(game.turns for sitting in sittings for game in replay(sitting).games),
        "modern": sum(game.turns for match in matches for game in replay(match).games),
    }
    taken = best(
        rounds,
        old=lambda: [replay(sitting) for sitting in sittings],
        modern=lambda: [replay(match) for match in matches],
    )
    old, modern = (taken[name] / turns[name] for name in ("old", "modern"))
    say("old", "a turn judged", f"{old * 1e6:.1f} µs, {old / modern:.1f}x a modern one", "<= 4x")
    start = Node(MODERN.facts.start)
    throws = [(high, low) for high in range(2, 7) for low in range(1, high)]

    def opening() -> None:
        for dice in throws:
            legal_plays(MODERN, throw_of(MODERN, start, dice))

    usual = best(rounds, opening=opening)["opening"] / len(throws)
    slowest: tuple[float, Ruleset, Throw] | None = None
    count = 0
    for sitting in sittings:
        for game in replay(sitting).games:
            for frame in game.frames:
                if isinstance(frame.event, Turn):
                    ruleset, node = frame.before.setting.ruleset, frame.before.node(frame.event.seat)
                    for die in (1, 2, 3):
                        throw = throw_of(ruleset, node, (die, die))
                        taken_now = timed(lambda: legal_plays(ruleset, throw))  # noqa: B023
                        count += 1
                        if slowest is None or taken_now > slowest[0]:
                            slowest = (taken_now, ruleset, throw)
    assert slowest is not None
    _, ruleset, throw = slowest
    again = best(rounds, worst=lambda: legal_plays(ruleset, throw))["worst"]
    say("old", f"worst of {count} doubles", f"{again / usual:.0f}x a modern opening", "<= 400x")


def conversion(paths: list[Path], rounds: int) -> None:
    """Match text into SGF against checking it; XG's files against the clock."""
    taken = best(
        rounds,
        checked=lambda: check_all(paths),
        converted=lambda: [
            write_matches([supplied(match, "sgf")], "sgf")
            for path in paths
            for match in read_source(Source(path.read_bytes())).matches
        ],
    )
    ratio = taken["converted"] / taken["checked"]
    say("c", f"{len(paths)} files, .mat to SGF", f"{ratio:.2f}x checking them", "<= 2.5x")
    files = [path.read_bytes() for path in sorted((CORPUS / "real" / "xg").glob("*.xg"))]
    if files:
        read = best(rounds, xg=lambda: [read_source(Source(data)) for data in files])["xg"]
        say("c", "reading .xg", f"{sum(map(len, files)) / read / 1e6:.1f} MB/s", ">= 3 MB/s")


def whole_games(match: Match) -> list[Match]:
    """The games of a sitting that were played from the start, each as a sitting."""
    begun = [game for game in match.games if not any(isinstance(one, SetPosition) for one in game.events)]
    return [replace(match, games=(game,)) for game in begun]


def say(aim: str, what: str, figure: str, bound: str = "") -> None:
    """One line of the table."""
    print(f"{aim:<3} {what:<44} {figure:<28} {bound}", flush=True)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench")
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--files", type=int, default=10_000, help="for aim 4")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--aims", default="12345oc", help="o: the old game, c: conversion")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = made(folder, chosen.matches)
        say("-", "different matches", str(len(paths)))
        if "1" in chosen.aims:
            aim_1(paths, folder, chosen.rounds)
        if "2" in chosen.aims:
            aim_2(paths, chosen.rounds)
        if "3" in chosen.aims:
            aim_3(Path(__file__).parents[1] / "samples/sound/reykjavik.mat", chosen.rounds)
        if "4" in chosen.aims:
            aim_4(paths, chosen.files)
        if "5" in chosen.aims:
            aim_5()
        if "o" in chosen.aims:
            old_game(chosen.rounds)
        if "c" in chosen.aims:
            conversion(paths, chosen.rounds)


if __name__ == "__main__":
    main()
