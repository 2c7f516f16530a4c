"""Game text: the games of JellyFish and GammonEmpire read and written."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.gam import names_of
from kotra_notation.model import (
    AutomaticDouble,
    Beaver,
    Comment,
    Double,
    Drop,
    Event,
    Extra,
    Game,
    Hop,
    Match,
    Play,
    Player,
    ResultClaim,
    ScoreClaim,
    Take,
    Turn,
)
from referees import models, transcripts
from referees.games import quick_match, random_match
from referees.witness import actions, boards, imported, results, run
from tests.test_cli_check import kotra

JELLYFISH = """\
 Anna María                     Bjarni
  1) 31: 8/5 6/5                 64: 24/18 18/14
  2)  Doubles => 2                Takes
  3) 61: 13/7 8/7
"""
EMPIRE = """\
 anna bjarni
  1) 31: 8/5 6/5                 64: 24/18 18/14
  2)  Doubles => 2                Drops
      Wins 1 point

 anna bjarni
  1)                             31: 8/5 6/5
  2) 52: 13/8 24/22
                                  Wins 2 points
"""


def read(text: str, format: str | None = None) -> Reading:
    return read_source(Source(text.encode()), format)


only = partial(transcripts.only, notation="gam")


def names(match: Match) -> tuple[str, str]:
    return match.players[0].name, match.players[1].name


def one_game(*events: Event, players: tuple[str, str] = ("Anna", "Bjarni")) -> Match:
    first, second = players
    return Match(
        players=(Player(name=first), Player(name=second)), length=0, games=(Game(number=1, events=events),)
    )


THROWN = Turn(seat=0, dice=(3, 1), deed=Play(hops=(Hop(8, 5), Hop(6, 5))))


lost = partial(transcripts.lost, notation="gam")


text = partial(transcripts.written, notation="gam")


# Reading


def test_a_game_of_jellyfish() -> None:
    match = only(JELLYFISH)
    assert (names(match), match.length, match.rules) == (("Anna María", "Bjarni"), 0, None)
    (game,) = match.games
    assert (game.number, game.score) == (1, None)
    assert game.events == (
        Turn(seat=0, dice=(3, 1), deed=Play(hops=(Hop(8, 5), Hop(6, 5)))),
        Turn(seat=1, dice=(6, 4), deed=Play(hops=(Hop(24, 18), Hop(18, 14)))),
        Double(seat=0, value=2),
        Take(seat=1),
        Turn(seat=0, dice=(6, 1), deed=Play(hops=(Hop(13, 7), Hop(8, 7)))),
    )


def test_events_have_their_places() -> None:
    assert [event.span for event in only(JELLYFISH).games[0].events][:2] == [(2, 6, 17), (2, 34, 49)]


def test_the_games_of_gammon_empire() -> None:
    match = only(EMPIRE)
    assert names(match) == ("anna", "bjarni")
    assert [game.number for game in match.games] == [1, 2]
    assert match.games[0].events[-2:] == (Drop(seat=1), ResultClaim(seat=0, points=1))
    assert match.games[1].events[0] == Turn(
        seat=1, dice=(3, 1), deed=Play(hops=(Hop(8, 5), Hop(6, 5)))
    )  # nobody stands in the left column
    assert match.games[1].events[-1] == ResultClaim(seat=1, points=2)
    assert [read(JELLYFISH).dialect, read(EMPIRE).dialect] == ["jellyfish", "empire"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("anna bjarni", ("anna", "bjarni")),
        ("anna\tbjarni", ("anna", "bjarni")),
        (" Anna María  Bjarni Jón ", ("Anna María", "Bjarni Jón")),
        (f" {'Anna  María':31}Bjarni", ("Anna  María", "Bjarni")),
        (f" {'Anna Guðrún Jónsdóttir Bri':28}Bjarni", ("Anna Guðrún Jónsdóttir Bri", "Bjarni")),
        (f" {'Anna Gudrun Jonsdottir af Felli':30} Bjarni", ("Anna Gudrun Jonsdottir af Felli Bjarni", "")),
        (f" {'Anna Gudrun Jonsdottir a Felli':30} Bjarni", ("Anna Gudrun Jonsdottir a Felli", "Bjarni")),
        ("Anna", ("Anna", "")),
        ("Anna María Jónsdóttir", ("Anna María Jónsdóttir", "")),
        (f"{'':32}Bjarni", ("", "Bjarni")),
    ],
)
def test_names_are_parted(line: str, expected: tuple[str, str]) -> None:
    found = names_of(line)
    assert found is not None
    assert found.names == expected


@pytest.mark.parametrize(
    "line", ["", "  ", "; anna bjarni", "  1) 31:", "31: 8/5", "Wins 2 points", "x" * 500]
)
def test_lines_that_hold_no_names(line: str) -> None:
    assert names_of(line) is None


@pytest.mark.parametrize(
    "other",
    [
        " Anna : 0                       Bjarni : 0\n  1) 31: 8/5 6/5\n",  # match text
        "anna vs. bjarni\nGame 1.0-0/3\n1\t31: 8/5, 6/5\n",
        "Game 1: 0-0\n   1  1 31:\n",
        "To do today\n 1) 31 apples\n",
        "anna bjarni\n",
        "",
    ],
)
def test_other_files_are_not_claimed(other: str) -> None:
    assert read(other).format != "gam"


def test_names_that_are_missing_are_said() -> None:
    reading = read("  1) 31: 8/5 6/5                 64: 24/18 18/14\n", "gam")
    assert [(found.code, found.span) for found in reading.findings] == [("N111", (1, 3, 49))]
    assert len(reading.matches[0].games[0].events) == 2


def test_other_names_over_a_first_row_begin_a_match() -> None:
    first, second = read(EMPIRE + " dagur edda\n  1) 31: 8/5 6/5\n").matches
    assert (names(first), names(second)) == (("anna", "bjarni"), ("dagur", "edda"))
    assert [len(first.games), len(second.games)] == [2, 1]


def test_a_letter_around_a_game_gives_it_no_names() -> None:
    head = "From: anna@example.org\nSubject: leikurinn\n\nHæ Björn,\nhere it is!\n\n"
    reading = read(f"{head}{JELLYFISH}\nKveðja,\nAnna\n", "gam")
    (match,), sound = reading.matches, only(JELLYFISH)
    assert names(match) == names(sound)
    assert match.games[0].events[: len(sound.games[0].events)] == sound.games[0].events
    assert [(one.code, one.span and one.span.line) for one in reading.findings][:3] == [
        ("N102", 1),
        ("N102", 2),
        ("N102", 4),
    ]


def test_a_line_that_is_none_of_this_is_kept() -> None:
    reading = read(JELLYFISH + "thanks for the game\n  4) 21: 6/5 6/4\n")
    assert [(found.code, found.span, found.game) for found in reading.findings] == [("N102", (5, 1, 20), 1)]
    assert reading.matches[0].games[0].events[-2] == Extra(key="gam:line", value="thanks for the game")


def test_a_cell_that_cannot_be_read_is_kept() -> None:
    reading = read(JELLYFISH.replace("18/14", "18/14 $%"))
    assert [found.code for found in reading.findings] == ["N103"]
    assert Extra(key="gam:cell", value="$%") in reading.matches[0].games[0].events


def test_comments() -> None:
    match = read("; a cold day\n" + JELLYFISH + "# abandoned\nabandoned\n", "gam").matches[0]
    assert match.remarks == (Comment(text="a cold day"),)
    assert match.games[0].events[-2:] == (Comment(text="abandoned"), Comment(text="abandoned"))


def test_an_empty_file() -> None:
    assert [found.code for found in read("\n", "gam").findings] == ["N132"]


# Writing


def test_what_is_written_for_jellyfish() -> None:
    match = one_game(*only(JELLYFISH).games[0].events, ResultClaim(seat=0, points=2))
    assert text(match) == (
        " Anna                           Bjarni\n"
        "  1) 31: 8/5 6/5                 64: 24/18 18/14 \n"
        "  2)  Doubles => 2                Takes\n"
        "  3) 61: 13/7 8/7                \n"
        "      Wins 2 points\n"
        "\n"
    )


def test_what_is_written_for_gammon_empire() -> None:
    match = only(EMPIRE)
    written = text(match, "empire")
    assert [line.split() for line in written.splitlines() if "anna" in line] == [["anna", "bjarni"]] * 2
    assert only(written) == match


def test_several_games_are_refused_for_jellyfish() -> None:
    writing = write_matches([only(EMPIRE)], "gam")
    assert [(found.code, found.severity) for found in writing.findings] == [("L608", "error")]
    assert "--split" in writing.findings[0].message
    assert writing.content == ""


def test_a_match_is_split_into_games_for_jellyfish(tmp_path: Path) -> None:
    source = tmp_path / "in.gam"
    source.write_text(EMPIRE, encoding="utf-8")
    refused = kotra("convert", source, tmp_path / "out.gam")
    assert refused.exit_code == 2
    assert "--split" in refused.stderr
    assert kotra("convert", source, tmp_path / "out.gam", "--split").exit_code == 0
    parts = [only((tmp_path / f"out-{number}.gam").read_text(encoding="utf-8")) for number in (1, 2)]
    assert [part.games[0].events for part in parts] == [game.events for game in only(EMPIRE).games]
    assert kotra("convert", source, tmp_path / "all.gam", "--to", "gam:empire").exit_code == 0


@pytest.mark.parametrize("dialect", ["jellyfish", "empire"])
def test_several_matches_are_refused(dialect: str) -> None:
    writing = write_matches([only(JELLYFISH)] * 2, "gam", dialect)
    assert [found.code for found in writing.findings] == ["L608"]
    assert writing.content == ""


def test_a_match_without_a_game_is_refused() -> None:
    assert lost(Match(length=0)) == [("L608", "a match without a game")]


@pytest.mark.parametrize("dialect", ["jellyfish", "empire"])
def test_names_alone_are_refused(dialect: str) -> None:
    """What is in no row is not there, and names alone are of no notation."""
    for match in (one_game(), one_game(Comment(text="Vel leikið."))):
        writing = write_matches([match], "gam", dialect)
        assert writing.content == ""
        assert [(one.code, one.written) for one in writing.findings][-1] == ("L608", "a game without a row")


def test_the_old_game_is_refused() -> None:
    assert [code for code, _ in lost(Match(rules="forn-1977", games=(Game(number=1),)))] == ["L608"]


@pytest.mark.parametrize(
    ("players", "losses", "written"),
    [
        (("Anna María", "Bjarni"), ["Anna María"], "Anna_María Bjarni"),
        (("", "Bjarni"), [""], "Player_1 Bjarni"),
        (("Wins", "2"), ["Wins", "2"], "Player_1 Player_2"),
        (("; x", "y"), ["; x", "y"], "Player_1 Player_2"),
    ],
)
def test_names_are_words_for_gammon_empire(players: tuple[str, str], losses: list[str], written: str) -> None:
    match = one_game(THROWN, players=players)
    assert lost(match, "empire") == [("L603", name) for name in losses]
    content = write_matches([match], "gam", "empire").content
    assert isinstance(content, str)
    assert content.split() == [*written.split(), "1)", "31:", "8/5", "6/5"]


@pytest.mark.parametrize(
    ("match", "losses"),
    [
        (Match(length=5, games=(Game(number=1),)), [("L603", "the length 5")]),
        (
            Match(length=0, info=(("event", "Open"),), games=(Game(number=1),)),
            [("L603", "event: Open")],
        ),
        (Match(length=0, rules="modern,texas=on", games=(Game(number=1),)), [("L605", "texas=on")]),
        (
            Match(length=0, games=(Game(number=1, score=ScoreClaim(score=(1, 0))),)),
            [("L609", "the score 1 to 0")],
        ),
        (
            Match(length=0, remarks=(Comment(text="cold"),), games=(Game(number=1),)),
            [("L601", "cold")],
        ),
        (
            Match(length=0, games=(Game(number=1, events=(AutomaticDouble(value=2),)),)),
            [("L604", "an automatic double")],
        ),
    ],
)
def test_what_is_lost_is_said(match: Match, losses: list[tuple[str, str]]) -> None:
    (game,) = match.games
    played = replace(game, events=(*game.events, THROWN))
    named = replace(match, players=(Player(name="Anna"), Player(name="Bjarni")), games=(played,))
    assert lost(named) == losses


# Properties


def unscored(match: Match) -> Match:
    """The match without the scores at the heads of its games, which the notation does not have."""
    games = tuple(Game(number=game.number, events=game.events) for game in match.games)
    return Match(players=match.players, length=match.length, games=games)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 4))
def test_legal_games_come_back(seed: int, games: int) -> None:
    match = unscored(quick_match(seed, games))
    written = text(match, "empire" if games > 1 else "jellyfish")
    (again,) = read(written).matches
    assert again == match
    assert text(again, "empire") == written


def _writable(event: Event) -> bool:
    """Whether a row of match text says the event back; what rows make of others is a matter of `mat`."""
    match event:
        case Turn(dice=dice, deed=Play() as play, singly=False):
            return _plain(play) and all(0 <= die <= 9 for die in dice)
        case Turn() | Double() | Beaver() | Take() | Drop() | ResultClaim():
            return False
        case _:
            return True


def _plain(play: Play) -> bool:
    inside = all(0 <= hop.source <= 25 and 0 <= hop.target <= 25 and hop.taken in (0, 1) for hop in play.hops)
    return inside and 0 < len(play.hops) <= 4 and not play.half


hostile = st.builds(
    Match,
    players=st.tuples(models.players, models.players),
    length=st.sampled_from((None, 0, 5)),
    rules=st.none() | st.just("modern,texas=on"),
    games=st.lists(
        st.builds(
            Game,
            number=st.none() | st.integers(1, 3),
            events=st.lists(models.events.filter(_writable), max_size=5).map(tuple),
        ),
        min_size=1,
        max_size=2,
    ).map(tuple),
)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@example(one_game(players=("a b", "a b")))
@example(one_game(players=("x" * 40, "y z")))
@given(hostile)
def test_whatever_stands_in_a_match_the_games_come_back(match: Match) -> None:
    writing = write_matches([match], "gam", "empire")
    if any(found.code == "L608" for found in writing.findings):
        return
    assert isinstance(writing.content, str)
    reading = read(writing.content, "gam")
    (again,) = reading.matches
    assert {found.code for found in reading.findings} <= {"N143"}  # one name for both players
    assert len(again.games) == len(match.games)
    if not writing.findings:
        assert names(again) == names(match)
        assert [game.events for game in again.games] == [game.events for game in match.games]
    assert write_matches([again], "gam", "empire").content == writing.content


def test_long_lines_of_blanks_cost_no_time() -> None:
    read("a b\n" + "x" + " " * 100_000 + "\n" * 50_000 + "y  z\n" * 3, "gam")


# GNU Backgammon


@pytest.mark.parametrize(("seed", "dialect"), [(1, "jellyfish"), (2, "empire"), (3, "empire")])
def test_gnu_backgammon_reads_the_same_games(tmp_path: Path, seed: int, dialect: str) -> None:
    match = unscored(quick_match(seed, 1 if dialect == "jellyfish" else 3))
    theirs = imported("empire", text(match, dialect), tmp_path)
    assert names(theirs) == names(match)
    assert results(theirs) == results(match)
    assert boards(theirs) == boards(match)


def test_gnu_backgammon_reads_the_cube_and_resignations(tmp_path: Path) -> None:
    match = unscored(random_match(0, 0, games=4))
    theirs = imported("empire", text(match, "empire"), tmp_path)
    assert (results(theirs), actions(theirs)) == (results(match), actions(match))
    assert {kind for game in actions(match) for kind, _ in game} == {Turn, Double, Take, Drop}


def test_games_of_gnu_backgammon_are_written_to_the_byte(tmp_path: Path) -> None:
    written = write_matches([quick_match(4, 1)], "mat").content
    assert isinstance(written, str)
    (tmp_path / "in.mat").write_text(written, encoding="utf-8")
    run(["import mat in.mat", "export game gam out.gam"], tmp_path)
    theirs = (tmp_path / "out.gam").read_text(encoding="utf-8")
    assert text(only(theirs)) == theirs
