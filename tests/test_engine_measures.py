"""Tools that measure the engine, published positions, and records of its games against itself.

`reference_positions.tsv` has a row for each: the position as an XGID, what is right there, and who says so.
Where a source prints numbers they stand beside it: equities without a double and with one that is taken, in
shares of the cube, and how many of a hundred games are won. Bear-offs of up to six men a side are exact; the
others rest on the nets that are shipped. What these get wrong is marked here, and told in docs/engine.md.

"""

from __future__ import annotations

import csv
import lzma
import re
import shutil
from argparse import Namespace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

import kotra_notation as kn
from kotra_notation.board import position as position_of
from kotra_notation.jobs.engine import open_engine
from kotra_notation.rules import RULESETS
from referees.samples import COLLECTION
from referees.seeds import SEED, part
from tools.old_collection import DIALECTS, MOST_BYTES, packed, sittings

np = pytest.importorskip("numpy")
pytestmark = pytest.mark.middle

from kotra_notation.engine.evaluator import CUBELESS, Evaluator  # noqa: E402
from kotra_notation.engine.lockstep import DICE, dice  # noqa: E402
from kotra_notation.engine.modern_arrays import ModernArrays  # noqa: E402
from kotra_notation.engine.nets import shipped_nets  # noqa: E402
from kotra_notation.engine.weighing import QUICK, Weigher  # noqa: E402
from tools import engine_measures, measured_corpus, measured_duels, measured_kernel, measured_play, rolled_out  # noqa: E402
from tools.judged_plays import JUDGED  # noqa: E402
from tools.modern_training import START  # noqa: E402

if TYPE_CHECKING:
    from kotra_notation.engine.many_plays import Boards


@pytest.fixture(scope="module")
def evaluator() -> Evaluator:
    return Evaluator(ModernArrays(shipped_nets()))


def board(evaluator: Evaluator) -> measured_duels.Board:
    return measured_duels.Board(evaluator.game, START, CUBELESS)


def sparse(men: dict[int, int]) -> Boards:
    board: Boards = np.zeros(26, np.int8)
    for point, count in men.items():
        board[point] = count
    return board


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        ("8/5 6/5", {8: 3, 6: 5}, {8: 2, 6: 4, 5: 2}),
        ("6/4(2) 24/22(2)", {24: 2, 6: 2}, {22: 2, 4: 2}),
        ("13/7*/3", {13: 5, 7: -1}, {13: 4, 3: 1, 0: -1}),
        ("8/7*(2)", {8: 2, 7: -1}, {7: 2, 0: -1}),
        ("bar/20 6/off", {25: 1, 6: 2}, {20: 1, 6: 1}),
    ],
)
def test_plays_are_made_as_they_are_written(text: str, before: dict[int, int], after: dict[int, int]) -> None:
    assert measured_duels.played(sparse(before), text).tolist() == sparse(after).tolist()


def test_a_position_is_sent_and_no_first_throw_is_a_double() -> None:
    board = START.copy()
    board[24], board[25], board[6] = 1, 1, 3
    fields = measured_duels.fibs_line(board, np.array([6, 1])).strip().split(":")
    assert fields[6:32] == [str(men) for men in board.tolist()]
    assert fields[33:37] == ["6", "1", "6", "1"]
    assert fields[45:49] == ["2", "0", "1", "0"]
    first, second = islice(measured_duels.opened(dice(500, (1,))), 2)
    assert (DICE[first, 0] != DICE[first, 1]).all()
    assert (DICE[second, 0] == DICE[second, 1]).any()


def test_a_player_against_himself_is_even_and_bear_offs_are_exact(evaluator: Evaluator) -> None:
    player = measured_duels.net_player(evaluator)
    assert measured_duels.duel(board(evaluator), player, player, 6, 1) == (0, 0, 6)
    assert measured_play.accounts(evaluator, 50, 1).most < 1e-6
    found = measured_kernel.agreement(evaluator, 400, 1)
    assert (found.decisions, found.lists_apart, found.choices_apart) == (400, 0, 0)


@pytest.mark.skipif(not shutil.which(measured_duels.GNUBG), reason="GNU Backgammon is not installed")
def test_gnu_backgammon_plays_by_the_rules(evaluator: Evaluator) -> None:
    with measured_duels.gnu_backgammon(14399) as other:
        assert other.asked(START, np.array([3, 1])) == "8/5 6/5"
        assert (
            measured_duels.duel(board(evaluator), measured_duels.net_player(evaluator), other, 2, 1).size == 2
        )


def test_own_games_tell_what_was_said_and_what_came(evaluator: Evaluator) -> None:
    games = measured_play.own_games(board(evaluator), evaluator, 20, 1)
    assert games.left < 0.3
    assert (
        sum(one.positions for one in measured_play.tenths(games, 0)) == len(games.said) == len(games.steady)
    )
    assert set(np.unique(games.came)) <= {0, 1}
    assert set(games.results.tolist()) <= {-3, -2, -1, 1, 2, 3}


@pytest.mark.parametrize("measure", ["chances", "luck"])
def test_a_measure_of_own_games_is_printed(
    evaluator: Evaluator, capsys: pytest.CaptureFixture[str], measure: str
) -> None:
    engine_measures.MEASURES[measure](Namespace(size=0.005, seed=1), evaluator)
    assert "games" in capsys.readouterr().out


