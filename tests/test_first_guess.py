"""What people type first works, or leads to what does."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

import kotra_notation as kn
from kotra_notation.archive.commands import POINTERS as ARCHIVE_POINTERS
from kotra_notation.cli.app import app
from kotra_notation.cli.commands import COMMANDS, POINTERS
from kotra_notation.cli.names import did_you_mean
from tests.records import rows
from tests.test_study import another

SAMPLES = Path(__file__).parents[1] / "samples"
MATCH = Path(__file__).parents[1] / "docs" / "match.kotra"
SIX_SIX = "XGID=-b----E-C---eE---c-e----B-:0:0:1:66:0:0:0:7:10"


def typed(*words: object, status: int = 0) -> str:
    result = CliRunner().invoke(app, [*map(str, words)])
    assert (result.exit_code, result.exception is None or status > 0) == (status, True), result.output
    return result.output


@pytest.fixture(scope="module")
def analysed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("numpy")
    path = tmp_path_factory.mktemp("analysed") / "match.kotra"
    said = typed("analyse", MATCH, "-o", path)
    assert f"Wrote {path}." in said
    assert "PR " in said
    assert len([line for line in said.splitlines() if "best: " in line]) == 5
    return path


@pytest.mark.parametrize("word", POINTERS)
def test_a_word_of_other_programs_leads_to_a_command(word: str) -> None:
    assert word not in COMMANDS
    assert f"Did you mean {POINTERS[word]}?" in typed(word, status=2)
    assert POINTERS[word].split()[1].rstrip(",") in COMMANDS


@pytest.mark.parametrize("word", ARCHIVE_POINTERS)
def test_a_word_below_archive_leads_to_a_command(word: str) -> None:
    assert f"Did you mean {ARCHIVE_POINTERS[word]}?" in typed("archive", word, "folder", status=2)
    assert typed("archive", ARCHIVE_POINTERS[word].split()[2], "--help")


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("duckdb")
    folder = tmp_path_factory.mktemp("archive") / "archive"
    typed("archive", "build", SAMPLES / "sound" / "reykjavik.mat", "-o", folder)
    return folder


@rows
def test_what_is_asked_of_an_archive_leads_on(archive: Path, tmp_path: Path, words: str, said: str) -> None:
    assert said in typed(
        "archive", *(word.format(archive=archive, folder=tmp_path) for word in words.split()), status=2
    )
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "begins"), [("a.ogxm", "OGXM"), ("a.sqlite", "SQLite"), ("a.csv", '"player0"')]
)
def test_the_name_of_the_file_says_what_is_exported(
    archive: Path, tmp_path: Path, name: str, begins: str
) -> None:
    query = ["--query", "select player0 from matches"] if name == "a.csv" else []
    typed("archive", "export", archive, tmp_path / name, *query)
    assert (tmp_path / name).read_bytes().decode("utf-8", "replace").lstrip("\ufeff").startswith(begins)


def test_the_pr_and_the_worst_errors_of_a_player(analysed: Path) -> None:
    text = typed("stats", analysed, "--errors", 3, "--player", "hrafn")
    assert "\nPR " in text
    errors = [line.split() for line in text.splitlines() if "best: " in line]
    assert [line[1] for line in errors] == ["Hrafn"] * 3
    turn = typed("show", analysed, "--at", errors[0][0])
    assert errors[0][3] in turn
    best = typed("best", analysed, "--at", errors[0][0], "--most", 1)
    assert best.split("  ")[1].strip().removeprefix("1. ") in text


@rows
def test_a_word_of_players_is_explained(word: str, part: str) -> None:
    assert part in typed("explain", word)


def test_every_error_that_is_listed_can_be_shown_and_asked_about(analysed: Path) -> None:
    errors = [
        line.split() for line in typed("stats", analysed, "--errors", 40).splitlines() if "best: " in line
    ]
    assert len(errors) > 15
    for turn, _, made, *_ in errors:
        assert "(played)" in typed("show", analysed, "--at", turn)
        best = typed("best", analysed, "--at", turn)
        assert "level quick" in best
        assert ("Double, take " in best) >= (not made[0].isdigit())


def test_a_double_behind_the_last_roll_can_be_shown(tmp_path: Path) -> None:
    path = tmp_path / "match.kotra"
    path.write_text(
        "kotra 1\nlength: 5\ngame 1 0-0\nW 31: 8/5 6/5\nB 64: 24/14\nW doubles 2\nB drops\nW wins 1\n"
    )
    shown = typed("show", path, "--at", "1.3")
    assert "Doubles" in shown
    assert "Drops" in shown
    assert "no turn 4" in typed("show", path, "--at", "1.4", status=2)


def test_the_cube_stands_above_the_plays_of_a_turn_with_a_double(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    path = tmp_path / "match.kotra"
    path.write_text(
        "kotra 1\nwhite: Anna\nblack: Egill\nlength: 5\ngame 1 0-0\nW 31: 8/5 6/5\nB 64: 24/14\n"
        "W doubles 2\nB takes\nW 52: 13/8 6/4\n"
    )
    for words in (("best",), ("board", "--best")):
        text = typed(*words, path, "--at", "1.3")
        assert re.search(r"^Double, take +[+-]\d.*^ +1\. ", text, re.M | re.S), text
    assert {"cube", "plays"} <= json.loads(typed("best", path, "--at", "1.3", "--json")).keys()
    verdict = kn.best(path, at="1.3")
    assert (verdict.cube is not None, verdict.plays != ()) == (True, True)
    assert "Double, take" not in typed("best", path, "--at", "1.2")
    assert "Egill" in typed("board", path, "--at", "1.3")


def test_no_share_is_less_than_nothing() -> None:
    for form in ("text", "json"):
        assert "-0.0" not in typed("best", "W: 1x5 off10; B: 1x2 off13", "--output-format", form)


def test_an_analysis_of_a_record_with_errors_says_so(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    slip = SAMPLES / "faulty" / "slip.mat"
    assert "The record has 1 error: see kotra check." in typed(
        "analyse", slip, "-o", tmp_path / "slip.kotra", status=1
    )
    for analysed in ("2 records analysed", "2 analysed before"):
        said = typed("analyse", slip, MATCH, "-o", tmp_path / "out/", status=1)
        assert f"{slip}: The record has 1 error" in said
        assert analysed in said
        assert "1 with errors (see kotra check)" in said


def test_a_position_of_a_turn_keeps_score_and_cube(analysed: Path) -> None:
    pytest.importorskip("numpy")
    (line,) = [
        row for row in typed("best", analysed, "--at", "5.7", "--json").splitlines() if "position" in row
    ][:1]
    assert ":4:4:0:5:10" in line
    for option in (["--side", "W"], ["--batch", "-"]):
        assert "cannot be combined" in typed("best", analysed, "--at", "5.7", *option, status=2)


def test_a_player_who_is_not_there_is_named(analysed: Path) -> None:
    assert "there is no player 'Zorro'; the players are 'Sólveig', 'Hrafn'." in typed(
        "stats", analysed, "--player", "Zorro", status=2
    )
    assert "must be 0 or more" in typed("stats", analysed, "--errors", "-1", status=2)
    with pytest.raises(ValueError, match="0 or more"):
        kn.stats(analysed, errors=-1)


def test_only_the_matches_of_the_player_are_shown(analysed: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.kotra"
    other.write_text(analysed.read_text(encoding="utf-8").replace("Hrafn", "Ugla"), encoding="utf-8")
    text = typed("stats", analysed, other, analysed, "--player", "hrafn").partition("Copies, which")[0]
    assert ("Ugla" in text, "other.kotra" in text, text.count("Hrafn  ") > 0) == (False, False, True)
    assert not [line for line in text.splitlines() if line.startswith("Sólveig  ")]
    files = json.loads(typed("stats", analysed, other, "--player", "hrafn", "--json"))["files"]
    assert [len(file["matches"]) for file in files] == [1, 0]


def test_unknown_luck_is_no_luck_of_zero(tmp_path: Path) -> None:
    other = tmp_path / "other.kotra"
    match = another((kn.Player(name="Þorsteinn"), kn.Player(name="Anna")))
    other.write_text(str(kn.write(match, "kotra").content), encoding="utf-8")
    text = typed("stats", SAMPLES / "notations" / "laugardalur.sgf", other)
    (total,) = [line for line in text.splitlines() if line.startswith("Þorsteinn  ")]
    assert total.split()[-1] == "–"


@pytest.fixture(scope="module")
def copies(analysed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a match, a copy with the analysis, one of other names, another match."""
    folder = tmp_path_factory.mktemp("copies")
    text = analysed.read_text(encoding="utf-8")
    (folder / "a.kotra").write_bytes(MATCH.read_bytes())
    (folder / "b.kotra").write_text(text, encoding="utf-8")
    (folder / "c.kotra").write_text(text.replace("Hrafn", "Ugla"), encoding="utf-8")
    match = another((kn.Player(name="Sólveig"), kn.Player(name="Hrafn")))
    (folder / "d.kotra").write_text(str(kn.write(match, "kotra").content), encoding="utf-8")
    return folder


