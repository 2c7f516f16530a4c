"""An archive holds what its sources hold, all of it and nothing else, however often it is built."""

from __future__ import annotations

import gzip
import io
import json
import os
import zipfile
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from kotra_notation.archive.build.build import tables_without
from kotra_notation.archive.manifest import TABLES
from kotra_notation.archive.store import MANIFEST, ArchiveError, Store
from kotra_notation.archive.views import connect
from referees.archives import SAMPLES, asked, generated, made, packed, rows
from tests.calls import kotra
from tests.records import write_files

pytestmark = pytest.mark.middle
SOUND = "kotra 1\nwhite: Anna\nblack: Björn\nlength: 1\ngame 1 0-0\nW 31: 8/5 6/5\nB 64: 24/14\nW wins 1\n"
SLIP = SOUND.replace("24/14", "24/13")


def paths(folder: Path) -> list[str]:
    return [Path(path).name for (path,) in asked(folder, "SELECT path FROM files ORDER BY path")]


def check_totals(folder: Path, *sources: Path) -> tuple[Counter[str], Counter[str]]:
    """The findings by code that `kotra check` says of the sources, and those of the archive."""
    said = json.loads(kotra("check", *sources, "--json").stdout)
    theirs = Counter(found["code"] for file in said["files"] for found in file["findings"])
    counted = asked(folder, "SELECT code, count(*) FROM files JOIN findings USING (file) GROUP BY code")
    return theirs, Counter(dict(counted))


