"""The start of the programs in one folder: the command `kotra`, and `kotra-desk` for a double click.

The program runs modules of its own as processes, as `python -P -m MODULE`; here that is `kotra -P -m MODULE`.
"""

import multiprocessing
import runpy
import sys
from pathlib import Path

multiprocessing.freeze_support()
if sys.argv[1:3] == ["-P", "-m"]:
    module = sys.argv[3]
    del sys.argv[1:4]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
else:
    if Path(sys.executable).stem == "kotra-desk" and not sys.argv[1:]:
        folder = Path.home() / "Kotra"
        folder.mkdir(parents=True, exist_ok=True)
        sys.argv[1:] = ["desk", str(folder)]

    from kotra_notation.cli import program

    program()
