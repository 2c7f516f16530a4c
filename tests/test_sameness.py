"""Records of one match are found among others, by an archive's tables alone too; others are left apart."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from kotra_notation.archive.rows import row_of, sketch_of
from kotra_notation.archive.sameness import Throws, pairs
from kotra_notation.compare.aligning import exchange_seats
from kotra_notation.compare.naming import may_be_same, words
from kotra_notation.compare.same import groups
from kotra_notation.compare.same.sketches import Naming, Resemblance, play_number, resemblance, sketch
from kotra_notation.model import Event, Hop, Match, Play, Player, Turn
from referees.alterations import ALTERATIONS, dice_altered, turns, with_events
from referees.games import random_match
from referees.sameness import LEAST, corpus_matches, made, originals, outcome
from referees.seeds import ALL
from tests.records import rows
from tools.archive_sameness import built, figures, seeded, thrown_match, written

pytestmark = pytest.mark.middle


def held(one: Match, other: Match) -> Resemblance:
    found = resemblance(sketch(one), sketch(other))
    assert found is not None
    return found


def first(match: Match, count: int) -> Match:
    """The match up to so many throws."""
    last = turns(match)[count - 1]
    return with_events(match, lambda number, at, event: event if (number, at) <= last else None)


def thrown(event: Event) -> Event:
    """A turn with dice that it does not have."""
    assert isinstance(event, Turn)
    return replace(event, dice=(6, 6) if event.dice != (6, 6) else (1, 1))


@rows
def test_a_name_is_known_in_another_spelling(one: str, other: str) -> None:
    assert may_be_same(words(one), words(other))


@rows
def test_other_names_are_others(one: str, other: str) -> None:
    assert not may_be_same(words(one), words(other))


def test_a_play_is_the_same_however_it_is_stepped() -> None:
    joined = (Hop(13, 7, 1), Hop(8, 5))
    stepped = (Hop(8, 5), Hop(13, 10), Hop(10, 7, 1))
    assert play_number(joined) == play_number(stepped) != play_number((Hop(13, 7), Hop(8, 4)))


def test_swapped_and_cut_records_are_seen_as_such() -> None:
    match = random_match(3, 5)
    found = held(match, exchange_seats(match))
    assert (found.swapped, found.naming, found.won, found.plays) == (True, Naming.SAME, (), 0)
    match = random_match(3, 5)
    whole = len(turns(match))
    found = held(match, first(match, 12))
    assert (found.matched, found.begins, found.ends, found.throws) == (12, 0, 12 - whole, 0)


def test_lost_turns_and_other_dice_are_counted() -> None:
    match = random_match(3, 5)
    gone, other = turns(match)[20], turns(match)[40]
    lost = held(match, with_events(match, lambda n, at, event: None if (n, at) == gone else event))
    assert (lost.lost, lost.throws) == (1, 0)
    changed = held(
        match, with_events(match, lambda n, at, event: thrown(event) if (n, at) == other else event)
    )
    assert (changed.lost, changed.throws) == (0, 1)


def test_parts_of_a_match_are_brought_together_by_the_whole() -> None:
    match = random_match(3, 5)
    one, other = (replace(match, games=(game,)) for game in (match.games[0], match.games[-1]))
    (group,) = groups([sketch(one), sketch(other), sketch(match)])
    assert group.records == (2, 0, 1)


def test_common_openings_and_dice_do_not_make_one_match() -> None:
    one, other = random_match(3, 5), random_match(4, 5)
    begun = first(one, 14).games[0].events[:-1]
    game = replace(other.games[0], events=(*begun, *other.games[0].events))
    assert groups([sketch(one), sketch(replace(other, games=(game, *other.games[1:])))]) == []
    match, random = random_match(3, 5), Random(1)

    def played(event: Event) -> Event:
        if not isinstance(event, Turn):
            return event
        return replace(event, deed=Play(hops=(Hop(random.randint(7, 24), random.randint(1, 6)),)))

    other = with_events(match, lambda number, at, event: played(event))
    assert groups([sketch(match), sketch(other)]) == []


def test_short_records_need_the_names_and_copies_are_known() -> None:
    match = random_match(3, 5)
    short = first(match, 5)
    assert len(groups([sketch(match), sketch(short)])) == 1
    strangers = replace(short, players=(Player(name="Hrafn"), Player(name="Ugla")))
    assert groups([sketch(match), sketch(strangers)]) == []
    assert groups([sketch(Match()), sketch(Match())], copies=[(0, 1)]) == []
    tiny = [sketch(first(match, 2))] * 2
    assert groups(tiny) == []
    assert len(groups(tiny, copies=[(0, 1)])) == 1


def test_many_copies_are_one_group() -> None:
    match, random = random_match(3, 5), Random(2)
    records = [match, *(dice_altered(match, random) or match for _ in range(20))]
    (group,) = groups([sketch(one) for one in records])
    assert len(group.records) == 21


def test_the_pairs_of_a_small_sample_are_found() -> None:
    """`python -m referees.sameness` does it at length."""
    sound = originals(Path("absent"), 20 if ALL else 5)
    found = outcome(sound, made(sound, 120 if ALL else 40, seed=5))
    assert found.share(LEAST) >= 0.995
    assert found.false == []
    assert {kind for pair in found.pairs for kind in pair.kinds} == set(ALTERATIONS)


def test_the_corpus_holds_the_groups_it_is_known_to_hold(corpus: Path) -> None:
    found = list(corpus_matches(corpus))
    stems = []
    for group in groups([sketch(one.match) for one in found]):
        names = {Path(found[place].name.rpartition(" ")[0]).stem.split("-an")[0] for place in group.records}
        stems.append({name.partition("__")[2] or name for name in names})
    assert [names for names in stems if len(names) > 1] == []
    assert len(stems) == 73


def throws_of(*records: bytes) -> Throws:
    starts = np.concatenate([[0], np.cumsum([len(one) for one in records])])
    return Throws(np.frombuffer(b"".join(records), np.uint8), starts, np.arange(len(records)))


def test_a_sketch_comes_back_from_its_row() -> None:
    match = random_match(3, 5)
    drawn = sketch(match)
    assert sketch_of(row_of(drawn), *(player.name for player in match.players)) == drawn


def test_seeded_records_are_found_again_and_no_others(tmp_path: Path) -> None:
    """`python -m tools.archive_sameness` does it at length."""
    found = figures(tmp_path, written(tmp_path, seeded(400, seed=3)))
    assert found.seeded > 30
    assert (found.missed, found.false) == ((), 0)


@pytest.mark.slow
def test_seeded_records_are_found_in_an_archive_built_of_files(tmp_path: Path) -> None:
    known = built(tmp_path, 20, 2, [random_match(seed, 3) for seed in range(10)])
    found = figures(tmp_path / "archive", known)
    assert found.seeded > 15
    assert (found.missed, found.false) == ((), 0)


def test_portions_do_not_change_the_pairs() -> None:
    records = [sketch(thrown_match(seed)).throws for seed in range(40)]
    throws = throws_of(*records, *(one[9:] for one in records[:7]), records[8][:11])
    whole = pairs(throws)
    assert (pairs(throws, portion=500) == whole).all()
    assert {(at, at + 40) for at in range(7)} <= {tuple(pair) for pair in whole.tolist()}


def test_many_records_of_one_match_hang_together_without_all_their_pairs() -> None:
    worth = pairs(throws_of(*[sketch(thrown_match(1)).throws] * 50))
    assert len(worth) < 50 * 3
    assert {place for pair in worth.tolist() for place in pair} == set(range(50))
