"""Faults in sittings of the old game that the slow referee sees are found, on their line, and once.

`KOTRA_OLD_FAULTS=2000 pytest -m slow tests/test_old_faults.py` looks at more of them.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from referees.old_faults import KINDS, Case, cases
from referees.old_spellings import SPELLINGS, sittings, unexpected
from referees.seeds import CROWD, SEED, TENTH, most, some

NUMBER = int(os.environ.get("KOTRA_OLD_FAULTS", "160"))
pytestmark = pytest.mark.middle


@pytest.fixture(scope="module", params=CROWD)
def done(request: pytest.FixtureRequest) -> list[Case]:
    if request.param == TENTH:
        return list(cases(NUMBER // 10, seed=SEED, kinds=Random(SEED).sample(KINDS, NUMBER // 10)))
    return list(cases(NUMBER, seed=NUMBER))


def shown(case: Case) -> str:
    said = [f"{one.span.line if one.span else '-'} {one.code}" for one in case.found]
    return f"{case.kind}, line {case.line}: {said}"


def test_nearly_every_kind_of_fault_is_made(done: list[Case]) -> None:
    kinds = len({case.kind for case in done})
    assert kinds >= (0.75 * len(KINDS) if len(done) >= NUMBER else 0.4 * NUMBER // 10)
    assert 0.75 * len(KINDS) >= 32


def test_faults_are_found(done: list[Case]) -> None:
    missed = [shown(case) for case in done if case.missed]
    assert len(missed) <= most(0.01, len(done)), "\n".join(missed)


def test_the_first_finding_is_on_the_line_where_the_sitting_goes_wrong(done: list[Case]) -> None:
    astray = [shown(case) for case in done if case.astray]
    assert len(astray) <= most(0.03, len(done)), "\n".join(astray)


def test_one_fault_is_one_finding(done: list[Case]) -> None:
    many = [shown(case) for case in done if len(case.found) > 1]
    assert sum(len(case.found) for case in done) - len(done) <= most(0.05, len(done)), "\n".join(many)


@pytest.mark.parametrize("spelling", some(SPELLINGS, 2))
def test_a_sound_sitting_has_no_finding_however_it_is_spelled(spelling: str) -> None:
    assert [
        (match.rules, wrong) for match in sittings(4, SEED) if (wrong := unexpected(match, spelling))
    ] == []