def test_several_matches_are_added_up_for_each_player_and_copies_count_once(copies: Path) -> None:
    text = typed("stats", copies, copies / "b.kotra")
    sums = [line.split() for line in text.splitlines() if re.match(r"(Sólveig|Hrafn|Ugla)  .*\d  ", line)]
    assert sorted(line[:2] for line in sums) == [["Hrafn", "2"], ["Sólveig", "2"]]
    sheets = [kn.stats(copies / name).files[0].matches[0].sheet for name in ("b.kotra", "d.kotra")]
    decisions = [sum(sheet.sides[seat].side.counting for sheet in sheets if sheet) for seat in (0, 1)]
    assert {line[0]: int(line[2]) for line in sums} == dict(zip(("Sólveig", "Hrafn"), decisions, strict=True))
    assert "Copies, which are not counted: 2" in text
    assert "c.kotra (Sólveig – Ugla): the same match as " in text
    assert {plan.player: plan.matches for plan in kn.study(copies)} == {"Sólveig": 2, "Hrafn": 2}


def test_the_errors_of_several_matches_are_one_list(copies: Path) -> None:
    text = typed("stats", copies, "--errors", 4)
    assert text.count("Worst errors") == 1
    errors = [line.split() for line in text.splitlines() if "best: " in line]
    losses = [float(word.replace("−", "-")) for words in errors for word in words if word[0] == "−"]
    assert (len(errors), losses) == (4, sorted(losses))
    assert {Path(words[-1]).name for words in errors} <= {"b.kotra", "d.kotra"}


