"""The registry: every notation is found, and the signs by which most need not be imported leave none out."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from kotra_notation.formats import FORMATS, recognise
from kotra_notation.formats.format import Source
from kotra_notation.formats.notations import NOTATIONS, module_of
from referees.samples import EACH

ROOT = Path(__file__).parents[1]
CORPUS = ROOT.parent / "shared" / "corpus"


def shown_to_all(source: Source) -> str | None:
    """The first notation that a file looks like, its sign not asked for."""
    return next((name for name, format in FORMATS.items() if format.looks_like(source)), None)


def recognised(source: Source) -> str | None:
    format = recognise(source)
    return format.name if format else None


@pytest.mark.parametrize("name", NOTATIONS)
def test_a_notation_is_known_by_its_own_name(name: str) -> None:
    assert FORMATS[name].name == name


def test_a_grammar_is_named_for_its_notation() -> None:
    assert {path.stem for path in (ROOT / "grammar").glob("*.lark")} <= {*NOTATIONS, "common"}


def test_no_notation_repeats_its_name() -> None:
    """The table of the names is their one place; readers and `FORMAT`s are given them."""
    modules = [ROOT / "kotra_notation" / "formats" / module_of(name).replace(".", "/") for name in NOTATIONS]
    files = [path / "__init__.py" if path.is_dir() else path.with_suffix(".py") for path in modules]
    assert [
        path.name for path in files if re.search(r"^    name=|format=", path.read_text("utf-8"), re.M)
    ] == []


@pytest.mark.parametrize("path", EACH, ids=lambda path: path.name)
def test_no_sign_leaves_a_sample_out(path: Path) -> None:
    data = path.read_bytes()
    assert recognised(Source(data)) == shown_to_all(Source(data)) is not None
    if b"\0" not in data:
        wide = Source(data.decode().encode("utf-16"))
        assert recognised(wide) == shown_to_all(wide)


@pytest.mark.skipif(not CORPUS.exists(), reason="the corpus is not here")
def test_no_sign_leaves_a_record_of_the_corpus_out() -> None:
    sources = [Source(path.read_bytes()) for path in sorted(CORPUS.rglob("*.*"))[::2] if path.is_file()]
    assert [recognised(one) for one in sources] == [shown_to_all(one) for one in sources]


def test_a_match_text_is_shown_to_few() -> None:
    data = (ROOT / "samples/sound/reykjavik.mat").read_bytes()
    assert "sgf" not in list(FORMATS.likely(data))
    code = "import sys; from kotra_notation.formats import *; import kotra_notation as kn; "
    code += "kn.read('samples/sound/reykjavik.mat'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert "kotra_notation.formats.mat" in done.stdout
    assert "kotra_notation.formats.sgf" not in done.stdout
