"""`kotra archive build --analyse`: what the engine says of every match stands in the tables."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import kotra_notation as kn
from kotra_notation import model
from kotra_notation.alarm import OutOfTime
from kotra_notation.archive.ask.questions import QUESTIONS
from kotra_notation.archive.ask.selection import answer_question, prepare
from kotra_notation.archive.build import weighing
from kotra_notation.archive.build.build import build
from kotra_notation.archive.build.tasks import Judged, Task, judge_task
from kotra_notation.archive.build.weighing import engine_at
from kotra_notation.archive.store import Store
from kotra_notation.engine import analysing
from kotra_notation.engine.results import OUTCOMES
from kotra_notation.engine.weighing import Weigher
from kotra_notation.formats import write_matches
from kotra_notation.statistics import uncertainty
from referees.archives import asked, made, rows
from referees.games import quick_match, random_match
from tests.calls import kotra
from tests.records import write_files

pytestmark = pytest.mark.middle
OLD = Path(__file__).parents[1] / "samples" / "sound" / "forn-1977.kotra"
OTHER = model.Evaluation(
    aspect="play",
    candidates=(
        model.Candidate(choice="13/8 6/4", equity=0.25, level="3-ply"),
        model.Candidate(choice="24/22 13/8", equity=0.125, level="3-ply"),
    ),
    source="Freysteinn 2.1",
)


def put(folder: Path, name: str, match: model.Match, notation: str = "mat") -> Path:
    text = str(write_matches([match], notation).content)
    return write_files(folder, {f"{name}.{notation}": text}) / f"{name}.{notation}"


def short(seed: int, games: int = 1, events: int | None = None) -> model.Match:
    match = random_match(seed, 5)
    games_left = (replace(game, events=game.events[:events]) for game in match.games[:games])
    return replace(match, games=tuple(games_left))


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sources")
    for seed in (1, 2):
        put(folder, f"drawn-{seed}", short(seed, events=20 + 4 * seed))
    write_files(folder, {"copy.mat": put(folder, "proved", quick_match(3)).read_bytes()})
    old = "".join(OLD.read_text("utf-8").splitlines(keepends=True)[:24])
    singly = old.replace("rules: forn-1977", "rules: forn-1977,one_die=always", 1)
    return write_files(folder, {"old.kotra": old, "one-die.kotra": singly, "nothing.txt": "Ein vísa.\n"})


@pytest.fixture(scope="module")
def archive(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archive")
    made(folder, sources, level="quick")
    return folder


OF_FILE = "FROM {} JOIN matches USING (match) JOIN files USING (file) WHERE path LIKE '%{}' AND "


def test_the_tables_say_what_an_analysis_says(sources: Path, archive: Path) -> None:
    for path in sources.glob("[dp]*.mat"):
        done = kn.stats(kn.analyse(str(path)).match).files[0].matches[0].sheet
        assert done
        for seat, side in enumerate(done.sides):
            sums = f"SELECT sum(loss) FILTER (seat = {seat} AND counts IS NOT NULL),"
            sums += f" sum(answer_loss) FILTER (seat <> {seat}) {OF_FILE.format('decisions', path)}"
            ((lost, in_answers),) = asked(archive, f"{sums} engine IS NOT NULL")
            assert (lost or 0) + (in_answers or 0) == pytest.approx(side.total.equity or 0)
            of_luck = f"SELECT sum(luck.luck) {OF_FILE.format('luck', path)} luck.seat = {seat} AND played"
            assert asked(archive, of_luck)[0][0] == pytest.approx(side.luck.equity)


def test_a_proved_match_is_analysed_and_all_else_stays(sources: Path, archive: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    made(bare, sources)
    with_it, without = rows(archive), rows(bare)
    for table in ("games", "turns", "positions", "findings", "comments", "sketches", "awards"):
        assert with_it[table] == without[table]
    assert len(with_it["matches"]) == len(without["matches"])
    assert not without["luck"]
    of_proved = OF_FILE.format("decisions", "proved.mat")
    assert asked(archive, f"SELECT count(*) {of_proved} engine IS NOT NULL")[0][0] > 10


def test_every_match_says_with_what_it_was_analysed_or_why_not(archive: Path) -> None:
    told = asked(archive, "SELECT DISTINCT rules, options LIKE '%one_die%', analysis FROM matches")
    usual = engine_at("quick").settings
    assert {analysis for rules, singly, analysis in told if rules == "modern" or singly} == {usual}
    ((old,),) = [(analysis,) for rules, singly, analysis in told if rules != "modern" and not singly]
    assert old.endswith("quick, forn-1977,last_throw=on")
    found = asked(archive, "SELECT status, trouble FROM files WHERE path LIKE '%one-die.kotra'")
    assert [status for status, _ in found] == ["read"]
    assert "engine does not know" in found[0][1]
    query = (
        "SELECT DISTINCT unnest(json_keys(outcomes)) FROM decisions JOIN matches USING (match)"
        " WHERE rules {} 'modern'"
    )
    assert {name for (name,) in asked(archive, query.format("="))} == set(model.CHANCES)
    old = {name for (name,) in asked(archive, query.format("<>"))}
    assert {"jan", "-jan", "uttekt"} <= old <= set(OUTCOMES)


def test_a_game_with_three_checkers_is_not_weighed() -> None:
    hypergammon = b"kotra 1\nrules: modern,variant=hypergammon\n\ngame 1 0-0\nW 21: 23/21 24/23\n"
    found = weighing.analyse_replay(kn.replay(kn.read(hypergammon).matches[0]), "quick", lambda: None)
    assert not found.decisions
    assert "engine does not know" in str(found.trouble)


@pytest.mark.parametrize("fault", [RuntimeError("x"), MemoryError(), OutOfTime()])
def test_a_fault_costs_the_numbers_of_one_match(
    sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: BaseException
) -> None:
    honest = analysing.analyse_games

    def faulty(replayed: kn.Replay, *rest: Any, **more: Any) -> Iterator[Any]:
        if replayed.match.players == first.players and len(replayed.games[0].frames) == frames:
            raise fault
        return honest(replayed, *rest, **more)

    first = kn.read(sources / "drawn-1.mat").matches[0]
    frames = len(kn.replay(first).games[0].frames)
    monkeypatch.setattr(weighing, "analyse_games", faulty)
    made(tmp_path / "archive", sources, level="quick")
    found = dict(asked(tmp_path / "archive", "SELECT path, trouble FROM files WHERE trouble IS NOT NULL"))
    assert set(found) == {str(sources / "drawn-1.mat"), str(sources / "one-die.kotra")}
    assert str(found[str(sources / "drawn-1.mat")]).startswith("Not analysed: ")
    assert asked(tmp_path / "archive", "SELECT count(DISTINCT match) FROM luck") == [(3,)]


def test_nothing_is_analysed_again(sources: Path, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(Weigher, "throws", never)
    done = made(archive, sources, level="quick")
    assert (done.new, done.again, done.unchanged) == (0, 0, 7)


def test_an_archive_without_numbers_gets_them(sources: Path, archive: Path, tmp_path: Path) -> None:
    folder = tmp_path / "archive"
    made(folder, sources)
    done = made(folder, sources, level="quick")
    assert (done.new, done.changed, done.again, done.unchanged) == (0, 0, 6, 1)
    assert rows(folder) == rows(archive)


def test_another_level_makes_the_numbers_anew(tmp_path: Path) -> None:
    folder, match = tmp_path / "archive", short(1)
    few = replace(match, games=(replace(match.games[0], events=match.games[0].events[:16]),))
    path = put(tmp_path / "sources", "few", few)
    made(folder, path, level="quick")
    quick = rows(folder)["luck"]
    assert made(folder, path, level="normal").again == 1
    assert all(", normal, " in row[0] for row in asked(folder, "SELECT analysis FROM matches"))
    levels = "SELECT DISTINCT level FROM decisions WHERE engine IS NOT NULL AND kind = 'play'"
    assert asked(folder, levels) == [("1-ply",)]
    assert len(rows(folder)["luck"]) == len(quick) > 0
    assert made(folder, path).unchanged == 1
    assert rows(folder)["luck"]


@pytest.mark.parametrize("build_without", [False, True])
def test_a_build_that_was_stopped_is_gone_on_with_also_behind_one_without_numbers(
    sources: Path, archive: Path, tmp_path: Path, build_without: bool
) -> None:
    folder = tmp_path / "archive"
    made(folder, sources)

    def stopped(wanted: Any) -> Iterator[Judged]:
        for task in wanted:
            for item in task.items[:2]:
                yield judge_task(replace(task, items=(item,)), {})
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(Store(folder), [str(sources)], stopped, level="quick")
    assert not rows(folder)["luck"]
    if build_without:
        made(folder, sources)
    done = made(folder, sources, level="quick")
    # A copy of what was done is done with it.
    assert build_without or done.again == 3
    assert rows(folder) == rows(archive)


def test_two_engines_stand_side_by_side(tmp_path: Path) -> None:
    match = short(4, events=30)
    game = match.games[0]
    place = next(at for at, event in enumerate(game.events) if isinstance(event, model.Turn))
    events = (*game.events[: place + 1], OTHER, *game.events[place + 1 :])
    match = replace(match, games=(replace(game, events=events),))
    put(tmp_path / "in", "both", match, "kotra")
    made(tmp_path / "archive", tmp_path / "in", level="quick")
    engines = "SELECT engine, count(*) FROM decisions WHERE engine IS NOT NULL GROUP BY engine"
    found = dict(asked(tmp_path / "archive", engines))
    assert found["Freysteinn 2.1"] == 1
    assert found[engine_at("quick").source] > 5
    put(tmp_path / "kept", "both", kn.analyse(match).match, "kotra")
    made(tmp_path / "again", tmp_path / "kept", level="quick")
    without_match = [
        sorted(row.split(", ", 1)[1] for row in rows(tmp_path / name)["decisions"])
        for name in ("again", "archive")
    ]
    assert without_match[0] == without_match[1]


def asked_of(folder: Path, name: str) -> list[dict[str, Any]]:
    base = prepare(Store.open(folder)).base
    answer = answer_question(base, QUESTIONS[name])
    return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]


def test_the_questions_say_what_the_sheet_of_the_match_says(tmp_path: Path) -> None:
    match = short(5, 2)
    match = replace(match, players=(model.Player(name="Æsa"), model.Player(name="Örn")))
    put(tmp_path / "in", "one", match)
    made(tmp_path / "archive", tmp_path / "in", level="quick")
    ((found,),) = [file.matches for file in kn.stats(kn.analyse(match).match, convention="xg").files]
    assert found.sheet
    rates = {row["player"]: row for row in asked_of(tmp_path / "archive", "pr-by-player")}
    lucks = {row["player"]: row for row in asked_of(tmp_path / "archive", "luck")}
    opened = asked_of(tmp_path / "archive", "openings-judged")
    grave = asked_of(tmp_path / "archive", "blunders")
    assert set(rates) == set(lucks) == {"Æsa", "Örn"}
    for name, side in zip(("Æsa", "Örn"), found.sheet.sides, strict=True):
        rate = rates[name]
        assert (rate["engine"], rate["levels"]) == (engine_at("quick").source, "0-ply")
        assert rate["decisions"] == side.side.counting >= 20
        assert rate["loss"] == pytest.approx(side.total.equity)
        assert rate["pr"] == pytest.approx(side.rate)
        assert rate["pr_error"] == pytest.approx(side.error)
        marks = Counter(side.side.play_marked) + Counter(side.side.cube_marked)
        assert (rate["faults"], rate["blunders"]) == (marks["error"], marks["blunder"])
        assert rate["blunders"] == sum(row["player"] == name for row in grave)
        assert (lucks[name]["engine"], lucks[name]["levels"]) == (rate["engine"], "0-ply")
    # The luck of a roll that was not played counts for eXtreme Gammon alone.
    played = kn.stats(kn.analyse(match).match).files[0].matches[0].sheet
    assert played
    for name, side in zip(("Æsa", "Örn"), played.sides, strict=True):
        assert lucks[name]["luck"] == pytest.approx(side.luck.equity)
    assert sum(row["games"] for row in opened) == len(match.games)
    assert [row["loss"] for row in grave] == sorted((row["loss"] for row in grave), reverse=True)


def test_what_the_engine_adds_is_taken_off_a_rate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path / "in", "one", short(5, 2))
    made(tmp_path / "archive", tmp_path / "in", level="quick")
    much = uncertainty.Noise(1e6, 0)
    monkeypatch.setattr(uncertainty, "NOISE", {"Kotra": {"0-ply": much}})
    assert [row["pr"] for row in asked_of(tmp_path / "archive", "pr-by-player")] == [0, 0]


def test_the_command_analyses(sources: Path, archive: Path, tmp_path: Path) -> None:
    words = ("archive", "build", str(sources), "-o", str(tmp_path / "archive"), "--workers", "2", "--json")
    assert kotra(*words, "--level", "quick").exit_code == 2
    assert kotra(*words, "--analyse", "--level", "deepest").exit_code == 2
    done = kotra(*words, "--analyse")
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout)["again"] == 0
    assert rows(tmp_path / "archive") == rows(archive)


def test_tasks_with_an_analysis_are_small(tmp_path: Path) -> None:
    for name in range(40):
        put(tmp_path / "in", str(name), short(1, events=8))
    sizes: list[int] = []

    def counted(tasks: Iterable[Task]) -> Iterator[Judged]:
        for task in tasks:
            sizes.append(len(task.items))
            yield judge_task(replace(task, level=None), {})

    build(Store(tmp_path / "archive"), [str(tmp_path / "in")], counted, level="quick")
    assert sizes == [16, 16, 8]


def test_an_answer_is_told_from_its_own_side(archive: Path) -> None:
    answers = [row for row in asked_of(archive, "blunders") if row["about"] == "answer"]
    assert {(row["choice"], row["best"]) for row in answers} <= {("take", "drop"), ("drop", "take")}
