"""GNU Backgammon's text export: its lines by short transcripts, and whole matches against other notations."""

from __future__ import annotations

import csv
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from kotra_notation.findings import Severity
from kotra_notation.formats import FORMATS, read_source
from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.gnubg_text import parse_date
from kotra_notation.model import (
    AutomaticDouble,
    Beaver,
    CannotMove,
    Comment,
    Double,
    Drop,
    Evaluation,
    Event,
    Extra,
    Mark,
    Match,
    ResultClaim,
    SetPosition,
    Take,
    Turn,
    Unread,
)
from kotra_notation.replay import GameReplay, replay
from referees.seeds import part

GNUBG = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")

HEAD = "The score (after 0 games) is: Anna 0, Bjarni 0 (match to 5 points)\n\n"
OPENING = """\
Move number 1:  Anna to play 31

 GNU Backgammon  Position ID: 4HPwATDgc/ABMA
                 Match ID   : MIGlAAAAAAAE
 +12-11-10--9--8--7-------6--5--4--3--2--1-+     O: Anna
 | X           O    |   | O              X |     0 points
^|                  |BAR|                  |     5 points match (Cube: 1)
 +13-14-15-16-17-18------19-20-21-22-23-24-+     X: Bjarni
Pip counts: O 167, X 167

* Anna moves 8/5 6/5

"""


def read(text: str) -> Reading:
    return read_source(Source(text.encode()), "gnubg-text")


def events(text: str) -> tuple[Event, ...]:
    """The events of the one game of a text that reads without findings."""
    reading = read(text)
    assert reading.findings == ()
    return reading.matches[0].games[0].events


def evaluation(text: str, aspect: str) -> Evaluation:
    """The one evaluation of a text that is of an aspect."""
    (found,) = [one for one in events(text) if isinstance(one, Evaluation) and one.aspect == aspect]
    return found


def said(event: Event) -> str:
    """An event in a few letters."""
    match event:
        case Turn(seat=seat, dice=dice, text=text):
            return f"{seat} {dice[0]}{dice[1]} {text}"
        case Double(seat=seat, value=value):
            return f"{seat} doubles {value}"
        case Beaver(seat=seat, value=value, level=level):
            return f"{seat} beaver {level} {value}"
        case Take(seat=seat) | Drop(seat=seat):
            return f"{seat} {type(event).__name__.lower()}"
        case ResultClaim(seat=seat, points=points):
            return f"{seat} wins {points}"
        case _:
            return type(event).__name__


# heads


def test_information_about_the_match() -> None:
    (match,) = read(
        HEAD
        + "Match Information:\nAnna's rating: 1800.5\nDate: 28/08/2026\nEvent: Cup, of: things\nRound: 1\n"
        "Place: Akureyri\nAnnotator: Sigga\nComments: First line\nsecond\n\n\n" + OPENING
    ).matches
    assert match.players[0].rating == "1800.5"
    assert dict(match.info) == {
        "date": "2026-08-28",
        "event": "Cup, of: things",
        "round": "1",
        "place": "Akureyri",
        "annotator": "Sigga",
    }
    assert match.remarks == (Comment(text="First line\nsecond"),)


@pytest.mark.parametrize(
    ("written", "date"),
    [
        ("28/08/2023", "2023-08-28"),
        ("05/06/2023", "2023-06-05"),
        ("08/28/2023", "2023-08-28"),
        ("01/05/26", "2026-01-05"),
        ("13/05/99", "1999-05-13"),
        ("31/31/2023", "31/31/2023"),
        ("a day in May", "a day in May"),
    ],
)
def test_dates(written: str, date: str) -> None:
    assert parse_date(written) == date


def test_crawford_is_off_where_a_head_at_match_point_does_not_name_him() -> None:
    footer = " by GNU Backgammon 1.07.001 20230103 (Text Export version 1.128)\n"
    (match,) = read(HEAD.replace("Anna 0", "Anna 4") + OPENING + footer).matches
    assert match.rules == "modern,crawford=off"


# what is done


