"""Tasks that numpy and its stand-in in the browser must do alike: expressions, and decisions of the engine.

A test does them with numpy; `stand_in.mjs` runs this file in Pyodide, with the stand-in.
"""

from __future__ import annotations

import random
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

KINDS = (
    ("i8", "int8", 7),
    ("i32", "int32", 99),
    ("i64", "int64", 9),
    ("u8", "uint8", 9),
    ("f32", "float32", 3),
)
CHANGE = re.compile(r"^a[^=<>!]*[-+*|]?= |out=a")
REDUCED = ("i8", "i64", "f32", "f64", "b")


def variables() -> dict[str, Any]:
    """Return the arrays that expressions name, the same each time."""
    chance = random.Random(7)
    rows = range(6), range(8)
    made: dict[str, Any] = {"np": np}
    for name, kind, most in KINDS:
        least = 0 if kind[0] == "u" else -most
        numbers = [[chance.randint(least, most) for _ in rows[1]] for _ in rows[0]]
        made[name] = np.array(numbers, np.float64).astype(getattr(np, kind))
    made["f32"] = (made["f32"] * np.float32(0.37)).astype(np.float32)
    made["f64"] = np.array([[chance.gauss(0, 2) for _ in rows[1]] for _ in rows[0]])
    made["b"] = np.array([[chance.random() < 0.4 for _ in rows[1]] for _ in rows[0]])
    made["u64"] = np.array([[chance.getrandbits(64) for _ in rows[1]] for _ in rows[0]], np.uint64)
    made["v"] = np.array([chance.randint(-9, 9) for _ in rows[1]])
    made["w"] = np.array([chance.gauss(0, 2) for _ in rows[1]])
    made["p"] = np.array([chance.randrange(6) for _ in rows[0]])
    made["q"] = np.array([chance.randrange(8) for _ in rows[1]])
    made["g"] = np.array([0, 0, 1, 3, 3, 3, 4])
    made["e"] = np.zeros((0, 8), np.int8)
    return made


def expressions(groups: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield what is asked: expressions, and statements that change a copy `a` of an array."""
    for name, texts in groups.items():
        if name == "arithmetic":
            for text in texts:
                pair = text.split(", ")
                for form in groups["arithmetic_by"]:
                    yield f"(lambda x, y: {form})({', '.join(pair)})"
        elif name == "sums":
            yield from (text.replace("F", kind) for text in texts for kind in REDUCED)
        elif name != "arithmetic_by":
            yield from texts


def answer(text: str) -> Any:
    """Return what comes of an expression or statement: type, shape and numbers."""
    names = variables()
    try:
        if not CHANGE.search(text):
            return plain(eval(text, names))
        whole = []
        for kind in ("i8", "i64"):
            names["a"] = names[kind].copy()
            exec(text, names)
            whole.append(plain(names["a"]))
        return whole
    except (IndexError, ValueError) as error:
        return type(error).__name__


def plain(value: Any) -> Any:
    """Return a value as what JSON can hold."""
    if isinstance(value, (tuple, list)):
        return [plain(part) for part in value]
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, (str, int, float)) and not hasattr(value, "dtype"):
        return repr(value)
    if not value.shape:
        return repr(value.tolist())
    return [value.dtype.name, list(value.shape), value.tolist()]


def evaluate(groups: Mapping[str, Sequence[str]]) -> list[Any]:
    """Return for each expression itself and its answer."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [[text, answer(text)] for text in expressions(groups)]


def decide(positions: Sequence[str]) -> list[Any]:
    """Return of each position the play and the cube action, and the worth of all that there is."""
    from kotra_notation.board import position
    from kotra_notation.jobs.engine import open_engine

    engine, decided = open_engine(), []
    for begin in range(0, len(positions), 50):
        some = [position(text) for text in positions[begin : begin + 50]]
        throws = engine.throws(some, [None] * len(some), [False] * len(some))
        cubes = engine.cubes([replace(one, dice=None) for one in some])
        for throw, cube in zip(throws, cubes, strict=True):
            equities = cube.equities
            best = throw.plays[0]
            equities_of_plays = [play.equity for play in throw.plays]
            equities_of_cube = [equities.no_double, equities.double_take or 0.0]
            choices = [list(best.key), equities.action]
            decided.append([choices, best.chances, equities_of_plays, throw.luck, equities_of_cube])
    return decided


TASKS = {"evaluate": evaluate, "decide": decide}
