"""An archive holds what its sources hold, however large, changed or far away they are, and nothing else."""

from __future__ import annotations

import gzip
import io
import json
import os
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import fsspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from kotra_notation.archive.build import sources
from kotra_notation.archive.build.build import Built, build, tables_without
from kotra_notation.archive.build.tasks import Limits
from kotra_notation.archive.manifest import TABLES
from kotra_notation.archive.store import MANIFEST, ArchiveError, Store
from kotra_notation.archive.views import connect
from kotra_notation.formats import FORMATS, write_matches
from referees.archives import SAMPLES, asked, generated, here, made, packed, rows
from referees.games import quick_match
from referees.seeds import some
from tests.calls import kotra
from tests.records import write_files

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


@pytest.mark.middle
def test_findings_and_matches_are_those_of_check(of_samples: Path) -> None:
    expected, counted = check_totals(of_samples, SAMPLES)
    assert counted == expected
    assert counted["P204"] > 0
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


@pytest.mark.middle
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


@pytest.mark.middle
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


@pytest.mark.middle
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


@pytest.mark.middle
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


@pytest.mark.middle
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


SEEDS = range(6)
PLACE = "memory://matches"
CUT = [name for name, format in FORMATS.items() if format.file.head]
MATCHES = "SELECT player0, player1, score0, score1, games, turns, lost, errors FROM matches ORDER BY ALL"