def test_names_of_copies_that_differ_are_named_by_every_command(copies: Path, tmp_path: Path) -> None:
    there = re.compile(r"The players there are Sólveig – (Ugla|Hrafn)\.")
    for words in (["standings"], ["check", "--across"], ["site", "-o", tmp_path / "site"]):
        text = typed(*words, copies)
        assert len(there.findall(text)) == 1, text
        assert ".." not in text.replace("[...]", "")
    players = (tmp_path / "site" / "index_players.html").read_text(encoding="utf-8")
    assert "Ugla" not in players.partition("<table")[2]
    assert "2 matches (and 2 copies)" in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")


def test_a_match_without_an_analysis_says_how_to_get_one() -> None:
    assert "kotra analyse" in typed("stats", MATCH)


def test_the_dice_may_be_in_the_position() -> None:
    assert typed("legal", SIX_SIX) == typed("legal", SIX_SIX, "66")


def test_a_file_where_a_position_is_asked_for_says_how_to_choose_a_turn() -> None:
    assert "--at 3.12" in typed("best", MATCH, status=2)


@pytest.mark.parametrize("command", ["legal", "best"])
def test_dice_may_be_two_words(command: str) -> None:
    assert typed(command, "start", 3, 1) == typed(command, "start", 31)
    if command == "best":
        assert typed(command, "start", "--most", 3, 31).count(". ") == 3


