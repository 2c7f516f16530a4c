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
ring = pytest.importorskip("tools.ring")
train = pytest.importorskip("tools.train")
whole_games = pytest.importorskip("tools.whole_games")
weights = pytest.importorskip("kotra_notation.engine.nets")

pytestmark = pytest.mark.middle
CHANCES = 5
SHORT = [
    self_play.Stage("small", 1, (16, 8), (1e-3, 1e-3), 16, 2),
    self_play.Stage("exact", 1, (24, 16, 8), (1e-3, 1e-3), 8, 2, exact=True),
    self_play.Stage("races", 1, (24, 16, 8), (1e-3, 1e-3), 8, 2, exact=True, races=True),
    self_play.Stage("ranks", 1, (24, 16, 8), (1e-3, 1e-3), 8, 2, ranks=True),
    self_play.Stage("whole", 1, (24, 16, 8), (1e-3, 1e-3), 8, 2, exact=True, traces=(1, 0.5)),
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


def test_a_net_learns_what_it_is_taught_and_says_it_when_grown() -> None:
    chance = np.random.default_rng(1)
    small = learning.Learner.new(weights.MODERN.widths["race"][0], (16, 8), chance, CHANCES)
    large = small.grown((24, 16, 8), chance)
    seen = chance.random((50, weights.MODERN.widths["race"][0])).astype(np.float32)
    assert large.sizes == (24, 16, 8)
    assert np.abs(large.net.chances(seen) - small.net.chances(seen)).max() < 0.1
    chance = np.random.default_rng(2)
    learner = learning.Learner.new(weights.MODERN.widths["race"][0], (32,), chance, CHANCES)
    seen = chance.random((200, weights.MODERN.widths["race"][0])).astype(np.float32)
    targets = np.repeat((seen[:, :1] > 0.5).astype(np.float32), CHANCES, axis=1)
    errors = [learner.learn(seen, targets, 3e-3) for _ in range(300)]
    assert errors[-1] < errors[0] / 5


def test_nets_are_written_with_what_is_known_of_them_and_changed_ones_refused() -> None:
    nets = modern.ModernTraining(5).shipped(5, 0.1, "")
    again = weights.read(nets.as_bytes())
    assert (again.about["seed"], again.about["hours"], again.about["digest"]) == (5, 0.1, nets.digest)
    seen = np.random.default_rng(3).random((20, weights.MODERN.widths["contact"][0])).astype(np.float32)
    assert np.abs(again["contact"].chances(seen) - nets["contact"].chances(seen)).max() < 0.01
    goes_on = modern.ModernTraining(7).with_nets(again, "grown")
    assert goes_on.about == {"from": nets.digest}
    assert modern.STAGES[goes_on.stage].name == "grown"
    with np.load(BytesIO(nets.as_bytes())) as kept:
        arrays = {name: kept[name] for name in kept}
    arrays["race 0"] = arrays["race 0"] + np.float16(1)
    changed = BytesIO()
    np.savez(changed, **arrays)
    with pytest.raises(ValueError, match="not those that were written"):
        weights.read(changed.getvalue())


@pytest.mark.parametrize("data", [b"", b"no weights", b"PK\x03\x04" + bytes(50)])
def test_a_file_that_holds_no_nets_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="no weights of the engine"):
        weights.read(data)


