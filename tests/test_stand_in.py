"""What stands in for numpy in the browser does what numpy does, and the engine decides alike with both."""

from __future__ import annotations

import json
import math
import re
import subprocess
import tomllib
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from kotra_notation.board import position
from kotra_notation.engine.lockstep import Lockstep, even_dice
from kotra_notation.engine.many_plays import THROWS
from kotra_notation.jobs.engine import open_engine
from referees.seeds import SEED
from tests import standing_in

HERE = Path(__file__).parent
FACTS = tomllib.loads((HERE / "facts" / "web" / "stand_in.toml").read_text(encoding="utf-8"))
STAND_IN = HERE.parent / "tools" / "web" / "numpy"
# Games for money and at scores, with the cube in the middle and turned.
RESTS = ["0:0:1:00:0:0:0:0", "0:0:1:00:2:4:0:7", "1:1:1:00:1:0:0:5", "1:-1:1:00:5:6:0:9", "0:0:1:00:4:2:1:5"]
STARTS = [f"XGID=-b----E-C---eE---c-e----B-:{rest}:10" for rest in RESTS]
DECISIONS = 1000
NEAR, TIE = 1e-4, 1e-6


def in_pyodide(pyodide: Path, folder: Path, task: str, facts: Any) -> Any:
    """The answer to a task with the stand-in."""
    words = ("node", HERE / "stand_in.mjs", pyodide, folder, HERE / "standing_in.py", task)
    done = subprocess.run(words, input=json.dumps(facts), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def are_near(one: Any, other: Any, most: float = 1e-6) -> bool:
    """Whether two answers are alike but for the last digits of floats."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(are_near(*pair, most) for pair in zip(one, other, strict=True))
    if isinstance(one, str) and isinstance(other, str) and one != other and "." in one and "." in other:
        return are_near(float(one), float(other), most)
    if isinstance(one, float) and isinstance(other, float):
        return (
            one == other
            or (math.isnan(one) and math.isnan(other))
            or abs(one - other) <= most * max(1, abs(one))
        )
    return type(one) is type(other) and one == other


@pytest.mark.slow
def test_expressions_come_to_the_same(pyodide: Path, web_folder: Path) -> None:
    expected = json.loads(json.dumps(standing_in.evaluate(FACTS)))
    made = in_pyodide(pyodide, web_folder, "evaluate", FACTS)
    assert [text for text, _ in made] == [text for text, _ in expected]
    assert [pair for pair in zip(made, expected, strict=True) if not are_near(*pair)] == []


@pytest.mark.slow
def test_a_thousand_decisions_are_the_same(pyodide: Path, web_folder: Path) -> None:
    """Throws and cubes of games that the engine plays against itself: the same plays, of the same worth."""
    positions = positions_of_games(DECISIONS)
    expected = json.loads(json.dumps(standing_in.decide(positions)))
    made = in_pyodide(pyodide, web_folder, "decide", positions)
    assert len(made) == DECISIONS
    for text, one, other in zip(positions, made, expected, strict=True):
        assert one[0] == other[0] or is_tie(*other[2:]), text
        told = 1 if one[0][0] == other[0][0] else 2  # plays that are worth the same have other chances
        assert are_near(one[told:], other[told:], NEAR), text


def is_tie(plays: list[float], luck: float, cube: list[float]) -> bool:
    """Whether the best two plays, or two of the ways of the cube, are worth the same to six digits."""
    ways = sorted([*cube, 1.0])
    pairs = [*pairwise(ways), *zip(plays[1:2], plays, strict=False)]
    return any(abs(one - other) < TIE for one, other in pairs)


def positions_of_games(count: int) -> list[str]:
    """Positions with dice of games from all starts, as they come by the dice of this run."""
    engine, texts = open_engine(), list[str]()
    for number, start in enumerate(STARTS):
        begin = position(start)
        asked = engine.game.arrays_of([begin] * 6)
        games = Lockstep(engine.evaluator, asked.boards, asked.stakes, asked.of, to_the_end=True)
        for turn in games.run(even_dice(6 * number, 6 * number + 6, SEED)):
            for points, throw, first in zip(
                turn.boards.tolist(), turn.throws.tolist(), turn.first.tolist(), strict=True
            ):
                here = begin if first else begin.passed()
                texts.append(replace(here, points=tuple(points), dice=THROWS[throw]).xgid())
    assert len(texts) >= count
    return [texts[place * len(texts) // count] for place in range(count)]


def test_what_the_engine_uses_is_there() -> None:
    """Every function of numpy that modules in the browser call, but what only types and writers name."""
    from tools.web.__main__ import engine_files

    defined = "\n".join(path.read_text(encoding="utf-8") for path in STAND_IN.glob("*.py"))
    used = set[str]()
    for name, content in engine_files():
        if name.endswith(".py") and not name.startswith("numpy/"):
            used |= set(re.findall(r"\bnp\.(\w+)", content.decode()))
    missing = [
        name for name in sorted(used) if not re.search(rf"(?m)^(?:def |class )?[\w, ]*\b{name}\b", defined)
    ]
    assert missing == ["integer", "savez_compressed"]