def test_one_record_is_converted_to_standard_output() -> None:
    assert typed("convert", SAMPLES / "sound" / "reykjavik.mat", "--to", "sgf").startswith("(;")
    assert "give an output file" in typed("convert", SAMPLES / "sound" / "reykjavik.mat", status=2)


def test_a_game_that_is_not_there_says_how_a_turn_is_written() -> None:
    assert "the match has 1. A turn is written GAME.TURN, such as 1.5." in typed(
        "show", SAMPLES / "sound" / "reykjavik.mat", "--at", "5", status=2
    )


def test_a_table_for_pyproject_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "kotra.toml").write_text("[tool.kotra]\nstrict = true\n")
    monkeypatch.chdir(tmp_path)
    assert "[tool.kotra] is for pyproject.toml" in typed("check", MATCH, status=2)


def test_a_page_has_no_dark_theme() -> None:
    assert "Each theme has a dark and a light mode" in typed(
        "board", "start", "--theme", "dark", "-o", "x.svg", status=2
    )


def test_an_option_of_the_rules_is_no_rule_set() -> None:
    said = typed("check", SAMPLES / "sound" / "reykjavik.mat", "--rules", "jacoby", status=2)
    assert "Did you mean modern,jacoby=on?" in said


@rows
def test_a_guess_that_cannot_be_served_leads_on(words: str, said: str) -> None:
    text = " ".join(typed(*words.format(match=MATCH).split(), status=2).split())
    assert said in text
    assert "modern,length" not in text


def test_the_legal_plays_of_the_old_game_need_no_rules() -> None:
    assert typed("legal", "forn", "66") == typed("legal", "forn", "66", "--rules", "forn-1977")


def test_fix_says_what_it_wrote(tmp_path: Path) -> None:
    target = tmp_path / "fixed.mat"
    assert f"Wrote {target}" in typed("fix", SAMPLES / "faulty" / "slip.mat", "-o", target)


@rows
def test_an_option_of_other_programs_leads_to_what_does_it(words: str, near: str) -> None:
    command, *options = words.split()
    assert near in typed(command, MATCH, *options, status=2)


@pytest.mark.parametrize(
    ("settings", "options"),
    [
        ("", ["--ignore", "S,P201"]),
        ("", ["--ignore", "S P201"]),
        ('ignore = "S,P201"', []),
        ('ignore = ["S,P201"]', []),
        ('[check]\nignore = "P201"', []),
        ('[folders."*"]\nignore = "S,P201"', []),
    ],
)
def test_codes_may_stand_between_commas(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: str, options: list[str]
) -> None:
    slip = tmp_path / "slip.mat"
    slip.write_bytes((SAMPLES / "faulty" / "slip.mat").read_bytes())
    (tmp_path / "kotra.toml").write_text(settings)
    monkeypatch.chdir(tmp_path)
    assert "1 ignored." in typed("check", slip, *options)


@pytest.mark.parametrize("option", ["--errors-only", "--only-errors", "-q", "--quiet"])
def test_only_errors_are_shown(option: str) -> None:
    """Sound files, warnings and notes are left out; one file that is sound is one line."""
    lines = typed("check", SAMPLES / "sound", SAMPLES / "faulty", option, status=1).splitlines()
    assert [line for line in lines if "note" in line or "warning" in line or "clean" in line] == []
    assert lines[-1] == "21 files: 11 errors."
    assert len([line for line in lines if ": error " in line]) == 11
    assert len([line for line in lines if line.endswith((" error", " errors"))]) == 9
    assert typed("check", SAMPLES / "sound" / "reykjavik.mat", option) == "1 file: no problems found.\n"


