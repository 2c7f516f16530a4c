"""Five samples in the forms of the report, as they were when somebody looked at them, and four as data.

They are the fewest that show nearly every kind of element; more would only repeat each changed sentence. Of
HTML the body is compared, without style and script, so that a colour changes no file.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kotra_notation.installation import VERSION
from tests.goldens import FOLDER, Golden, compared
from tests.papers import model_of, rendered

pytestmark = pytest.mark.middle

PAGES: tuple[str, ...] = ("notations/laugardalur.sgf", "sound/forn-greind.kotra", "sound/skyringar.kotra")
PAGES += ("faulty/turns.mat", "faulty/forn.kotra")
DATA = ("notations/thordis.txt", "sound/skyringar.kotra", "sound/forn-islenska.kotra", "faulty/stood.kotra")
FORMS = {"html": PAGES, "md": PAGES, "txt": PAGES, "json": DATA}
CASES = [(name, form) for form, samples in FORMS.items() for name in samples]


def path_of(name: str, form: str) -> str:
    return f"report/{name}.{form}"


def lasting(text: str, form: str) -> str:
    """What is held of a report: all but its version, and of HTML the body in lines."""
    if form == "html":
        body = text[text.index("<body") :]
        text = re.sub(r"<script>.*?</script>", "<script></script>", body, flags=re.S).replace("><", ">\n<")
    return text.replace(f"kotra-notation {VERSION}", "kotra-notation VERSION")


@pytest.mark.parametrize(("name", "form"), CASES)
def test_a_sample_is_shown_as_it_was(golden: Golden, name: str, form: str) -> None:
    golden(path_of(name, form), lasting(rendered(model_of(name), form), form))


def test_every_golden_file_is_of_a_sample() -> None:
    wanted = {FOLDER / path_of(name, form) for name, form in CASES}
    present = {path for path in (FOLDER / "report").rglob("*") if path.is_file()}
    assert {path for path in present if path.suffix != ".actual"} == wanted


def test_what_differs_is_kept_beside_and_goes_when_it_is_mended(tmp_path: Path) -> None:
    path, actual = tmp_path / "x.md", tmp_path / "x.md.actual"
    compared(path, "one", update=True)
    with pytest.raises(AssertionError, match=r"x\.md differs .* --update-golden"):
        compared(path, "two", update=False)
    assert (path.read_text(), actual.read_text()) == ("one", "two")
    compared(path, "one", update=False)
    assert not actual.exists()


def test_a_golden_file_that_is_not_there_is_missed(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="is not there"):
        compared(tmp_path / "report" / "x.md", "one", update=False)
