"""`python -m tools.fuzz.guided --minutes 10 mat`: atheris over the reader of a format, replay and writers."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

try:
    import atheris
except ImportError:
    sys.exit("Fuzzing needs atheris: pip install atheris")

with atheris.instrument_imports(include=["kotra_notation"]):
    from tools.fuzz.target import one_input
    from tools.fuzz.xg import xg_input

CORPUS = Path(__file__).parent / "corpus"


def main() -> None:
    """Fuzz for some minutes, beginning from the committed corpus; new inputs go to a folder of your own."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz.guided")
    parser.add_argument("format", choices=["mat", "kotra", "positions", "sgf", "xg", "pos", "ogxm"])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--found", default="", help="a folder for new inputs")
    chosen = parser.parse_args()
    folders = [chosen.found] if chosen.found else []
    words = [
        f"-max_total_time={int(chosen.minutes * 60)}",
        "-max_len=4000",
        "-timeout=20",
        "-print_final_stats=1",
    ]

    def one(data: bytes) -> None:
        if chosen.format == "xg":
            xg_input(data)
        else:
            one_input(data, chosen.format)

    atheris.Setup([sys.argv[0], *words, *folders, str(CORPUS)], one)
    atheris.Fuzz()


main()
