"""What comes back from each notation that is written, and that its losses are said."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation import model
from kotra_notation.board import Position
from kotra_notation.formats import FORMATS
from referees.games import quick_match, random_match
from referees.old_games import DIALECTS, random_old_match
from referees.samples import EACH
from referees.seeds import ALL, SEED, some
from tests.records import FACTS, lines_of, read
from tools.roundtrips import run, unsaid, ways
from tools.survival import roundtrip_match

pytestmark = pytest.mark.middle
CORPUS = Path(__file__).parents[2] / "shared" / "corpus"
HOLDING_ALL = [name for name, format in FORMATS.items() if format.write and "old kotra" in format.holds]


NOT_OLD = [name for name, format in FORMATS.items() if format.write and name not in HOLDING_ALL]


def complaints(match: model.Match, way: str) -> list[str]:
    """What was lost and not said, and what was said to be lost and was not."""
    name, _, dialect = way.partition(":")
    return [f"{one.what} {one.name}" for one in unsaid(roundtrip_match(match, name, dialect or None), way)]


def adorned(match: model.Match) -> model.Match:
    """The match with things that most notations cannot hold."""
    first, *others = match.games
    events = list(first.events)
    events[2:2] = [model.Comment(text="Vel leikið."), model.Mark(sign="?"), model.Clock(seat=0, left=61.0)]
    players = (replace(match.players[0], rating="1612"), match.players[1])
    games = (replace(first, events=tuple(events)), *others)
    return replace(match, players=players, info=(("event", "Vetrarmót"), ("round", "2")), games=games)


@pytest.mark.parametrize("way", ways())
@pytest.mark.parametrize("seed", some(range(6), 1))
def test_a_legal_match_comes_back_and_losses_are_said(way: str, seed: int) -> None:
    match = quick_match(seed) if seed % 2 else random_match(seed, said=seed % 4 == 0)
    assert complaints(match, way) == []


@pytest.mark.parametrize("first", some(ways(), 3))
def test_from_one_notation_into_any_other_and_back(first: str) -> None:
    """What was read from a notation is a match as it makes them, with its own marks and spellings."""
    content = kn.write(adorned(quick_match(11, games=2)), first).content
    name = first.partition(":")[0]
    match = kn.read(content.encode() if isinstance(content, str) else content, format=name).matches[0]
    assert {second: said for second in ways() if (said := complaints(match, second))} == {}


@pytest.mark.parametrize("way", ways())
def test_what_most_notations_cannot_hold(way: str) -> None:
    assert complaints(adorned(quick_match(3)), way) == []


@pytest.mark.parametrize("way", ways())
def test_automatic_doubles_and_settlements(way: str) -> None:
    match = quick_match(5, games=1)
    first = match.games[0]
    turned = [model.AutomaticDouble(value=2), *first.events[:2], model.Double(seat=0, value=4)]
    events = (*turned, model.Take(seat=1), model.Settlement(seat=0, points=3))
    games = (replace(first, events=events),)
    money = replace(match, length=0, rules="modern,auto_doubles=1", games=games)
    assert complaints(money, way) == []


@pytest.mark.parametrize("name", HOLDING_ALL)
@pytest.mark.parametrize("seed", some(range(3), 1))
def test_the_old_game_comes_back(name: str, seed: int) -> None:
    assert complaints(random_old_match(seed, DIALECTS[seed % 3], games=2), name) == []


@pytest.mark.parametrize("name", NOT_OLD)
def test_the_old_game_is_refused(name: str) -> None:
    match = random_old_match(1, DIALECTS[0], games=1)
    refused = roundtrip_match(match, name)
    assert refused.refused
    assert [found.code for found in refused.findings] == ["L608"]


@pytest.mark.parametrize("path", some(EACH, 6), ids=lambda path: path.name)
def test_samples_come_back_and_losses_are_said(path: Path) -> None:
    """All but one: on a board that is not certain, marks of hits tell what no other line does."""
    if path.name == "turns.mat":
        pytest.skip("its marks of hits decide how the board goes on")
    said = {way: complaints(match, way) for match in kn.read(path).matches for way in ways()}
    assert {way: one for way, one in said.items() if one} == {}


@pytest.mark.skipif(not CORPUS.exists(), reason="the corpus is not here")
@pytest.mark.parametrize("way", some(ways(), 2))
def test_records_of_the_corpus_come_back(way: str) -> None:
    paths = sorted(CORPUS.glob("real/mat/*"))[::30] + sorted(CORPUS.glob("gnubg/mat/*.mat"))[::30]
    found = {
        path.name: said
        for path in paths
        for match in kn.read(path).matches
        if (said := complaints(match, way))
    }
    assert found == {}


HEAD = "kotra 1\nwhite: Anna\nblack: Björn\nlength: 3\n"
TOLD = tomllib.loads((FACTS / "notations" / "roundtrip.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("way", ways())
@pytest.mark.parametrize(("name", "record"), TOLD["peculiar"])
def test_records_that_are_not_sound_come_back_and_losses_are_said(name: str, record: str, way: str) -> None:
    assert complaints(read(HEAD + "\n".join(lines_of(record)) + "\n", "kotra").matches[0], way) == []


@pytest.mark.parametrize(("name", "record"), TOLD["odd"])
def test_odd_records_come_back_and_losses_are_said(name: str, record: str) -> None:
    (match,) = read("\n".join(["kotra 1", *lines_of(record), ""]), "kotra").matches
    said = {way: complaints(match, way) for way in ways()}
    assert {way: one for way, one in said.items() if one} == {}


@pytest.mark.parametrize("way", ways())
def test_a_match_of_which_nothing_is_said_comes_back_or_its_loss_is_said(way: str) -> None:
    assert complaints(model.Match(), way) == []


def test_losses_without_a_word_and_throws_without_a_play_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both leave the board as it is, yet what was played is lost."""
    match = kn.read(f"{HEAD}game 1 0-0\nW 31: 31/28\n", format="kotra").matches[0]
    assert [item.name for item in roundtrip_match(match, "sgf").rows["turns"].lost] == ["31/28"]
    # The proof is one: a writer that drops a name is caught.
    mat = FORMATS["mat"]
    assert mat.write is not None
    write = mat.write

    def forgetful(matches, dialect):  # type: ignore[no-untyped-def]
        return write(
            [replace(match, players=(model.Player(), match.players[1])) for match in matches], dialect
        )

    monkeypatch.setitem(FORMATS, "mat", replace(mat, write=forgetful))
    match = quick_match(1, games=1)
    assert complaints(match, "mat") == [f"names {match.players[0].name}"]
    points = (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -2, -1, -5, -1, 0, 0, 0, 2, 0)
    reached = model.Turn(
        seat=0, dice=(3, 1), deed=model.Reached(position=Position(points=points, seat=1), illegal=True)
    )
    match = model.Match(length=5, games=(model.Game(number=1, events=(reached,)),))
    assert {way: said for way in ways() if (said := complaints(match, way))} == {}


def test_changed_records_come_back_and_losses_are_said(tmp_path: Path) -> None:
    """`python -m tools.roundtrips` tries more of them."""
    number = 40 if ALL else 10
    done, shown = run(number, 4 if ALL else SEED, [], tmp_path)
    assert done > number
    assert shown == {}
