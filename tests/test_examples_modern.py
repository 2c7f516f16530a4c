"""The worked examples of modern kotra that list plays; the others are in `facts/modern_examples.toml`."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from kotra_notation.model import Hop
from referees.oracle import Board, board, from_points, outcomes, side, to_points
from tests.test_legal_plays import legal_results

EXAMPLES = Path(__file__).parent / "examples" / "modern.txt"
W, B = 0, 1


class Plays(NamedTuple):
    """An example that lists every legal play: its text, and the men of the mover after it."""

    name: str
    position: Board
    dice: tuple[int, int]
    plays: list[tuple[str, str]]


def listed() -> list[Plays]:
    """Every example of the file that lists plays."""
    examples = []
    for part in re.split(r"^\*\*(?=MX-)", EXAMPLES.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        if found := re.search(r"pos:\s*(.+)\nturn:\s*W (\d)-(\d)\nplays\[modern\]:\n((?:  .+\n)+)", part):
            plays = [line.split("->") for line in found[4].splitlines()]
            after = [(play.strip(), men.strip().removeprefix("W: ")) for play, men in plays]
            dice = int(found[2]), int(found[3])
            examples.append(Plays(part[:5], board(found[1]), dice, after))
    return examples


def hops(text: str) -> tuple[Hop, ...]:
    """The hops of a play text; a chained one is a hop for each landing."""
    found = []
    for chain in text.replace("bar", "25").replace("off", "0").split():
        points = [int(point) for point in chain.split("/")]
        found += [Hop(source, target) for source, target in pairwise(points)]
    return tuple(found)


@pytest.mark.parametrize("example", listed(), ids=lambda example: example.name)
def test_the_plays_of_an_example_are_all_there_are(example: Plays) -> None:
    results = legal_results(to_points(example.position), example.dice)
    assert {from_points(points).mine for points in results} == {side(after) for _, after in example.plays}


@pytest.mark.parametrize("example", listed(), ids=lambda example: example.name)
def test_the_plays_of_an_example_lead_where_it_says(example: Plays) -> None:
    for text, after in example.plays:
        if not text.startswith("—"):
            (found,) = outcomes(example.position, example.dice, hops(text))
            assert found.board.mine == side(after), text


def test_every_example_with_plays_is_read() -> None:
    assert [example.name for example in listed()] == [f"MX-{number:02}" for number in range(3, 14)]
