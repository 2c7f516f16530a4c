"""Choices that people decide are ordered by how good they are as plays, and nothing is decided by it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.jobs.engine import losses_of
from kotra_notation.model import Turn
from kotra_notation.repair.proposals import Losses, Proposal, ordered_by_play, proposals
from kotra_notation.repair.repairs import Repairs, repair
from kotra_notation.replay import Frame, replay
from referees.transcripts import read
from tests.calls import kotra
from tests.test_merging import SOUND

# In the last but two turn the one was played by another man: which one, all that follows leaves open.
OTHERWISE = SOUND
OPEN = OTHERWISE.replace("B 21: 13/11 6/5", "B 21: 13/11 6/4")
DECIDED = OTHERWISE.replace("W 52: 13/8 24/22", "W 52: 13/8 24/21")


class Judge:
    """Says what it is given of the turns it is asked about, whatever they are."""

    def __init__(self, *said: Losses | None) -> None:
        self.said = said
        self.asked: list[Frame] = []

    def __call__(self, frames: Sequence[Frame]) -> Sequence[Losses | None]:
        self.asked += frames
        return self.said


def proposed(text: str) -> tuple[Proposal, Repairs]:
    done = repair(read(text))
    (one,) = proposals(done)
    return one, done


def even(text: str) -> tuple[Proposal, Repairs]:
    """The same, where each choice has the same share."""
    one, done = proposed(text)
    return replace(one, choices=tuple(replace(choice, share=0.2) for choice in one.choices)), done


def plays(one: Proposal) -> list[object]:
    return [choice.edit.new for choice in one.choices]


def test_better_plays_come_first_unless_shares_speak_against_it() -> None:
    one, done = even(OPEN)
    assert one.confidence == "open"
    judge = Judge((0.4, 0.0), (0.02, 0.0), None, (0.0, 0.4))
    (found,) = ordered_by_play([one], done, judge)
    assert len(judge.asked) == 4
    assert [choice.loss for choice in found.choices] == [0.0, 0.02, None, 0.4, None]
    assert replace(found, choices=()) == replace(one, choices=())
    by_share = sorted(found.choices, key=lambda choice: plays(one).index(choice.edit.new))
    assert tuple(replace(choice, loss=None) for choice in by_share) == one.choices
    (found,) = ordered_by_play([one], done, Judge((0.0, 0.0, 0.0), (0.0,), (0.0, 0.0), (0.0, 0.0, 0.0, 0.0)))
    assert plays(found)[:4] == [plays(one)[at] for at in (1, 2, 0, 3)]
    one, done = proposed(OPEN)
    assert one.choices[0].share > 10 * one.choices[1].share
    (found,) = ordered_by_play([one], done, Judge((0.01, 0.0), (0.0, 0.01), (0.0,), (0.0,)))
    assert found.choices[0].edit == one.edit
    assert not one.choices[-1].edit.changes
    (found,) = ordered_by_play([one], done, Judge(*[(9.0, 0.0)] * 4))
    assert found.choices[-1] == one.choices[-1]


def test_nobody_is_asked_of_what_is_decided_and_who_knows_nothing_changes_nothing() -> None:
    one, done = proposed(DECIDED)
    judge = Judge()
    assert one.confidence == "likely"
    assert ordered_by_play([one], done, judge) == [one]
    assert not judge.asked
    one, done = proposed(OPEN)
    assert ordered_by_play([one], done, lambda frames: [None] * len(frames)) == [one]
    judge = Judge(*[None] * 4)
    ordered_by_play([one], done, judge)
    for frame, choice in zip(judge.asked, one.choices, strict=False):
        assert (frame.event,) == choice.edit.new
        assert frame.before.seen_by(1) == judge.asked[0].before.seen_by(1)


# the engine


def test_the_engine_says_what_a_play_loses_and_repairs_as_before(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    found = kn.fix(OPEN)
    (row,) = found.as_json()["proposals"]
    losses = [choice["loss"] for choice in row["choices"]]
    assert all(loss >= 0 for loss in losses[:-1])
    assert losses[-1] is None
    assert (row["confidence"], row["made"], found.changed) == ("open", False, False)
    path = tmp_path / "open.kotra"
    path.write_text(OPEN)
    told = kotra("fix", path).stdout
    assert f"%; loses {losses[0]:.3f} against the best play)" in told


def test_losses_are_those_of_the_plays_of_the_throw() -> None:
    pytest.importorskip("numpy")
    frames = replay(read(OTHERWISE)).games[0].frames
    unlawful = replay(read(OPEN)).games[0].frames[5]
    turns = [frame for frame in frames if isinstance(frame.event, Turn)]
    *found, none = losses_of([*turns, unlawful])
    assert none is None
    for frame, losses in zip(turns, found, strict=True):
        assert losses
        assert isinstance(frame.event, Turn)
        seat = frame.event.seat
        position = replace(frame.before.position, points=frame.before.seen_by(seat), seat=seat)
        best = kn.best(position, frame.event.dice)
        assert sorted(losses) == pytest.approx([best.loss(play) for play in best.plays], abs=1e-6)
        made = frame.after.seen_by(seat)
        (play,) = (play for play in best.plays if play.points == made)
        assert losses[0] == pytest.approx(best.loss(play), abs=1e-6)


def test_games_that_the_engine_does_not_know_are_not_weighed() -> None:
    pytest.importorskip("numpy")
    hypergammon = "kotra 1\nrules: modern,variant=hypergammon\n\ngame 1 0-0\nW 21: 23/21 24/23\n"
    assert losses_of(replay(read(hypergammon)).games[0].frames) == [None]


def test_without_the_package_the_order_is_that_of_the_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    one, _ = proposed(OPEN)
    monkeypatch.setitem(sys.modules, "numpy", None)
    (place,) = kn.fix(OPEN).proposed.places
    assert place.proposal == one


@pytest.mark.parametrize(("text", "asked"), [(DECIDED, False), (OPEN, True)])
def test_the_engine_is_loaded_where_there_is_something_to_order(
    tmp_path: Path, text: str, asked: bool
) -> None:
    pytest.importorskip("numpy")
    (tmp_path / "one.kotra").write_text(text)
    program = (
        "import sys\nfrom kotra_notation.cli import main\ntry: main()\nfinally: print('numpy' in sys.modules)"
    )
    words = [sys.executable, "-c", program, "fix", "one.kotra"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == str(asked), done.stderr


# records merged


def merged(tmp_path: Path, *words: str) -> str:
    one, other = tmp_path / "one.kotra", tmp_path / "other.kotra"
    one.write_text(OTHERWISE.replace("8/3 8/3", "13/8 13/8"))
    other.write_text(OTHERWISE)
    return kotra("merge", one, other, "-o", tmp_path / "new.kotra", "--force", *words).stdout


def test_of_a_conflict_it_is_told_which_is_the_better_play(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    (row,) = json.loads(merged(tmp_path, "--json"))["decisions"]
    first, second = (version["loss"] for version in row["versions"])
    assert first > second > 0
    assert (row["version"], row["by"]) == (0, None)
    [told] = re.findall(r"^    B is the better play by (\d\.\d{3})\.$", merged(tmp_path), re.MULTILINE)
    assert float(told) == pytest.approx(first - second, abs=0.00051)  # each loss has four digits
    assert "the better play" not in (tmp_path / "new.kotra").read_text()


def test_without_the_package_a_conflict_is_told_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    found = kn.merge([OTHERWISE, OTHERWISE.replace("8/3 8/3", "13/8 13/8")])
    assert found.losses == {}
    (row,) = found.as_json()["decisions"]
    assert [version["loss"] for version in row["versions"]] == [None, None]
