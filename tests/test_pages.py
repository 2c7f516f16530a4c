"""The page of a kind of finding is its test: the wrong record gives that code, the mended one nothing."""

from __future__ import annotations

import re

import pytest

from kotra_notation import explained, words
from kotra_notation.explained import HINT, codes, page, rule
from kotra_notation.findings import BY_CODE, KINDS, TAKEN_AS_WRITTEN
from kotra_notation.findings.recording import ERROR, Kind, by_name
from kotra_notation.formats.format import Source
from kotra_notation.installation import folder
from kotra_notation.reading import read_in_full
from kotra_notation.replay import replay
from kotra_notation.words.tongues import ENGLISH, Tongue, tongue
from tests.records import rows
from tools.catalogues import TRANSLATED

FENCED = re.compile(r"```(kotra|mat)\n(.*?)```", re.S)
RECORD = re.compile(r"^```(?s:.*?)^```$", re.M)
FOUND = re.compile(r"^Found: `(\w+)` in line (\d+)\.$", re.M)
ADVICE = re.compile(r"^## How to fix it\n\n(.*?)\n\n## ", re.M | re.S)
NOT_SHOWN = re.compile(r"^Not shown here: .+\.$", re.M)


@pytest.mark.parametrize(("head", "what"), [(("N901", "other"), "code"), (("N902", "one"), "name")])
def test_a_code_or_a_name_is_given_once(head: tuple[str, str], what: str) -> None:
    with pytest.raises(ValueError, match=f"have the {what}"):
        by_name([Kind("N901", "one", ERROR, "Text"), Kind(*head, ERROR, "Text")])


def text_of(name: str) -> str:
    text = page(name)
    assert text is not None
    return text


def found(format: str, text: str, code: str) -> list[tuple[str, int | None, str]]:
    """What was found and how it reads, but for what of other kinds is only taken as it is written."""
    reading = read_in_full(Source(text.encode()), format)
    findings = [*reading.findings, *(one for match in reading.matches for one in replay(match).findings)]
    wrong = [one for one in findings if one.code == code or one.kind.name not in TAKEN_AS_WRITTEN]
    return [(one.code, one.span.line if one.span else None, one.message) for one in wrong]


def test_every_kind_has_a_page_and_every_page_a_kind() -> None:
    assert set(codes()) == {kind.code for kind in KINDS.values()}


@pytest.mark.parametrize("name", KINDS)
def test_the_page_says_what_why_how_and_where(name: str) -> None:
    text, kind = text_of(name), KINDS[name]
    assert text.startswith(f"# {kind.code} {name}\n")
    for heading in ("Why it matters", "How to fix it", "Where the rule stands", "Example"):
        assert f"## {heading}\n" in text
    assert text_of(kind.code) == text
    assert re.search(rf"^Severity: {kind.severity}(?:;|$)", text, re.M)
    assert kind.rule is None or (rule(kind.rule) is not None and f"`kotra explain {kind.rule}`" in text)
    assert FENCED.search(text) or NOT_SHOWN.search(text)  # a page without a record says why


def advice(text: str) -> str:
    (found,) = ADVICE.findall(text)
    return str(found)


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.code)
def test_the_advice_of_a_page_is_the_hint_and_no_other(kind: Kind) -> None:
    """Behind the hint stands what a page adds to it: no sentence gives the advice in other words."""
    (path,) = folder("pages").glob(f"{kind.code}-*.md")
    written = path.read_text(encoding="utf-8")
    assert written.count(HINT) == advice(written).startswith(HINT) == bool(kind.hint)
    hint = words.hint(kind.hint, words.WordedFacts({}))
    assert advice(text_of(kind.name)) == advice(written).replace(HINT, hint)
    added = re.split(r"[.;]\s", advice(written).removeprefix(HINT)) if hint else []
    assert [sentence for sentence in added if alike(sentence, hint)] == []


def alike(one: str, other: str) -> bool:
    """Whether two sentences have most of their longer words in common."""
    few, many = sorted((set(re.findall(r"[\w{}]{4,}", text.lower())) for text in (one, other)), key=len)
    return len(few) > 1 and len(few & many) > len(few) / 2


@rows
def test_a_second_advice_is_seen(second: str) -> None:
    assert alike(second, KINDS["point-held"].hint)


@pytest.mark.parametrize("name", [name for name in KINDS if FENCED.search(text_of(name))])
def test_the_wrong_record_gives_the_finding_and_the_mended_one_nothing(name: str) -> None:
    text = text_of(name)
    (format, wrong), (other, mended) = FENCED.findall(text)
    code, line = FOUND.findall(text)[0]
    shown = found(format, wrong, code)
    assert [one[:2] for one in shown] == [(code, int(line))], shown
    assert code == KINDS[name].code
    assert found(other, mended, code) == []


class Marked:
    """A catalogue that marks what is looked up."""

    def gettext(self, message: str) -> str:
        return f"«{message}»"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.mark.parametrize("name", KINDS)
def test_every_text_of_a_page_is_looked_up_and_no_record(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    english = text_of(name)
    monkeypatch.setattr(explained, "tongue", lambda language, domain="": Tongue(language, Marked()))
    marked = page(name, "is") or ""
    assert re.sub("[«»]", "", marked).split() == english.split()
    assert RECORD.findall(marked) == RECORD.findall(english)
    lines = RECORD.sub("", marked).splitlines()[1:]
    assert [one for one in lines if re.search(r"\w", re.sub("`.*?`", "", one)) and "«" not in one] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_page_has_the_same_parts_in_every_language(language: str) -> None:
    assert [code for code in codes() if parts(page(code, language) or "") != parts(text_of(code))] == []


def parts(text: str) -> list[str]:
    """The head of a page and its records as they are, the headings without words, and the paragraphs."""
    found = re.findall(rf"{RECORD.pattern}|^# .+$|^## |^.+(?:\n.+)*", text, re.M)
    return [one if one.startswith(("#", "```")) else "paragraph" for one in found]


def test_what_is_not_translated_is_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    own = tongue("is")
    monkeypatch.setattr(explained, "tongue", lambda language, domain="": ENGLISH if domain else own)
    advice, own_advice = (
        words.hint(KINDS["point-held"].hint, words.WordedFacts({}, it)) for it in (ENGLISH, own)
    )
    english = text_of("P203").replace("Severity: error", "Severity: villa")
    assert page("P203", "is") == english.replace(advice, own_advice)


# Codes that findings of earlier versions had: none is used again.
RETIRED = {"P218", "P259", "S409", "S410", "S414", "L606", "L607", "L610"}


def test_no_code_is_used_again() -> None:
    assert RETIRED & BY_CODE.keys() == set()


@pytest.mark.parametrize("word", ["", "P", "P300", "N12\u00b2", "121"])
def test_of_any_other_word_there_is_no_page(word: str) -> None:
    assert page(word) is None
