"""Games that the engine plays against itself are records in which nothing is wrong, and stay the same."""

from __future__ import annotations

import lzma
import re

import pytest

pytest.importorskip("numpy")

import kotra_notation as kn
from kotra_notation.jobs.engine import open_engine
from kotra_notation.rules import RULESETS
from referees.samples import COLLECTION
from referees.seeds import SEED, part
from tools.old_collection import DIALECTS, MOST_BYTES, packed, sittings

pytestmark = pytest.mark.middle


@pytest.mark.parametrize("name", DIALECTS)
def test_games_of_the_engine_are_records_with_nothing_wrong(name: str) -> None:
    engine = open_engine().knowing(RULESETS[name])
    made = sittings(RULESETS[name], engine, 12, SEED)
    assert [len(match.games) for match in made] == [10, 2]
    data = packed(made)
    assert found(lzma.decompress(data).decode()) == ([], 12)
    assert data == packed(sittings(RULESETS[name], engine, 12, SEED))


@pytest.mark.parametrize("path", sorted(COLLECTION.glob("*.xz")), ids=lambda path: path.name)
def test_games_of_the_collection_are_sound(path: object) -> None:
    """Some of its sittings, other ones in each run."""
    assert sum(one.stat().st_size for one in COLLECTION.iterdir()) <= MOST_BYTES
    text = lzma.decompress((COLLECTION / str(path)).read_bytes()).decode()
    records = re.split(r"\n(?=kotra 1\n)", text)
    assert len(records) == 100
    for record in part(records, 25):
        assert found(record) == ([], 10)


def found(record: str) -> tuple[list[str], int]:
    """What is wrong in a record, and how many games there are in it."""
    reading = kn.read(record)
    replays = [kn.replay(match) for match in reading.matches]
    findings = [*reading.findings, *(one for replay in replays for one in replay.findings)]
    return [one.message for one in findings], sum(len(one.games) for one in replays)
