"""`kotra archive audit`: its sums are those of `kotra check`, and what gains most stands first."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kotra_notation.archive.build.build import tables_without
from kotra_notation.archive.store import Store
from referees.archives import SAMPLES, generated, made, packed
from referees.seeds import some
from tests.calls import SLIP, kotra
from tools.audits import multiplied

pytestmark = pytest.mark.middle
# Sixes only: no rule is broken, and nobody believes it.
LOADED = "".join(f"{'WB'[turn % 2]} 66: cannot move\n" for turn in range(130))
ONE_ERROR = """kotra 1
length: 0
game 1 0-0
W 51: 24/19 24/23
B 64: 24/14
W wins 1
"""


def audited(folder: Path, *words: str | Path) -> dict[str, Any]:
    """The audit of an archive as JSON."""
    result = kotra("archive", "audit", folder, "--json", *words)
    assert result.exit_code in (0, 1), result.output
    said: dict[str, Any] = json.loads(result.stdout)
    return said


@cache
def checked(*words: str | Path) -> list[dict[str, Any]]:
    """What `kotra check` finds, file by file, with how often each code is met."""
    files: list[dict[str, Any]] = json.loads(kotra("check", *words, "--json").stdout)["files"]
    return files


def records(folder: Path, **texts: str) -> Path:
    """A folder of records by their names."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.kotra").write_text(text, encoding="utf-8")
    return folder


def archived(tmp_path: Path, *sources: Path, tables: tuple[str, ...] | None = None) -> Path:
    made(tmp_path / "archive", *sources, tables=tables)
    return tmp_path / "archive"


# Sums


def test_the_sums_are_those_of_check_file_by_file(tmp_path: Path) -> None:
    said = audited(archived(tmp_path, SAMPLES), "--top", "100")
    files = checked(SAMPLES)
    found = [one for file in files for one in file["findings"]]
    by_severity = Counter(one["severity"] for one in found)
    assert [said["totals"][f"{name}s"] for name in ("error", "warning", "note")] == [
        by_severity[name] for name in ("error", "warning", "note")
    ]
    assert said["totals"]["matches"] == sum(len(file["matches"]) for file in files)
    errors = {
        Path(file["path"]).relative_to(SAMPLES).as_posix(): sum(
            one["severity"] == "error" for one in file["findings"]
        )
        for file in files
    }
    assert {one["path"]: one["errors"] for one in said["mending"]["first"] if one["errors"]} == {
        path: number for path, number in errors.items() if number
    }
    assert {one["status"]: one["files"] for one in said["statuses"]}["read"] == len(files)


CHOOSING = [("--select", "P2"), ("--ignore", "N1", "--ignore", "P201")]


@pytest.mark.parametrize("words", [(), *some(CHOOSING, 1)])
def test_kinds_are_chosen_and_counted_as_in_check(archive: Path, words: tuple[str, ...]) -> None:
    said = audited(archive, *words)
    found = Counter(
        (one["code"], one["severity"]) for file in checked(SAMPLES, *words) for one in file["findings"]
    )
    # The generated matches beside the samples begin from positions, and that is all that is said of them.
    found.pop(("P244", "note"), None)
    kinds = {(one["code"], one["severity"]): one["findings"] for one in said["kinds"]}
    kinds.pop(("P244", "note"), None)
    assert kinds == found
    assert said["totals"]["errors"] == sum(n for (_, severity), n in found.items() if severity == "error")


def test_folders_and_notations_add_up_to_all(archive: Path) -> None:
    said = audited(archive, "--top", "2")
    for name in ("folders", "notations"):
        groups = [*said[name]["listed"], said[name]["others"]]
        assert sum(one["errors"] for one in groups) == said["totals"]["errors"]
        assert sum(one["turns"] for one in groups) == said["totals"]["turns"]