def test_the_turns_of_a_game() -> None:
    text = (
        HEAD + OPENING + "Move number 2:  Bjarni to play 66\n\n* Bjarni cannot move\n\nBjarni wins 2 points\n"
    )
    first, second, result = events(text)
    assert [said(one) for one in (first, second, result)] == ["0 31 8/5 6/5", "1 66 cannot move", "1 wins 2"]
    assert isinstance(second, Turn)
    assert second.deed == CannotMove()


def test_doubles_have_the_value_of_the_next_heading_and_a_double_in_answer_is_a_beaver() -> None:
    text = (
        HEAD + OPENING + "Move number 2:  Bjarni on roll, cube decision?\n\n* Bjarni doubles\n\n"
        "Move number 3:  Bjarni doubles to 2\n\n* Anna doubles\n\nCannot analyse beaver nor raccoons!\n"
        "Move number 4:  Anna doubles to 4\n\n* Bjarni doubles\n\nMove number 5:  Bjarni doubles to 8\n\n"
        "* Anna accepts\n\nMove number 6:  Bjarni on roll, cube decision?\n\n* Bjarni doubles\n\n"
        "Move number 7:  Bjarni doubles to 16\n\n* Anna rejects\n\n"
    )
    assert [said(one) for one in events(text)[1:]] == [
        "1 doubles 2",
        "0 beaver 1 4",
        "1 beaver 2 8",
        "0 take",
        "1 doubles 16",
        "0 drop",
    ]


def test_the_ids_tell_the_sides_where_both_have_one_name() -> None:
    text = (HEAD + OPENING).replace("Bjarni", "Anna") + (
        "Move number 2:  Anna to play 52\n\n GNU Backgammon  Position ID: sGfwATDgc/ABMA\n"
        "                 Match ID   : cImqAAAAAAAE\n\n* Anna moves 13/8 13/11\n\n"
        "Move number 3:  Anna on roll, cube decision?\n\n GNU Backgammon  Position ID: 4HPDASiwZ/ABMA\n"
        "                 Match ID   : MAGgAAAAAAAE\n\n* Anna doubles\n\n"
        "Move number 4:  Anna doubles to 2\n\n* Anna rejects\n"
    )
    reading = read(text)
    assert [found.code for found in reading.findings] == ["N143"]
    told = [said(one) for one in reading.matches[0].games[0].events]
    assert told == ["0 31 8/5 6/5", "1 52 13/8 13/11", "0 doubles 2", "1 drop"]


def test_names_no_head_tells_are_learnt() -> None:
    reading = read(OPENING)
    (match,) = reading.matches
    assert [found.kind.name for found in reading.findings] == ["names-missing"]
    assert [player.name for player in match.players] == ["Anna", ""]
    assert match.length == 5


def test_a_play_that_cannot_be_read_is_said_and_kept() -> None:
    reading = read(HEAD + OPENING.replace("8/5 6/5", "8/5 6/x"))
    (turn,) = reading.matches[0].games[0].events
    assert [found.kind.name for found in reading.findings] == ["unreadable-cell"]
    assert isinstance(turn, Turn)
    assert turn.deed == Unread(text="8/5 6/x")


def test_a_line_that_cannot_be_read_is_said_and_kept() -> None:
    reading = read(HEAD + OPENING + "* Sigga sings\n")
    assert [found.kind.name for found in reading.findings] == ["unreadable-line"]
    assert reading.matches[0].games[0].events[-1] == Extra(key="gnubg-text:line", value="* Sigga sings")


def test_an_annotation_goes_on_to_the_next_heading() -> None:
    text = HEAD + OPENING + "Annotation:\nA word.\n\n* another | word\nMove number 2:  Bjarni to play 66\n"
    assert events(text)[1] == Comment(text="A word.\n\n* another | word")


def test_a_board_that_does_not_follow_was_set_up() -> None:
    text = (
        HEAD
        + OPENING
        + (
            "Move number 2:  Bjarni to play 11\n\n GNU Backgammon  Position ID: AQAAgAAAAAAAAA\n"
            "                 Match ID   : cImkAAAAAAAE\nPip counts: O 1, X 6\n\n* Bjarni moves 6/2\n"
        )
    )
    setup = events(text)[1]
    assert isinstance(setup, SetPosition)
    assert (setup.position.seat, setup.position.pips(0), setup.position.pips(1)) == (1, 1, 6)


