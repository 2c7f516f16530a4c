"""Files of many matches that are larger than may be read at once are cut where matches begin."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from pathlib import Path

import pytest

from kotra_notation.archive.build import sources
from kotra_notation.archive.build.build import build
from kotra_notation.archive.build.tasks import Limits
from kotra_notation.archive.store import Store
from kotra_notation.formats import FORMATS, write_matches
from referees.archives import asked, here
from referees.games import quick_match
from referees.seeds import some
from tests.calls import kotra

pytestmark = pytest.mark.middle
SIZE = 20_000
SEEDS = range(6)


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "PIECE", 6_000)


def written(format: str, seeds: Iterable[int]) -> bytes:
    """Matches in a row, each as it is written by itself."""
    texts = [write_matches([quick_match(seed)], format).content for seed in seeds]
    return "\n".join(map(str, texts)).encode()


def archive_of(folder: Path, *sources: Path) -> Path:
    """An archive that reads no more than so many bytes at once."""
    store = Store(folder)
    build(store, [str(path) for path in sources], here, limits=Limits(max_size=SIZE))
    return folder


CUT = [name for name, format in FORMATS.items() if format.file.head]
FILES = "SELECT path, status, matches FROM files"
MATCHES = "SELECT player0, player1, score0, score1, games, turns, lost, errors FROM matches ORDER BY ALL"


@pytest.mark.parametrize("format", some(CUT, 1))
@pytest.mark.parametrize("packed", [False, True])
def test_the_matches_of_a_large_file_are_those_of_small_ones(
    tmp_path: Path, format: str, packed: bool
) -> None:
    small, large = tmp_path / "small", tmp_path / "large"
    small.mkdir()
    large.mkdir()
    for seed in SEEDS:
        (small / f"{seed}.txt").write_bytes(written(format, [seed]))
    data = written(format, SEEDS)
    name, data = ("all.txt.gz", gzip.compress(data)) if packed else ("all.txt", data)
    (large / name).write_bytes(data)
    archive = archive_of(tmp_path / "a", large)
    assert asked(archive, MATCHES) == asked(archive_of(tmp_path / "b", small), MATCHES)
    *pieces, whole = sorted(asked(archive, FILES), key=lambda row: str(row[1]), reverse=True)
    assert whole == (str(large / name), "container", 0)
    assert len(pieces) > 2
    assert {status for _, status, _ in pieces} == {"read"}


def test_a_piece_is_named_for_its_first_line(tmp_path: Path) -> None:
    source = tmp_path / "all.mat"
    source.write_bytes(written("mat", SEEDS))
    lines = source.read_text().split("\n")
    for (path,) in asked(archive_of(tmp_path / "a", source), "SELECT path FROM files WHERE status = 'read'"):
        container, _, name = str(path).rpartition("/line ")
        assert container == str(source)
        assert lines[int(name) - 1].strip().endswith("point match")


def test_a_file_that_grew_is_read_where_it_grew(tmp_path: Path) -> None:
    source = tmp_path / "all.mat"
    source.write_bytes(written("mat", SEEDS))
    archive = archive_of(tmp_path / "a", source)
    store = Store.open(archive)
    again = build(store, [str(source)], here, limits=Limits(max_size=SIZE))
    assert (again.new, again.changed, again.gone) == (0, 0, 0)
    before = asked(archive, "SELECT match FROM matches ORDER BY ALL")
    with source.open("ab") as file:
        file.write(b"\n" + written("mat", [99]))
    build(Store.open(archive), [str(source)], here, limits=Limits(max_size=SIZE))
    after = asked(archive, "SELECT match FROM matches ORDER BY ALL")
    assert len(after) == len(before) + 1
    assert len(set(before) - set(after)) <= 3


def test_a_match_that_is_too_long_costs_only_itself(tmp_path: Path) -> None:
    source = tmp_path / "all.mat"
    long = written("mat", [3]) + b"; padding\n" * (3 * SIZE // 10)
    source.write_bytes(b"\n".join([written("mat", [1, 2]), long, written("mat", [4, 5, 6])]))
    archive = archive_of(tmp_path / "a", source)
    assert asked(archive, "SELECT sum(matches) FROM files") == [(5,)]
    assert asked(archive, "SELECT count(*) FROM files WHERE status = 'too-large'") == [(1,)]


def test_what_is_small_enough_unpacked_is_read_as_it_is(tmp_path: Path) -> None:
    source = tmp_path / "two.mat.gz"
    source.write_bytes(gzip.compress(written("mat", [1, 2])))
    archive = archive_of(tmp_path / "a", source)
    assert asked(archive, "SELECT path, status, matches FROM files") == [(str(source), "read", 2)]


def test_what_cannot_be_cut_is_refused_as_a_whole(tmp_path: Path) -> None:
    source = tmp_path / "prose.txt"
    source.write_bytes(b"Neither a match nor a game.\n" * SIZE)
    archive = archive_of(tmp_path / "a", source)
    assert asked(archive, "SELECT path, status FROM files") == [(str(source), "too-large")]


def test_matches_out_of_a_large_file_are_exported(tmp_path: Path) -> None:
    source = tmp_path / "all.mat"
    source.write_bytes(written("mat", SEEDS))
    archive = archive_of(tmp_path / "a", source)
    done = kotra("archive", "export", archive, tmp_path / "out", "--to", "kotra")
    assert (done.exit_code, done.stderr) == (0, "")
    assert len(list((tmp_path / "out").iterdir())) == len(SEEDS)
