"""The example of `docs/tournament.md` is what is printed; `pytest --update-golden` writes it anew."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from kotra_notation.findings import recording
from tests.calls import kotra

ROOT = Path(__file__).parent.parent
DOCUMENT = ROOT / "docs" / "tournament.md"
TABLE = re.compile(r"<!-- results.csv -->\n```csv\n(.*?)^```$", re.M | re.S)
SHOWN = re.compile(r"(<!-- day: (.+?) -->\n```text\n)(.*?)^```$", re.M | re.S)


def test_the_example_is_what_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    Path("results.csv").write_text(TABLE.findall(text)[0], encoding="utf-8")
    Path("day").mkdir()
    [(_, names, block)] = SHOWN.findall(text)
    for name in names.split():
        [sample] = (ROOT / "samples").rglob(name)
        shutil.copy(sample, "day")
    printed = kotra("check", "day", "--results", "results.csv").stdout
    if request.config.getoption("--update-golden"):
        DOCUMENT.write_text(SHOWN.sub(lambda found: f"{found[1]}{printed}```", text), encoding="utf-8")
        return
    assert block == printed


def test_every_finding_across_files_is_told() -> None:
    codes = {kind.code for kind in recording.ACROSS_KINDS}
    assert codes == set(re.findall(r"pages/(\w\d{3})-", DOCUMENT.read_text(encoding="utf-8")))