def test_a_cube_that_is_turned_in_the_middle_was_doubled_automatically() -> None:
    head = HEAD.replace(" (match to 5 points)", "")
    match = read(head + OPENING.replace("MIGlAAAAAAAE", "MoEFAAAAAAAE")).matches[0]
    assert match.games[0].events[:2] == (AutomaticDouble(value=2), AutomaticDouble(value=4))
    assert match.rules == "modern,texas=off,auto_doubles=2"


def test_nackgammon_is_known_by_its_first_board() -> None:
    match = read(HEAD + OPENING.replace("4HPwATDgc/ABMA", "4Dl4ADbgOXgANg")).matches[0]
    assert match.rules == "modern,variant=nackgammon"


def test_a_board_without_an_action_is_a_position_that_is_shown() -> None:
    reading = read(HEAD + OPENING.replace("* Anna moves 8/5 6/5", "") + CANDIDATES)
    setup, weighed = reading.matches[0].games[0].events
    assert isinstance(setup, SetPosition)
    assert setup.position.dice == (3, 1)
    assert isinstance(weighed, Evaluation)
    assert [found for found in replay(reading.matches[0]).findings if found.severity != Severity.NOTE] == []


def test_games_behind_each_other_are_one_match_as_long_as_they_go_on() -> None:
    second = HEAD.replace("after 0 games", "after 1 game").replace("Bjarni 0", "Bjarni 2")
    reading = read(
        HEAD
        + OPENING
        + "Bjarni wins 2 points\n\nGame statistics for game 1\n\nPlayer  A  B\n"
        + second
        + HEAD
    )
    assert [[game.number for game in match.games] for match in reading.matches] == [[1, 2], [1]]


# analysis

CANDIDATES = """\
Rolled 31:
*    1. Cubeful 2-ply    8/5 6/5                      Eq.: +0.157
       0.498 0.149 0.007 - 0.502 0.141 0.006
     2. Cubeful 0-ply    24/22 13/8                   Eq.: -0.151 (-0.308)
       0.501 0.135 0.005 - 0.499 0.131 0.004
    12. Rollout          bar/20*/15                   Eq.: -0.201 (-0.358)
       0.441 0.135 0.005 - 0.559 0.131 0.004 CL -0.210 CF -0.201
      [0.011 0.012 0.001 - 0.011 0.008 0.000 CL  0.020 CF  0.043]
        Full cubeful rollout with variance reduction
        36 games, Mersenne Twister dice gen. with seed 1 and quasi-random dice
"""


def test_candidates_have_their_numbers_as_printed() -> None:
    first, second, third = evaluation(HEAD + OPENING + CANDIDATES, "play").candidates
    assert (first.choice, first.equity, first.level) == ("8/5 6/5", 0.157, "2-ply")
    assert first.chances == (0.498, 0.149, 0.007, 0.141, 0.006)
    assert first.extras == {"played": "yes"}
    assert (second.choice, second.equity, second.level) == ("24/22 13/8", -0.151, "0-ply")
    assert second.extras == {"difference": "-0.308"}
    assert (third.choice, third.level, third.extras["rank"]) == ("bar/20* 20/15", "rollout", "12")


def test_the_numbers_of_a_candidate_that_cannot_be_read_are_not_given_to_another() -> None:
    reading = read(HEAD + OPENING + CANDIDATES.replace("24/22 13/8 ", "24/22 13/x "))
    (found,) = [one for one in reading.matches[0].games[0].events if isinstance(one, Evaluation)]
    assert [one.kind.name for one in reading.findings] == ["unreadable-line"]
    assert [one.chances[0] for one in found.candidates] == [0.498, 0.441]


