"""`boards.cu`, compiled for a GPU by nvcc, or for the processor by g++."""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).with_name("boards.cu")
COMPILERS = {True: ("nvcc", "-arch=native", "-Xcompiler", "-fPIC"), False: ("g++", "-fPIC", "-x", "c++")}


@cache
def library(*, cuda: bool) -> ctypes.CDLL:
    """Return the functions of the source."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "boards.so"
        words = [*COMPILERS[cuda], "-O3", "-std=c++17", "-shared"]
        subprocess.run([*words, "-o", str(made), str(SOURCE)], check=True)
        return ctypes.CDLL(str(made))
