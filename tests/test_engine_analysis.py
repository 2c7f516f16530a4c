"""A match analysed: what the engine says stands where records have it, of what is known and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest

import kotra_notation as kn
from kotra_notation import model
from kotra_notation.engine.results import OUTCOMES
from kotra_notation.features.analyse.job import Analysing
from kotra_notation.formats.format import Reading
from kotra_notation.jobs.engine import open_engine
from kotra_notation.rules import specification
from referees.games import random_match
from tests.records import SAMPLES

pytest.importorskip("numpy")

OLD = ("forn-1977", "forn-aukakost", "forn-davidsson", "forn-formin", "forn-islenska")
OTHER = model.Evaluation(
    aspect="play",
    candidates=(model.Candidate(choice="13/8 6/4", equity=0.25, level="3-ply"),),
    source="Freysteinn 2.1",
)


def the_match(name: str = "sound/reykjavik.mat", games: int | None = None) -> model.Match:
    match = kn.read(SAMPLES / name).matches[0]
    return replace(match, games=match.games[:games])


@cache
def analysed(name: str = "sound/reykjavik.mat", games: int | None = None) -> kn.Analysed:
    """The analysis of a sample, or of its first games, made once."""
    return kn.analyse(the_match(name, games))


def one_game(seed: int) -> model.Match:
    match = random_match(seed, 3)
    return replace(match, games=match.games[:1])


def said(match: model.Match, source: str = "Kotra ") -> Iterator[model.Evaluation]:
    """The evaluations of an engine."""
    for game in match.games:
        for event in game.events:
            if isinstance(event, model.Evaluation) and event.source.startswith(source):
                yield event


def on_the_other_seat(event: model.Event) -> model.Event:
    if isinstance(event, model.Turn | model.Double | model.Take | model.Drop | model.ResultClaim):
        return replace(event, seat=1 - event.seat)
    return event


def swapped(match: model.Match) -> model.Match:
    """The same match with the players on each other's seat."""
    games = [
        replace(
            game,
            score=game.score and replace(game.score, score=game.score.score[::-1]),
            events=tuple(map(on_the_other_seat, game.events)),
        )
        for game in match.games
    ]
    return replace(match, players=match.players[::-1], games=tuple(games))


def test_every_roll_has_its_luck_and_every_play_its_choices() -> None:
    done = analysed()
    turns = [event for game in done.match.games for event in game.events if isinstance(event, model.Turn)]
    aspects = [one.aspect for one in said(done.match)]
    assert aspects.count("luck") == done.throws == done.weighed == len(turns)
    assert 0 < aspects.count("play") < done.weighed
    for one in said(done.match):
        assert len(one.candidates) <= 6
        played = [choice for choice in one.candidates if choice.extras.get("played")]
        assert len(played) == (one.aspect == "play")
        assert all(0 <= share <= 1 for choice in one.candidates for share in choice.chances)
    assert kn.replay(done.match).findings == kn.replay(the_match()).findings


def test_it_is_as_it_was_without_what_is_said_and_twice_is_once() -> None:
    match = the_match()
    done = analysed().match
    bare = [[one for one in game.events if not isinstance(one, model.Evaluation)] for game in done.games]
    assert bare == [list(game.events) for game in match.games]
    once = analysed()
    again = kn.analyse(once.match)
    assert again.match == once.match
    old = replace(next(said(once.match)), source="Kotra 0.0.1 (000000000000)")
    game = once.match.games[0]
    older = replace(once.match, games=(replace(game, events=(*game.events, old)), *once.match.games[1:]))
    assert kn.analyse(older).match == once.match


def test_what_others_said_stays_where_it_stands() -> None:
    match = the_match()
    game = match.games[0]
    both = replace(
        match, games=(replace(game, events=(game.events[0], OTHER, *game.events[1:])), *match.games[1:])
    )
    done = kn.analyse(both).match
    assert list(said(done, "Freysteinn")) == [OTHER]
    assert done.games[0].events[1] == OTHER
    assert list(said(done)) == list(said(analysed().match))


def test_a_play_that_is_not_lawful_is_not_weighed_and_the_rest_is() -> None:
    match = the_match("faulty/slip.mat")
    done = kn.analyse(match)
    sound = analysed()
    assert sound.throws - sound.weighed < done.throws
    turn = next(finding.turn for finding in kn.replay(match).findings if finding.code.startswith("P"))
    lucks = [one for one in said(done.match) if one.aspect == "luck"]
    assert turn is not None
    assert len(lucks) > turn


def test_it_makes_no_difference_on_which_seat_a_player_sits() -> None:
    match = one_game(4)
    assert list(said(kn.analyse(match).match)) == list(said(kn.analyse(swapped(match)).match))


def test_the_level_says_how_far_was_looked() -> None:
    match = the_match()
    short = replace(match, games=(replace(match.games[0], events=match.games[0].events[:6]),))
    levels = {
        level: {
            choice.level
            for one in said(kn.analyse(short, level=level).match)
            if one.aspect == "play"
            for choice in one.candidates
        }
        for level in ("quick", "normal")
    }
    assert levels["quick"] == {"0-ply"}
    assert "1-ply" in levels["normal"]


