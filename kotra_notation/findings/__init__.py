"""Findings: a kind, a place, and facts. The kinds have their rows in `recording` and `judging`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import Any, NamedTuple

from kotra_notation.findings import judging, recording
from kotra_notation.findings.recording import Kind as Kind
from kotra_notation.findings.recording import Severity as Severity
from kotra_notation.findings.recording import by_name
from kotra_notation.model import SetPosition, Span
from kotra_notation.values import dataclass
from kotra_notation.words import Phrase as Phrase
from kotra_notation.words import phrase as phrase
from kotra_notation.words import phrases
from kotra_notation.words import reason as reason
from kotra_notation.words import reword as reword
from kotra_notation.words import sentences as sentences
from kotra_notation.words.phrases import MODERN_NOUNS as MODERN_NOUNS
from kotra_notation.words.phrases import OLD_NOUNS as OLD_NOUNS
from kotra_notation.words.phrases import Nouns as Nouns
from kotra_notation.words.tongues import ENGLISH, Tongue
from kotra_notation.words.tongues import N_ as N_

KINDS: dict[str, Kind] = by_name((*recording.KINDS, *judging.KINDS, *recording.ACROSS_KINDS))
BY_CODE: dict[str, Kind] = {kind.code: kind for kind in KINDS.values()}

# What is taken as it is written, nothing of it wrong and nothing judged: notes that only say so.
TAKEN_AS_WRITTEN = frozenset({"position-set-up", "score-from-before", "decided-elsewhere", "rules-changed"})


class Told(NamedTuple):
    """A finding in words: the message and the hint."""

    message: str
    hint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A finding: its kind and place; `match`, `game` and `turn` count from 1.

    `facts` fill the message. `meant` is what was probably meant, if known.
    """

    kind: Kind
    severity: Severity
    span: Span | None = None
    match: int | None = None
    game: int | None = None
    turn: int | None = None
    seat: int | None = None
    player: str | None = None
    written: str = ""
    expected: tuple[str, ...] = ()
    rule: str | None = None
    meant: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        where = f"line {self.span.line}: " if self.span else ""
        return f"{where}{self.code} {self.message}"

    @property
    def code(self) -> str:
        """Return the code of its kind."""
        return self.kind.code

    @property
    def message(self) -> str:
        """Return the message in English."""
        return self.told().message

    @property
    def hint(self) -> str:
        """Return the hint in English, or an empty string."""
        return self.told().hint

    def told(self, tongue: Tongue = ENGLISH) -> Told:
        """Return the message and the hint in a language."""
        expected = self.expected[0] if self.expected else ""
        plain = {"player": self.player or "", "written": self.written, "expected": expected, **self.facts}
        facts = phrases.WordedFacts(plain, tongue)
        message = phrases.message(self.kind.message, facts)
        return Told(message, phrases.hint(str(plain.get("look", self.kind.hint)), facts))

    def at(self, **place: Any) -> Finding:
        """Return the finding with more of its place filled in."""
        return replace(self, **place)


def finding(
    name: str,
    *,
    span: Span | None = None,
    severity: Severity | None = None,
    seat: int | None = None,
    written: str = "",
    expected: Iterable[str] = (),
    rule: str | None = None,
    **facts: Any,
) -> Finding:
    """A finding of the named kind, with its usual severity and rule unless told otherwise."""
    kind = KINDS[name]
    return Finding(
        kind=kind,
        severity=severity or kind.severity,
        span=span,
        seat=seat,
        written=written,
        expected=tuple(expected),
        rule=rule or kind.rule,
        facts=facts,
    )


def select_findings(
    findings: Iterable[Finding], select: Iterable[str] = (), ignore: Iterable[str] = ()
) -> list[Finding]:
    """The findings whose codes begin with one of `select` (all, where empty) and with none of `ignore`."""
    wanted, unwanted = tuple(select), tuple(ignore)
    return [
        fault
        for fault in findings
        if (not wanted or fault.code.startswith(wanted))
        and not (unwanted and fault.code.startswith(unwanted))
    ]


def impossible_position(event: SetPosition) -> Finding | None:
    """Return the finding for what beside the checkers of a position cannot be so in any game, or None."""
    for rule, judge in (("MOD-CUBE-4", _cube), ("MOD-MATCH-1", _over), ("MOD-MATCH-2", _crawford)):
        if why := judge(event):
            return finding("position-impossible", span=event.span, why=why, rule=rule)
    return None


def _cube(event: SetPosition) -> Phrase | None:
    cube, limit = event.position.cube, event.position.standing.cube_limit
    if cube.owner is not None and cube.value == 1:
        return phrase("a cube at 1 belongs to nobody")
    if limit is not None and cube.value > max(limit, 1):
        return phrase("the cube is at {value}, but its limit is {limit}", value=cube.value, limit=limit)
    return None


def _over(event: SetPosition) -> Phrase | None:
    length, (first, second) = event.position.standing.length, event.position.standing.score
    if not length or max(first, second) < length:
        return None
    return phrase(
        "at {first}-{second} a {length}-point match is over", first=first, second=second, length=length
    )


def _crawford(event: SetPosition) -> Phrase | None:
    standing = event.position.standing
    if not standing.crawford:
        return None
    first, second = standing.score
    if (first == standing.length - 1) == (second == standing.length - 1):
        return phrase(
            "at {first}-{second} in a {length}-point match there is no Crawford game",
            first=first,
            second=second,
            length=standing.length,
        )
    if event.position.cube.value > 1:
        return phrase("the cube is not turned in the Crawford game")
    return None