def test_strict_makes_errors_of_warnings_also_where_only_errors_are_shown() -> None:
    stood = SAMPLES / "faulty" / "stood.kotra"
    assert typed("check", stood, "-q") == "1 file: no problems found.\n"
    assert "1 warning" in typed("check", stood, "-q", "--strict", status=1)


def test_programs_get_only_errors_too() -> None:
    paths = [SAMPLES / "sound", SAMPLES / "faulty"]
    table = typed("check", *paths, "-q", "--output-format", "csv", status=1)
    assert len(table.splitlines()) == 10
    document = json.loads(typed("check", *paths, "-q", "--json", status=1))
    assert {row["severity"] for file in document["files"] for row in file["findings"]} == {"error"}
    assert (len(document["files"]), document["summary"]["files"]) == (9, 21)


@pytest.mark.parametrize(
    ("order", "names"),
    [
        ("errors", ["b.kotra", "a.kotra", "c.kotra"]),
        ("players", ["c.kotra", "a.kotra", "b.kotra"]),
        ("date", ["b.kotra", "c.kotra", "a.kotra"]),
    ],
)
def test_the_table_is_sorted(tmp_path: Path, order: str, names: list[str]) -> None:
    for name, player, date, play in (
        ("a", "Egill", "", "31: 8/5 6/5"),
        ("b", "Ugla", "date: 2026-01-31\n", "31: 8/5 6/4"),
        ("c", "Anna", "date: 2026-02-01\n", "31: 8/5 6/5"),
    ):
        text = f"kotra 1\nwhite: {player}\nblack: Zoe\n{date}game 1 0-0\nW {play}\nB 64: 24/14\n"
        (tmp_path / f"{name}.kotra").write_text(f"{text}W doubles 2\nB drops\nW wins 1\n")
    rows = typed("check", tmp_path, "--summary", "--sort", order, status=1).splitlines()[2:5]
    assert [Path(row.split()[0]).name for row in rows] == names
    csv = typed("check", tmp_path, "--sort", order, "--output-format", "csv", status=1)
    assert [Path(row.split(",")[0]).name for row in csv.splitlines()[1:]] == names


def test_the_table_goes_to_a_file_by_its_old_name(tmp_path: Path) -> None:
    for name, option in (("old.csv", "--table"), ("new.csv", "-o")):
        typed("check", MATCH, option, tmp_path / name)
    assert (tmp_path / "old.csv").read_text() == (tmp_path / "new.csv").read_text()
    assert kn.check(MATCH).sound


@rows
def test_the_name_of_the_file_decides_the_form(tmp_path: Path, command: str, name: str, begins: str) -> None:
    typed(command, MATCH, "-o", tmp_path / name)
    assert (tmp_path / name).read_text().startswith(begins)


@rows
def test_an_extension_without_a_form_is_refused(
    tmp_path: Path, command: str, name: str, sentence: str
) -> None:
    sources = [MATCH] * (2 if command == "diff" else 1)
    assert sentence in typed(command, *sources, "-o", tmp_path / name, status=2)
    assert not list(tmp_path.iterdir())


@rows
def test_an_option_of_another_name_leads_to_ours(command: str, near: str) -> None:
    assert f"Did you mean {near}?" in typed(*command.split(), MATCH, status=2)


def test_a_longer_name_is_meant_by_its_beginning() -> None:
    known = ["endings", "opening-plays", "first-cube"]
    assert did_you_mean("openings", known) == " Did you mean opening-plays?"
    assert did_you_mean("ending", known) == " Did you mean endings?"
    assert did_you_mean("first", known) == " Did you mean first-cube?"


def test_two_rule_sets_are_compared() -> None:
    names = ("forn-1977", "davidsson")
    assert typed("rules", *names) == typed("rules", "--compare", *names)
