"""`--nets FILE`: modern kotra played by other nets, ours or of the usual layout with 196 inputs."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner, Result

np = pytest.importorskip("numpy")

import kotra_notation as kn  # noqa: E402
from kotra_notation.cli.app import app  # noqa: E402
from kotra_notation.engine.nets import RAW_INPUTS, raw_inputs, shipped_nets  # noqa: E402

SAMPLE = Path(__file__).parent.parent / "samples" / "sound" / "reykjavik.mat"


def kotra(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


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


def test_nets_that_the_trainer_wrote_are_read_too(tmp_path: Path) -> None:
    path = tmp_path / "modern.npz"
    path.write_bytes(shipped_nets().as_bytes())
    assert kn.best("start", (3, 1), nets=str(path)) == kn.best("start", (3, 1))


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


def test_a_folder_is_no_file_of_nets(tmp_path: Path) -> None:
    assert "was not read: Is a directory." in kotra("best", "start", "31", "--nets", tmp_path).stderr
