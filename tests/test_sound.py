"""What the door proves is sound: nothing is found by the ordinary way, results and output are the same."""

from __future__ import annotations

import re
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import kotra_notation as kn
from kotra_notation.fast import proof, rows
from kotra_notation.fast.proof import SETTING, SHUT, Log, Proof
from kotra_notation.fast.throw_texts import KNOWN
from kotra_notation.formats import write_matches
from kotra_notation.formats.mat import rows as mat_rows
from referees.games import quick_match, random_match
from referees.seeds import ALL, SEED
from tests import records
from tests.calls import kotra
from tests.conftest import SHARED
from tests.records import SAMPLES
from tools.proofs import MUTATIONS, falsely, mutated

TEXT = """\
; [EventDate "2026.11.22"]

 3 point match

 Game 1
 Anna : 0                        Egill : 0
  1) 31: 8/5 6/5                 64: 24/14
  2)  Doubles => 2                Takes
  3) 55: 8/3 8/3 6/1* 6/1        33:
  4) 21: 13/11* 6/5               41: bar/21
  5) 62: 24/18 13/11              Doubles => 4
  6)  Drops
                                  Wins 2 points

 Game 2
 Anna : 0                        Egill : 2
  1)                             31: 8/5 6/5
  2) 43: 13/9 13/10               61: 13/7 8/7
      Wins 3 points and the match
"""
FOUND = sorted(SAMPLES.rglob("*.mat"))
CORPUS = sorted(SHARED.glob("corpus/*/mat/*"))


def test_results_are_told() -> None:
    proof = proved(TEXT.encode())
    assert proof is not None
    assert proof.players == ("Anna", "Egill")
    assert (proof.length, proof.score) == (3, (3, 2))
    assert [tuple(game) for game in proof.games] == [
        (5, 1, 2, "drop", 7, False),
        (15, 0, 3, "resign", 3, True),
    ]
    assert falsely(TEXT.encode(), proof) == ""


def test_the_log_of_a_proof_has_every_throw_and_what_was_done_with_the_cube() -> None:
    log = Log()
    assert proof.prove(TEXT.encode(), log) == proved(TEXT.encode())
    first, second = log.games
    assert log.data[first.at : log.head].split() == b"Game 1 Anna : 0 Egill : 0".split()
    rows = first.rows
    assert [log.data[at : at + 2] for at in rows.places] == b"31 64 55 33 21 41 62".split()
    assert list(rows.thrown) == [3 * 7 + 1, 64 + 46, 40, 64 + 24, 15, 64 + 29, 44]
    assert rows.plays[1:4:2] == [24 << 7 | 14 << 2, 0]
    assert rows.plays[4] == (13 << 7 | 11 << 2 | 3) << 12 | 6 << 7 | 5 << 2
    assert [tuple(one) for one in first.acts] == [
        (2, 0, "double", 2),
        (2, 1, "take", 0),
        (7, 1, "double", 4),
        (7, 0, "drop", 0),
        (7, 1, "wins", 2),
    ]
    assert (first.cube, second.cube, [one.word for one in second.acts]) == (2, 1, ["wins"])
    unknown = TEXT.replace("61: 13/7 8/7\n", "61: ????\n").encode()
    assert proof.prove(unknown) is not None
    assert proof.prove(unknown, Log()) is None


@records.rows
def test_it_says_nothing_of_what_is_not_as_it_should_be(old: str, new: str) -> None:
    assert TEXT.count(old) >= 1
    assert proved(TEXT.replace(old, new, 1).encode()) is None


def proved(data: bytes) -> Proof | None:
    """What is proved where throws are found by their texts, as they are where the kernel is plain Python.

    It is what is proved where they are read from the bytes.
    """
    with pytest.MonkeyPatch.context() as patch:
        KNOWN.clear()
        patch.setattr(proof, "PLAIN", True)
        found = proof.prove(data)
        patch.setattr(proof, "PLAIN", False)
        assert proof.prove(data) == found
    return found


def ways_of_writing(text: str) -> Iterator[tuple[str, str]]:
    """A sound text as producers write it, with the place where it is another."""
    head = '; [Site "Backgammon Studio"]\n; [Match ID "12"]\n; [Player 1 Elo "9,00/0"]\n; [Crawford "On"]\n'
    last = "  2) 43: 13/9 13/10               61: 13/7 8/7\n      Wins 3 points and the match\n"
    yield "tags", head + text
    yield "mark and CRLF", "\ufeff" + text.replace("\n", "\r\n")
    yield "ratings", text.replace("Anna : 0       ", "Anna,1650.5 : 0").replace("Egill :", "Egill,1702 :")
    yield "no play", text.replace("33:\n", "33: Cannot Move\n")
    yield "capitals", text.replace("bar/21", "Bar/21")
    yield "joined", text.replace("8/3 8/3 6/1* 6/1", "8/3(2) 6/1*(2)")
    yield "number behind", text + "  3)    \n"
    for row in ("61: ????\n", "61: \n", "Concedes\n"):
        yield row, text.replace("61: 13/7 8/7\n", row)
    yield "losses", text.replace(last, last[:33] + " Losses 3 points\n\n      Wins 3 points and the match\n")


def test_every_way_of_writing_a_sound_match_is_proved() -> None:
    for name, text in ways_of_writing(TEXT):
        assert text != TEXT
        proof = proved(text.encode())
        assert proof is not None, name
        assert falsely(text.encode(), proof) == "", name


