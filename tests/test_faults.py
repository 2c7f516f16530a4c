"""Faults that the slow referee sees are found, on their line, and once.

`KOTRA_FAULTS=5000 pytest -m slow tests/test_faults.py` looks at more of them, in all records of the corpus.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from referees.faults import CORPUS, KINDS, Case, Record, cases, faulty, figures, records, seeded, shown, table
from referees.seeds import CROWD, SEED, TENTH, most

NUMBER = int(os.environ.get("KOTRA_FAULTS", "420"))
pytestmark = pytest.mark.middle


@pytest.fixture(scope="module", params=CROWD)
def whole(request: pytest.FixtureRequest) -> bool:
    return bool(request.param != TENTH)


@pytest.fixture(scope="module")
def sound(whole: bool) -> list[Record]:
    found = list(records(every=30 if not whole else 6 if NUMBER <= 1000 else 1))
    assert found, "no record without a fault to put one into"
    return found


@pytest.fixture(scope="module")
def done(sound: list[Record], whole: bool) -> list[Case]:
    found = list(cases(sound, NUMBER, seed=NUMBER) if whole else cases(sound, NUMBER // 10, seed=SEED))
    print(f"\n{table(found)}")
    return found


def test_the_corpus_is_there_to_put_faults_into() -> None:
    if not CORPUS.is_dir():
        pytest.skip("no corpus: faults are put into generated records only")


def test_every_kind_of_fault_can_be_made(done: list[Case], whole: bool) -> None:
    """In a few records some kinds may have no place."""
    made = {case.fault.kind for case in done}
    assert made == KINDS.keys() if whole else len(made) >= 0.75 * len(KINDS)


def test_faults_are_found(done: list[Case]) -> None:
    missed = [shown(case) for case in done if case.missed]
    assert len(missed) <= most(0.005, len(done)), "\n".join(missed)


def test_the_first_finding_is_on_the_line_where_the_record_goes_wrong(done: list[Case]) -> None:
    astray = [shown(case) for case in done if case.astray]
    assert len(astray) <= most(0.02, sum(not case.missed for case in done)), "\n".join(astray)


def test_one_fault_is_one_finding(done: list[Case], whole: bool) -> None:
    many = [shown(case) for case in done if len(case.found) > 1]
    assert figures(done).each <= (1.2 if whole else 1.5), "\n".join(many)


def test_a_record_without_a_fault_is_not_called_faulty(sound: list[Record]) -> None:
    assert [one.name for one in sound if faulty(one, one.text, "none")] == []


def test_the_same_seed_puts_in_the_same_fault(sound: list[Record]) -> None:
    twice = [seeded(sound[0], Random(7), "wrong landing point") for _ in range(2)]
    assert twice[0] == twice[1] is not None