def test_a_rollout_has_trials_and_standard_errors() -> None:
    extras = evaluation(HEAD + OPENING + CANDIDATES, "play").candidates[2].extras
    assert (extras["trials"], extras["error"], extras["cubeless"]) == ("36", "0.043", "-0.210")
    assert extras["gnubg-text:errors"] == "0.011 0.012 0.001 0.011 0.008 0.000"
    assert extras["gnubg-text:settings"].startswith("Full cubeful rollout with variance reduction; 36 games,")


def test_the_older_layout() -> None:
    text = (
        HEAD
        + OPENING.replace("^|", " |").replace(
            "|     5 points match (Cube: 1)", "|^    5 point match (Cube: 1)"
        )
        + "Alert: bad move ( -0.012)\n\nRolled 31:\n"
        "     1. Cubeful 2-ply    24/20                        Eq.:  -0,036\n"
        "       49.8  13.4   0.5 -  50.2  13.1   0.4\n"
        "*    2. Cubeful 2-ply    8/5 6/5                      Eq.:  -0,048 ( -0,012)\n"
    )
    first, second = evaluation(text, "play").candidates
    assert (first.equity, first.chances) == (-0.036, (0.498, 0.134, 0.005, 0.131, 0.004))
    assert (second.equity, second.extras) == (-0.048, {"played": "yes", "difference": "-0.012"})


def test_match_winning_chances() -> None:
    text = (
        "Rolled 31 (+2.420%):\n*    1. Cubeful 0-ply    8/5 6/5                      MWC:  52.420%\n"
        "     2. Cubeful 0-ply    24/23 13/10                  MWC:  49.861% ( -2.559%)\n"
    )
    first, second = evaluation(HEAD + OPENING + text, "play").candidates
    assert (first.equity, first.extras) == (None, {"played": "yes", "mwc": "0.52420"})
    assert second.extras == {"mwc": "0.49861", "difference": "-0.02559"}
    luck = evaluation(HEAD + OPENING + text, "luck")
    assert (luck.luck, luck.extras) == (None, {"mwc": "0.02420"})


def test_luck_and_marks() -> None:
    text = (
        "Alert: missed double (-0.164)!\n [very bad]\nAlert: missed double (-0.004)!\n\n"
        "Alert: very lucky roll! ( +0.900)\nAlert: doubtful move ( -0.045)\n\nRolled 31 (+0.900):\n"
    )
    found = events(HEAD + OPENING + text)[1:]
    assert found == (
        Mark(sign="??", aspect="cube"),
        Mark(sign="!!", aspect="luck"),
        Mark(sign="?!", aspect="play"),
        Evaluation(aspect="luck", luck=0.9, source="GNU Backgammon"),
    )


CUBE = """\
Cube analysis
2-ply cubeless equity +0.055 (Money: -0.004)
  0.502 0.141 0.007 - 0.498 0.149 0.006
Cubeful equities:
1. No double           +0.157
2. Double, pass        +1.000  (+0.843)
3. Double, take        -0.984  (-1.141)
Proper cube action: No double, take (41.7%)
"""


def test_a_cube_analysis() -> None:
    found = evaluation(HEAD + OPENING + CUBE, "cube")
    assert [(one.choice, one.equity, one.level) for one in found.candidates] == [
        ("no double", 0.157, "2-ply"),
        ("double/pass", 1.0, "2-ply"),
        ("double/take", -0.984, "2-ply"),
    ]
    assert found.candidates[0].chances == (0.502, 0.141, 0.007, 0.149, 0.006)
    assert found.candidates[0].extras == {"cubeless": "+0.055"}
    assert found.extras == {
        "gnubg-text:money": "-0.004",
        "best": "no double/take",
        "wrong answers needed": "41.7%",
    }


@pytest.mark.parametrize(
    ("written", "best"),
    [
        ("Too good to redouble, pass (8.0%)", "too good/pass"),
        ("Optional double, take", "optional double/take"),
        ("No redouble, beaver (1.0%)", "no double/beaver"),
        ("Never double, take (dead cube)", "never double/take"),
        ("Unknown cube decision", None),
    ],
)
def test_right_cube_actions(written: str, best: str | None) -> None:
    found = evaluation(HEAD + OPENING + CUBE.replace("No double, take (41.7%)", written), "cube")
    assert found.extras.get("best") == best


