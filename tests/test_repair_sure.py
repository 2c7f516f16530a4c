"""What is called sure has been weighed against every reading that explains a record as well."""

from __future__ import annotations

from pathlib import Path

import pytest

from kotra_notation.model import Match, Turn
from kotra_notation.repair.edits import Edit, costs
from kotra_notation.repair.effort import Effort
from kotra_notation.repair.game import Account, _share_accounts, _surely, _Weighed, accounts
from kotra_notation.repair.habits import FEATURES, against_chance, features
from kotra_notation.repair.meant import DoubtedTurn
from kotra_notation.repair.proposals import RepairChoice, _rank_choices
from kotra_notation.repair.repairs import misstated_score, repair
from kotra_notation.repair.slips import elsewhere, slipped_unseen
from kotra_notation.replay import replay
from kotra_notation.replay.folding import marks_hits
from kotra_notation.replay.turns import judge_turn
from kotra_notation.rules import RULESETS, Node
from tests.test_repair import GAME, TEXTS, match_of, said, slipped

GAMES = Path(__file__).parent / "examples" / "sure"
MODERN = RULESETS["modern"]
# By the game: the turn that was another one, and what is written. Nothing of it shows before a later turn.
PLAYED = {
    # The first sign is a man on the bar that nobody is said to have hit.
    "hit-shows-first": ("B 43: 9/5 5/2", "B 43: 9/5 6/3"),
    "hit-shows-first-late": ("B 52: 3/1", "B 52: 4/2"),
    # Two men make the same board in another way: 8/5 5/4 as 8/7 7/4.
    "two-ways-to-a-board": ("B 31: 4/1 8/7", "B 31: 7/4 8/7"),
    "one-man-twice": ("B 41: 7/3 5/4", "B 41: 7/3 3/2"),
}
RAISED = "W 21: 13/10\nB doubles 4\nW takes\nB 65: 18/7\nW resigns\nB wins 1 and the match\n"
# 31 as 8/5 6/5, or 41 as it is written.
LATE = slipped("of readings that explain as much the first is what people would play")


def readings(text: str) -> tuple[Account, ...]:
    """What a game of one record may have been."""
    (game,) = repair(match_of(text)).games
    return game.readings


def played(name: str) -> tuple[str, Match]:
    """A record as it is written, and as it was played."""
    text = (GAMES / f"{name}.kotra").read_text(encoding="utf-8")
    written, meant = PLAYED[name]
    assert written in text
    return text, match_of(text.replace(written, meant, 1))


@pytest.mark.parametrize("name", PLAYED)
def test_what_was_played_is_weighed_and_nothing_else_is_sure(name: str) -> None:
    text, truth = played(name)
    written, meant = (line.partition(" ")[2] for line in PLAYED[name])
    found = readings(text)
    told = [[said(edit) for edit in one.edits] for one in found]
    assert not any(one.sure_edits for one in found)
    assert any(len(edits) == 1 and sorted_as(edits[0]) == sorted_as((written, meant)) for edits in told)
    assert not any(one.code.startswith("P") for one in replay(truth).findings)


def sorted_as(edit: tuple[str, str]) -> list[list[str]]:
    """What is written and what was meant, the steps in any order."""
    return [sorted(one.split()) for one in edit]


def opening(play: str) -> tuple[Node, Turn]:
    """A play of 31 or 11 from the opening position, and the board before it."""
    (turn,) = match_of(f"kotra 1\n\ngame 1\nW {play}\n").games[0].events
    assert isinstance(turn, Turn)
    return Node(MODERN.facts.start), turn


def boards(play: str) -> set[tuple[int, ...]]:
    """The boards that a lawful opening play may have been meant to make."""
    node, turn = opening(play)
    written = DoubtedTurn(MODERN, node, turn, hits_marked=True)
    found = slipped_unseen(written, judge_turn(MODERN, node, turn).steps, lambda after: False)
    return {tuple(one.node.points) for one in found}


def board(play: str) -> tuple[int, ...]:
    """The board behind a lawful opening play."""
    node = judge_turn(MODERN, *opening(play)).node
    assert node is not None
    return tuple(node.points)


def test_several_men_and_other_men_are_found_whatever_makes_the_same_board() -> None:
    meant = board("11: 24/23(2) 6/5(2)")
    assert meant in boards("11: 8/7(2) 6/5(2)")
    assert meant not in boards("11: 8/7 8/7 6/5 6/5")
    assert board("31: 7/4 8/7") in boards("31: 13/10 8/7")


def test_what_people_play_is_likelier_than_chance_and_no_unlawful_play_is_compared() -> None:
    point, blots = (against_chance(MODERN, *opening(play)) for play in ("31: 8/5 6/5", "31: 8/4"))
    assert point is not None
    assert blots is not None
    assert point < 0 < blots
    assert against_chance(MODERN, *opening("31: 8/4 6/4")) is None
    assert set(costs().habits) == set(FEATURES)
    assert len(features(MODERN.facts.start)) == len(FEATURES)
    assert len(features((0, 2, *[0] * 24))) == len(FEATURES)


