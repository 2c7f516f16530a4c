"""What is translated has the facts of its text and is compiled; what is not is listed and said in English."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

import kotra_notation
from hatch_build import compiled
from kotra_notation.words.tongues import DOMAIN, tongue
from tests.records import rows
from tools import catalogues

TOLD = re.compile(r"^(?=.*\{[a-z_]+\}).*(?<![{\w])[a-z]{3,} ")  # words and a fact
BOTH = [(language, domain) for domain in catalogues.DOMAINS for language in catalogues.TRANSLATED]


def test_a_text_that_nobody_has_translated_is_listed_and_shown_in_english() -> None:
    assert tongue("is").say("A text of {day}", day="today") == "A text of today"
    assert tongue("is").count("{number} text of today", "{number} texts of today", 2) == "2 texts of today"
    shown = Catalog()
    for text in ("Dice", "A text of today", ("{number} game", "{number} games")):
        shown.add(text)
    assert catalogues.untranslated("is", DOMAIN, shown) == ["A text of today"]
    catalog = Catalog()
    catalog.add("one", "eitt")
    catalog.add("two", "")
    catalog.add("three", "þrjú", flags=["fuzzy"])
    catalog.add(("four", "fours"), ("fjögur", ""))
    assert sorted(catalogues.missing(catalog)) == ["four", "three", "two"]


@pytest.mark.parametrize(("text", "status"), [("", 0), ("A text of today", 1)])
def test_a_release_asks_that_nothing_is_left(
    text: str, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done = Catalog()
    done.add("yes", "já")
    asked = Catalog()
    for one in filter(None, ("yes", text)):
        asked.add(one)
    monkeypatch.setattr(catalogues, "collected", lambda domain: asked)
    monkeypatch.setattr(catalogues, "translated", lambda language, domain: done)
    before = [catalogues.path_of(*one).read_bytes() for one in BOTH]
    assert catalogues.main(["--complete"]) == status
    assert [catalogues.path_of(*one).read_bytes() for one in BOTH] == before
    assert capsys.readouterr().out.count(f"    {text}\n") == (len(BOTH) if text else 0)


@pytest.mark.parametrize(("language", "domain"), BOTH)
def test_a_translation_has_the_facts_and_the_code_of_its_text(language: str, domain: str) -> None:
    done = [one for one in catalogues.messages(catalogues.translated(language, domain)) if one.string]
    translated = [message for message in done if all(catalogues.forms(message.string))]
    assert [message.id for message in translated if catalogues.at_odds(message)] == []


@pytest.mark.parametrize(("language", "domain"), BOTH)
def test_what_is_compiled_is_in_step(language: str, domain: str) -> None:
    source = catalogues.path_of(language, domain)
    target = source.with_suffix(".mo")
    assert target.exists(), "run python -m tools.catalogues"
    assert target.read_bytes() == compiled(source.read_bytes()), "run python -m tools.catalogues"


def test_compiling_twice_gives_the_same_bytes() -> None:
    source = catalogues.path_of("is", DOMAIN).read_bytes()
    assert compiled(source) == compiled(source)


@pytest.mark.parametrize(("language", "domain"), BOTH)
def test_the_catalogues_are_written_as_the_command_writes_them(language: str, domain: str) -> None:
    done = catalogues.translated(language, domain)
    assert catalogues.spelled(language, domain, done) == catalogues.path_of(language, domain).read_bytes()


@rows
def test_facts_that_differ_are_seen(text: catalogues.Text, said: catalogues.Text, wrong: bool) -> None:
    catalog = Catalog()
    catalog.add(text, said)
    assert [catalogues.at_odds(message) for message in catalogues.messages(catalog)] == [wrong]


@rows
def test_a_text_is_collected_wherever_it_is_said(tmp_path: Path, code: str) -> None:
    (tmp_path / "module.py").write_text(code)
    assert list(catalogues.said(tmp_path / "module.py")) == ["Text"]


@pytest.mark.parametrize("room", ["archive", "cli", "desk", "features", "lsp"])
def test_every_text_with_facts_is_collected(room: str) -> None:
    ids = (message.id for message in catalogues.collected(DOMAIN))
    known = {text for found in ids for text in ([found] if isinstance(found, str) else found)}
    for path in (Path(kotra_notation.__file__).parent / room).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and TOLD.search(node.value):
                assert node.value in known or node.value.startswith("pip "), (path.name, node.lineno)


def test_forms_of_counts_and_texts_of_templates_are_collected(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text('x.count("{number} a", "{number} b", 1); "text".count("t")')
    assert list(catalogues.said(tmp_path / "module.py")) == [("{number} a", "{number} b")]
    text = (
        '{{ _("One") }}{{ ngettext("%(num)s a", "%(num)s b", 2) }}{% trans %}\n  Two\n  lines\n{% endtrans %}'
    )
    (tmp_path / "page.j2").write_text(text)
    assert list(catalogues.shown(tmp_path / "page.j2")) == ["One", ("%(num)s a", "%(num)s b"), "Two lines"]
