"""Some whole commands on damaged records, other ones in each run; the seed repeats them."""

from __future__ import annotations

import os

import pytest

from referees.seeds import SEED
from tools.commands import run

pytestmark = pytest.mark.middle


NUMBER = int(os.environ.get("KOTRA_COMMANDS", "24"))


@pytest.mark.parametrize("number", [NUMBER // 3, pytest.param(NUMBER, marks=pytest.mark.slow)])
def test_no_command_ends_otherwise_than_it_may(number: int) -> None:
    statuses, found = run(number, SEED)
    told = "\n".join(f"{' '.join(one.words)}: {one.why}\n{one.output}" for one in found)
    assert not found, told
    assert statuses.total() >= number
