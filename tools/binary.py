"""A folder that runs without Python: `python -m tools.binary -o build/binary` makes it, for this system.

It builds the wheel, installs it with the extras `desk` and `engine` in an environment of its own, as
`constraints.txt` says, and has PyInstaller collect what the program needs (`packaging/kotra.spec`). Then the
program is tried with an empty environment: it checks, converts, evaluates, and its desk answers.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path
from urllib.request import Request, urlopen

ROOT = Path(__file__).parent.parent
LARGEST = 120_000_000
PYINSTALLER = "pyinstaller>=6.16"


def build(target: Path) -> Path:
    """Build the folder and return it."""
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work)
        run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", work, str(ROOT))
        [wheel] = folder.glob("*.whl")
        venv.create(folder / "venv", with_pip=True)
        python = str(next((folder / "venv").glob("[Sb][ci]*/python*")))
        constraints = str(ROOT / "constraints.txt")
        run(python, "-m", "pip", "install", "-q", "-c", constraints, f"{wheel}[desk,engine]", PYINSTALLER)
        words = [
            "--noconfirm",
            "--log-level",
            "WARN",
            "--workpath",
            str(folder / "work"),
            "--distpath",
            str(target),
        ]
        run(python, "-P", "-m", "PyInstaller", *words, str(ROOT / "packaging" / "kotra.spec"))
    return target / "kotra"


def run(*words: str) -> None:
    """Run a command; fail with what it printed."""
    done = subprocess.run(
        words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=tempfile.gettempdir()
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}\n{done.stdout[-3000:]}")


def try_out(folder: Path, home: Path) -> None:
    """Try the program as somebody without Python would; fail with a sentence."""
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    program, samples = folder / "kotra", ROOT / "samples"
    bare = {"HOME": str(home), "USERPROFILE": str(home)}

    def says(*words: object, status: int = 0) -> str:
        done = subprocess.run(
            [program, *map(str, words)], env=bare, capture_output=True, text=True, timeout=120
        )
        if done.returncode != status:
            raise SystemExit(f"kotra {words}: status {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    desk = desk_answers(folder / "kotra-desk", bare, samples / "faulty" / "slip.mat")
    tries = {
        "check": "P201" in says("check", samples / "faulty" / "slip.mat", status=1),
        "check of many": "0 errors"
        not in says("check", samples / "notations", "--ignore", "N117", "--jobs", "2"),
        "report": says("report", samples / "sound" / "forn-1977.kotra", "-o", home / "r.html") == "",
        "convert": "FF[4]" in says("convert", samples / "sound" / "reykjavik.mat", "--to", "sgf"),
        "best": "1. 8/5 6/5" in says("best", "start", "31"),
        "explain in Icelandic": "P203" in says("explain", "P203", "--language", "is"),
        "desk": "<main" in desk[0] and "1 error" in desk[1],
    }
    print(f"{folder}: {size / 1e6:.0f} MB; {', '.join(tries)}")
    if failed := [name for name, good in tries.items() if not good]:
        raise SystemExit(f"Not as it should be: {', '.join(failed)}.")
    if size > LARGEST:
        raise SystemExit(f"The folder is larger than {LARGEST / 1e6:.0f} MB.")


def desk_answers(program: Path, environment: dict[str, str], record: Path) -> list[str]:
    """Return the first page of a desk that is begun by a double click, and its verdict on a record."""
    begun = time.perf_counter()
    with subprocess.Popen(
        [program], env=environment | {"BROWSER": "true"}, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stderr is not None
            address = next(match[0] for line in process.stderr if (match := re.search(r"http://\S+", line)))
            page = urlopen(address, timeout=60).read().decode()
            print(f"The desk answers after {time.perf_counter() - begun:.1f} s.")
            asked = Request(f"{address}ask/check?name={record.name}", record.read_bytes(), method="POST")
            return [page, urlopen(asked, timeout=60).read().decode()]
        finally:
            process.terminate()


def main() -> None:
    """Build and try."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "-o", "--output", type=Path, default=Path("build/binary"), help="where the folder is written"
    )
    options = parser.parse_args()
    folder = build(options.output.resolve())
    with tempfile.TemporaryDirectory() as home:
        try_out(folder, Path(home))


if __name__ == "__main__":
    main()