def test_it_says_the_same_with_the_plays_of_the_kernel_and_of_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    match = one_game(5)
    found = []
    for by_kernel in (True, False):
        monkeypatch.setattr("kotra_notation.engine.many_plays.COMPILED", by_kernel)
        found.append(kn.analyse(match).match)
    assert found[0] == found[1]


def test_an_empty_match_has_nothing_to_weigh_and_the_unknown_is_refused() -> None:
    done = kn.analyse(model.Match())
    assert (done.throws, done.weighed, done.games) == (0, 0, 0)
    with pytest.raises(ValueError, match="does not know these rules"):
        kn.analyse(replace(the_match("sound/forn-1977.kotra"), rules="forn-1977,one_die=always"))
    with pytest.raises(ValueError, match="games with 15 checkers a side"):
        kn.analyse(replace(the_match(), rules="modern,variant=hypergammon"))
    with pytest.raises(ValueError, match="known: quick, normal, deep"):
        kn.analyse(the_match(), level="deeper")


@pytest.mark.parametrize("name", OLD)
def test_of_the_old_game_outcomes_are_told_by_name_and_come_back_from_a_file(name: str) -> None:
    games = None if name == "forn-formin" else 1
    match, done = the_match(f"sound/{name}.kotra", games), analysed(f"sound/{name}.kotra", games)
    plays = [one for one in said(done.match) if one.aspect == "play"]
    assert 0 < len(plays) <= done.weighed <= done.throws
    for one in plays:
        assert sum(choice.extras.get("played") == "yes" for choice in one.candidates) == 1
        for choice in one.candidates:
            assert choice.equity is not None
            assert choice.outcomes.keys() <= set(OUTCOMES)
    assert not [one for one in said(done.match) if one.aspect == "cube"]
    ruleset = kn.replay(match).ruleset
    assert dict(done.match.info)["analysis"].endswith(f", quick, {specification(ruleset)}")
    for notation in ("kotra", "json"):
        writing = kn.write(done.match, notation)
        assert not writing.findings
        assert kn.read(writing.content).matches == (done.match,)


def test_of_the_old_game_too_what_was_said_is_replaced_and_half_wins_are_plays() -> None:
    done = analysed("sound/forn-davidsson.kotra", 1)
    assert kn.analyse(done.match).match == done.match
    plays = (one for one in said(analysed("sound/forn-formin.kotra", None).match) if one.aspect == "play")
    made = [one for play in plays for one in play.candidates if one.extras.get("played") == "yes"]
    halves = [one for one in made if one.choice.endswith(" half")]
    assert halves
    assert all(max(one.outcomes, key=lambda name: one.outcomes[name]).startswith("half_") for one in halves)
    lines = ["opening 2-5", "W 64: a/e a/g", "B 63: m/p m/t", "W 41: a/e a/b"]
    match = kn.read("\n".join(["kotra 1", "rules: forn-1977", "", "game 1 0-0", *lines, ""])).matches[0]
    done = kn.analyse(match)
    assert (done.throws, done.weighed) == (3, 2)
    assert [one.aspect for one in said(done.match)] == ["play", "luck", "luck"]


def test_each_match_of_a_file_is_analysed_by_the_nets_of_its_game() -> None:
    matches = (the_match("sound/forn-1977.kotra"), the_match())
    work = Analysing(Reading(matches=matches), open_engine())
    assert list(work.run()) == [*range(1, work.games + 1)]
    done = work.result()
    assert len(set(done.sources)) == 2
    for match, source in zip(done.matches, done.sources, strict=True):
        assert {one.source for one in said(match)} == {source}
        assert dict(match.info)["analysis"].startswith(source)
    assert all(one.sheet for one in done.stats)


def test_what_was_stopped_goes_on_behind_what_is_done() -> None:
    match = the_match("sound/lota.kotra")
    engine = open_engine()
    whole = analysed("sound/lota.kotra")
    assert whole.games > 1
    work = Analysing(Reading(matches=(match,)), engine)
    assert list(islice(work.run(), 1)) == [1]
    part = work.result()
    assert (part.analysed_games, part.games) == (1, whole.games)
    assert "stopped behind game 1 (" in dict(part.match.info)["analysis"]
    further = Analysing(Reading(matches=(match,)), engine, earlier=part.matches)
    assert list(further.run()) == list(range(2, whole.games + 1))
    assert further.result().matches == whole.matches
    changed = replace(match, games=(match.games[1], *match.games[1:]))
    anew = Analysing(Reading(matches=(changed,)), engine, earlier=part.matches)
    assert next(anew.run()) == 1


@pytest.mark.parametrize("length", [1, 3, 7, 25, 40])
def test_matches_of_any_length_are_analysed(length: int) -> None:
    match = random_match(length, min(length, 3))
    game = replace(match.games[0], score=model.ScoreClaim(score=(0, max(0, length - 1))))
    done = kn.analyse(replace(match, length=length, games=(game,)))
    assert done.weighed > 0
