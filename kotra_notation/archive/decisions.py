"""Decisions about names, made by people and kept in a file of theirs: who is one person, and who is not.

    [[person]]
    name = "Anna Jónsdóttir"
    spellings = ["anna j", "Jónsdóttir, Anna"]
    who = "Guðrún"
    when = 2026-11-21
    why = "the same match under both names"

    [[apart]]
    spellings = ["Jón Jónsson", "Jon Jonsson"]
    who = …

Several decisions with one name add up. The file is read whole; a decision is written behind what is there,
so that nothing anybody wrote in it is lost.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from datetime import date
from itertools import combinations
from pathlib import Path
from typing import Any

from kotra_notation.archive.store import ArchiveError
from kotra_notation.values import dataclass
from kotra_notation.words import phrase
from kotra_notation.words.phrases import Phrase

NAME = "people.toml"
PERSON, APART = "person", "apart"
_TEXTS = {PERSON: ("name", "who", "why"), APART: ("who", "why")}
_HEAD = "# Who is who: decisions about names. Correct it by hand; kotra writes behind what is there.\n"
_HEADER = re.compile(r"[ \t]*\[\[[ \t]*(person|apart)[ \t]*\]\]")
_QUOTES = re.compile(r'"""|\'\'\'')


class PeopleError(ArchiveError):
    """A file of decisions that contradicts itself or cannot be read; `all` says everything that is wrong."""

    def __init__(self, *phrases: Phrase) -> None:
        super().__init__(phrases[0])
        self.all = phrases


@dataclass(frozen=True, slots=True, kw_only=True)
class NameDecision:
    """A decision that spellings are one person, `name`, or that no two are (no name)."""

    name: str | None
    spellings: tuple[str, ...]
    who: str
    when: date
    why: str
    line: int = 0

    @property
    def all_spellings(self) -> tuple[str, ...]:
        """Return the spellings and the name."""
        return tuple(dict.fromkeys([*self.spellings, *([self.name] if self.name else [])]))


@dataclass(frozen=True, slots=True)
class NameDecisions:
    """The decisions of a file, and by spelling the one that makes it a person's."""

    all: tuple[NameDecision, ...] = ()
    of: Mapping[str, NameDecision] = field(default_factory=dict)

    def person(self, spelling: str) -> str | None:
        """The name of the person that a spelling was decided to be."""
        decision = self.of.get(spelling)
        return decision.name if decision else None

    def apart(self) -> Iterator[tuple[str, str]]:
        """The spellings that were decided to be of different persons."""
        for decision in self.all:
            if decision.name is None:
                yield from combinations(decision.spellings, 2)


def read_decisions(path: Path) -> NameDecisions:
    """Return the decisions of a file, none where there is none; PeopleError where it contradicts itself."""
    return read(text_of(path), str(path)) if path.exists() else NameDecisions()


def text_of(path: Path) -> str:
    """Return the text of a file of decisions with its ends of lines; nothing where there is no file."""
    if not path.exists():
        return ""
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise PeopleError(
            phrase("{file}, line {line}: this is not UTF-8. Save the file as UTF-8.", file=path, line=line)
        ) from None
    except OSError as error:
        raise PeopleError(
            phrase("{file}: it cannot be read: {why}.", file=path, why=error.strerror or error)
        ) from None


def read(text: str, file: str) -> NameDecisions:
    """Return the decisions of a text; PeopleError with everything that is wrong in it."""
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise PeopleError(
            phrase("{file}: it is not valid TOML: {why}. Fix the file.", file=file, why=error)
        ) from None
    lines = _headers(text)
    wrong = [
        phrase(
            "{file}: unknown key {key}. Write decisions as [[person]] and [[apart]].",
            file=file,
            key=repr(key),
        )
        for key in data
        if key not in _TEXTS or not isinstance(data[key], list) or len(lines[key]) != len(data[key])
    ]
    if wrong:
        raise PeopleError(*wrong)
    entries = sorted(
        (line, kind, entry)
        for kind in _TEXTS
        for line, entry in zip(lines[kind], data.get(kind, []), strict=True)
    )
    wrong = [problem for line, kind, entry in entries for problem in _problems(kind, entry, file, line)]
    if wrong:
        raise PeopleError(*wrong)
    decisions = tuple([_decision(kind, entry, line) for line, kind, entry in entries])
    of: dict[str, NameDecision] = {}
    wrong = [*_persons(decisions, of, file), *_not_apart(decisions, of, file)]
    if wrong:
        raise PeopleError(*wrong)
    return NameDecisions(decisions, of)


