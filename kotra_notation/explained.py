"""The pages that explain each kind of finding, by code or name, in any language, and the words of the rules.

A page is written in English. Elsewhere its headings and paragraphs are looked up in the catalogue of pages,
which is loaded for nothing else; the records in it stand once, and what is not translated stays in English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from kotra_notation import words
from kotra_notation.findings import BY_CODE
from kotra_notation.installation import folder
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import PAGES, Tongue, tongue

HINT = "{hint}"  # where a page says what the terminal says: the advice has one home

# What many pages say of facts of their own, as it is looked up.
FORMS = ("Severity: {severity}", "Found: `{code}` in line {line}.", "`{rule}`; in the old game `{old}`")

# The parts of a page: a record, the code and name at its head, and then headings and paragraphs.
_PART = r"^```(?s:.*?)^```$|^# .+$|^(?:## )?(?P<text>.+(?:\n.+)*)"


@cache
def _forms() -> dict[str, re.Pattern[str]]:
    filled = (re.sub(r"\\{(\w+)\\}", r"(?P<\1>[\\w -]+)", re.escape(form)) for form in FORMS)
    return dict(zip(FORMS, map(re.compile, filled), strict=True))


@cache
def _pages() -> dict[str, Path]:
    return {path.stem.split("-", 1)[0]: path for path in sorted(folder("pages").glob("*.md"))}


def codes() -> list[str]:
    """The codes that have a page."""
    return list(_pages())


def page(word: str, language: str = "en") -> str | None:
    """The page of a code such as `P203`, also a withdrawn one, or a name such as `point-held`; else None."""
    own = tongue(language)
    for code, path in _pages().items():
        if word.upper() == code or word.lower() == path.stem.split("-", 1)[1]:
            text = path.read_text(encoding="utf-8")
            if language != "en":
                text = _translate_page(text, own)
            return text.replace(HINT, words.hint(BY_CODE[code].hint, words.WordedFacts({}, own)))
    return None


def texts() -> dict[str, str]:
    """Return the texts of the pages to translate, in their order, each with the file where it comes first."""
    found: dict[str, str] = {}
    for path in _pages().values():
        for text in _texts(path.read_text(encoding="utf-8")):
            found.setdefault(text, path.name)
    return found


def _texts(english: str) -> Iterator[str]:
    looked_up = (_looked_up(part)[0] for part in re.finditer(_PART, english, re.M))
    return filter(None, looked_up)


def _looked_up(part: re.Match[str]) -> tuple[str, Mapping[str, str]]:
    """The text that a part of a page is looked up by, and its facts; none where no language changes it."""
    text = " ".join((part["text"] or "").split())
    for form, pattern in _forms().items():
        if found := pattern.fullmatch(text):
            return form, found.groupdict()
    return text if re.search(r"\w", re.sub(r"`[^`]*`|\{hint\}", "", text)) else "", {}


def _translate_page(english: str, own: Tongue) -> str:
    """A page with its texts in a language."""
    catalogue = tongue(own.language, PAGES)

    def translate_part(part: re.Match[str]) -> str:
        text, facts = _looked_up(part)
        if not text:
            return part[0]
        said = catalogue.say(text, **{name: own.say(fact) for name, fact in facts.items()})
        return part[0].replace(part["text"], said)

    return re.sub(_PART, translate_part, english, flags=re.M)


HEADING = re.compile(r"^### ([A-Z]+-[A-Z]+-[0-9]+) +(.+)$", re.M)
DIFFERENCES = {"modern": "## Differences from today's practice"}


@dataclass(frozen=True, slots=True)
class RuleText:
    """One rule: its id, its title and its words."""

    id: str
    title: str
    text: str


@cache
def _document() -> str:
    return (folder("docs") / "rules.md").read_text(encoding="utf-8")


@cache
def _rules() -> dict[str, RuleText]:
    document = _document()
    headings = list(HEADING.finditer(document))
    rules = {}
    for heading in headings:
        end = re.compile(r"^##", re.M).search(document, heading.end())
        text = document[heading.end() : end.start() if end else None]
        rules[heading[1]] = RuleText(heading[1], heading[2], text.strip())
    return rules


def rule(id: str) -> RuleText | None:
    """The words of a rule, None where there is none of this id."""
    return _rules().get(id)


def rule_ids() -> list[str]:
    """Every id, in the order of the document."""
    return list(_rules())


def sources() -> str:
    """Return what the marks in the rules stand for: the sources, and how sure a rule is."""
    found = re.search(r"^Sources: .+?\n\n", _document(), re.M | re.S)
    return found[0].strip() if found else ""


def differences(rules: str) -> str:
    """Return what a rule set says otherwise than today's practice, where the document tells; else nothing."""
    title = DIFFERENCES.get(rules)
    if title is None:
        return ""
    section = _document().split(title, 1)[1].split("\n## ", 1)[0]
    return f"{title.lstrip('# ')}:\n\n{section.strip()}"
