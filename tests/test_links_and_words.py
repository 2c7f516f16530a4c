"""Targets that are links, and names and words that are not in UTF-8."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kotra_notation.cli.command import PATHS
from tests.calls import SLIP, SOUND, kotra
from tests.records import rows
from tools.catalogues import every_command

LATIN = "Bj\udcf6rn"  # Björn as a Latin-1 terminal writes it


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    path = tmp_path / "sound.mat"
    path.write_text(SOUND, encoding="utf-8")
    return path


@pytest.fixture
def link(tmp_path: Path) -> Path:
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "real.txt").write_text("what was there before", encoding="utf-8")
    link = tmp_path / "link.txt"
    link.symlink_to(Path("far") / "real.txt")
    return link


@rows
def test_what_a_link_leads_to_is_written_and_the_link_stays(sound: Path, link: Path, command: str) -> None:
    paths = {"sound": sound, "link": link}
    words = [paths.get(word, word) for word in command.split()]
    assert "already exists" in kotra(*words).stderr
    assert link.read_text("utf-8") == "what was there before"
    result = kotra(*words, "--force")
    assert result.exit_code == 0, result.output
    assert link.is_symlink()
    assert os.readlink(link) == os.path.join("far", "real.txt")
    assert "before" not in (link.parent / "far" / "real.txt").read_text("utf-8")
    assert [path.name for path in (link.parent / "far").iterdir()] == ["real.txt"]


def test_a_link_may_lead_to_what_is_not_there_but_not_round(sound: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.kotra"
    link.symlink_to("new.kotra")
    assert kotra("convert", sound, link).exit_code == 0
    assert link.is_symlink()
    assert (tmp_path / "new.kotra").read_text("utf-8").startswith("kotra 1")
    one, other = tmp_path / "one.kotra", tmp_path / "other.kotra"
    one.symlink_to(other)
    other.symlink_to(one)
    result = kotra("convert", sound, one)
    assert result.exit_code == 2
    assert "its symbolic links form a loop" in result.stderr
    assert one.is_symlink()
    assert other.is_symlink()


def test_no_page_of_an_index_is_written_through_a_link_out_of_its_folder(sound: Path, tmp_path: Path) -> None:
    site, far = tmp_path / "site", tmp_path / "far.html"
    site.mkdir()
    far.write_text("what was there before", encoding="utf-8")
    (site / "sound.html").symlink_to(far)
    result = kotra("report", sound, "-o", site, "--index", "--force")
    assert result.exit_code == 2
    assert "is a link to a place outside the target folder" in result.stderr
    assert far.read_text("utf-8") == "what was there before"


def test_no_file_of_an_archive_is_written_over_a_link(archive: Path, tmp_path: Path) -> None:
    out, far = tmp_path / "out", tmp_path / "far.csv"
    out.mkdir()
    far.write_text("before", encoding="utf-8")
    (out / "games.csv").symlink_to(far)
    result = kotra("archive", "export", archive, out, "--to", "csv", "--force")
    assert result.exit_code == 2
    assert "games.csv: there is a link with this name" in result.stderr
    assert far.read_text("utf-8") == "before"
    link = tmp_path / "link.csv"
    link.symlink_to(far)
    sql = "SELECT count(*) FROM games"
    words = ("archive", "query", archive, sql, "--output-format", "csv", "-o", link)
    assert [kotra(*words).exit_code, kotra(*words, "--force").exit_code] == [2, 0]
    assert link.is_symlink()
    assert far.read_text("utf-8") != "before"


@rows
@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_a_file_may_have_any_name(tmp_path: Path, command: str) -> None:
    path = tmp_path / f"{LATIN}.mat"
    path.write_text(SLIP, encoding="utf-8")
    new = tmp_path / f"{LATIN}-new"
    words = [str(path) if word == "file" else word.replace("new", str(new)) for word in command.split()]
    result = kotra(*words)
    assert result.exit_code in (0, 1), result.output
    assert "fault" not in result.stderr
    result.stdout_bytes.decode("utf-8")


@rows
def test_a_word_that_is_no_text_is_said(archive: Path, sound: Path, command: tuple[str, ...]) -> None:
    paths = {"ARCHIVE": str(archive), "SOUND": str(sound)}
    result = kotra(*[paths.get(word, word.replace("LATIN", LATIN)) for word in command])
    assert result.exit_code == 2
    assert "not UTF-8 text: " in result.stderr
    assert "\N{REPLACEMENT CHARACTER}" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_folder_within_an_archive_may_have_any_name(archive: Path) -> None:
    result = kotra("archive", "audit", archive, "--folder", LATIN)
    assert "fault" not in result.stderr
    assert "Traceback" not in result.output


TEXTS = """
    ADDRESS CODE DATE DAY DEGREE DICE ENGINE FORM FORMAT FORMAT[:DIALECT] FORM[:DIALECT] G.T GLOB HEADER=TEXT
    KIND KINDS LEVEL MB N NAME NEED OLD=NEW PIXELS PLAY POINTS PORT POSITION QUESTION RULES SECONDS SIZE SQL
    TABLE TEXT URL WAY WHERE WHICH WORDS W|B
"""


def test_every_word_that_a_command_takes_is_a_path_or_text() -> None:
    """A word of a kind that is not known here is taken for text; one that names files belongs to PATHS."""
    texts = {*TEXTS.split(), "NAME NAME"}
    unknown = {
        (one.name, parameter.metavar)
        for one in every_command()
        for parameter in one.params
        if parameter.metavar
        and parameter.metavar.strip("[].") not in {*PATHS, *texts}
        and parameter.metavar not in texts
        and "|" not in parameter.metavar  # one of the words it names
    }
    assert unknown == set()
