"""The alignment of records that were spoilt from one: `python -m tests.alignment` measures it on many."""

from __future__ import annotations

import pytest

from tests.alignment import KINDS, Case, cases, generated, recorded, share, table
from tests.faults import CORPUS


@pytest.fixture(scope="module")
def done() -> list[Case]:
    found = list(cases(list(generated()), 10 * len(KINDS), seed=2))
    print(f"\n{table(found)}")
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_turns_are_aligned_with_their_likes(kind: str, done: list[Case]) -> None:
    assert share([case for case in done if case.kind == kind]) >= 0.995


def test_records_of_the_corpus_are_aligned_too() -> None:
    if not CORPUS.is_dir():
        pytest.skip("no corpus: generated records are aligned only")
    assert share(list(cases(list(recorded(every=12)), len(KINDS), seed=1))) >= 0.995
