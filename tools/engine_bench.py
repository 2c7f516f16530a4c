"""`python -m tools.engine_bench`: what an analysis costs beside that of GNU Backgammon, luck included.

Seconds are those of the processor, one thread each, the candidates taken in turn; GNU Backgammon's import is
taken off its analysis, and reading and replaying is in ours.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import kotra_notation as kn
from kotra_notation.jobs.engine import use_one_thread
from tools.bench import CORPUS, KERNEL, Figure, Gnubg, Work, compared, quiet

AIMS = {"quick": (3.0, 0.5), "normal": (2.0, None), "deep": (2.0, None)}
PLIES = {"quick": 0, "normal": 1, "deep": 2}


class AnalysingGnubg(Gnubg):
    """GNU Backgammon as a program that analyses match texts."""

    def analysed(self, paths: Sequence[Path], plies: int | None) -> int:
        """Import files and analyse them, looking ahead so far; only import them without."""
        assert self.program
        commands = ["set confirm new off", "set confirm save off", "set threads 1"]
        if plies is not None:
            for what in ("chequerplay", "cubedecision"):
                commands += [f"set analysis {what} evaluation plies {plies}"]
                commands += [f"set analysis {what} evaluation prune on"]
        for path in paths:
            commands += [f"import mat {self._link(path)}", *(["analyse match"] if plies is not None else [])]
        self.script.write_text("\n".join(commands) + "\n")
        return quiet([self.program, "-t", "-q", "-r", "-c", str(self.script)])


def analysed(paths: Sequence[Path], level: str) -> int:
    """The throws of all matches of the files, analysed."""
    return sum(kn.analyse(path, level=level).throws for path in paths)


def figures(paths: Sequence[Path], rounds: int, folder: Path) -> list[Figure]:
    """A table of all levels, with GNU Backgammon's where it is."""
    throws = analysed(paths, "quick")
    peer = AnalysingGnubg(folder)
    found = []
    for level, (compiled, plain) in AIMS.items():
        works: dict[str, Work] = {"ours": partial(analysed, paths, level)}
        if peer.program:
            works["theirs"] = partial(peer.analysed, paths, PLIES[level])
            works["import"] = partial(peer.analysed, paths, None)
        taken = compared(rounds, **works)
        found.append(Figure(f"{level} ({KERNEL} kernel), a throw", taken["ours"] * (1e3 / throws), " ms"))
        if peer.program:
            theirs = taken["theirs"] - taken["import"]
            found.append(
                Figure(f"GNU Backgammon at {PLIES[level]}-ply, a throw", theirs * (1e3 / throws), " ms")
            )
            least = compiled if KERNEL == "compiled" else plain
            found.append(Figure(f"… of ours at {level}", theirs / taken["ours"], least=least))
    return found


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--matches", type=int, default=5)
    options = parser.parse_args()
    use_one_thread()
    paths = sorted(CORPUS.glob("gnubg/mat/*-07pt.mat"))[: options.matches]
    if not paths:
        print("the corpus is not here")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        for figure in figures(paths, options.rounds, Path(folder)):
            print(figure, flush=True)
    print(f"at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
