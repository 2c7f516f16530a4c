"""What `repair` proposes for single slips of each kind, for what stood, and for what nobody can tell."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace
from functools import cache
from time import process_time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import kotra_notation as kn
from kotra_notation.features.check.job import check_file
from kotra_notation.jobs.files import Opened
from kotra_notation.model import Blank, Evaluation, Game, Match, NotRecorded, Play, Turn
from kotra_notation.repair.edits import Edit, apply_edits, costs, meant_text, why, written_text
from kotra_notation.repair.effort import Purse
from kotra_notation.repair.proposals import Proposal, proposals
from kotra_notation.repair.repairs import repair
from kotra_notation.repair.stakes import likely_size
from kotra_notation.rules import RULESETS
from referees.games import quick_match
from referees.models import hop, matches
from referees.old_games import random_old_match
from tests.records import SAMPLES, rows, tables, with_slips

TEXTS: dict[str, str] = {
    name: (SAMPLES / text[1:]).read_text("utf-8") if text.startswith("@") else text
    for name, text in tables(__name__)["texts"].items()
}
ROWS = tables(__name__)["a record is repaired so"]
# Rows with so much to be looked through that they take longer than most tests.
LONG = ("open choices, the likeliest first", "unread", "two slips of a game", "play-lost", "man")
GAME = TEXTS["modern"]
TRUTH = kn.read(GAME).matches[0]


def match_of(text: str) -> Match:
    return kn.read(text).matches[0]


def slipped(name: str) -> str:
    """Return the text of a row with its slips."""
    text, slips, *_ = ROWS[name]
    return with_slips(TEXTS[text], slips)


@cache
def proposed(text: str) -> list[Proposal]:
    return proposals(repair(match_of(text)))


def only(text: str) -> Proposal:
    (proposal,) = proposed(text)
    return proposal


def said(edit: Edit, rules: str = "modern") -> tuple[str, str]:
    """Return what is written and what was meant."""
    return str(written_text(edit, RULESETS[rules])), str(meant_text(edit, RULESETS[rules]))


def mended(match: Match, some: list[Proposal]) -> tuple[Game, ...]:
    """Return the games with the first choice at every place."""
    return tuple(
        apply_edits(game, [proposal.edit for proposal in some if proposal.game == number])
        for number, game in enumerate(match.games, 1)
    )


def lines_of(proposal: Proposal, rules: str) -> list[str]:
    """Return a proposal in lines: the first choice and where it is, other choices, what it explains."""
    edit, span = proposal.edit, proposal.span
    turn = f" turn {proposal.turn}" if proposal.turn else ""
    seat = "" if proposal.seat is None else f" {'WB'[proposal.seat]}"
    line = f" line {span.line}" if span else ""
    first = f"{proposal.confidence} {edit.kind}, game {proposal.game}{turn}{seat}{line}: "
    first += " -> ".join(said(edit, rules)) + ("" if edit.changes else " (nothing changes)")
    others = [f"or {choice.edit.kind}: {said(choice.edit, rules)[1]}" for choice in proposal.choices[1:]]
    explains = ", ".join(
        f"{found.code} {found.span.line if found.span else '-'}" for found in proposal.explains
    )
    return [first, *others, *([f"explains {explains}"] if explains else [])]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.middle] * (name in LONG)) for name in ROWS]
)
def test_a_record_is_repaired_so(name: str) -> None:
    text, slips, expected, is_whole = ROWS[name]
    reading = kn.read(with_slips(TEXTS[text], slips))
    (match,) = reading.matches
    done = repair(match, found=reading.findings)
    some = proposals(done)
    found = [f"found {one.code} {one.span and one.span.line}: {one.message}" for one in reading.findings]
    lines = [line for proposal in some for line in lines_of(proposal, done.replayed.ruleset.name)]
    assert (*found, *lines) == expected
    assert (mended(match, some) == match_of(TEXTS[text]).games) == is_whole
    for proposal in some:
        assert 0 < sum(choice.share for choice in proposal.choices) < 1.0001
        assert all(str(why(choice.edit.kind)).endswith(".") for choice in proposal.choices)


def test_every_kind_of_slip_that_has_a_cost_is_tried() -> None:
    known = costs()
    tried = {line.split()[1].strip(",:") for _, _, lines, _ in ROWS.values() for line in lines if " " in line}
    assert {*known.slips, *known.stakes, "unread"} - tried == {"columns-swapped"}


@rows
def test_a_resignation_has_a_likely_size(men: str, winner: int, size: int) -> None:
    record = f"kotra 1\nlength: 0\nrules: modern\ngame 1 0-0\nsetup {men}; W to play\n"
    (frame,) = kn.replay(match_of(record)).games[0].frames
    assert likely_size(frame.after, winner) == size


def test_columns_exchanged_from_a_turn_on_are_put_back_in_one() -> None:
    first, second = GAME.split("\n\ngame 2")
    head, tail = first.split("B 64: 13/9")
    turned = ("B 64: 13/9" + tail).translate(str.maketrans("WB", "BW"))
    text = f"{head}{turned}\n\ngame 2{second}"
    assert only(text).edit.kind == "columns-swapped"
    assert mended(match_of(text), proposed(text)) == TRUTH.games


def test_dice_and_plays_that_stood_have_their_shares() -> None:
    proposal = only(GAME.replace("W 32: 8/5 5/3", "W 42: 8/5 5/3"))
    dice = {said(choice.edit)[1]: choice.share for choice in proposal.choices}
    assert dice["32: 8/5 5/3"] > 100 * dice.get("41: 8/5 5/3", 0)
    proposal = only(slipped("a play that another roll allows seldom stood"))
    assert sum(choice.share for choice in proposal.choices if not choice.edit.changes) < 0.12


# the numbers of rows


@pytest.mark.middle
def test_each_match_of_a_file_has_its_own_rows_known_by_their_numbers() -> None:
    assert not any(proposal.edit.rows for proposal in proposed(slipped("a skipped row")))
    rows = kn.fix(f"{TEXTS['rows']}\n{slipped('a skipped row')}").as_json()["proposals"]
    assert [(row["match"], row["choices"][0]["kind"]) for row in rows] == [(2, "row-lost")]
    found = check_file(Opened("match.mat", slipped("a skipped row").encode())).findings
    missing = "Probably missing: row 6, the turns of both sides."
    assert [(one.code, str(one.meant)) for one in found] == [("N134", missing), ("P202", missing)]


# what is not touched, and how much is spent


@pytest.mark.middle
@pytest.mark.parametrize("seed", range(3))
def test_of_plays_that_stood_none_is_surely_something_else(seed: int) -> None:
    played = quick_match(seed, games=1)
    game = played.games[0]
    turns = [place for place, event in enumerate(game.events) if isinstance(event, Turn)]
    place = turns[len(turns) // 2]
    turn = game.events[place]
    assert isinstance(turn, Turn)
    wrong = replace(turn, dice=(7 - turn.dice[0], 7 - turn.dice[1]))
    events = (*game.events[:place], wrong, *game.events[place + 1 :])
    match = replace(played, games=(replace(game, events=events),))
    assert all(
        one.confidence != "sure" or apply_edits(match.games[0], [one.edit]) == game
        for one in proposals(repair(match))
    )


@pytest.mark.parametrize("seed", range(6))
def test_a_lawful_match_is_left_alone(seed: int) -> None:
    assert proposals(repair(quick_match(seed, games=2))) == []


@pytest.mark.middle
@pytest.mark.parametrize("seed", range(3))
def test_a_lawful_sitting_of_the_old_game_is_left_alone(seed: int) -> None:
    assert proposals(repair(random_old_match(seed))) == []


def test_a_record_with_evaluations_is_repaired_as_one_without() -> None:
    match = match_of(slipped("digit"))
    analysed = Evaluation(aspect="play", extras={"engine": "x"})
    game = match.games[0]
    events = (*game.events[:4], analysed, *game.events[4:])
    match = replace(match, games=(replace(game, events=events), *match.games[1:]))
    assert [one.edit.kind for one in proposals(repair(match))] == ["digit"]


def unlawful(turns: int) -> Match:
    """A game of so many turns, none of them lawful."""
    rows = [f"{row:3}) 31: 8/2 6/4                 64: 24/11 18/14\n" for row in range(1, turns // 2 + 1)]
    head = " 1 point match\n\n Game 1\n Anna : 0                       Bjarni : 0\n"
    return match_of(head + "".join(rows))


@pytest.mark.middle
def test_a_game_in_which_nothing_is_lawful_costs_seconds() -> None:
    match = unlawful(300)
    begun = process_time()
    repair(match)
    assert process_time() - begun < 20


@pytest.mark.middle
def test_what_many_games_cost_together_is_bounded() -> None:
    game = unlawful(20).games[0]
    match = replace(unlawful(1), games=tuple([replace(game, number=at) for at in range(1, 31)]))
    done = repair(match, effort=Purse(in_full=50_000, behind=10_000))
    searched = [one.number for one in done.games]
    assert [*searched, *done.passed_over] == list(range(1, 31))
    assert done.hurried == tuple(searched[-len(done.hurried) :])
    assert 0 < len(done.hurried) < len(searched) < 30


@pytest.mark.slow
def test_a_game_in_which_nothing_is_lawful_costs_little_memory() -> None:
    match = unlawful(40)
    tracemalloc.start()
    repair(match)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 32 * 2**20


@pytest.mark.middle
@pytest.mark.parametrize("play", ["8/5 6/4 " * 2000, "28/35 " * 2000, "zz8/5 6//4 " * 20_000])
def test_a_play_of_any_length_costs_seconds(play: str) -> None:
    begun = process_time()
    proposed(f"kotra 1\n\ngame 1 0-0\nW 31: {play}\nB 64: 24/18 13/9\n")
    assert process_time() - begun < 20


# any match

few = settings(max_examples=12, derandomize=True, suppress_health_check=list(HealthCheck))


def everything_said(match: Match) -> None:
    done = repair(match)
    for one in proposals(done):
        assert apply_edits(match.games[done.replayed.find_game(one.game).place], [one.edit])
        for choice in one.choices:
            ruleset = done.replayed.ruleset
            text = str(written_text(choice.edit, ruleset)) + str(meant_text(choice.edit, ruleset))
            assert text.isprintable()
            assert why(choice.edit.kind)


@pytest.mark.middle
@settings(few, max_examples=30)
@given(matches)
def test_any_match_is_repaired_without_an_exception(match: Match) -> None:
    everything_said(match)


deeds = st.sampled_from((Blank(), NotRecorded())) | st.builds(
    Play, hops=st.lists(hop, min_size=1, max_size=4).map(tuple)
)


@pytest.mark.middle
@settings(few, max_examples=4)
@given(st.integers(0, 5), st.floats(0, 0.99), deeds, st.tuples(st.integers(0, 7), st.integers(0, 7)))
def test_any_turn_in_a_lawful_game_is_repaired_without_an_exception(
    seed: int, where: float, deed: Play | Blank | NotRecorded, dice: tuple[int, int]
) -> None:
    match = quick_match(seed, games=1)
    events = list(match.games[0].events)
    place = int(where * len(events))
    events[place] = Turn(seat=place % 2, dice=dice, deed=deed)
    everything_said(replace(match, games=(replace(match.games[0], events=tuple(events)),)))
