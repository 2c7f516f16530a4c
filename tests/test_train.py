"""Training: it goes on where it was, says the same again for the same seed, and writes nets that are read."""

from __future__ import annotations

from functools import partial
from io import BytesIO
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")
mean_nets = pytest.importorskip("tools.mean_nets")
learning = pytest.importorskip("tools.learning")
modern = pytest.importorskip("tools.modern_training")
old = pytest.importorskip("tools.old_training")
self_play = pytest.importorskip("tools.self_play")
train = pytest.importorskip("tools.train")
weights = pytest.importorskip("kotra_notation.engine.weights")

pytestmark = pytest.mark.middle
CHANCES = 5
SHORT = [
    self_play.Stage("small", 1, (16, 8), (1e-3, 1e-3), 16, 2),
    self_play.Stage("exact", 1, (24, 16, 8), (1e-3, 1e-3), 8, 2, exact=True),
    self_play.Stage("races", 1, (24, 16, 8), (1e-3, 1e-3), 8, 2, exact=True, races=True),
    self_play.Stage("ranks", 1, (24, 16, 8), (1e-3, 1e-3), 8, 2, ranks=True),
]


def turned(training: object, stage: object, turns: int) -> None:
    training.begin(stage)  # type: ignore[attr-defined]
    for _ in range(turns):
        training.step(stage, 1e-3)  # type: ignore[attr-defined]


def arrays(training: object) -> list[bytes]:
    return [array.tobytes() for learner in training.learners.values() for array in learner.arrays]  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", ["modern", "forn-1977", "forn-de"])
def test_the_same_seed_gives_the_same_and_a_checkpoint_goes_on_with_it(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = partial(train.training_of, game)
    kind = type(make(5))
    monkeypatch.setattr(kind, "remembered", 64)
    monkeypatch.setattr(self_play, "LESSON", 8)
    one, two = make(5), make(5)
    for training in (one, two):
        turned(training, SHORT[0], 6)
    assert arrays(one) == arrays(two)
    np.savez(tmp_path / "checkpoint.npz", **one.state())
    again = make(0).go_on(tmp_path / "checkpoint.npz")
    for training in (two, again):
        turned(training, SHORT[1], 2)
    assert arrays(two) == arrays(again)
    assert arrays(two) != arrays(one)
    assert arrays(make(6)) != arrays(make(5))


def test_a_grown_net_says_what_it_said() -> None:
    chance = np.random.default_rng(1)
    small = learning.Learner.new(weights.MODERN.seen["race"], (16, 8), chance, CHANCES)
    large = small.grown((24, 16, 8), chance)
    seen = chance.random((50, weights.MODERN.seen["race"])).astype(np.float32)
    assert large.sizes == (24, 16, 8)
    assert np.abs(large.net.chances(seen) - small.net.chances(seen)).max() < 0.1


def test_a_net_learns_what_it_is_taught() -> None:
    chance = np.random.default_rng(2)
    learner = learning.Learner.new(weights.MODERN.seen["race"], (32,), chance, CHANCES)
    seen = chance.random((200, weights.MODERN.seen["race"])).astype(np.float32)
    targets = np.repeat((seen[:, :1] > 0.5).astype(np.float32), CHANCES, axis=1)
    errors = [learner.learn(seen, targets, 3e-3) for _ in range(300)]
    assert errors[-1] < errors[0] / 5


def test_nets_are_written_with_what_is_known_of_them_and_read_again() -> None:
    nets = modern.ModernTraining(5).shipped(5, 0.1, "")
    again = weights.read(nets.as_bytes())
    assert (again.about["seed"], again.about["hours"], again.about["digest"]) == (5, 0.1, nets.digest)
    seen = np.random.default_rng(3).random((20, weights.MODERN.seen["contact"])).astype(np.float32)
    assert np.abs(again["contact"].chances(seen) - nets["contact"].chances(seen)).max() < 0.01
    goes_on = modern.ModernTraining(7).with_nets(again, "grown")
    assert goes_on.about == {"from": nets.digest}
    assert modern.STAGES[goes_on.stage].name == "grown"


@pytest.mark.parametrize("data", [b"", b"no weights", b"PK\x03\x04" + bytes(50)])
def test_a_file_that_holds_no_nets_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="no weights of the engine"):
        weights.read(data)


