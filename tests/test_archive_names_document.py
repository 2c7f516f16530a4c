"""What docs/archive.md shows of sameness and of people is what the commands print."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kotra_notation.archive.people.evidence import NameGround
from referees.archives import made
from tests.calls import kotra
from tests.test_archive_people import MERGE, archived, between

pytestmark = pytest.mark.middle


ROOT = Path(__file__).parent.parent
DOCUMENT = ROOT / "docs/archive.md"
SOUND = (ROOT / "samples/sound/reykjavik.mat").read_text(encoding="utf-8")


def held(name: str, printed: str, request: pytest.FixtureRequest) -> None:
    """The block below a comment is what is printed; `--update-golden` writes it anew."""
    text = DOCUMENT.read_text(encoding="utf-8")
    found = re.search(rf"<!-- archive {name} -->\n\n```text\n(.*?)```\n", text, re.S)
    assert found
    if request.config.getoption("--update-golden"):
        DOCUMENT.write_text(text[: found.start(1)] + printed + text[found.end(1) :], encoding="utf-8")
    else:
        assert found[1] == printed


def test_what_is_there_more_than_once(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    sources = tmp_path / "matches"
    sources.mkdir()
    for name, text in (("a", SOUND), ("b", SOUND), ("c", SOUND.replace("31: ", "32: ", 1))):
        (sources / f"{name}.mat").write_text(text, encoding="utf-8")
    made(tmp_path / "archive", sources)
    held("same", kotra("archive", "same", tmp_path / "archive").stdout.replace(f"{tmp_path}/", ""), request)


def test_who_is_who(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    names = ("Anna", "Anna", "anna", "ANNA", "Þórður Æsuson", "Thordur Aesuson", "Æsuson, Þórður")
    others = ("Björn", "Egill", "Björn", "Freyja", "Gunnar", "Gunnar", "Hallgerður")
    matches = [between(seed, *pair) for seed, pair in enumerate(zip(names, others, strict=True))]
    folder = archived(tmp_path, *matches)
    (folder / "people.toml").write_text(MERGE.replace("hún", "she says so"), encoding="utf-8")
    held("people", kotra("archive", "people", folder).stdout, request)


def test_every_ground_is_there_with_its_weight() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| (−?\d+) \|", DOCUMENT.read_text(encoding="utf-8"), re.M)
    assert {name: int(weight.replace("−", "-")) for name, weight in rows} == {
        ground.value: ground.worth for ground in NameGround
    }