@pytest.mark.skipif(not JUDGED.exists(), reason="the corpus is absent")
def test_judged_decisions_are_weighed_as_people_get_them(evaluator: Evaluator) -> None:
    weigher = Weigher(evaluator, QUICK)
    lost, roots = measured_corpus.play_losses(weigher, measured_corpus.rows("chequer.jsonl", 30))
    assert measured_corpus.by_phase(lost)["all"].size == 30
    assert len(roots) == 5
    cubes = measured_corpus.cube_losses(weigher, measured_corpus.rows("cube.jsonl"))
    assert cubes.wrongly_offered == 0
    assert cubes.both.mean == pytest.approx(cubes.double.mean + cubes.take.mean)


def test_a_position_is_written_for_a_rollout_and_its_results_are_those_at_the_end() -> None:
    row = {"xgid": "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10"}
    play = {"result": "4HPwATDgc/ABMA"}
    behind = rolled_out.xgid_behind(row, play)
    assert behind == "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:2:1:0:5:10"
    assert kn.position(behind).gnubg_id().partition(":")[0] == play["result"]
    line = (
        "0.5 0.1 0.0 - 0.5 0.1 0.0 CL {0} CF {0}\n [0.01 0.01 0.00 - 0.01 0.01 0.00 CL  0.01 CF  0.02] 1r\n"
    )
    first, last = line.format("+0.100"), line.format("-0.250")
    text = (
        f"{first}{first}{rolled_out.END}.\n\nCurrent Position:\n  {last}{first}{rolled_out.END}.\n  {first}"
    )
    assert rolled_out.read_results(text) == [(-0.25, 0.02), (0.1, 0.02)]


TABLE = Path(__file__).parent / "reference_positions.tsv"
LEVEL = "deep"
# Chances from tables made by rollouts are told in hundredths.
NEAR = 0.03
WRONG = {"Kazaross against the USBGF, 2020": "a man on the bar, one point open: 66 % and not 70 %"}


class Reference(NamedTuple):
    """A row of the table."""

    name: str
    position: str
    verdict: str
    equities: str
    wins: str
    source: str


def references() -> list[Reference]:
    """The rows of the table."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file, delimiter="\t")
        assert tuple(head) == Reference._fields
        return [Reference(*row) for row in rows]


def known_wrong(one: Reference) -> list[pytest.MarkDecorator]:
    """The mark of what the nets get wrong: to be taken away where they learn better."""
    why = WRONG.get(one.name)
    return [pytest.mark.xfail(reason=why, strict=True)] if why else []


def test_the_table_is_whole() -> None:
    rows = references()
    assert len(rows) >= 20
    assert len({one.name for one in rows}) == len({one.position for one in rows}) == len(rows)
    assert all(one.source for one in rows)
    assert {one.name for one in rows} >= set(WRONG)


@pytest.mark.parametrize(
    "one", [pytest.param(one, id=one.name, marks=known_wrong(one)) for one in references()]
)
def test_the_engine_says_what_is_accepted(one: Reference) -> None:
    found = kn.best(position_of(one.position), level=LEVEL)
    if found.cube is None:
        assert found.plays[0].text == one.verdict
        return
    equities, chances = found.cube.equities, found.cube.chances
    action = {"double-take": "double, take", "double-pass": "double, pass"}.get(
        equities.action, f"no double, {equities.answer}"
    )
    assert one.verdict in (action, equities.answer)
    for printed, said in zip(one.equities.split(), (equities.no_double, equities.double_take), strict=False):
        digits = len(printed.partition(".")[2])
        assert said == pytest.approx(float(printed), abs=0.501 * 10**-digits)
    if one.wins:
        assert chances[0] == pytest.approx(int(one.wins) / 100, abs=NEAR)


@pytest.mark.parametrize("name", DIALECTS)
def test_games_of_the_engine_are_records_with_nothing_wrong(name: str) -> None:
    engine = open_engine().knowing(RULESETS[name])
    made = sittings(RULESETS[name], engine, 12, SEED)
    assert [len(match.games) for match in made] == [10, 2]
    data = packed(made)
    assert found(lzma.decompress(data).decode()) == ([], 12)
    assert data == packed(sittings(RULESETS[name], engine, 12, SEED))


@pytest.mark.parametrize("path", sorted(COLLECTION.glob("*.xz")), ids=lambda path: path.name)
def test_games_of_the_collection_are_sound(path: object) -> None:
    """Some of its sittings, other ones in each run."""
    assert sum(one.stat().st_size for one in COLLECTION.iterdir()) <= MOST_BYTES
    text = lzma.decompress((COLLECTION / str(path)).read_bytes()).decode()
    records = re.split(r"\n(?=kotra 1\n)", text)
    assert len(records) == 100
    for record in part(records, 25):
        assert found(record) == ([], 10)


def found(record: str) -> tuple[list[str], int]:
    """What is wrong in a record, and how many games there are in it."""
    reading = kn.read(record)
    replays = [kn.replay(match) for match in reading.matches]
    findings = [*reading.findings, *(one for replay in replays for one in replay.findings)]
    return [one.message for one in findings], sum(len(one.games) for one in replays)
