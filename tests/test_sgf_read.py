"""Reading SGF: what each property becomes, what is forgiven, and that nothing makes the reader raise."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kotra_notation.board import Cube
from kotra_notation.formats import read_source, recognise, write_matches
from kotra_notation.formats.format import Reading, Source
from kotra_notation.model import (
    AutomaticDouble,
    Beaver,
    Blank,
    Candidate,
    CannotMove,
    Comment,
    Double,
    Drop,
    Evaluation,
    Event,
    Extra,
    Hop,
    Mark,
    Match,
    NotRecorded,
    Play,
    Resignation,
    ResignationAnswer,
    ResultClaim,
    ScoreClaim,
    SetPosition,
    Span,
    Take,
    Turn,
    Unread,
)
from kotra_notation.replay import replay

ROOT = "FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]"
MONEY = "MI[length:0][game:0][ws:0][bs:0]PW[Anna]PB[Bjarni]RU[Jacoby]"
MATCH = "MI[length:5][game:0][ws:0][bs:0]PW[Anna]PB[Bjarni]RU[Crawford]"
SOURCE = "GNU Backgammon 1.07.001"
SHORT = "E ver 3 0.551 0.17 0.0121 0.1233 0.0051 0.159200 2C 0 1 0.000000 1"
CHANCES = (0.551, 0.17, 0.0121, 0.1233, 0.0051)
SETTING = 'SK 0 RC 1 1 0 1 0 1 5 1 1 5 "Mersenne Twister" 27 cube0 ver 3 0C 1 0.000000 1'
SEVEN = "0.551 0.17 0.0121 0.1233 0.0051"


def reading(text: str | bytes) -> Reading:
    return read_source(Source(text if isinstance(text, bytes) else text.encode()))


def match(text: str) -> Match:
    read = reading(text)
    assert [(found.code, found.message) for found in read.findings if found.code != "N136"] == []
    (only,) = read.matches
    return only


def events(nodes: str, head: str = MATCH) -> list[Event]:
    return list(match(f"(;{ROOT}{head}{nodes})").games[0].events)


def codes(text: str | bytes) -> list[str]:
    return [found.code for found in reading(text).findings]


def play(seat: int, dice: int, *hops: tuple[int, int]) -> Turn:
    deed = Play(hops=tuple(Hop(*hop) for hop in hops))
    return Turn(seat=seat, dice=(dice // 10, dice % 10), deed=deed)


# what happens


def test_letters_run_from_whites_side_for_both() -> None:
    read = events(";W[31hefe];B[64aggk];W[61yxba];B[21wzxz]")
    assert read == [
        play(0, 31, (8, 5), (6, 5)),
        play(1, 64, (24, 18), (18, 14)),
        play(0, 61, (25, 24), (2, 1)),
        play(1, 21, (2, 0), (1, 0)),
    ]


def test_dice_without_pairs_say_that_there_was_no_play() -> None:
    assert events(";W[63]") == [Turn(seat=0, dice=(6, 3), deed=CannotMove())]


def test_dice_that_were_set_and_not_played() -> None:
    assert events(";PL[B]DI[31]") == [Turn(seat=1, dice=(3, 1), deed=Blank())]
    assert events(";PL[B]DI[31]KN[????]") == [Turn(seat=1, dice=(3, 1), deed=NotRecorded())]


def test_dice_that_were_set_and_then_played() -> None:
    assert events(";PL[W]DI[31];W[31hefe]") == [play(0, 31, (8, 5), (6, 5))]


def test_the_cube() -> None:
    assert events(";W[double];B[take];B[double];W[drop]") == [
        Double(seat=0),
        Take(seat=1),
        Double(seat=1),
        Drop(seat=0),
    ]


def test_a_double_by_the_other_side_behind_a_double_is_a_beaver() -> None:
    assert events(";W[double];B[double];W[double];B[take]", MONEY) == [
        Double(seat=0),
        Beaver(seat=1, level=1),
        Beaver(seat=0, level=2),
        Take(seat=1),
    ]


def test_the_cube_at_the_root_are_automatic_doubles() -> None:
    read = match(f"(;{ROOT}{MONEY}CV[4];W[31hefe])")
    assert read.games[0].events[:2] == (AutomaticDouble(value=2), AutomaticDouble(value=4))
    assert read.rules == "modern,texas=on,auto_doubles=2"


def test_a_result() -> None:
    assert events("RE[B+1];B[double];W[drop]")[2:] == [ResultClaim(seat=1, points=1)]


@pytest.mark.parametrize(("word", "points"), [("points:3", 3), ("points:x", 4), ("points:", 4), ("3", 4)])
def test_the_points_that_were_counted(word: str, points: int) -> None:
    assert events(f"RE[W+4R]KN[unsaid][{word}];W[31hefe]")[-1] == ResultClaim(seat=0, points=points)


@pytest.mark.parametrize(
    ("nodes", "kinds"),
    [
        ("RE[W+1];W[double];B[drop]", []),
        ("RE[W+2R];W[31hefe]", []),
        ("RE[W+2]KN[unsaid];W[31hefe]", []),
        ("RE[W+2];W[31hefe]", ["end-unrecorded"]),
        (";W[31hefe];B[64aggk]", []),
        (";W[31hefe]B[64aggk]", ["reading-chosen"]),
        (";W[31hefe](;B[64aggk];W[52mhxv])(;B[52lqac])", ["reading-chosen"]),
    ],
)
def test_what_a_tree_leaves_open_is_said(nodes: str, kinds: list[str]) -> None:
    assert [one.kind.name for one in reading(f"(;{ROOT}{MATCH}{nodes})").findings] == kinds


@pytest.mark.parametrize(("score", "kinds"), [("[ws:4][bs:0]", []), ("[ws:0][bs:0]", ["witness-disagrees"])])
def test_the_crawford_game_of_the_head_is_that_of_its_score(score: str, kinds: list[str]) -> None:
    head = f"MI[length:5][game:4]{score}PW[Anna]PB[Bjarni]RU[Crawford:CrawfordGame]"
    assert [one.kind.name for one in reading(f"(;{ROOT}{head};W[31hefe])").findings] == kinds


def test_mod_match_3_a_cube_turned_before_a_game_of_a_match_is_no_agreement() -> None:
    for head, found in ((MONEY, False), (MATCH, True)):
        told = replay(match(f"(;{ROOT}{head}CV[2];W[31hefe])")).findings
        assert ("automatic-double-not-allowed" in [one.kind.name for one in told]) is found


def test_a_result_by_resignation() -> None:
    assert events("RE[W+2R];W[31]")[1:] == [
        Resignation(seat=1),
        ResignationAnswer(seat=0, accepted=True),
        ResultClaim(seat=0, points=2),
    ]


def test_results_of_no_game_are_kept() -> None:
    assert events("RE[Void];W[31]")[1:] == [Extra(key="sgf:RE", value="[Void]")]


def test_a_set_up_board_with_its_dice_and_cube() -> None:
    nodes = ";PL[B]AE[a:y]AW[a][a][f][y]AB[x:w][y]\n;PL[B]DI[31]\n;CV[4]\n;CP[w]"
    (event,) = events(nodes)
    assert isinstance(event, SetPosition)
    position = event.position
    assert position.seen_by(0) == (-1, 2, 0, 0, 0, 0, 1, *(0,) * 16, -1, -1, 1)
    assert (position.seat, position.dice, position.cube) == (1, (3, 1), Cube(value=4, owner=0))


def test_a_board_without_a_cube_keeps_the_one_before() -> None:
    read = events(";W[double];B[take];AE[a:y]AW[a]AB[x];W[21az]")
    assert [one.position.cube for one in read if isinstance(one, SetPosition)] == [Cube(value=2, owner=1)]


def test_a_cube_that_was_set_without_a_board_is_kept() -> None:
    read = reading(f"(;{ROOT}{MATCH};W[31];CV[4])")
    assert read.matches[0].games[0].events[1:] == (Extra(key="sgf:CV", value="[4]"),)
    assert [found.code for found in read.findings] == ["N116"]


# the head


def test_the_head_of_a_match() -> None:
    head = r"WR[1800]EV[Winter \] Open]RO[2]PC[Reykjavík]AN[Ása]DT[2026-01-07]GN[x\\y]GC[One.\
 Still one.]"
    read = match(f"(;{ROOT}{MATCH}{head};W[31])")
    assert [player.name for player in read.players] == ["Anna", "Bjarni"]
    assert [player.rating for player in read.players] == ["1800", None]
    assert read.length == 5
    assert read.rules is None
    assert dict(read.info) == {
        "event": "Winter ] Open",
        "round": "2",
        "place": "Reykjavík",
        "annotator": "Ása",
        "date": "2026-01-07",
        "sgf:GN": "x\\y",
    }
    assert read.remarks == (Comment(text="One. Still one."),)
    assert read.games[0].number == 1
    assert read.games[0].score == ScoreClaim(score=(0, 0))


@pytest.mark.parametrize(
    ("length", "stated", "rules"),
    [
        (5, "RU[Crawford]", None),
        (5, "RU[Crawford:CrawfordGame]", None),
        (1, "", None),
        (5, "", "modern,crawford=off"),
        (0, "RU[Jacoby]", "modern,texas=on"),
        (0, "", None),
        (0, "RU[Nackgammon]", "modern,variant=nackgammon,texas=off"),
        (0, "RU[Jacoby:Hypergammon3]", "modern,variant=hypergammon,texas=on"),
        (3, "RU[NoCube:Crawford]", "modern,cube.limit=1"),
    ],
)
def test_rules(length: int, stated: str, rules: str | None) -> None:
    assert match(f"(;{ROOT}MI[length:{length}]{stated};W[31])").rules == rules


def test_a_crawford_game_that_the_score_does_not_tell_is_kept() -> None:
    head = "MI[length:5][game:4][ws:4][bs:3]RU[Crawford]"
    assert events(";W[31]", head)[0] == Extra(key="sgf:RU", value="[Crawford]")


def test_trees_make_matches() -> None:
    def tree(game: int, white: str = "Anna", length: int = 5) -> str:
        return f"(;{ROOT}MI[length:{length}][game:{game}]PW[{white}];W[31])\n"

    trees = [tree(0), tree(1), tree(2), tree(0), tree(1), tree(2, "Ása"), tree(3, "Ása", 7)]
    assert [len(one.games) for one in reading("".join(trees)).matches] == [3, 2, 1, 1]


# what is said of it


def test_a_play_is_weighed() -> None:
    other = SHORT.replace("0.159200", "-0.02").replace("2C", "0C")
    (turn, said) = events(f";W[31hefe]A[1][mjji {other}][hefe {SHORT}]MR[]LU[-inf]")
    assert isinstance(turn, Turn)
    assert said == Evaluation(
        aspect="play",
        source=SOURCE,
        candidates=(
            Candidate(choice="13/10 10/9", equity=-0.02, chances=CHANCES, level="0-ply"),
            Candidate(
                choice="8/5 6/5", equity=0.1592, chances=CHANCES, level="2-ply", extras={"played": "yes"}
            ),
        ),
    )


def test_a_cube_in_a_match_is_weighed_by_match_winning_chances() -> None:
    value = f"E ver 3 2C 1 0.000000 1 {SEVEN} 0.25 0.6 {SEVEN} 0.25 0.58"
    (_, said) = events(f";W[31hefe]DA[{value}]")
    assert isinstance(said, Evaluation)
    assert said.aspect == "cube"
    assert [(one.choice, one.equity, one.level, one.extras) for one in said.candidates] == [
        ("no double", None, "2-ply", {"cubeless": "0.25", "mwc": "0.6"}),
        ("double/take", None, "2-ply", {"cubeless": "0.25", "mwc": "0.58"}),
    ]


def test_a_cube_in_a_money_game_is_weighed_by_equity() -> None:
    value = f"E ver 3 2C 1 0.000000 1 {SEVEN} 0.25 0.6 {SEVEN} 0.25 0.58"
    (_, said) = events(f";W[31hefe]DA[{value}]", MONEY)
    assert isinstance(said, Evaluation)
    assert [one.equity for one in said.candidates] == [0.6, 0.58]
    assert "mwc" not in said.candidates[0].extras


def test_the_answer_does_not_say_again_what_stands_behind_the_double() -> None:
    value = f"DA[E ver 3 2C 1 0.000000 1 {SEVEN} 0.25 0.6 {SEVEN} 0.25 0.58]"
    read = events(f";W[double]{value};B[take]{value}BM[1]")
    assert [type(event).__name__ for event in read] == ["Double", "Evaluation", "Take", "Mark"]


def test_a_rolled_out_play() -> None:
    rolled = f"X ver 3 Score -0.35 -0.25 Trials 36 Output {SEVEN} -0.25 0.47"
    (_, said) = events(f";B[64aggk]A[0][aggk {rolled} StdDev 0.1 0 0 0 0 0 0.01  {SETTING}]")
    assert isinstance(said, Evaluation)
    (only,) = said.candidates
    assert (only.choice, only.equity, only.chances, only.level) == ("24/18 18/14", -0.35, CHANCES, "rollout")
    assert only.extras["trials"] == "36"
    assert only.extras["mwc"] == "0.47"
    assert only.extras["mwc error"] == "0.01"
    assert only.extras["sgf:rollout"] == SETTING


def test_a_rolled_out_cube() -> None:
    seven, errors = f"{SEVEN} -0.25 0.47", "0.1 0 0 0 0 0"
    parts = [
        f"{name} Output {seven} StdDev {errors} {error}"
        for name, error in (("NoDouble", 0.01), ("DoubleTake", 0.02))
    ]
    (_, said) = events(f";B[double]DA[X ver 3 Eq Trials 36 {' '.join(parts)} {SETTING}]")
    assert isinstance(said, Evaluation)
    assert [(one.choice, one.chances, one.level) for one in said.candidates] == [
        (choice, CHANCES, "rollout") for choice in ("no double", "double/take")
    ]
    assert [one.extras["trials"] for one in said.candidates] == ["36", "36"]
    assert [one.extras["mwc error"] for one in said.candidates] == ["0.01", "0.02"]
    assert [one.extras["sgf:errors"] for one in said.candidates] == [errors, errors]
    assert said.extras["sgf:rollout"] == SETTING


def test_evaluations_of_old_versions_and_with_more_words() -> None:
    for entry in (SHORT.replace(" ver 3", ""), SHORT.replace("ver 3", "ver 1") + " 0", SHORT + " 1"):
        (_, said) = events(f";W[31hefe]A[0][hefe {entry}]")
        assert isinstance(said, Evaluation)
        assert said.candidates[0].equity == 0.1592


def test_luck_and_marks_are_told_by_whose_they_are() -> None:
    assert events(";W[31]LU[0.21761]GW[2];B[31]GW[1];B[62]GB[1]")[1:] == [
        Evaluation(aspect="luck", luck=0.21761, source=SOURCE),
        Mark(sign="!!", aspect="luck"),
        Turn(seat=1, dice=(3, 1), deed=CannotMove()),
        Mark(sign="?", aspect="luck"),
        Turn(seat=1, dice=(6, 2), deed=CannotMove()),
        Mark(sign="!", aspect="luck"),
    ]


def test_marks_of_plays_and_of_the_cube() -> None:
    assert [one for one in events(";W[31]BM[2]DC[];B[double]DO[];W[take]BM[1]") if isinstance(one, Mark)] == [
        Mark(sign="??", aspect="play"),
        Mark(sign="?!", aspect="cube"),
        Mark(sign="?!", aspect="cube"),
        Mark(sign="?", aspect="cube"),
    ]


def test_comments_escapes_and_paragraphs() -> None:
    assert events(";W[31]C[Too [bold\\] \\\\ line : x\n\nAnd \\\nmore]")[1:] == [
        Comment(text="Too [bold] \\ line : x"),
        Comment(text="And more"),
    ]


def test_unknown_properties_are_kept_as_they_stand() -> None:
    assert events("GS[M:1][C:2];W[31]XX[a\\]][b]") == [
        Extra(key="sgf:GS", value="[M:1][C:2]"),
        Turn(seat=0, dice=(3, 1), deed=CannotMove()),
        Extra(key="sgf:XX", value="[a\\]][b]"),
    ]


def test_variations_are_kept_and_the_main_line_is_read() -> None:
    read = events(";W[31](;B[62];W[41](;B[11])(;B[22]))(;B[63]C[)])(;B[64])")
    assert read == [
        Turn(seat=0, dice=(3, 1), deed=CannotMove()),
        Extra(key="sgf:variation", value="(;B[63]C[)])"),
        Extra(key="sgf:variation", value="(;B[64])"),
        Turn(seat=1, dice=(6, 2), deed=CannotMove()),
        Turn(seat=0, dice=(4, 1), deed=CannotMove()),
        Extra(key="sgf:variation", value="(;B[22])"),
        Turn(seat=1, dice=(1, 1), deed=CannotMove()),
    ]


def test_places() -> None:
    read = match(f"(;{ROOT}{MATCH}\n;W[31hefe]\n ; B[double]C[two\nlines])")
    spans = [event.span for event in read.games[0].events]
    assert spans == [Span(2, 2, 11), Span(3, 4, 13), Span(3, 13, 18)]


# charsets


@pytest.mark.parametrize(
    ("charset", "encoding"), [("UTF-8", "utf-8"), ("ISO-8859-1", "cp1252"), ("ISO-8859-2", "iso8859_2")]
)
def test_charsets(charset: str, encoding: str) -> None:
    name = "Łukasz" if encoding == "iso8859_2" else "Þórdís"
    text = f"(;FF[4]GM[6]CA[{charset}]MI[length:1]PW[{name}];W[31])"
    (read,) = reading(text.encode(encoding)).matches
    assert read.players[0].name == name


def test_a_charset_that_does_not_fit_is_passed_over() -> None:
    text = "(;FF[4]GM[6]CA[UTF-8]MI[length:1]PW[Ása];W[31])"
    (read,) = reading(text.encode("cp1252")).matches
    assert read.players[0].name == "Ása"
    for charset in ("nothing", "idna", "unicode_escape", "zlib", "..", "UTF-16"):
        (read,) = reading(text.replace("UTF-8", charset).encode()).matches
        assert read.players[0].name == "Ása"


# what is wrong


def test_another_game_is_refused_in_one_sentence() -> None:
    for root in ("(;FF[4]GM[1]SZ[19];B[pd])(;FF[4]GM[1];B[pd])", "(;FF[4]SZ[19];B[pd])"):
        read = reading(root)
        assert [(found.code, found.facts["game"]) for found in read.findings] == [("N115", "a record of Go")]
        assert read.matches == ()


def test_a_broken_node_leaves_the_others() -> None:
    tree = f"(;{ROOT}{MATCH}\n;W[31hefe]\n;B[64aggk]\n;W[42hdfd])\n"
    for broken in ("\n;W[31hefe\n", "\n;W 31hefe]\n", "\n;W[31he%e]\n", "\n;W31hefe\n", "\n;[31hefe]\n"):
        text = tree.replace("\n;W[31hefe]\n", broken) + tree.replace("game:0", "game:1")
        read = reading(text)
        assert len(read.findings) == 1, broken
        assert [len(game.events) for one in read.matches for game in one.games][1] == 3
        assert len(read.matches[0].games[0].events) >= 2, broken


def test_a_play_that_cannot_be_read_is_kept() -> None:
    read = reading(f"(;{ROOT}{MATCH};W[31he$e])")
    assert [found.code for found in read.findings] == ["N103"]
    assert read.matches[0].games[0].events == (Turn(seat=0, dice=(3, 1), deed=Unread(text="he$e")),)


def test_a_tree_without_its_last_bracket_ends_where_the_next_begins() -> None:
    tree = f"(;{ROOT}{MATCH};W[31];B[21]"
    read = reading(
        tree + "\n" + tree.replace("game:0", "game:1") + ")\n" + tree.replace("game:0", "game:2") + ")"
    )
    assert [found.code for found in read.findings] == ["N113"]
    assert [len(game.events) for game in read.matches[0].games] == [2, 2, 2]


def test_a_file_that_breaks_off() -> None:
    assert codes(f"(;{ROOT}{MATCH};W[31hefe];B[64ag") == ["N112"]
    assert codes(f"(;{ROOT}{MATCH};W[31hefe]") == ["N112"]


def test_an_evaluation_that_cannot_be_read_is_kept_and_said() -> None:
    for name, value in (
        ("A", "[0][hefe Q]"),
        ("DA", "[E ver 3 2C]"),
        ("LU", "[x]"),
        ("A", "[x]"),
        ("A", "[0][]"),
        ("DA", "[]"),
    ):
        read = reading(f"(;{ROOT}{MATCH};W[31hefe]{name}{value})")
        assert [found.code for found in read.findings] == ["N103"]
        assert read.matches[0].games[0].events[1] == Extra(key=f"sgf:{name}", value=value)


def test_a_board_that_is_none() -> None:
    for lists in ("AW[a:y]", "AW[a]AB[a]", "AW[aa]", "AE[a:y]", "AW[A]", "AW[" + "a][" * 15 + "a]"):
        assert codes(f"(;{ROOT}{MATCH};W[31]AE[a:y]{lists})") == ["N110"], lists


def test_an_empty_file_of_this_kind() -> None:
    assert [found.code for found in read_source(Source(b"nothing"), "sgf").findings] == ["N132"]


def test_recognition() -> None:
    def named(text: str) -> str | None:
        found = recognise(Source(text.encode()))
        return found.name if found else None

    assert named("(;GM[6];W[31])") == "sgf"
    assert named("(\n;FF[4]GM[6])") == "sgf"
    assert named("\ufeffA mail.\n\n(;FF[4]GM[6])") == "sgf"
    assert named(f"(;{ROOT}{MATCH}GC[\n 5 point match\n Game 1\n])") == "sgf"
    assert named(" 5 point match\n\n Game 1\n Anna (;x : 0  B : 0\n") == "mat"
    assert named("(; not this") is None


@pytest.mark.parametrize(
    "text",
    [
        "(" * 10**5,
        ";" * 10**5,
        "XX[a]" * 10**5,
        "W[31" * 4 * 10**4,
        ";W[31" * 4 * 10**4 + "]",
        "(;B[31])" * 4 * 10**4,
        "(;" * 4 * 10**4,
        "[" * 10**5,
        "A" * 10**5,
        "C[" + "\\" * 10**5,
        ";DA[" + "1 " * 10**5 + "])",
        "x(x)" * 4 * 10**4,
    ],
    ids=lambda text: text[:6],
)
def test_lying_texts_take_bounded_time(text: str) -> None:
    begin = time.perf_counter()
    read = reading(f"(;{ROOT}{MATCH}{text}")
    assert time.perf_counter() - begin < 10
    assert len(read.findings) < 200


def hardly(data: bytes) -> None:
    """Whatever these bytes are, reading, replay and writing give findings and nothing else."""
    read = read_source(Source(data), "sgf")
    for found in read.findings:
        assert found.message
    for one in read.matches:
        replay(one)
    write_matches(read.matches, "sgf")


WORDS = "( ) ; [ ] W B W[31hefe] B[double] W[take] A[0] DA MI[length:5] GM[6] FF[4] C[x] RE[W+2R] KN[2]"
PARTS = ("\\", "\n", "AE[a:y]", "AW[a]", "DI[31]", "CV[2]", *WORDS.split(" "))


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(PARTS) | st.text(max_size=4), max_size=40))
def test_made_up_text_gives_findings_only(parts: list[str]) -> None:
    hardly(("(;GM[6]" + "".join(parts)).encode("utf-8", "replace"))


LETTER = f"Hæ Björn,\n\nhere it is:\n\n(;{ROOT}{MATCH};W[31hefe])\n\n-- \nAnna\n"


def test_what_stands_around_the_trees_is_said_line_by_line() -> None:
    read = reading(LETTER)
    said = [(one.code, one.severity, one.span and one.span.line, one.written) for one in read.findings]
    lines = ((1, "Hæ Björn,"), (3, "here it is:"), (7, "--"), (8, "Anna"))
    assert said == [("N102", "note", line, text) for line, text in lines]
    assert len(read.matches[0].games[0].events) == 1


def test_nodes_that_stand_in_no_tree_are_an_error() -> None:
    read = reading(f"(;{ROOT}{MATCH};W[31hefe])\n;B[64ajkm])")
    said = [(one.code, one.severity, one.span and one.span.line) for one in read.findings]
    assert said == [("N102", "error", 2)]


def test_no_more_than_a_hundred_lines_around_the_trees_are_said() -> None:
    read = reading(f"(;{ROOT}{MATCH};W[31hefe])\n" + "nothing\n" * 10_000)
    assert [one.code for one in read.findings] == ["N102"] * 100 + ["N114"]
