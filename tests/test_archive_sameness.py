"""What is in an archive more than once is found by its tables alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kotra_notation.archive.rows import row_of, sketch_of
from kotra_notation.archive.sameness import Throws, pairs
from kotra_notation.compare.same.sketches import sketch
from referees.games import random_match
from tools.archive_sameness import built, figures, seeded, thrown_match, written

pytestmark = pytest.mark.middle


def throws_of(*records: bytes) -> Throws:
    starts = np.concatenate([[0], np.cumsum([len(one) for one in records])])
    return Throws(np.frombuffer(b"".join(records), np.uint8), starts, np.arange(len(records)))


def test_a_sketch_comes_back_from_its_row() -> None:
    match = random_match(3, 5)
    drawn = sketch(match)
    assert sketch_of(row_of(drawn), *(player.name for player in match.players)) == drawn


def test_seeded_records_are_found_again_and_no_others(tmp_path: Path) -> None:
    """`python -m tools.archive_sameness` does it at length."""
    found = figures(tmp_path, written(tmp_path, seeded(400, seed=3)))
    assert found.seeded > 30
    assert (found.missed, found.false) == ((), 0)


@pytest.mark.slow
def test_seeded_records_are_found_in_an_archive_built_of_files(tmp_path: Path) -> None:
    known = built(tmp_path, 20, 2, [random_match(seed, 3) for seed in range(10)])
    found = figures(tmp_path / "archive", known)
    assert found.seeded > 15
    assert (found.missed, found.false) == ((), 0)


def test_portions_do_not_change_the_pairs() -> None:
    records = [sketch(thrown_match(seed)).throws for seed in range(40)]
    throws = throws_of(*records, *(one[9:] for one in records[:7]), records[8][:11])
    whole = pairs(throws)
    assert (pairs(throws, portion=500) == whole).all()
    assert {(at, at + 40) for at in range(7)} <= {tuple(pair) for pair in whole.tolist()}


def test_many_records_of_one_match_hang_together_without_all_their_pairs() -> None:
    worth = pairs(throws_of(*[sketch(thrown_match(1)).throws] * 50))
    assert len(worth) < 50 * 3
    assert {place for pair in worth.tolist() for place in pair} == set(range(50))
