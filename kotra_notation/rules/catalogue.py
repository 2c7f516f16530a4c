"""The words of the rules by their ids, read from docs/rules.md, which is their one home."""

from __future__ import annotations

import re
from functools import cache

from kotra_notation.resources import folder
from kotra_notation.values import dataclass

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
    return f"{title.lstrip('# ')}:\n{section.rstrip()}"
