"""Nets of a file, by `--nets FILE` or kept as tables: what is believed, and what cannot be written."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kotra_notation import installation
from tests.calls import kotra
from tests.records import full_disk, rows

np = pytest.importorskip("numpy")
kept_tables = pytest.importorskip("kotra_notation.engine.bearoff")

import kotra_notation as kn  # noqa: E402
from kotra_notation.engine.nets import RAW_INPUTS, raw_inputs, shipped_nets  # noqa: E402

SAMPLE = Path(__file__).parent.parent / "samples" / "sound" / "reykjavik.mat"


def literal_inputs(points: list[int]) -> list[float]:
    """Return the inputs of a board as the side on roll counts it, from the other's bar to its own."""
    seen = []
    for sign, bar in ((1, 25), (-1, 0)):
        men = [max(sign * count, 0) for count in points]
        for point in range(1, 25):
            seen += [float(men[point] >= least) for least in (1, 2, 3)] + [max(men[point] - 3, 0) / 2]
        seen += [men[bar] / 2, (15 - sum(men)) / 15]
    return seen


@pytest.fixture(scope="module")
def net(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The file of a net of random weights, as the state of a PyTorch module."""
    chance = np.random.default_rng(5)
    path = tmp_path_factory.mktemp("nets") / "small.npz"
    arrays = {}
    for layer, (seen, made) in enumerate(((RAW_INPUTS, 20), (20, 5))):
        arrays[f"layers.{layer}.weight"] = chance.normal(0, 0.1, (made, seen)).astype(np.float32)
        arrays[f"layers.{layer}.bias"] = np.zeros(made, np.float32)
    np.savez(path, **arrays)
    return str(path)


def test_a_board_is_seen_as_196_numbers() -> None:
    chance = Random(7)
    boards = []
    for _ in range(200):
        board = [0] * 26
        for sign, bar in ((1, 25), (-1, 0)):
            free = [point for point in range(1, 25) if not board[point]] + [bar]
            for _ in range(chance.randint(1, 15)):
                board[chance.choice(free)] += sign
        boards.append(board)
    assert np.allclose(raw_inputs(np.array(boards, np.int8)), [literal_inputs(board) for board in boards])


def test_the_net_judges_the_positions_behind_plays(net: str) -> None:
    first, bias, second, last = np.load(net).values()
    for play in kn.best("start", (3, 1), nets=net).plays:
        board = [-count for count in reversed(play.points)]  # as the other side has it
        hidden = np.maximum(first @ literal_inputs(board) + bias, 0)
        win, *_ = 1 / (1 + np.exp(-(second @ hidden + last)))
        assert play.chances[0] == pytest.approx(1 - win, abs=1e-5)


def test_every_process_of_an_analysis_has_them(net: str, tmp_path: Path) -> None:
    alone = kn.analyse(SAMPLE, nets=net)
    done = kotra("analyse", SAMPLE, "-o", tmp_path / "m.kotra", "--nets", net, "--jobs", "2")
    assert done.exit_code == 0
    assert alone.engine in (tmp_path / "m.kotra").read_text(encoding="utf-8")
    day = tmp_path / "day"
    day.mkdir()
    (day / "a.mat").write_bytes(SAMPLE.read_bytes())
    assert kotra("analyse", day, "-o", tmp_path / "out", "--nets", net).exit_code == 0
    assert alone.engine in (tmp_path / "out" / "a.kotra").read_text(encoding="utf-8")


def test_nets_of_the_trainer_are_read_too_and_no_folder_is(tmp_path: Path) -> None:
    path = tmp_path / "modern.npz"
    path.write_bytes(shipped_nets().as_bytes())
    assert kn.best("start", (3, 1), nets=str(path)) == kn.best("start", (3, 1))
    assert "was not read: Is a directory." in kotra("best", "start", "31", "--nets", tmp_path).stderr


def layers(*, first: float = 0.1, units: int = 8) -> dict[str, object]:
    """The arrays of a net, such as they should be unless told otherwise."""
    return {
        "0.weight": np.full((units, RAW_INPUTS), first),
        "0.bias": np.zeros(units),
        "1.weight": np.zeros((5, 8)),
        "1.bias": np.zeros(5),
    }


NO_NETS = "has no nets for modern kotra"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "was not read: No such file or directory."),
        (b"", NO_NETS),
        (b"no zip", NO_NETS),
        (shipped_nets().as_bytes()[:100_000], NO_NETS),
        ({}, NO_NETS),
        ({"a": np.zeros((5, 7)), "b": np.zeros(5)}, NO_NETS),
        ({"a": np.array([{}], dtype=object)}, NO_NETS),
        ({**layers(), "1.bias": np.array(list("abcde"))}, NO_NETS),
        (layers(units=9), NO_NETS),
        (layers(first=float("nan")), NO_NETS),
        (layers(first=1e30), NO_NETS),
        ({**layers(), "0.bias": np.zeros(10_000_000)}, NO_NETS),
    ],
)
def test_another_file_is_refused_in_a_sentence(
    tmp_path: Path, content: bytes | dict[str, object] | None, sentence: str
) -> None:
    path = tmp_path / "x.npz"
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content is not None:
        np.savez_compressed(path, **content)
    done = kotra("best", "start", "31", "--nets", path)
    assert done.exit_code == 2
    assert done.stderr.startswith(f"kotra: {path} {sentence}")
    assert done.stderr.count("\n") == 1


TABLE = (np.arange(12, dtype="<f4") / 12).reshape(3, 4)


def sealed(table: Any, name: str = "some", digest: str = kept_tables.digest_of(TABLE)) -> bytes:
    """The bytes of a file."""
    numbers = table.astype("<f4").tobytes()
    seal = hashlib.sha256(f"{name} {digest}\n".encode() + numbers).digest()
    return bytes(seal + numbers)


class Kitchen:
    """A recipe whose making is counted."""

    def __init__(self, table: Any = TABLE) -> None:
        self.table = table
        self.made = 0

    def make(self) -> Any:
        self.made += 1
        return self.table.copy()

    @property
    def recipe(self) -> Any:
        return kept_tables.Recipe("some", (3, 4), kept_tables.digest_of(TABLE), self.make)


def test_a_table_is_made_once_also_where_it_comes_out_otherwise(tmp_path: Path) -> None:
    kitchen = Kitchen()
    folder = tmp_path / "not" / "yet"
    for _ in range(3):
        assert (kept_tables.kept_table(kitchen.recipe, folder) == TABLE).all()
    assert kitchen.made == 1
    assert [path.suffix for path in folder.iterdir()] == [".table"]
    otherwise = np.nextafter(TABLE, np.float32(1))
    kitchen = Kitchen(otherwise)
    for _ in range(2):
        assert (kept_tables.kept_table(kitchen.recipe, tmp_path) == otherwise).all()
    assert kitchen.made == 1


@pytest.mark.parametrize(
    "spoilt",
    [
        b"",
        sealed(TABLE)[:-1],
        sealed(TABLE) + b"\0",
        TABLE.tobytes(),
        sealed(TABLE)[:32] + np.zeros(12, "<f4").tobytes(),
        sealed(TABLE, "other"),
        sealed(TABLE, digest="0" * 64),
        sealed(TABLE * 2),
        sealed(TABLE - 2),
        sealed(TABLE * np.nan),
        b"\x93NUMPY" + bytes(74),
    ],
    ids=[
        *("empty", "cut", "too long", "without a seal", "other figures", "another table", "another edition"),
        *("too large", "too small", "no numbers", "another file"),
    ],
)
def test_a_file_that_is_not_the_table_is_made_anew(tmp_path: Path, spoilt: bytes) -> None:
    kitchen = Kitchen()
    kept_tables.kept_table(kitchen.recipe, tmp_path)
    (path,) = tmp_path.iterdir()
    path.write_bytes(spoilt)
    assert (kept_tables.kept_table(kitchen.recipe, tmp_path) == TABLE).all()
    assert kitchen.made == 2
    assert path.read_bytes() == sealed(TABLE)


def spoil_with_a_folder(path: Path) -> None:
    path.mkdir()


def spoil_with_a_pipe(path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no named pipes")
    os.mkfifo(path)


def spoil_with_itself(path: Path) -> None:
    try:
        path.symlink_to(path)
    except OSError:
        pytest.skip("links cannot be made here")


@pytest.mark.parametrize("spoil", [spoil_with_a_folder, spoil_with_a_pipe, spoil_with_itself])
def test_what_is_no_file_is_not_read(tmp_path: Path, spoil: Any) -> None:
    kitchen = Kitchen()
    kept_tables.kept_table(kitchen.recipe, tmp_path)
    (path,) = tmp_path.iterdir()
    path.unlink()
    spoil(path)
    assert (kept_tables.kept_table(kitchen.recipe, tmp_path) == TABLE).all()
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_without_a_folder_it_lives_in_memory(tmp_path: Path) -> None:
    kitchen = Kitchen()
    (tmp_path / "file").write_text("no folder")
    for folder in (None, tmp_path / "file", tmp_path / "file" / "below"):
        assert (kept_tables.kept_table(kitchen.recipe, folder) == TABLE).all()
    assert kitchen.made == 3


def test_nothing_is_left_half_written_and_no_table_is_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = kept_tables.kept_table(Kitchen().recipe, tmp_path)
    with pytest.raises(ValueError, match="read-only"):
        found[0, 0] = 1
    (tmp_path / "full").mkdir()
    monkeypatch.setattr(os, "replace", full_disk)
    assert (kept_tables.kept_table(Kitchen().recipe, tmp_path / "full") == TABLE).all()
    assert list((tmp_path / "full").iterdir()) == []


def test_what_is_outdated_goes_and_nothing_else(tmp_path: Path) -> None:
    gone = ["some-0123456789ab.f4", "some-0123456789ab.table", "some-0123456789abx_1y2z3w"]
    kept = [
        *("other-0123456789ab.table", "some-0123456789ab.txt", "some-0123456789AB.table", "some.table"),
        *("awesome-0123456789ab.table", "some-more-0123456789ab.table", "some-00000000000f.table"),
    ]
    for name in (*gone, *kept, "aim"):
        (tmp_path / name).write_bytes(b"some")
    (tmp_path / "some-aaaaaaaaaaaa.table").mkdir()
    (tmp_path / "some-bbbbbbbbbbbb.table").symlink_to(tmp_path / "aim")
    before = {path.name for path in tmp_path.iterdir()}
    for name in before - {"some-00000000000f.table"}:
        os.utime(tmp_path / name, (0, 0))
    kept_tables.kept_table(Kitchen().recipe, tmp_path)
    (new,) = {path.name for path in tmp_path.iterdir()} - before
    assert before - {path.name for path in tmp_path.iterdir()} == set(gone)
    os.utime(tmp_path / new, (0, 0))
    kept_tables.kept_table(Kitchen().recipe, tmp_path)
    assert (tmp_path / new).exists()


@rows
def test_each_system_has_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, environ: dict[str, str], wanted: str
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    places = {name: str(tmp_path / place) for name, place in environ.items()}
    assert installation.cache_folder(platform, places) == tmp_path / wanted


def test_a_relative_place_is_not_taken_and_the_homeless_have_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert (
        installation.cache_folder("linux", {"XDG_CACHE_HOME": "here"})
        == tmp_path / ".cache" / "kotra-notation"
    )

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    assert installation.cache_folder("linux", {}) is None
