"""The alignment of records that were spoilt from one: `python -m referees.alignment` measures it on many."""

from __future__ import annotations

import pytest

from referees.alignment import KINDS, Case, cases, generated, recorded, share, table
from referees.faults import CORPUS
from referees.seeds import CROWD, SEED, TENTH

pytestmark = pytest.mark.middle


@pytest.fixture(scope="module", params=CROWD)
def done(request: pytest.FixtureRequest) -> list[Case]:
    if request.param == TENTH:
        found = list(cases(list(generated(2, 2)), 4 * len(KINDS), seed=SEED))
    else:
        found = list(cases(list(generated()), 10 * len(KINDS), seed=2))
    print(f"\n{table(found)}")
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_turns_are_aligned_with_their_likes(kind: str, done: list[Case]) -> None:
    some = [case for case in done if case.kind == kind]
    assert share(some) >= (0.995 if len(some) > 4 else 0.97)


@pytest.mark.slow
def test_records_of_the_corpus_are_aligned_too() -> None:
    if not CORPUS.is_dir():
        pytest.skip("no corpus: generated records are aligned only")
    assert share(list(cases(list(recorded(every=12)), len(KINDS), seed=1))) >= 0.995
