"""One record out of several: what is taken from which, what stays open, and what is kept of all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import kotra_notation as kn
from kotra_notation.compare import merging
from kotra_notation.compare.aligning import exchange_seats
from kotra_notation.compare.merging import MERGER, merge_matches
from kotra_notation.model import AwardClaim, Clock, Comment, Evaluation, Event, Match, Turn
from kotra_notation.repair.edits import event_text
from kotra_notation.replay import Replay, replay
from kotra_notation.replay.folding import fold
from kotra_notation.rules import Ruleset
from kotra_notation.rules.old_icelandic import title
from referees.faults import record
from referees.games import random_match
from referees.merging import cases, happened
from referees.seeds import SEED
from referees.sheet import written
from referees.transcripts import read
from tests.records import Slips, rows, with_slips

SOUND = """kotra 1
white: Anna
black: Bjarni
length: 1

game 1 0-0
W 31: 8/5 6/5
B 64: 24/18 18/14
W 52: 13/8 24/22
B 43: 14/10 10/7
W 61: 13/7 8/7
B 21: 13/11 6/5
W 33: 8/5 8/5 6/3 6/3
B 55: 13/8 13/8 8/3 8/3
"""
# Another lawful play of the same throw, behind which all else is lawful too.
OTHERWISE = "B 55: 13/8 13/8 13/8 13/8"


def events(match: Match) -> tuple[Event, ...]:
    return match.games[0].events


def changed(old: str, new: str, text: str = SOUND) -> str:
    assert text.count(old) == 1
    return text.replace(old, new)


@rows
def test_records_are_merged(
    records: tuple[Slips, ...], options: dict[str, Any], expected: tuple[str, ...], is_whole: bool
) -> None:
    names = ["a", "b", "c"][: len(records)]
    found = merge_matches([read(with_slips(SOUND, slips)) for slips in records], names, **options)
    chosen = ["both" if one.chosen is None else names[one.chosen] for one in found.decisions]
    decisions = [
        f"game {one.game} turn {one.turn}: {name} {one.by or '(open)'}"
        for one, name in zip(found.decisions, chosen, strict=True)
    ]
    assert (tuple(decisions), happened(found.match) == happened(read(SOUND))) == (expected, is_whole)


@pytest.mark.middle
def test_swapped_sides_are_turned_and_a_record_with_itself_is_itself() -> None:
    match = random_match(3, 5)
    found = merge_matches([match, exchange_seats(match)], ["a", "b"])
    assert (happened(found.match), found.swapped, found.decisions) == (happened(match), (1,), ())
    sample = Path(__file__).parent.parent / "samples/sound/skyringar.kotra"
    (match,) = kn.read(sample).matches
    found = merge_matches([match, match], ["a", "b"])
    assert (found.match, found.decisions) == (match, ())


def test_what_nothing_decides_is_open_and_marked_at_its_turn() -> None:
    other = changed("B 55: 13/8 13/8 8/3 8/3", OTHERWISE)
    found = merge_matches(
        [read(SOUND), read(other)], ["a", "b"], mark=lambda decision: f"turn {decision.turn}"
    )
    (conflict,) = found.conflicts
    assert (conflict.turn, conflict.chosen, conflict.by) == (8, 0, "")
    assert events(found.match)[-1] == Comment(text="turn 8", author=MERGER)


def test_a_wrong_result_gives_way_to_the_one_that_the_next_score_bears_out() -> None:
    match = random_match(5, 5)
    sound = record("made", written(match))
    assert sound is not None
    first = sound.sheet.rounds[0]
    points = next(cell for cell in first.cells if cell.text.startswith("Wins"))
    points.text = "Wins 9 points"
    wrong = kn.read(sound.sheet.text(), format="mat").matches[0]
    original = kn.read(sound.text, format="mat").matches[0]
    assert happened(merge_matches([wrong, original], ["a", "b"]).match) == happened(original)


def test_remarks_of_all_are_kept_once_and_every_author() -> None:
    turn = "W 52: 13/8 24/22\n"
    one = changed(turn, f"{turn}# Same words.\n#[Una] Una's.\n# Mine.\nW clock 10:00\n")
    other = changed(turn, f"{turn}# Same  words.\n# Others.\nW clock 9:58 used 0:04\n")
    other = changed("length: 1", "length: 1\ntranscriber: Dögg", other)
    found = merge_matches([read(one), read(other)], ["mine", "theirs"])
    remarks = [event for event in events(found.match) if isinstance(event, Comment | Clock)]
    assert [(remark.author, remark.text) for remark in remarks if isinstance(remark, Comment)] == [
        (None, "Same words."),
        ("Una", "Una's."),
        ("mine", "Mine."),
        ("Dögg", "Others."),
    ]
    assert [remark for remark in remarks if isinstance(remark, Clock)] == [Clock(seat=0, left=600, used=4)]


def test_comments_of_one_record_are_not_signed_and_an_analysis_comes_with_its_turn() -> None:
    one = changed("W 52: 13/8 24/22\n", "W 52: 13/8 24/22\n# Mine.\n")
    found = merge_matches([read(one), read(SOUND)], ["a", "b"])
    assert [event.author for event in events(found.match) if isinstance(event, Comment)] == [None]
    match = random_match(3, 5)
    study = Evaluation(aspect="play", source="Freysteinn")
    game = replace(match.games[0], events=(*match.games[0].events[:3], study, *match.games[0].events[3:]))
    found = merge_matches([match, replace(match, games=(game, *match.games[1:]))], ["a", "b"])
    assert events(found.match)[3] == study


def test_a_game_that_differs_all_over_is_taken_as_one_record_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kotra_notation.compare.choices.WORK", 1)
    wrong = changed("13/8 24/22", "13/8 24/21", changed("W 61: 13/7 8/7", "W 61: 13/7 8/6"))
    found = merge_matches([read(wrong), read(SOUND)], ["a", "b"])
    assert happened(found.match) == happened(read(SOUND))


@pytest.mark.middle
def test_what_many_games_that_differ_cost_together_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = []

    def counted(match: Match, ruleset: Ruleset) -> Replay:
        judged.append(match)
        return fold(match, ruleset)

    monkeypatch.setattr(merging, "fold", counted)
    sound = random_match(3, 5)
    games = [
        replace(game, events=tuple([_misthrown(event, at) for at, event in enumerate(game.events)]))
        for game in sound.games
    ]
    both = [replace(sound, games=tuple(games)), sound]
    merge_matches(both, ["a", "b"])
    whole = len(judged)
    monkeypatch.setattr(merging, "ALL", 500)
    judged.clear()
    merge_matches(both, ["a", "b"])
    assert len(judged) < whole / 2


def _misthrown(event: Event, at: int) -> Event:
    """The event, with other dice where it is a turn at some places."""
    return replace(event, dice=(6, 6)) if isinstance(event, Turn) and at in (4, 7, 10) else event


def test_headers_are_united_and_what_they_contradict_is_told() -> None:
    one = changed("length: 1", "length: 1\nevent: Vormót\nplace: Selfoss")
    other = changed("length: 1", "length: 1\nevent: Haustmót\nround: 2")
    found = merge_matches([read(one), read(other)], ["a", "b"])
    assert found.match.info == (("event", "Vormót"), ("place", "Selfoss"), ("round", "2"))
    assert [(kept.what, kept.kept, kept.said) for kept in found.kept] == [
        ("event", "Vormót", ("Vormót", "Haustmót"))
    ]


@pytest.mark.middle
@pytest.mark.parametrize(("number", "seed"), [(4, SEED), pytest.param(12, 3, marks=pytest.mark.slow)])
def test_a_small_sample_of_seeded_faults_is_mended(number: int, seed: int) -> None:
    """`python -m referees.merging` does it at length."""
    sound = [
        one for made in range(number // 2) if (one := record(f"made {made}", written(random_match(made))))
    ]
    done = cases(sound, number, seed)
    assert sum(one.restored for one in done) >= (10 if number == 12 else 2)


def test_an_award_is_told_by_its_title_and_a_result_is_of_the_last_turn() -> None:
    ruleset = replay(read(SOUND)).ruleset
    award = AwardClaim(seat=0, kind="langi", points=7)
    assert event_text(award, ruleset) == f"scores {title('langi')} 7"
    assert event_text(replace(award, points=None), ruleset) == f"scores {title('langi')}"
    (decision,) = merge_matches(
        [read(f"{SOUND}W wins {points}\n") for points in (1, 3)], ["a", "b"]
    ).decisions
    assert decision.turn == 8