def test_a_rolled_out_cube() -> None:
    text = CUBE.replace("2-ply cubeless", "Rollout cubeless").replace(
        "  0.502 0.141 0.007 - 0.498 0.149 0.006\n", "\n"
    ) + (
        "\nRollout details:\nCentered 1-cube:\n  0.526 0.200 0.012 - 0.474 0.133 0.008 CL +0.055 CF +0.157\n"
        " [0.012 0.042 0.003 - 0.012 0.008 0.001 CL  0.036 CF  0.086]\nBjarni owns 2-cube:\n"
        "  0.521 0.215 0.030 - 0.479 0.147 0.009 CL +0.300 CF -0.984\n"
        " [0.012 0.041 0.018 - 0.012 0.014 0.002 CL  0.089 CF  0.096]\n"
        "Full cubeful rollout with variance reduction\n"
        "36 games, Mersenne Twister dice gen. with seed 1 and quasi-random dice\n"
    )
    found = {one.choice: one for one in evaluation(HEAD + OPENING + text, "cube").candidates}
    assert found["no double"].chances == (0.526, 0.200, 0.012, 0.133, 0.008)
    assert found["double/take"].chances == (0.521, 0.215, 0.030, 0.147, 0.009)
    assert [found[one].extras["error"] for one in ("no double", "double/take")] == ["0.086", "0.096"]
    assert {one.level for one in found.values()} == {"rollout"}


def test_the_program_is_the_source() -> None:
    text = (
        HEAD
        + OPENING
        + CUBE
        + "Output generated Sat Nov 21 09:42:25 2026\n by GNU Backgammon 1.07.001 20230103\n"
    )
    assert evaluation(text, "cube").source == "GNU Backgammon 1.07.001"


# whole files


def rows(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        yield from csv.DictReader(file, delimiter="\t")


def course(played: GameReplay) -> list[object]:
    """Turns with the boards they lead to, and cube actions."""
    return [
        (event.seat, sorted(event.dice), frame.after.points) if isinstance(event, Turn) else said(event)
        for frame in played.frames
        if isinstance(event := frame.event, Turn | Double | Beaver | Take | Drop)
    ]


@pytest.fixture(scope="module")
def exported(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Match]]:
    """Matches of the corpus, other ones in each run, as GNU Backgammon exports them, a file a game."""
    if GNUBG is None:
        pytest.skip("GNU Backgammon is not installed")
    folder = tmp_path_factory.mktemp("exported")
    names = part(path.stem for path in sorted((corpus / "gnubg" / "sgf").glob("*.sgf")))
    commands = [
        f"new session\nload match {corpus / 'gnubg' / 'sgf' / name}.sgf\n"
        f"export match text {folder / name}.txt\n"
        for name in names
    ]
    (folder / "commands").write_text("".join(commands))
    subprocess.run([GNUBG, "-t", "-q", "-r", "-c", folder / "commands"], capture_output=True, timeout=300)
    return {
        name: [whole(path) for path in (folder / f"{name}.txt", *sorted(folder.glob(f"{name}_*.txt")))]
        for name in names
    }


def whole(path: Path) -> Match:
    """The one match of a file that is recognised and reads without findings."""
    reading = read_source(Source(path.read_bytes()))
    assert (reading.format, reading.findings) == ("gnubg-text", ())
    (match,) = reading.matches
    return match


def test_exports_are_the_matches_they_were_made_of(corpus: Path, exported: dict[str, list[Match]]) -> None:
    different = []
    for name, matches in exported.items():
        source = Source((corpus / "gnubg" / "mat" / f"{name}.mat").read_bytes())
        games = replay(read_source(source).matches[0]).games
        assert len(games) == len(matches) > 0
        for game, match in zip(games, matches, strict=True):
            doubled = any(isinstance(one, AutomaticDouble) for one in match.games[0].events)
            if course(game) != course(replay(match).games[0]) and not doubled:
                different.append((name, match.games[0].number))
    assert different == []