def test_of_readings_that_explain_as_much_the_first_is_what_people_would_play() -> None:
    first, *_ = readings(LATE)
    assert [said(edit)[1] for edit in first.edits] == ["31: 8/5 6/5"]
    assert not first.sure


def test_a_score_is_weighed_against_its_being_right_too() -> None:
    """A digit of either score explains it as well, and so may something that nobody thought of."""
    found = misstated_score(replay(match_of(slipped("score"))))
    assert found is not None
    assert 0.4 < found.share < 0.5


def test_where_the_search_broke_off_nothing_is_sure() -> None:
    replayed = replay(match_of(slipped("digit")))
    game, made = replayed.match.games[0], replayed.games[0]

    def first(effort: Effort) -> Account:
        return accounts(game, made, None, hits_marked=marks_hits(replayed.match), effort=effort)[0]

    whole = Effort()
    assert first(whole).sure
    enough = Effort(stories=Effort().stories - whole.stories)
    found = first(enough)
    assert enough.spent
    assert [edit.kind for edit in found.edits] == ["digit"]
    assert found.sure_edits == ()


def weighed(kind: str, *new: Turn) -> list[_Weighed]:
    """A game weighed alone, with its first turn exchanged."""
    replayed = replay(match_of(LATE))
    game = replayed.match.games[0]
    edit = Edit(kind=kind, place=0, old=game.events[:1], new=new, cost=1.0)
    return [_Weighed(edits=(edit,), game=game, left=(), cost=1.0, replayed=replayed.games[0])]


def test_what_is_put_in_or_what_people_would_play_makes_nothing_sure() -> None:
    _, turn = opening("31: 8/5 6/5")
    assert _share_accounts(weighed("digit", turn))[0].sure
    assert not _share_accounts(weighed("turn-lost", turn))[0].sure
    _, turn = opening("31: 8/5 6/5")
    with_leanings = _share_accounts(weighed("digit", turn))
    assert _surely(with_leanings, with_leanings)[0].sure
    assert not _surely(with_leanings, _share_accounts(weighed("turn-lost", turn)))[0].sure


def test_among_choices_for_people_to_decide_what_changes_nothing_stands_last() -> None:
    turn, other = opening("31: 8/5 6/5")[1], opening("41: 24/23 13/9")[1]
    stood = Edit(kind="stood", place=0, old=(turn,), new=(turn,), cost=1.0)
    kinds = {"die": 0.1, "digit": 0.3}
    edits = [Edit(kind=kind, place=0, old=(turn,), new=(other,), cost=1.0) for kind in kinds]
    choices = [RepairChoice(edit=stood, share=0.6)]
    choices += [RepairChoice(edit=edit, share=kinds[edit.kind]) for edit in edits]
    assert [one.edit.kind for one in _rank_choices(tuple(choices))] == ["digit", "die", "stood"]


def test_results_are_written_as_one_another_up_to_what_the_match_asks_for() -> None:
    text = TEXTS["drop"].replace("B drops\nW wins 1\n", "B loses 4\nW wins 2\n")
    found = [said(edit) for one in readings(text) for edit in one.edits]
    assert found[0] == ("loses 4", "loses 2")
    assert ("wins 2", "wins 4") in found
    text = TEXTS["drop"].replace("W 21: 13/10\nB drops\nW wins 1\n", RAISED)
    found = [said(edit) for one in readings(text) for edit in one.edits]
    assert {"wins 3", "wins 4"} <= {meant for _, meant in found}


def test_where_it_is_said_that_nothing_could_be_played_a_play_is_seldom_left_out() -> None:
    blank, denied = (
        min(edit.cost for edit in one.edits if edit.kind == "play-lost")
        for word in ("", " cannot move")
        for one in readings(LATE.replace("W 31: 8/4 6/5", f"W 31:{word}"))[:1]
    )
    assert denied - blank == pytest.approx(costs().more["denied"])


def test_what_blots_may_lose_is_counted_by_the_way_they_have_made() -> None:
    points = [0] * 26
    for at, men in {6: 5, 7: 1, 8: 3, 14: 1, 20: 1, 24: 1, 1: -2, 5: -1, 12: -2}.items():
        points[at] = men
    seen = dict(zip(FEATURES, features(points), strict=True))
    # 7 is shot at by two, 14 by one, 20 from afar, and nobody reaches 24.
    assert (seen["direct"], seen["indirect"]) == (3, 1)
    assert seen["lost"] == pytest.approx((18 * 2 + 11 + 5 * 0.3) / 25)


def test_another_man_is_looked_for_in_the_whole_game_before_a_fault() -> None:
    text = GAME.replace("W 52: 8/3 8/6", "W 52: 13/8 8/6")
    match = match_of(text)
    game = match.games[0]
    frames = replay(match).games[0].frames
    at = next(
        place for place, frame in enumerate(frames) if any(f.code.startswith("P") for f in frame.findings)
    )
    fault = game.events[at]
    assert isinstance(fault, Turn)
    states = [frame.before for frame in frames[:at]]
    found = list(elsewhere(game.events, states, fault, frames[at].before, Effort(), hits_marked=True))
    truth = match_of(GAME).games[0].events
    assert any(one.turn.deed == truth[at].deed for at, one in found if isinstance(truth[at], Turn))  # type: ignore[union-attr]
