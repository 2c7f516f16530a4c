"""What is in an archive more than once is found by its tables alone."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from kotra_notation.archive.rows import row_of, sketch_of
from kotra_notation.compare.same.shared_throws import Throws, pairs
from kotra_notation.compare.same.sketches import sketch
from referees.archives import made
from referees.games import random_match
from tests.calls import kotra
from tools.archive_sameness import built, figures, seeded, thrown_match, written

pytestmark = pytest.mark.middle


SAMPLES = Path(__file__).parent.parent / "samples"
SOUND = (SAMPLES / "sound/reykjavik.mat").read_text(encoding="utf-8")


def archived(tmp_path: Path, **texts: str) -> Path:
    """An archive of files with these texts."""
    sources = tmp_path / "sources"
    sources.mkdir()
    for name, text in texts.items():
        (sources / f"{name}.mat").write_text(text, encoding="utf-8")
    made(tmp_path / "archive", sources)
    return tmp_path / "archive"


def throws_of(*records: bytes) -> Throws:
    starts = np.concatenate([[0], np.cumsum([len(one) for one in records])])
    return Throws(np.frombuffer(b"".join(records), np.uint8), starts, np.arange(len(records)))


def test_a_sketch_comes_back_from_its_row() -> None:
    match = random_match(3, 5)
    drawn = sketch(match)
    assert sketch_of(row_of(drawn), *(player.name for player in match.players)) == drawn


def test_seeded_records_are_found_again_and_no_others(tmp_path: Path) -> None:
    """`python -m tools.archive_sameness` does it at length."""
    found = figures(tmp_path, written(tmp_path, seeded(400, seed=3)))
    assert found.seeded > 30
    assert (found.missed, found.false) == ((), 0)


@pytest.mark.slow
def test_seeded_records_are_found_in_an_archive_built_of_files(tmp_path: Path) -> None:
    known = built(tmp_path, 20, 2, [random_match(seed, 3) for seed in range(10)])
    found = figures(tmp_path / "archive", known)
    assert found.seeded > 15
    assert (found.missed, found.false) == ((), 0)


def test_portions_do_not_change_the_pairs() -> None:
    records = [sketch(thrown_match(seed)).throws for seed in range(40)]
    throws = throws_of(*records, *(one[9:] for one in records[:7]), records[8][:11])
    whole = pairs(throws)
    assert (pairs(throws, portion=500) == whole).all()
    assert {(at, at + 40) for at in range(7)} <= {tuple(pair) for pair in whole.tolist()}


def test_many_records_of_one_match_hang_together_without_all_their_pairs() -> None:
    worth = pairs(throws_of(*[sketch(thrown_match(1)).throws] * 50))
    assert len(worth) < 50 * 3
    assert {place for pair in worth.tolist() for place in pair} == set(range(50))


def test_the_soundest_copy_stands_first(tmp_path: Path) -> None:
    spoilt = SOUND.replace("52: 8/3 8/6", "52: 8/3 8/5", 1)
    assert spoilt != SOUND
    folder = archived(tmp_path, a=spoilt, b=SOUND)
    document = json.loads(kotra("archive", "same", folder, "--json").stdout)
    best, other = document["groups"][0]["records"]
    assert (Path(best["path"]).name, best["errors"], best["against"]) == ("b.mat", 0, None)
    assert (other["errors"], other["kind"]) == (1, "near")


def test_a_part_is_not_the_best_copy_however_sound(tmp_path: Path) -> None:
    spoilt = SOUND.replace("52: 8/3 8/6", "52: 8/3 8/5", 1)
    part = "\n".join(SOUND.splitlines()[:12]) + "\n"
    folder = archived(tmp_path, a=part, b=spoilt)
    document = json.loads(kotra("archive", "same", folder, "--json").stdout)
    best, other = document["groups"][0]["records"]
    assert (Path(best["path"]).name, other["errors"]) == ("b.mat", 0)


def test_the_command_tells_groups_copies_and_reasons(tmp_path: Path) -> None:
    folder = archived(tmp_path, a=SOUND, b=SOUND, c=SOUND.replace("31: ", "32: ", 1))
    told = kotra("archive", "same", folder).stdout.replace(f"{tmp_path}/", "")
    assert "sources/c.mat\n    52 rolls are the same. 1 roll has different dice. It has 1 error, 0 pl" in told
    assert "sources/a.mat\n  = sources/b.mat\n    It is an exact copy.\n" in told
    assert told.endswith(
        "2 matches in 3 files: 2 of them are records of only 1 match.\n1 file has exact copies.\n"
    )


def test_files_are_not_needed_any_more(tmp_path: Path) -> None:
    folder = archived(tmp_path, a=SOUND, b=SOUND.replace("31: ", "32: ", 1))
    shutil.rmtree(tmp_path / "sources")
    assert "2 of them are records of only 1 match." in kotra("archive", "same", folder).stdout


def test_nothing_the_same_is_said(tmp_path: Path) -> None:
    told = kotra("archive", "same", archived(tmp_path, a=SOUND)).stdout
    assert told == "1 match in 1 file: no duplicates.\n"


def test_an_archive_in_which_nothing_is_thrown_has_no_groups(tmp_path: Path) -> None:
    folder = archived(tmp_path, a="\n".join(SOUND.splitlines()[:9]) + "\n")
    told = kotra("archive", "same", folder).stdout
    assert told.endswith("no duplicates.\n1 record without a roll is left out.\n")