def test_what_is_listed_does_not_grow_with_the_archive(archive: Path, tmp_path: Path) -> None:
    tables = ("files", "matches", "games", "findings")
    base = Store.open(archive)
    files = sum(part.files for part in base.manifest.parts.values())
    multiplied(Store(tmp_path / "many"), base, 4 * files, tables)
    once, often = audited(archive, "--top", "3"), audited(tmp_path / "many", "--top", "3")
    assert often["totals"]["errors"] == 4 * once["totals"]["errors"]
    assert often["mending"]["files"] == 4 * once["mending"]["files"]
    for said in (once, often):
        assert len(said["mending"]["first"]) == len(said["folders"]["listed"]) == 3


# What is mended first


def test_the_file_with_most_lost_plays_and_errors_stands_first(archive: Path) -> None:
    weights = [one["weight"] for one in audited(archive)["mending"]["first"]]
    assert weights == sorted(weights, reverse=True)
    assert weights[0] > weights[-1]


def test_what_the_first_files_hold_rises_to_all(archive: Path) -> None:
    shares = audited(archive)["mending"]["shares"]
    assert [one["share"] for one in shares] == sorted(one["share"] for one in shares)
    assert shares[-1]["share"] == 1


# What is looked at


def test_a_folder_is_looked_at_alone(archive: Path) -> None:
    said = audited(archive, "--folder", SAMPLES / "faulty")
    assert said["totals"]["files"] == len(list((SAMPLES / "faulty").iterdir()))
    assert said["totals"]["errors"] == audited(archive)["totals"]["errors"]
    assert audited(archive, "--folder", SAMPLES / "sound")["totals"]["errors"] == 0


def test_what_lies_in_a_zip_is_told_to_be_unpacked(tmp_path: Path) -> None:
    (tmp_path / "matches.zip").write_bytes(packed("zip", {"2024/slip.mat": SLIP.encode()}))
    folder = archived(tmp_path, tmp_path / "matches.zip")
    (mend,) = audited(folder)["mending"]["first"]
    assert (mend["path"], mend["container"]) == ("matches.zip/2024/slip.mat", "matches.zip")
    assert [one["name"] for one in audited(folder)["folders"]["listed"]] == ["matches.zip/2024"]
    assert "It is inside matches.zip: unpack that first." in kotra("archive", "audit", folder).stdout


# What is worth a look


def suspicions(folder: Path) -> dict[str, int]:
    return {one["name"]: one["matches"] for one in audited(folder)["suspicions"]}


def test_loaded_dice_are_seen_and_fair_ones_are_not(tmp_path: Path) -> None:
    folder = records(
        generated(tmp_path / "in", modern=4, old=1), loaded=f"kotra 1\nlength: 0\ngame 1 0-0\n{LOADED}"
    )
    assert suspicions(archived(tmp_path, folder))["dice"] == 1


def test_of_copies_the_one_that_is_not_packed_stands_for_all(tmp_path: Path) -> None:
    folder = records(tmp_path / "in", slip=ONE_ERROR)
    (folder / "a.zip").write_bytes(packed("zip", {"slip.kotra": ONE_ERROR.encode()}))
    (mend,) = audited(archived(tmp_path, folder))["mending"]["first"]
    assert (mend["path"], mend["container"], mend["copies"]) == ("slip.kotra", None, 1)


def test_without_throws_nothing_is_said_of_dice(tmp_path: Path) -> None:
    folder = records(tmp_path / "in", loaded=f"kotra 1\nlength: 0\ngame 1 0-0\n{LOADED}")
    said = audited(archived(tmp_path, folder, tables=tables_without(["turns", "positions"])))
    assert (said["throws"], [one for one in said["suspicions"] if one["name"] == "dice"]) == (False, [])


# What is refused


@pytest.mark.slow
def test_an_archive_as_it_stood_gives_the_same_bytes(archive: Path, tmp_path: Path) -> None:
    said = []
    for name in ("one", "two"):
        kotra("archive", "audit", archive, "-o", tmp_path / f"{name}.html")
        said.append(
            (
                (tmp_path / f"{name}.html").read_bytes(),
                kotra("archive", "audit", archive).stdout,
                kotra("archive", "audit", archive, "--json").stdout,
            )
        )
    assert said[0] == said[1]
