"""Faults in sittings of the old game that the slow referee sees are found, on their line, and once.

`KOTRA_OLD_FAULTS=2000 pytest tests/test_old_faults.py` looks at more of them.
"""

from __future__ import annotations

import os

import pytest

from tests.old_faults import KINDS, Case, cases
from tests.old_spellings import SPELLINGS, sittings, unexpected

NUMBER = int(os.environ.get("KOTRA_OLD_FAULTS", "160"))


@pytest.fixture(scope="module")
def done() -> list[Case]:
    return list(cases(NUMBER, seed=NUMBER))


def shown(case: Case) -> str:
    said = [f"{one.span.line if one.span else '-'} {one.code}" for one in case.found]
    return f"{case.kind}, line {case.line}: {said}"


def test_nearly_every_kind_of_fault_is_made(done: list[Case]) -> None:
    assert len({case.kind for case in done}) >= 0.75 * len(KINDS) >= 32


def test_faults_are_found(done: list[Case]) -> None:
    missed = [shown(case) for case in done if case.missed]
    assert len(missed) <= 0.01 * len(done), "\n".join(missed)


def test_the_first_finding_is_on_the_line_where_the_sitting_goes_wrong(done: list[Case]) -> None:
    astray = [shown(case) for case in done if case.astray]
    assert len(astray) <= 0.03 * len(done), "\n".join(astray)


def test_one_fault_is_one_finding(done: list[Case]) -> None:
    many = [shown(case) for case in done if len(case.found) > 1]
    assert sum(len(case.found) for case in done) <= 1.05 * len(done), "\n".join(many)


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_sound_sitting_has_no_finding_however_it_is_spelled(spelling: str) -> None:
    assert [
        (match.rules, wrong) for match in sittings(4, NUMBER) if (wrong := unexpected(match, spelling))
    ] == []
