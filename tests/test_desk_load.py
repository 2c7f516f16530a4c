"""Many people at the desk at once; the figures that are aimed at are measured by hand, on a quiet machine."""

from __future__ import annotations

import sys

import pytest

from tests.apart import apart
from tools.desk_load import measured

pytestmark = [
    pytest.mark.middle,
    pytest.mark.skipif(sys.platform != "linux", reason="memory is counted as Linux tells it"),
]


def test_twenty_people_wait_no_longer_than_they_must() -> None:
    """They share what processors are left by other tests: what counts is the work that it takes."""
    found = apart(lambda: measured(people=20, length=5, faulty=0.5))
    assert found.refused == 0
    assert found.work < 4
    assert found.memory < 1_000_000_000
    assert found.within(0.95) < 30