@records.rows
def test_other_ways_of_writing_are_not_proved_with_slips(way: str, old: str, new: str) -> None:
    text = dict(ways_of_writing(TEXT))[way]
    assert old in text
    assert proved(text.replace(old, new).encode()) is None


def test_lone_cells_belong_to_the_columns_of_the_reader() -> None:
    found = [proved(TEXT.replace("  6)  Drops", f"{' ' * far}6)  Drops").encode()) for far in (2, 8, 9, 14)]
    assert [one is not None for one in found] == [True, True, False, False]
    assert (rows.NARROWEST, rows.LEFT) == (mat_rows.NARROWEST, mat_rows.LEFT)
    assert rows.SLACK < mat_rows.SLACK
    assert rows.NEAR < mat_rows.WIDE_GAP


@pytest.mark.parametrize("seed", range(6))
def test_nothing_is_thrown_behind_the_last_man(seed: int) -> None:
    """The end is seen too where a higher number than needed bears the last man off."""
    match = quick_match(seed, games=1)
    text = str(write_matches([match], "mat").content)
    *before, last, won = text.rstrip().split("\n")
    *_, end = [frame for frame in kn.replay(match).games[0].frames if isinstance(frame.event, kn.Turn)]
    play = kn.plays(kn.Position(points=end.after.seen_by(1), seat=0), "61")[0]
    row = f"{last.rstrip():<{before[-1].rindex(':') - 2}}61: {play.text}"
    assert proved(text.encode())
    assert proved("\n".join([*before, row, f"{int(last[:3]) + 1:3}) 61:", won]).encode()) is None


def test_a_session_has_as_many_games_as_were_played() -> None:
    row = "  1) 31: 8/5 6/5                 64: 24/14\n                                  Wins 1 point\n\n"
    games = [f" Game {n + 1}\n Anna : 0                        Egill : {n}\n{row}" for n in range(1200)]
    data = (" 0 point match\n\n" + "".join(games)).encode()
    proof = proved(data)
    assert proof is not None
    assert (len(proof.games), proof.score) == (1200, (0, 1200))
    assert falsely(data, proof) == ""


@pytest.mark.parametrize(
    "text",
    [
        b"\n" * 300_000,
        b" 5 point match\n" + b" \n" * 150_000,
        b" 5 point match\n Game 1\n " + b"A " * 150_000,
        TEXT.encode() + b"  3)\n" * 60_000,
    ],
    ids=["empty lines", "behind the length", "a name", "rows of nothing"],
)
def test_what_a_stranger_repeats_takes_no_memory(text: bytes) -> None:
    tracemalloc.start()
    proof.prove(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 6 * len(text)


def test_what_is_no_text_is_not_proved() -> None:
    assert proved(b"") is None
    assert proved(TEXT.encode("utf-16")) is None
    assert proved(TEXT.encode().replace(b"Anna", b"\xc1rni")) is None
    assert proved(TEXT.encode() * 2) is None
    for end in range(0, len(TEXT), 7):
        assert proved(TEXT[:end].encode()) is None


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.name)
def test_samples_that_are_proved_are_sound(path: Path) -> None:
    proof = proved(path.read_bytes())
    assert proof is None or falsely(path.read_bytes(), proof) == ""


@pytest.mark.middle
@pytest.mark.skipif(not CORPUS, reason="the corpus is absent")
def test_the_corpus_is_proved_and_sound() -> None:
    proofs = {path: proved(path.read_bytes()) for path in CORPUS}
    assert [path for path, proof in proofs.items() if proof and falsely(path.read_bytes(), proof)] == []
    assert [path.name for path, proof in proofs.items() if path.parts[-3] == "gnubg" and not proof] == []


@pytest.mark.middle
def test_texts_with_slips_are_never_proved_falsely() -> None:
    """As `tools.proofs` does, a few: each way of changing a text."""
    chance = Random(f"slips {SEED}")
    texts = [TEXT.encode()]
    for seed in range(3):
        written = write_matches([random_match(seed, 1 + 2 * seed)], "mat", "gnubg").content
        texts.append(str(written).encode())
    some = 0
    for _ in range(1200 if ALL else 250):
        data = mutated(chance, chance.choice(texts))
        if proof := proved(data):
            some += 1
            assert falsely(data, proof) == "", f"fast/proof.py proves a text with findings:\n{data.decode()}"
    assert some > (20 if ALL else 0)
    for change in MUTATIONS:
        changes = set()
        for _ in range(20):
            changed = bytearray(texts[1])
            change(chance, changed)
            changes.add(bytes(changed))
        assert len(changes) > 1, change


@pytest.mark.middle
def test_the_same_is_printed_with_the_door_shut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one.mat").write_text(TEXT)
    (tmp_path / "notes.txt").write_text("nothing of the kind")
    (tmp_path / "two.mat").write_text(re.sub("Anna", "Ása", TEXT))
    asked: list[list[str | Path]] = [
        [SAMPLES],
        [*FOUND],
        [tmp_path],
        [tmp_path / "one.mat"],
        [tmp_path / "notes.txt", tmp_path / "one.mat"],
        [tmp_path / "one.mat", tmp_path / "two.mat", "--select", "N"],
        [tmp_path, "--rules", "modern,crawford=off"],
    ]
    opened = [kotra("check", *one) for one in asked]
    assert any(proved(path.read_bytes()) for path in FOUND)
    monkeypatch.setenv(SETTING, SHUT)
    for one, before in zip(asked, opened, strict=True):
        shut = kotra("check", *one)
        assert (shut.exit_code, shut.stdout, shut.stderr) == (before.exit_code, before.stdout, before.stderr)