def test_nets_that_were_changed_are_refused() -> None:
    nets = modern.ModernTraining(5).shipped(5, 0.1, "")
    with np.load(BytesIO(nets.as_bytes())) as kept:
        arrays = {name: kept[name] for name in kept}
    arrays["race 0"] = arrays["race 0"] + np.float16(1)
    changed = BytesIO()
    np.savez(changed, **arrays)
    with pytest.raises(ValueError, match="not those that were written"):
        weights.read(changed.getvalue())


@pytest.mark.parametrize(("stage", "taught"), [(SHORT[2], "race"), (SHORT[3], "ranking")])
def test_a_stage_of_its_own_teaches_one_net_alone(
    stage: object, taught: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(modern.ModernTraining, "remembered", 64)
    monkeypatch.setattr(self_play, "LESSON", 8)
    training = modern.ModernTraining(5)
    turned(training, SHORT[1], 1)
    before = {name: [one.copy() for one in learner.arrays] for name, learner in training.learners.items()}
    turned(training, stage, 3)
    other = {
        name
        for name, learner in training.learners.items()
        if any((one != was).any() for one, was in zip(learner.arrays, before[name], strict=True))
    }
    assert other == {taught}


def test_races_are_of_all_lengths() -> None:
    boards = modern.races(200, np.random.default_rng(1))
    assert modern.is_race(boards).all()
    for men in (np.maximum(boards, 0), np.maximum(-boards, 0)):
        assert men.sum(axis=1).max() == 15
        assert men.sum(axis=1).min() >= 1


def test_men_that_are_caught_are_behind_a_side_that_bears_off() -> None:
    boards = modern.caught(300, np.random.default_rng(1))
    one, other = (np.maximum(boards, 0), np.maximum(modern.turned(boards), 0))
    for men in (one, other):
        assert men.sum(axis=1).max() == 15
        assert men.sum(axis=1).min() >= 1
    # Of one side some men are on the bar or deep in the home of the other, which has none outside.
    behind = [
        (men[:, 19:].sum(axis=1) > 0) & (its[:, 7:].sum(axis=1) == 0)
        for men, its in ((one, other), (other, one))
    ]
    assert (behind[0] | behind[1]).all()


def test_of_two_plays_of_a_throw_the_small_net_learns_which_is_better() -> None:
    learner = learning.Learner.new(4, (8,), np.random.default_rng(3), CHANCES)
    seen = np.eye(4, dtype=np.float32)
    targets = np.array([[0.3], [0.5], [0.9], [0.7]], np.float32).repeat(5, axis=1)
    for _ in range(400):
        learner.learn(seen, targets, 1e-2, np.array([0, 0, 1, 1]))
    said = learner.net.layers
    found = learning.logistic(learning.rectified(seen @ said[0][0] + said[0][1]) @ said[1][0] + said[1][1])
    assert np.allclose(found[0] - found[1], -0.2, atol=0.02)
    assert np.allclose(found[2] - found[3], 0.2, atol=0.02)


def test_nets_between_two_others_lie_where_the_share_says() -> None:
    first, new = modern.ModernTraining(5).shipped(5, 0.1, ""), modern.ModernTraining(6).shipped(6, 0.1, "")
    found = mean_nets.between(first, new, 0.25)
    for at, (weights, _) in enumerate(found["contact"].layers):
        was, will = first["contact"].layers[at][0], new["contact"].layers[at][0]
        assert np.allclose(weights, 0.75 * was + 0.25 * will, atol=1e-6)
    assert found["race"] is new["race"]
    assert found.about["between"] == [first.digest, new.digest, 0.25]
