"""What is proved sound has the same rows in every table as if it had been read and replayed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from kotra_notation.archive.manifest import TABLES
from kotra_notation.fast.proof import prove
from referees.seeds import SEED, part
from tests.conftest import SHARED
from tests.test_sound import TEXT
from tools.archive_proofs import ALL, differing
from tools.proofs import made, mutated

SAMPLES = sorted((Path(__file__).parents[1] / "samples").rglob("*.mat"))
CORPUS = sorted(SHARED.glob("corpus/*/mat/*"))
SHALLOW = tuple(name for name in ALL if not TABLES[name].deep)
MONEY = """\
 0 point match

 Game 1
 Ása : 0                         Jón : 0
  1)                             43: 24/20 13/10
  2) 55: 8/3(2) 6/1*(2)          42: bar/21 13/11
  3)  Doubles => 2                Takes
  4) 66: 24/18(2) 13/7(2)        64: 11/5 10/6
  5) 21: 8/6 7/6                  Doubles => 4
  6)  Drops
                                  Wins 2 points
"""


@pytest.mark.parametrize("text", [TEXT, MONEY], ids=["match", "money"])
@pytest.mark.parametrize("tables", [ALL, SHALLOW], ids=["all", "shallow"])
def test_a_match_that_is_proved_has_the_rows_of_the_ordinary_way(text: str, tables: Sequence[str]) -> None:
    assert prove(text.encode())
    assert differing([text.encode()], tables) == []


def test_the_rows_of_files_that_are_proved_and_of_others_stand_in_their_order() -> None:
    sound, slip = TEXT.encode(), TEXT.replace("24/14", "24/15").encode()
    assert differing([slip, sound, MONEY.encode(), slip, MONEY.encode().replace(b"Takes", b"Drops")]) == []


def test_the_samples_have_the_same_rows() -> None:
    texts = [path.read_bytes() for path in SAMPLES]
    assert any(map(prove, texts))
    assert differing(texts) == []


@pytest.mark.middle
@pytest.mark.skipif(not CORPUS, reason="the corpus is absent")
def test_the_corpus_has_the_same_rows() -> None:
    assert differing([path.read_bytes() for path in part(CORPUS)]) == []


@pytest.mark.middle
def test_made_matches_and_such_with_slips_have_the_same_rows() -> None:
    chance = Random(f"rows {SEED}")
    texts = [made(chance) for _ in range(6)]
    slips = [mutated(chance, chance.choice([TEXT.encode(), MONEY.encode()])) for _ in range(1200)]
    sound = [data for data in slips if prove(data)]
    assert len(sound) > 20
    assert differing([TEXT.encode(), *texts, *sound]) == []