@pytest.fixture(autouse=True)
def small_pieces_and_memory(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(sources, "PIECE", 6_000)
    fsspec.filesystem("memory").store.clear()
    yield
    fsspec.filesystem("memory").store.clear()


def written(seeds: Iterable[int], format: str = "mat") -> bytes:
    """Matches in a row, each as it is written by itself."""
    return "\n".join(str(write_matches([quick_match(seed)], format).content) for seed in seeds).encode()


def built(folder: Path, *places: Path | str) -> Built:
    """Build an archive that reads no more than so many bytes at once."""
    return build(Store(folder), [str(place) for place in places], here, limits=Limits(max_size=20_000))


def files(folder: Path) -> list[tuple[Any, ...]]:
    return asked(folder, "SELECT path, status, matches FROM files ORDER BY path")


def exported(archive: Path, out: Path) -> int:
    """Return how many matches are exported without a word."""
    done = kotra("archive", "export", archive, out, "--to", "kotra")
    assert (done.exit_code, done.stderr) == (0, "")
    return len(list(out.iterdir()))


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """A file of six matches, and an archive of it."""
    source = write_files(tmp_path, {"all.mat": written(SEEDS)}) / "all.mat"
    built(tmp_path / "a", source)
    return source


@pytest.mark.middle
@pytest.mark.parametrize("format", some(CUT, 1))
@pytest.mark.parametrize("packed", [False, True])
def test_matches_of_a_large_file_are_those_of_small_ones(tmp_path: Path, format: str, packed: bool) -> None:
    write_files(tmp_path / "small", {f"{seed}.txt": written([seed], format) for seed in SEEDS})
    data = written(SEEDS, format)
    name, data = ("all.txt.gz", gzip.compress(data)) if packed else ("all.txt", data)
    built(tmp_path / "a", write_files(tmp_path / "large", {name: data}))
    built(tmp_path / "b", tmp_path / "small")
    assert asked(tmp_path / "a", MATCHES) == asked(tmp_path / "b", MATCHES)
    whole, *pieces = files(tmp_path / "a")
    assert whole == (str(tmp_path / "large" / name), "container", 0)
    assert len(pieces) > 2
    assert {status for _, status, _ in pieces} == {"read"}


@pytest.mark.middle
def test_a_piece_is_named_for_its_first_line_and_matches_are_exported(large: Path, tmp_path: Path) -> None:
    lines = large.read_text().split("\n")
    for (path,) in asked(tmp_path / "a", "SELECT path FROM files WHERE status = 'read'"):
        container, _, name = str(path).rpartition("/line ")
        assert container == str(large)
        assert lines[int(name) - 1].strip().endswith("point match")
    assert exported(tmp_path / "a", tmp_path / "out") == len(SEEDS)


@pytest.mark.middle
def test_a_file_that_grew_is_read_where_it_grew(large: Path, tmp_path: Path) -> None:
    again = built(tmp_path / "a", large)
    assert (again.new, again.changed, again.gone) == (0, 0, 0)
    before = asked(tmp_path / "a", "SELECT match FROM matches ORDER BY ALL")
    with large.open("ab") as file:
        file.write(b"\n" + written([99]))
    built(tmp_path / "a", large)
    after = asked(tmp_path / "a", "SELECT match FROM matches ORDER BY ALL")
    assert len(after) == len(before) + 1
    assert len(set(before) - set(after)) <= 3


def test_a_match_that_is_too_long_costs_only_itself(tmp_path: Path) -> None:
    long = written([3]) + b"; padding\n" * 6000
    source = {"all.mat": b"\n".join([written([1, 2]), long, written([4, 5, 6])])}
    built(tmp_path / "a", write_files(tmp_path / "in", source))
    assert sum(matches for _, _, matches in files(tmp_path / "a")) == 5
    assert [status for _, status, _ in files(tmp_path / "a")].count("too-large") == 1


@pytest.mark.middle
@pytest.mark.parametrize(
    ("name", "data", "row"),
    [
        ("two.mat.gz", gzip.compress(written([1, 2])), ("read", 2)),  # small enough when it is unpacked
        ("prose.txt", b"Neither a match nor a game.\n" * 20_000, ("too-large", 0)),  # and cannot be cut
    ],
)
def test_what_is_not_cut_is_one_file(tmp_path: Path, name: str, data: bytes, row: tuple[str, int]) -> None:
    built(tmp_path / "a", write_files(tmp_path / "in", {name: data}))
    assert files(tmp_path / "a") == [(str(tmp_path / "in" / name), *row)]


# Other stores, by the addresses that fsspec knows
def put(files: dict[str, bytes]) -> None:
    for name, data in files.items():
        with fsspec.open(f"{PLACE}/{name}", "wb") as file:
            file.write(data)


@pytest.mark.middle
def test_files_at_an_address_are_read_if_they_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put({"a.mat": written([1]), "2026/b.mat": written([2]), ".hidden/c.mat": written([3])})
    built(tmp_path / "a", PLACE)
    assert files(tmp_path / "a") == [
        (f"memory:///matches/{name}", "read", 1) for name in ("2026/b.mat", "a.mat")
    ]
    assert built(tmp_path / "a", PLACE).unchanged == 2
    put({"2026/b.mat": written([3])})
    again = built(tmp_path / "a", PLACE)
    assert (again.unchanged, again.changed) == (1, 1)
    monkeypatch.setattr(sources, "STAMPS", ())  # no store tells a time
    assert [built(tmp_path / "a", PLACE).unchanged for _ in range(2)] == [0, 0]


@pytest.mark.middle
@pytest.mark.parametrize("way", ["zip", "tar.gz", "tar.zst"])
def test_what_is_packed_together_there_is_looked_into(tmp_path: Path, way: str) -> None:
    put({f"all.{way}": packed(way, {"a.mat": written([1]), "b.mat": written([2])})})
    built(tmp_path / "a", PLACE)
    whole = f"memory:///matches/all.{way}"
    assert files(tmp_path / "a") == [
        (whole, "container", 0),
        (f"{whole}/a.mat", "read", 1),
        (f"{whole}/b.mat", "read", 1),
    ]
    again = built(tmp_path / "a", PLACE)
    assert (again.new, again.changed, again.gone) == (0, 0, 0)
    assert way == "tar.zst" or exported(tmp_path / "a", tmp_path / "out") == 2


@pytest.mark.middle
def test_a_large_file_there_is_cut_and_a_small_one_exported(tmp_path: Path) -> None:
    put({"all.mat": written(SEEDS)})
    built(tmp_path / "a", PLACE)
    assert sum(int(str(matches)) for _, _, matches in files(tmp_path / "a")) == 6
    put({"all.mat": written([1])})
    built(tmp_path / "b", PLACE)
    assert exported(tmp_path / "b", tmp_path / "out") == 1


@pytest.mark.middle
@pytest.mark.parametrize(
    "address", ["memory://nothing", "nostore://bucket/matches", "github://a", "http://127.0.0.1:9/x"]
)
def test_an_address_that_gives_nothing_costs_a_row(tmp_path: Path, address: str) -> None:
    built(tmp_path / "a", address)
    ((path, status, _),) = files(tmp_path / "a")
    assert (path, status in ("unreadable", "vanished")) == (address, True)


@pytest.mark.middle
def test_a_damaged_zip_there_is_said(tmp_path: Path) -> None:
    put({"all.zip": packed("zip", {"a.mat": written([1])})[:-40]})
    built(tmp_path / "a", PLACE)
    assert files(tmp_path / "a") == [("memory:///matches/all.zip", "damaged", 0)]


@pytest.mark.middle
def test_processes_read_addresses_too(tmp_path: Path) -> None:
    folder = write_files(tmp_path / "matches", {f"{seed}.mat": written([seed]) for seed in range(3)})
    done = kotra("archive", "build", folder.as_uri(), "-o", tmp_path / "a")
    assert (done.exit_code, [status for _, status, _ in files(tmp_path / "a")]) == (0, ["read"] * 3)
