"""A text that is edited: always the findings of `kotra check`; what did not change is not judged again."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from statistics import median

import pytest

pytest.importorskip("pygls")
from lsprotocol import types
from pygls.workspace import PositionCodec

import kotra_notation as kn
from kotra_notation import alarm
from kotra_notation.alarm import Stoppable, StoppedError, heed_stop
from kotra_notation.lsp import server, values
from kotra_notation.lsp.server import Session
from kotra_notation.lsp.values import EditorPlaces, completion_items, diagnostics, inlay_hints, symbols
from kotra_notation.record.editing import EditedText, format_text, judge
from kotra_notation.record.editing.completions import completions, plays_here
from kotra_notation.record.editing.fixes import apply_changes, changes_to, fixes
from kotra_notation.record.editing.views import folds, hover, inlays, outline
from kotra_notation.replay.begins import BegunGame
from kotra_notation.replay.kept import KeptGames
from kotra_notation.words.tongues import ENGLISH
from referees.edits import differences, edited, texts, versions
from referees.games import quick_match
from referees.seeds import SEED, some
from tests.apart import run

# So many seconds nothing here takes, even where many work at once.
PATIENCE = 30


def long_match(faults: int) -> str:
    """A record as long as a match to 25 points, with so many figures in it exchanged."""
    text = str(kn.write([quick_match(25, games=20)], "mat").content)
    random = Random(7)
    for _ in range(faults):
        text = exchanged(text, random)
    return text


def exchanged(text: str, random: Random) -> str:
    """The text with another figure in one of its plays."""
    figures = [at for at in range(1, len(text) - 1) if text[at].isdigit() and text[at + 1] in "/ *"]
    at = random.choice(figures)
    return text[:at] + random.choice("123456") + text[at + 1 :]


def test_what_is_found_is_always_what_kotra_check_finds() -> None:
    assert list(differences(texts(3000), 120, SEED, every=15)) == []


@pytest.mark.slow
def test_what_is_found_is_always_what_kotra_check_finds_many_times() -> None:
    assert list(differences([*texts(), long_match(3)], 500, SEED, every=20)) == []


@pytest.mark.middle
def test_in_a_long_match_too() -> None:
    assert list(differences([long_match(4)], 12, SEED, every=4)) == []


def asked(text: EditedText, random: Random) -> None:
    """Everything asked of a text, at a place of it; whatever is said stands in the text."""
    places = EditorPlaces(text, PositionCodec())
    line, column = places.place(types.Position(random.randrange(len(text.lines) + 2), random.randrange(60)))
    diagnostics(text, places, ENGLISH)
    if said := hover(text, line, column, ENGLISH):
        values.hover(said, places)
    completion_items(completions(text, line, column, ENGLISH), line, places)
    symbols(outline(text, ENGLISH), places)
    assert all(0 < first < last <= len(text.lines) for first, last in folds(text, ENGLISH))
    inlay_hints(inlays(text, 1, len(text.lines), ENGLISH), places)
    if (straight := format_text(text)) is not None:
        assert apply_changes(text, changes_to(text, straight)) == straight
        assert kn.read(straight.encode()).matches == text.checked.reading.matches


def test_every_feature_answers_on_edited_texts() -> None:
    random = Random(SEED)
    for _, text in versions(texts(3000), 150, SEED):
        asked(judge(text, hints=False), random)


@pytest.mark.slow
def test_every_feature_answers_on_many_edited_texts() -> None:
    random = Random(SEED)
    for at, (_, text) in enumerate(versions(texts(), 125, SEED)):
        edited_text = judge(text, hints=False)
        asked(edited_text, random)
        if at % 10 == 0:
            for fix in fixes(edited_text, 1, len(edited_text.lines), ENGLISH):
                assert apply_changes(edited_text, fix.changes) != text


def test_only_the_game_that_changed_is_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    folded: list[int] = []
    fold = BegunGame.fold

    def counted(self: BegunGame, *args: object, **how: object) -> object:
        folded.append(self.place)
        return fold(self, *args, **how)  # type: ignore[arg-type]

    text, kept = long_match(0), KeptGames()
    judge(text, kept=kept)
    monkeypatch.setattr(BegunGame, "fold", counted)
    lines = text.split("\n")
    at = lines.index(" Game 4") + 3
    lines[at] = lines[at].replace("/", "/1", 1)
    judge("\n".join(lines), kept=kept, hints=False)
    assert set(folded) == {3}
    folded.clear()
    # Below a line that was put in, everything stands further down.
    found = judge("\n".join(["; athugasemd", *lines]), kept=kept, hints=False)
    assert folded == []
    assert found.findings == judge(found.text, hints=False).findings


@pytest.mark.middle
def test_a_key_in_one_game_costs_a_part_of_what_a_whole_check_costs() -> None:
    random, text, kept = Random(3), long_match(8), KeptGames()
    judge(text, kept=kept)
    keys, whole = [], []
    for _ in range(9):
        other = exchanged(text, random)
        keys.append(took(lambda other=other: judge(other, kept=kept, hints=False)))  # type: ignore[misc]
        whole.append(took(lambda other=other: kn.check(other)))  # type: ignore[misc]
    assert median(keys) < median(whole) / 3


def took(work: Callable[[], object]) -> float:
    begun = time.thread_time()
    work()
    return time.thread_time() - begun


def for_ever() -> None:
    while True:
        heed_stop()


def test_work_is_ended_from_another_thread() -> None:
    work, ended = Stoppable(), threading.Event()

    def run() -> None:
        with pytest.raises(StoppedError):
            work.run(for_ever)
        heed_stop()
        ended.set()

    thread = threading.Thread(target=run)
    thread.start()
    time.sleep(0.05)
    work.stop()
    thread.join(PATIENCE)
    assert ended.is_set()


def test_work_that_is_ended_before_it_begins_is_not_begun() -> None:
    work = Stoppable()
    work.stop()
    with pytest.raises(StoppedError):
        work.run(for_ever)


def test_what_is_stopped_behind_its_work_stops_nothing_else() -> None:
    work = Stoppable()
    assert work.run(lambda: 1) == 1
    work.stop()
    assert Stoppable().run(heed_stop) is None


class Looks(set[int]):
    """The threads whose work is unwanted; how long nobody has looked into it, at most, in seconds."""

    longest, last = 0.0, 0.0

    def __bool__(self) -> bool:
        now = time.thread_time()
        self.longest, self.last = max(self.longest, now - self.last), now
        return False


@pytest.mark.middle
@pytest.mark.parametrize("form", some(["mat", "sgf", "kotra"], 2))
def test_work_looks_often_whether_it_is_wanted(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    random, looks = Random(5), Looks()
    text = str(kn.write([quick_match(25, games=8)], form).content)
    for _ in range(4):
        text = edited(text, random)
    judge(text, hints=False)
    monkeypatch.setattr(alarm, "_UNWANTED", looks)
    looks.last = time.thread_time()
    fixes(judge(text), 1, 10**6, ENGLISH)
    assert not looks
    assert looks.longest < 0.5


@pytest.mark.parametrize(("limit", "codes"), [(0.1, ["N130", "N101"]), (PATIENCE, ["N101"])])
def test_a_text_that_takes_too_long_is_told_of_and_a_key_ends_what_is_done_for_it(
    monkeypatch: pytest.MonkeyPatch, limit: float, codes: list[str]
) -> None:
    begun = threading.Event()

    def slow(text: str, path: str, **how: object) -> EditedText:
        if "slow" in text:
            begun.set()
            for_ever()
        return judge(text, path)

    monkeypatch.setattr(server, "judge", slow)
    monkeypatch.setattr(server, "LIMIT", limit)

    async def use() -> list[str]:
        told: list[str] = []
        with ThreadPoolExecutor(2) as pool:
            one = Session("-", "slow", pool, lambda text: told.extend(one.code for one in text.findings))
            await asyncio.get_running_loop().run_in_executor(None, begun.wait, PATIENCE)
            if limit < 1:
                await one.document()
            one.change("nothing known\n")
            await one.document()
            one.close()
        return told

    assert run(asyncio.wait_for(use(), PATIENCE)) == codes


def test_edits_repeat_with_their_seed() -> None:
    text = texts()[0]
    assert edited(text, Random(5)) == edited(text, Random(5)) != edited(text, Random(6))


@pytest.mark.parametrize(
    ("sample", "offered"),
    [
        ("sound/reykjavik.mat", True),
        *((f"notations/hradspil.{suffix}", False) for suffix in ("sgg", "tmg")),
        *((f"notations/hrafnkell.{suffix}", False) for suffix in ("oldmoves", "match")),
    ],
)
def test_plays_are_offered_only_where_the_notation_is_written(sample: str, offered: bool) -> None:
    path = Path(__file__).parent.parent / "samples" / sample
    text = judge(path.read_text("utf-8"), str(path))
    places = [(line, 12) for line in range(1, 30)]
    assert any(plays_here(text, *place) for place in places) == offered