def test_the_results_of_exports_are_true(corpus: Path, exported: dict[str, list[Match]]) -> None:
    different = []
    for row in rows(corpus / "gnubg" / "TRUTH.tsv"):
        if row["file"] not in exported:
            continue
        match = exported[row["file"]][int(row["game"]) - 1]
        ending = replay(match).games[0].ending
        if (ending.winner, ending.points) != (int(row["winner_seat"]) - 1, int(row["points"])):
            different.append((row["file"], row["game"]))
    assert different == []


def test_nothing_is_wrong_with_exports(exported: dict[str, list[Match]]) -> None:
    found = [
        (name, one.code, one.message)
        for name, matches in exported.items()
        for match in matches
        for one in replay(match).findings
        if one.severity != Severity.NOTE
    ]
    assert found == []


@pytest.fixture(scope="module")
def real(corpus: Path) -> dict[str, Match]:
    return {path.name: whole(path) for path in sorted((corpus / "real" / "gnubg-text").iterdir())}


def test_nothing_is_wrong_with_real_files(real: dict[str, Match]) -> None:
    found = [
        (name, one.code, one.message)
        for name, match in real.items()
        for one in replay(match).findings
        if one.severity != Severity.NOTE
    ]
    assert len(real) == 10
    assert found == []


def test_every_number_of_real_files_is_read(corpus: Path, real: dict[str, Match]) -> None:
    for name, match in real.items():
        text = (corpus / "real" / "gnubg-text" / name).read_text(encoding="utf-8")
        weighed = [one for one in match.games[0].events if isinstance(one, Evaluation)]
        plays = [one for said in weighed if said.aspect == "play" for one in said.candidates]
        cubes = [one for said in weighed if said.aspect == "cube" for one in said.candidates]
        assert len(plays) == text.count("Eq.: ")
        assert all(one.equity is not None and len(one.chances) == 5 and one.level for one in plays)
        answers = sum(isinstance(one, Take | Drop) for one in match.games[0].events)
        assert len(cubes) == 3 * (text.count("Cube analysis") - answers)
        assert all(one.equity is not None and one.level for one in cubes)


@pytest.mark.parametrize("name", ["m060-03pt-an0", "m084-03pt-an0"])
def test_evaluations_are_those_of_the_sgf(corpus: Path, tmp_path: Path, name: str) -> None:
    if "sgf" not in FORMATS:
        pytest.skip("SGF is not read yet")
    if GNUBG is None:
        pytest.skip("GNU Backgammon is not installed")
    sgf = corpus / "gnubg" / "analysed" / f"{name}.sgf"
    (tmp_path / "commands").write_text(f"load match {sgf}\nexport match text {tmp_path / name}.txt\n")
    subprocess.run([GNUBG, "-t", "-q", "-r", "-c", tmp_path / "commands"], capture_output=True, timeout=60)
    texts = [whole(path) for path in (tmp_path / f"{name}.txt", *sorted(tmp_path.glob(f"{name}_*.txt")))]
    (match,) = read_source(Source(sgf.read_bytes())).matches
    pairs = [
        pair
        for game, text in zip(match.games, texts, strict=True)
        for pair in zip(weighed_plays(game.events), weighed_plays(text.games[0].events), strict=True)
    ]
    assert len(pairs) > 100
    for ours, theirs in pairs:
        for index, one in enumerate(theirs.candidates):
            rank = int(one.extras.get("rank", index + 1))
            other = ours.candidates[rank - 1]
            assert one.equity == pytest.approx(other.equity, abs=0.00051)
            assert one.chances == pytest.approx(other.chances, abs=0.00051)
            assert ("played" in one.extras, one.level) == ("played" in other.extras, other.level)


def weighed_plays(events: tuple[Event, ...]) -> list[Evaluation]:
    """The evaluations of plays in a game."""
    return [one for one in events if isinstance(one, Evaluation) and one.aspect == "play"]


def test_pip_counts_are_those_of_the_board_by_its_id() -> None:
    for counted, kinds in (("O 167, X 167", []), ("O 157, X 167", ["witness-disagrees"])):
        text = HEAD + OPENING.replace("O 167, X 167", counted)
        assert [one.kind.name for one in read(text).findings] == kinds
