"""What holds of every game of the old kind: engine and slow referee agree, lawful sittings are silent."""

from __future__ import annotations

from random import Random

import pytest

from kotra_notation.fast.judges import legal_plays
from kotra_notation.findings import Severity
from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Source
from kotra_notation.implied import Spelling
from kotra_notation.model import Hop, Play, Turn
from kotra_notation.replay import complete_match, replay
from kotra_notation.replay.turns import judge_turn, plays_of
from kotra_notation.replay.walking import put_men
from kotra_notation.rules import RULESETS, complete, may_lead, settle_turn, throw_of
from kotra_notation.rules.engine import breach, can_use_more, make_step, steps
from referees.old_boards import node_of, specified
from referees.old_games import DIALECTS, random_old_match
from referees.seeds import ALL, fresh
from tools.old_agreement import disagreement, outcomes, positions

pytestmark = pytest.mark.middle


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("changed", [False, True])
def test_engine_and_referee_agree_on_every_legal_result(dialect: str, changed: bool) -> None:
    random = Random(f"{dialect}{changed}")
    asked = [one for _ in range(4 if ALL else 1) for one in positions(random, dialect, changed=changed)]
    assert [text for text in map(disagreement, asked) if text] == []


@pytest.mark.parametrize("dialect", DIALECTS)
def test_more_numbers_can_be_used_until_as_many_are_as_can_be(dialect: str) -> None:
    random = Random(dialect)
    for rules, place, dice in [
        one for _ in range(3 if ALL else 1) for one in positions(random, dialect, changed=False)
    ]:
        ruleset, _ = specified(*rules)
        throw = throw_of(ruleset, node_of(place), dice)
        plays = legal_plays(ruleset, throw).values()
        if not any(ruleset.over(play.node, throw) for play in plays):
            most = max(len(play.steps) for play in plays)
            assert [can_use_more(ruleset, throw, count) for count in (most - 1, most)] == [most > 0, False]


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("changed", [False, True])
def test_where_a_legal_play_leads_is_never_thought_out_of_reach(dialect: str, changed: bool) -> None:
    random = Random(f"{dialect}{changed}")
    for rules, place, dice in [
        one for _ in range(3 if ALL else 1) for one in positions(random, dialect, changed=changed)
    ]:
        ruleset, _ = specified(*rules)
        throw = throw_of(ruleset, node_of(place), dice)
        for node in legal_plays(ruleset, throw):
            assert may_lead(ruleset, throw, tuple(node.points))


@pytest.mark.parametrize("dialect", [*DIALECTS, "modern"])
def test_a_lone_step_that_is_called_a_whole_play_is_legal(dialect: str) -> None:
    random = Random(dialect)
    old = "forn-1977" if dialect == "modern" else dialect
    for rules, place, dice in [
        one for _ in range(6 if ALL else 1) for one in positions(random, old, changed=False)
    ]:
        ruleset = RULESETS["modern"] if dialect == "modern" else specified(*rules)[0]
        throw = throw_of(ruleset, node_of(place), dice)
        for die in set(throw.numbers):
            for step in steps(ruleset, throw.start, die, throw):
                after = make_step(ruleset, throw.start, step.source, step.target, throw)
                if breach(ruleset, after, throw) is None and complete(ruleset, throw, [step]):
                    assert settle_turn(ruleset, after, throw) in legal_plays(ruleset, throw)


@pytest.mark.parametrize("seed", fresh(12))
def test_replay_and_referee_agree_on_the_result_of_every_game(seed: int) -> None:
    match = random_old_match(seed)
    assert list(outcomes(match, replay(match))) == []


@pytest.mark.parametrize("seed", fresh(12))
def test_a_lawful_sitting_has_no_finding_but_notes(seed: int) -> None:
    found = replay(random_old_match(seed)).findings
    wrong = [one for one in found if one.severity is not Severity.NOTE]
    # Customs drawn together may leave one another nothing to decide.
    assert [one.kind.name for one in wrong if one.kind.name != "option-without-effect"] == []


@pytest.mark.parametrize("seed", fresh(12))
def test_what_is_written_is_read_back(seed: int) -> None:
    match = random_old_match(seed)
    for one in (
        match,
        complete_match(replay(match)),
        complete_match(replay(match), Spelling(single_steps=True)),
    ):
        written = write_matches([one], "kotra")
        assert written.findings == ()
        reading = read_source(Source(str(written.content).encode()), "kotra")
        assert reading.findings == ()
        assert reading.matches == (one,)


@pytest.mark.parametrize("seed", fresh(6))
def test_a_play_changed_at_random_is_refused_where_its_result_is_not_legal(seed: int) -> None:
    random = Random(seed)
    replayed = replay(random_old_match(seed))
    for game in replayed.games:
        for frame in game.frames[::3]:
            turn = frame.event
            if not isinstance(turn, Turn) or not isinstance(turn.deed, Play) or turn.deed.half or turn.singly:
                continue
            hops = list(turn.deed.hops)
            place = random.randrange(len(hops))
            moved = hops[place].source, max(hops[place].target + random.choice((-1, 1, 2)), 0)
            hops[place] = Hop(*(moved if random.random() < 0.7 else moved[::-1]))
            if hops[place].source == hops[place].target:
                continue  # no hop, and refused as such even where nothing need be played
            changed = Turn(seat=turn.seat, dice=turn.dice, deed=Play(hops=tuple(hops)))
            node = frame.before.node(turn.seat)
            ruleset = frame.before.setting.ruleset
            reached = put_men(node, changed.deed.hops) if isinstance(changed.deed, Play) else None
            legal = {after.points for after in plays_of(ruleset, node, changed)}
            verdict = judge_turn(ruleset, node, changed)
            if verdict.lawful:
                assert verdict.node is not None
                assert verdict.node.points in legal
            else:
                assert reached is None or reached.points not in legal