@pytest.fixture(scope="module")
def of_samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of the samples alone; not to be changed."""
    folder = tmp_path_factory.mktemp("samples")
    made(folder, SAMPLES)
    return folder


def test_the_findings_are_those_of_check(of_samples: Path) -> None:
    theirs, ours = check_totals(of_samples, SAMPLES)
    assert ours == theirs
    assert ours["P204"] > 0


def test_the_matches_are_those_of_check(of_samples: Path) -> None:
    said = json.loads(kotra("check", SAMPLES, "--json").stdout)
    theirs = []
    for one in (match for file in said["files"] for match in file["matches"]):
        games = tuple((game["kind"], float(game["points"]), game["turns"]) for game in one["games"])
        theirs.append((one["length"], *map(float, one["score"]), one["winner"], one["complete"], games))
    ours = asked(
        of_samples,
        """SELECT any_value(length), any_value(score0), any_value(score1), any_value(matches.winner),
                  any_value(complete),
                  list((kind, points, games.turns) ORDER BY game) FILTER (kind IS NOT NULL)
           FROM files JOIN matches USING (file) LEFT JOIN games USING (match) GROUP BY path, match""",
    )
    assert sorted(str((*one[:5], tuple(one[5] or ()))) for one in ours) == sorted(map(str, theirs))


def test_verify_finds_what_changed_behind_its_stamp(tmp_path: Path) -> None:
    matches = write_files(tmp_path / "matches", {"one.kotra": SOUND})
    stood = (matches / "one.kotra").stat()
    made(tmp_path / "archive", matches)
    (matches / "one.kotra").write_text(SOUND.replace("31: 8/5 6/5", "21: 8/6 6/5"), "utf-8")
    os.utime(matches / "one.kotra", ns=(stood.st_atime_ns, stood.st_mtime_ns))
    assert made(tmp_path / "archive", matches).counts.get("files", 0) == 0
    assert made(tmp_path / "archive", matches, verify=True).counts["files"] == 1
    assert asked(tmp_path / "archive", "SELECT opening FROM games") == [("21",)]


TWO = {"cup/one.kotra": SOUND.encode(), "cup/two.kotra": SLIP.encode()}


@pytest.mark.parametrize("way", ["zip", "tar", "tar.gz", "tar.zst"])
def test_what_is_packed_together_is_looked_into(tmp_path: Path, way: str) -> None:
    target = tmp_path / f"matches.{way}"
    target.write_bytes(packed(way, TWO))
    made(tmp_path / "archive", target)
    assert paths(tmp_path / "archive") == [target.name, "one.kotra", "two.kotra"]
    assert asked(tmp_path / "archive", "SELECT code FROM findings WHERE severity = 'error'") == [("P201",)]
    again = made(tmp_path / "archive", target)
    assert again.counts.get("files", 0) == again.gone == 0


@pytest.mark.parametrize("way", ["gz", "zst"])
def test_a_packed_file_is_unpacked(tmp_path: Path, way: str) -> None:
    data = SLIP.encode()
    data = gzip.compress(data) if way == "gz" else pa.compress(data, "zstd", asbytes=True)
    made(tmp_path / "archive", write_files(tmp_path / "in", {f"one.kotra.{way}": data}))
    assert asked(tmp_path / "archive", "SELECT status, format, errors FROM files") == [("read", "kotra", 1)]


@pytest.mark.parametrize("way", ["zip", "tar.gz", "gz"])
def test_a_damaged_container_costs_a_row(tmp_path: Path, way: str) -> None:
    whole = packed(way, TWO) if way != "gz" else gzip.compress(SLIP.encode())
    files = {f"broken.{way}": whole[: len(whole) // 2], "sound.kotra": SOUND.encode()}
    made(tmp_path / "archive", write_files(tmp_path / "matches", files))
    there = "SELECT status FROM files WHERE path LIKE '%{}' AND (status <> 'read' OR path LIKE '%sound%')"
    assert asked(tmp_path / "archive", there.format(f"broken.{way}")) == [("damaged",)]
    assert asked(tmp_path / "archive", there.format("sound.kotra")) == [("read",)]


@pytest.mark.parametrize("way", [zipfile.ZIP_LZMA, zipfile.ZIP_DEFLATED])
def test_what_is_packed_wrongly_in_a_zip_costs_a_row(tmp_path: Path, way: int) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", way) as made_zip:
        made_zip.writestr("one.kotra", SLIP * 20)
    broken = bytearray(data.getvalue())
    for at in range(50, 70):
        broken[at] ^= 0xFF
    (tmp_path / "broken.zip").write_bytes(bytes(broken))
    made(tmp_path / "archive", tmp_path / "broken.zip")
    assert ("damaged",) in asked(tmp_path / "archive", "SELECT status FROM files")


def test_without_turns_the_rest_is_the_same(tmp_path: Path) -> None:
    matches = generated(tmp_path / "matches", 2, 1)
    made(tmp_path / "archive", matches)
    made(tmp_path / "small", matches, tables=tables_without(["turns", "positions"]))
    whole, small = rows(tmp_path / "archive"), rows(tmp_path / "small")
    assert small["turns"] == small["positions"] == []
    for name in TABLES.keys() - {"turns", "positions", "games"}:
        assert small[name] == whole[name], name
    with pytest.raises(ArchiveError, match="different tables"):
        made(tmp_path / "archive", matches, tables=tables_without(["turns"]))


def test_a_part_with_other_columns_is_not_gone_on_from(tmp_path: Path) -> None:
    matches = generated(tmp_path / "matches", 2, 0)
    made(tmp_path / "archive", matches)
    (tmp_path / "archive" / MANIFEST).unlink()
    (findings,) = (tmp_path / "archive" / "parts").glob("*/findings.parquet")
    pq.write_table(pq.read_table(findings).drop_columns(["fate"]), findings)
    assert made(tmp_path / "archive", matches).new == 2
    assert connect(Store.open(tmp_path / "archive")).execute("SELECT fate FROM findings").fetchall() == []


@pytest.mark.slow
def test_the_corpus_is_as_check_says(tmp_path: Path, corpus: Path) -> None:
    for part in ("made", "real"):
        made(tmp_path / part, corpus / part)
        theirs, ours = check_totals(tmp_path / part, corpus / part)
        assert ours == theirs
