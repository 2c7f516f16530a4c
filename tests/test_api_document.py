"""The API reference: made from the code as it is, complete, and its examples give what they show."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from inspect import getdoc, isfunction, signature
from pathlib import Path

import pytest

import kotra_notation as kn
from tools.api import DOCUMENT, behind, document, members_of

ROOT = Path(__file__).parent.parent
TEXT = DOCUMENT.read_text(encoding="utf-8")
PARTS = {part.partition("\n")[0]: part for part in reversed(re.split(r"^### ", TEXT, flags=re.M))}
TYPES = [name for name in kn.__all__ if isinstance(getattr(kn, name), type)]


def test_the_reference_is_as_the_code_is_whole_and_its_links_lead_somewhere() -> None:
    assert document() == TEXT, "python -m tools.api writes it anew"
    assert [name for name in kn.__all__ if name not in PARTS] == []
    headings = [
        re.sub(r"\W", "-", one.lower().replace(".", "")) for one in re.findall(r"^#+ (.+)", TEXT, re.M)
    ]
    anchors = {
        f"{one}-{before}" if (before := headings[:at].count(one)) else one for at, one in enumerate(headings)
    }
    assert [one for one in re.findall(r"\]\(#([^)]+)\)", TEXT) if one not in anchors] == []


FUNCTIONS = {
    **{name: value for name in kn.__all__ if isfunction(value := getattr(kn, name))},
    **{f"archive.{n}": value for n in kn.archive.__all__ if isfunction(value := getattr(kn.archive, n))},
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_parameter_stands_in_the_reference_and_is_explained(name: str) -> None:
    table = TEXT.split("## Common parameters", 1)[1].split("\n## ", 1)[0]
    common = set(
        re.findall(r"`(\w+)`", " ".join(row.split("|")[1] for row in re.findall(r"^\|.*", table, re.M)))
    )
    for parameter in signature(FUNCTIONS[name]).parameters:
        assert re.search(rf"\b{parameter}\b:", PARTS[name])
        assert parameter in common or f"`{parameter}`" in (getdoc(FUNCTIONS[name]) or ""), parameter


@pytest.mark.parametrize("name", TYPES)
def test_every_field_and_method_stands_in_the_reference(name: str) -> None:
    cls, part = getattr(kn, name), PARTS[name]
    for member in members_of(cls):
        assert re.search(rf"[( ]{member.name}\b", part.partition("```\n")[0]), member.name
    for own, value in vars(cls).items():
        function = behind(value)
        if function is not None and not own.startswith("_"):
            assert re.search(rf"^- `{own}\b", part, re.M)
            assert getdoc(function), own


def examples() -> Iterator[doctest.Example]:
    """What the document shows, in its order."""
    for block in re.findall(r"^```pycon\n(.*?)^```$", TEXT, re.M | re.S):
        yield from doctest.DocTestParser().get_examples(block)


def test_the_examples_give_what_they_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    test = doctest.DocTest(list(examples()), {}, "docs/api.md", None, None, None)
    printed: list[str] = []
    failed, tried = doctest.DocTestRunner().run(test, out=printed.append)
    assert tried > 20
    assert not failed, "".join(printed)