@pytest.mark.parametrize(
    ("stage", "taught"), [(SHORT[2], "race"), (SHORT[3], "ranking"), (SHORT[4], "contact")]
)
def test_a_stage_of_its_own_teaches_one_net_alone(
    stage: object, taught: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(modern.ModernTraining, "remembered", 64)
    monkeypatch.setattr(self_play, "LESSON", 8)
    sizes = {"LESSON": 8, "SIDES_KEPT": 8, "THROWS": 4, "WHOLE_GAMES": 4, "WHOLE_KEPT": 50, "THROWS_KEPT": 8}
    for name, value in sizes.items():
        monkeypatch.setattr(modern, name, value)
    monkeypatch.setattr(modern, "START", modern.caught(1, np.random.default_rng(2))[0])
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


def test_sides_in_races_are_near_first_and_then_of_all_lengths() -> None:
    for share, least, most in ((0, 0, 25), (0.3, 60, 90), (0.9, 200, 365)):
        sides = modern.race_sides(100, share, np.random.default_rng(1))
        assert least < (sides @ np.arange(1, 25)).max() <= most
        assert sides[:, 6:].any(axis=1).all()
        assert (sides.sum(axis=1).min(), sides.sum(axis=1).max() <= 15) == (1, True)


def test_men_that_are_caught_are_behind_a_side_that_bears_off() -> None:
    boards = modern.caught(300, np.random.default_rng(1))
    one, other = (np.maximum(boards, 0), np.maximum(modern.from_other_side(boards), 0))
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
    found = learning.logistic(learning.rectify(seen @ said[0][0] + said[0][1]) @ said[1][0] + said[1][1])
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


def test_whole_games_teach_their_results_less_luck_or_the_next_throw_alone() -> None:
    nets = modern.ModernTraining(5).nets
    begins = modern.caught(6, np.random.default_rng(2))
    results, throws = (whole_games.play(nets, begins, 3, trace) for trace in (1, 0))
    arrays = modern.ModernArrays(nets)
    one_ply = whole_games.Evaluator(arrays).chances(
        throws.boards, [modern.CUBELESS], np.zeros(len(throws.boards), np.intp), plies=1
    )
    assert np.abs(throws.targets - one_ply).max() < 1e-5
    assert (results.boards == throws.boards).all()
    # What is added to the results has the mean nought, whatever the nets know.
    assert np.abs(results.targets - throws.targets).max() > 0.1
    assert results.gap == throws.gap > 0.05
    assert not modern.is_race(results.boards).any()
    # The leading plays of a throw are positions of the other side, with their exact targets.
    assert (results.counts >= 2).all()
    play = results.plays[0, : results.counts[0]]
    exact = whole_games.Evaluator(arrays).chances(
        play, [modern.CUBELESS], np.zeros(len(play), np.intp), plies=1
    )
    assert np.abs(results.play_targets[0, : len(play)] - exact).max() < 1e-5


def test_workers_play_what_one_process_plays() -> None:
    nets, begins = modern.ModernTraining(5).nets, modern.caught(2, np.random.default_rng(2))
    alone, beside = (
        whole_games.play_in_order(workers, lambda: (nets, begins, 0.5), 7, 0) for workers in (0, 1)
    )
    for _ in range(2):
        one, two = next(alone), next(beside)
        assert (one.boards == two.boards).all()
        assert (one.targets == two.targets).all()
    beside.close()


@pytest.mark.parametrize(
    ("points", "rare"),
    [
        ({6: 5, 8: 3, 13: 5, 24: 2, 19: -5, 17: -3, 12: -5, 1: -2}, False),
        ({4: 2, 5: 3, 6: 3, 7: 3, 8: 4, 3: -1, 20: -7, 21: -7}, True),  # a prime, and a man behind it
        ({4: 2, 5: 3, 6: 3, 7: 3, 8: 4, 10: -1, 20: -7, 21: -7}, False),  # ahead of it
        ({20: 2, 22: 2, 6: 6, 8: 5, 1: -2, 13: -6, 19: -7}, True),  # two anchors
        ({1: 2, 2: 3, 24: 1, 23: -2, 22: -2}, True),  # borne off, and still to pass
        ({1: 2, 2: 3, 23: -2, 22: -2}, False),  # a race
    ],
)
def test_positions_that_nets_seldom_reach_are_told_from_others(points: dict[int, int], rare: bool) -> None:
    board = np.zeros((1, 26), np.int8)
    for point, count in points.items():
        board[0, point] = count
    assert whole_games.is_rare(board)[0] == rare
    assert whole_games.is_rare(modern.from_other_side(board))[0] == rare


def test_a_ring_forgets_the_oldest_rows() -> None:
    memory = ring.Ring(5)
    memory.add(np.arange(3), np.arange(3) * 2)
    assert list(memory.times(10, 2)) == [0, 1, 2]  # three fifths of it are filled: six rows of ten
    memory.add(np.arange(3, 7), np.arange(3, 7) * 2)
    one, two = memory.sample(200, np.random.default_rng(1))
    assert set(one) == {2, 3, 4, 5, 6}
    assert (two == one * 2).all()
