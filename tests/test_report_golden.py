"""Every sample in the forms of the report, as they were when somebody looked at them.

Of HTML the body is held, without style and script, so that a colour does not change thirty files; of JSON a
few samples, since all of them would weigh more than the program.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kotra_notation.version import VERSION
from tests.goldens import FOLDER, Golden, compared
from tests.papers import model_of, rendered
from tests.sample_pages import names

pytestmark = pytest.mark.middle


DATA = ("notations/thordis.txt", "sound/skyringar.kotra", "sound/forn-islenska.kotra", "faulty/stood.kotra")
FORMS = {"html": names(), "md": names(), "txt": names(), "json": DATA}
CASES = [(name, form) for form, samples in FORMS.items() for name in samples]


def path_of(name: str, form: str) -> str:
    return f"report/{name}.{form}"


def there() -> bool:
    """Whether golden files have been written."""
    return (FOLDER / "report").is_dir()


def lasting(text: str, form: str) -> str:
    """What is held of a report: all but its version, and of HTML the body in lines."""
    if form == "html":
        body = text[text.index("<body") :]
        text = re.sub(r"<script>.*?</script>", "<script></script>", body, flags=re.S).replace("><", ">\n<")
    return text.replace(f"kotra-notation {VERSION}", "kotra-notation VERSION")


@pytest.mark.parametrize(("name", "form"), CASES)
@pytest.mark.skipif("not config.getoption('--update-golden') and not there()", reason="no golden files yet")
def test_a_sample_is_shown_as_it_was(golden: Golden, name: str, form: str) -> None:
    golden(path_of(name, form), lasting(rendered(model_of(name), form), form))


def test_every_golden_file_is_of_a_sample() -> None:
    wanted = {FOLDER / path_of(name, form) for name, form in CASES}
    there = {path for path in (FOLDER / "report").rglob("*") if path.is_file()}
    assert {path for path in there if path.suffix != ".actual"} <= wanted


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