def with_decision(text: str, decision: NameDecision, file: str) -> str:
    """Return the text with one more decision; PeopleError where that would contradict what is there."""
    end = "\r\n" if "\r\n" in text else "\n"
    name = decision.name
    block = [
        *([f"[[{APART}]]"] if name is None else [f"[[{PERSON}]]", f"name = {_quote_toml(name)}"]),
        f"spellings = [{', '.join(map(_quote_toml, decision.spellings))}]",
        f"who = {_quote_toml(decision.who)}",
        f"when = {decision.when.isoformat()}",
        f"why = {_quote_toml(decision.why)}",
    ]
    before = text or _HEAD
    gap = "" if before.endswith("\n") else end
    whole = f"{before}{gap}{end}{end.join(block)}{end}"
    read(whole, file)
    return whole


def _headers(text: str) -> dict[str, list[int]]:
    """Return the lines on which decisions begin; what stands in a text over several lines is none."""
    found: dict[str, list[int]] = {kind: [] for kind in _TEXTS}
    within = ""
    for number, line in enumerate(text.split("\n"), 1):
        header = _HEADER.match(line)
        if header and not within:
            found[header[1]].append(number)
        for quotes in _QUOTES.findall(line):
            within = "" if within == quotes else within or quotes
    return found


def _problems(kind: str, entry: Mapping[str, Any], file: str, line: int) -> Iterator[Phrase]:
    place = {"file": file, "line": line}
    known = [*_TEXTS[kind], "spellings", "when"]
    for key in entry:
        if key not in known:
            yield phrase(
                "{file}, line {line}: unknown key {key} in this decision. Known: {known}.",
                key=repr(key),
                known=", ".join(known),
                **place,
            )
    for key in _TEXTS[kind]:
        if not isinstance(entry.get(key), str) or not entry[key].strip():
            yield phrase('{file}, line {line}: add {key} = "…" to this decision.', key=key, **place)
    if _date(entry.get("when")) is None:
        yield phrase(
            "{file}, line {line}: add when = and a date, such as 2026-01-31, to this decision.", **place
        )
    spellings = entry.get("spellings")
    least = 1 if kind == PERSON else 2
    if not isinstance(spellings, list) or not all(isinstance(spelling, str) for spelling in spellings):
        yield phrase("{file}, line {line}: spellings must be a list of names in quotes.", **place)
    elif len(set(spellings)) < least:
        yield phrase("{file}, line {line}: this decision needs more spellings.", **place)


def _decision(kind: str, entry: Mapping[str, Any], line: int) -> NameDecision:
    when = _date(entry["when"])
    assert when
    return NameDecision(
        name=entry["name"] if kind == PERSON else None,
        spellings=tuple(dict.fromkeys(entry["spellings"])),
        who=entry["who"],
        when=when,
        why=entry["why"],
        line=line,
    )


def _date(value: object) -> date | None:
    if isinstance(value, str):
        try:
            return date.fromisoformat(value)
        except ValueError:
            return None
    return value if type(value) is date else None


def _persons(decisions: Iterable[NameDecision], of: dict[str, NameDecision], file: str) -> Iterator[Phrase]:
    """Yield the spellings that are said to be two persons; the others go into `of`."""
    for decision in decisions:
        for spelling in decision.all_spellings if decision.name is not None else ():
            before = of.setdefault(spelling, decision)
            if before.name != decision.name:
                yield phrase(
                    "{file}, line {line}: {spelling} is {name} here, and {other} in line {before}. "
                    "Remove it from one of them, or use one name in both.",
                    file=file,
                    line=decision.line,
                    spelling=repr(spelling),
                    name=repr(decision.name),
                    other=repr(before.name),
                    before=before.line,
                )


def _not_apart(
    decisions: Iterable[NameDecision], of: Mapping[str, NameDecision], file: str
) -> Iterator[Phrase]:
    """Yield the spellings that are said to be one person and not to be."""
    for decision in decisions:
        for one, other in combinations(decision.spellings if decision.name is None else (), 2):
            mine, theirs = of.get(one), of.get(other)
            if mine and theirs and mine.name == theirs.name:
                yield phrase(
                    "{file}, line {line}: {one} and {other} are separate people here, but line {before} "
                    "joins them as {name}. Remove one of these decisions.",
                    file=file,
                    line=decision.line,
                    one=repr(one),
                    other=repr(other),
                    name=repr(mine.name),
                    before=max(mine.line, theirs.line),
                )


def _quote_toml(text: str) -> str:
    """Return a text as TOML writes it; what JSON writes is that, but for one sign."""
    clean = text.encode("utf-8", "replace").decode("utf-8")
    return json.dumps(clean, ensure_ascii=False).replace("\x7f", "\\u007f")
