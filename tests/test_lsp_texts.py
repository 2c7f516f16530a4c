"""What an editor may show or change at a place of a text, asked without an editor."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import kotra_notation as kn
from kotra_notation.findings import Severity
from kotra_notation.record.editing import EditedText, format_text, judge
from kotra_notation.record.editing.completions import Completion, completions
from kotra_notation.record.editing.fixes import Fix, apply_changes, changes_to, fixes
from kotra_notation.record.editing.views import folds, hover, inlays, outline
from kotra_notation.words.tongues import ENGLISH, tongue
from referees.edits import SAMPLES, sample_texts
from tests.records import rows

MODERN = """kotra 1
white: Anna
black: Björn
length: 5
rules: modern

game 1 0-0
W 31: 8/5 6/5
B 64: 24/14
W 21: {}
"""
OLD = """kotra 1
white: Auðun
black: Dalla
rules: forn-1977

game 1 0-0
W 64: {}
"""
MAT = """ 5 point match

 Game 1
 Anna : 0                         Björn : 0
  1) 31: 8/5 6/5                 64: 24/18 18/14
  2) 21:{}
"""
SGF = "(;FF[4]GM[6]PW[Anna]PB[Bj]RU[Crawford]MI[length:5][game:0][ws:0][bs:0]\n;W[31hefe]\n;B[64{}]\n)\n"
SLIP = SAMPLES / "faulty" / "slip.mat"


def at_mark(text: str, sign: str = "|", path: str = "-") -> tuple[EditedText, int, int]:
    """A text without the sign in it, and where that stood."""
    before, _, after = text.partition(sign)
    lines = before.split("\n")
    return judge(before + after, path), len(lines), len(lines[-1]) + 1


def offered(text: str, path: str = "-") -> list[Completion]:
    return completions(*at_mark(text, path=path), ENGLISH)


def words(text: str, path: str = "-") -> list[str]:
    return [one.text for one in offered(text, path)]


def put_in(text: str, one: Completion) -> str:
    """The text with what is offered in place of what was typed."""
    edited, line, _ = at_mark(text)
    lines = edited.text.split("\n")
    lines[line - 1] = lines[line - 1][: one.start - 1] + one.text + lines[line - 1][one.end - 1 :]
    return "\n".join(lines)


@pytest.mark.parametrize("typed", ["|", "13|", "13/11 6/|", "24/21|"])
@pytest.mark.parametrize("form", [MODERN, MAT])
def test_behind_dice_every_legal_play_is_offered_and_is_one(form: str, typed: str) -> None:
    text = form.format(f" {typed}" if form is MAT else typed)
    found = offered(text)
    done = kn.replay(kn.read(MODERN.format("13/10")).matches[0]).games[0].frames[2].before
    legal = {play.position.points for play in kn.plays(done.position, (2, 1))}
    assert len(found) == len(legal)
    for one in found:
        checked = kn.check(put_in(text, one)).findings
        assert [found.code for found in checked if found.code.startswith(("P", "N10"))] == [], one


def test_the_old_game_and_sgf_are_offered_their_letters() -> None:
    old, found = words(OLD.format("|")), offered(SGF.format("|"))
    assert "a/e a/g" in old
    assert all(re.fullmatch(r"[a-l](?:/[a-l])+(?: a/[a-l])?", one) for one in old)
    assert len(found) > 10
    for one in found:
        checked = kn.check(put_in(SGF.format("|"), one)).findings
        assert [found.code for found in checked if found.code.startswith("P")] == [], one


def test_where_nothing_can_be_played_that_is_offered() -> None:
    before, _, _ = (SAMPLES / "sound" / "skyringar.kotra").read_text("utf-8").partition("cannot move")
    assert words(f"{before}|") == ["cannot move"]


@rows
def test_words_of_a_line_are_offered(typed: str, wanted: str) -> None:
    assert wanted in words(MODERN.format("13/10") + typed)
    sides = [one for one in words(MODERN.format("13/10") + "|") if one in ("W ", "B ")]
    assert sides == ["B ", "W "]  # first the one who is to throw


def test_heads_rules_and_options_are_offered() -> None:
    assert "length: " in words("|", "ny.kotra")
    assert words("|", "ny.mat") == words("len|", "-") == []  # no notation is told by anything
    assert "forn-de" in words("kotra 1\nrules: |\n")
    options = words("kotra 1\nrules: modern,beavers=on,|\n")
    assert "texas=on" in options
    assert not any(one.startswith("beavers") for one in options)
    assert words("kotra 1\nrules: nonsense,|\n") == []


def chosen(found: list[Fix], kind: str) -> Fix:
    return next(one for one in found if one.kind == kind)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("name", ["slip.mat", "turns.mat", "late.kotra", "cube.mat"])
def test_what_was_meant_is_written_as_kotra_fix_writes_it(name: str, end: str) -> None:
    data = (SAMPLES / "faulty" / name).read_bytes().decode().replace("\n", end)
    text = judge(data)
    [line, *_] = [one.span.line for one in text.findings if one.span]
    fix = chosen(fixes(text, line, line, ENGLISH), "meant")
    assert fix.first
    assert apply_changes(text, fix.changes) == kn.fix(data.encode()).data.decode()
    assert sum(len(one.text) for one in fix.changes) < 40


@pytest.mark.parametrize(
    ("text", "other", "count"),
    [
        ("kotra 1\ngame 1\n", "kotra  1\ngame 1\n", 1),
        ("\ufeffkotra 1\n\ngame 1\n", "\ufeffkotra  1\n\ngame 2\n", 2),
        ("# x\n" * 250, "# y\n" + "# x\n" * 250 + "# z\n", 2),
    ],
    ids=["a line", "behind a byte order mark", "among many lines that are the same"],
)
def test_each_place_that_differs_is_a_change_of_its_own(text: str, other: str, count: int) -> None:
    changes = changes_to(judge(text), other)
    assert (len(changes), apply_changes(judge(text), changes)) == (count, other)


def test_all_places_are_fixed_at_once() -> None:
    text = judge((SAMPLES / "faulty" / "forn.kotra").read_text("utf-8"))
    fix = chosen(fixes(text, 1, 10**6, ENGLISH), "all")
    assert apply_changes(text, fix.changes) == kn.fix(text.text).text


def test_an_illegal_play_may_stand_or_not_be_counted() -> None:
    text = judge(MODERN.format("13/9"))
    found = fixes(text, 10, 10, ENGLISH)
    stood = kn.check(apply_changes(text, chosen(found, "stands").changes)).findings
    assert not any(one.severity is Severity.ERROR for one in stood)
    left = kn.check(apply_changes(text, chosen(found, "ignored").changes)).findings
    assert {one.code for one in text.findings} - {one.code for one in left} == {"P201"}


@pytest.mark.parametrize(
    "path", [SLIP, SAMPLES / "faulty" / "rules.kotra", SAMPLES / "notations" / "laugardalur.sgf"]
)
def test_what_is_not_to_be_counted_is_written_where_the_notation_has_a_place(path: Path) -> None:
    text = judge(path.read_bytes().decode())
    for found in text.findings:
        assert found.span
        fix = chosen(fixes(text, found.span.line, found.span.line, ENGLISH), "ignored")
        after = kn.check(apply_changes(text, fix.changes)).findings
        assert found.code not in [one.code for one in after]


def test_a_hover_tells_the_finding_the_rule_and_the_board_in_a_language() -> None:
    said = hovered(MODERN.format("13/9"), 10, 8, "is")
    for words in ("**P201 die-not-thrown**", "MOD-MOVE-1", "Hvers vegna", "┌"):
        assert words in said


def hovered(text: str, line: int, column: int, language: str = "en") -> str:
    """Return what is shown at a place of a text."""
    said = hover(judge(text), line, column, tongue(language))
    return said.markdown if said else ""


def test_what_a_stranger_wrote_is_no_picture_in_a_hover() -> None:
    text = MODERN.format("13/9").replace("Anna", "![x](http://example.org/x.png) <img src=y>")
    about, _, _ = hovered(text, 10, 8).partition("```")
    assert "\\[x](http" in about
    assert not re.search(r"(?<!\\)[\[<]", about)


def test_a_hover_over_a_turn_has_the_board_that_it_met() -> None:
    said = hovered(MODERN.format("13/10"), 9, 3)
    assert said.startswith("game 1, turn 2, score 0–0, 5-point match")
    assert "6 4" in said
    assert hovered(MODERN.format("13/10"), 6, 1) == ""


def test_the_outline_has_matches_games_and_turns() -> None:
    text = judge(MODERN.format("13/10") + "B 21: 13/10\n\ngame 2 1-0\nW 31: 8/5 6/5\n")
    [match] = outline(text, ENGLISH)
    assert (match.name, match.first, match.last) == ("Anna – Björn", 1, 15)
    assert [(one.name, one.detail, one.first, one.last) for one in match.parts] == [
        ("game 1", "0–0", 7, 12),
        ("game 2", "1–0", 13, 15),
    ]
    assert match.parts[0].parts[0].name == "8/5 6/5"
    assert folds(text, ENGLISH) == [(7, 12), (13, 15)]


def test_pips_stand_behind_turns_and_the_score_behind_the_game() -> None:
    text = judge(SLIP.read_text("utf-8"))
    found = inlays(text, 1, 100, ENGLISH)
    assert [(one.line, one.words) for one in found][:2] == [(10, "160–157"), (11, "155–150")]
    assert found[-1].words == "4–0"
    assert [one.line for one in inlays(text, 11, 12, ENGLISH)] == [11, 12]


def mangled(text: str, kotra: bool, random: Random) -> str:
    """A text with other blanks, which say nothing."""

    def other(found: re.Match[str]) -> str:
        if kotra:
            return " " * random.randint(1, 4)
        return found[0] + " " * random.randint(0, 3) if len(found[0]) > 3 else found[0]

    def is_kept(line: str) -> bool:
        said = re.match(r"\s*([;#]|\w[\w ]*: |.*\")", line)
        return bool(said) and " 1) " not in line and not re.match(r"[WB] ", line)

    lines = text.split("\n")
    return "\n".join(line if is_kept(line) else re.sub(r"(?<=\S) +(?=\S)", other, line) for line in lines)


@pytest.mark.parametrize(
    "path", [one for one in sample_texts() if one.suffix in (".kotra", ".mat")], ids=lambda one: one.name
)
def test_formatting_changes_nothing_that_is_said(path: Path) -> None:
    text = judge(path.read_bytes().decode())
    assert format_text(text) is None
    spoilt = judge(mangled(text.text, path.suffix == ".kotra", Random(1)))
    straight = format_text(spoilt)
    assert straight is not None
    assert kn.read(straight.encode()).matches == kn.read(spoilt.text.encode()).matches
    if "shorthand" in text.text:
        return  # what is written short is kept as it stands
    assert [one.rstrip() for one in straight.split("\n")] == [one.rstrip() for one in text.text.split("\n")]


def test_a_text_that_would_be_read_otherwise_is_not_formatted() -> None:
    assert format_text(judge("kotra 1\nlength: 0\n\ngame 1 0-0\nW 31: 8 / 5   6/5\nW wins 1\n")) is None
    assert format_text(judge(SGF.format("xrvr"))) is None
    assert format_text(judge("nothing that is known\n")) is None
