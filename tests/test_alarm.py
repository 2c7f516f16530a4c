"""A limit of time is kept, and leaves no clock running, whenever it is reached."""

from __future__ import annotations

import importlib
import signal
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from kotra_notation.alarm import OutOfTime, at_most, can_ring

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarm clock here")


def for_ever() -> None:
    while True:
        with suppress(Exception):
            time.sleep(0.01)


def test_what_takes_longer_is_ended_and_nothing_on_the_way_holds_it_up() -> None:
    begun = time.monotonic()
    with pytest.raises(OutOfTime), at_most(0.05):
        for_ever()
    assert time.monotonic() - begun < 5


class Slow:
    """What takes its time to be cleared away."""

    def __del__(self) -> None:
        end = time.monotonic() + 0.2
        while time.monotonic() < end:
            pass


def test_an_alarm_that_is_lost_where_something_is_cleared_away_rings_again_at_once() -> None:
    def work() -> None:
        Slow()
        time.sleep(0.5)

    with pytest.raises(OutOfTime), at_most(0.05):
        work()


def test_a_module_is_imported_whole_before_the_work_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "slow_to_import.py").write_text("import time\ntime.sleep(0.3)\nwhole = True\n")
    monkeypatch.syspath_prepend(tmp_path)

    def work() -> None:
        importlib.import_module("slow_to_import")
        for_ever()

    with pytest.raises(OutOfTime), at_most(0.05):
        work()
    assert sys.modules.pop("slow_to_import").whole


def test_no_clock_is_left_running() -> None:
    before = signal.getsignal(signal.SIGALRM)
    ended = 0
    for turn in range(3000):
        try:
            with at_most(1e-6 + turn % 30 * 1e-6):
                sum(number * number for number in range(turn % 300))
        except OutOfTime:
            ended += 1
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
        assert signal.getsignal(signal.SIGALRM) is before
    assert 0 < ended < 3000


def test_elsewhere_than_in_the_main_thread_there_is_no_limit() -> None:
    found: list[bool] = []

    def work() -> None:
        with at_most(1e-6):
            time.sleep(0.01)
        found.append(can_ring())

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [False]
