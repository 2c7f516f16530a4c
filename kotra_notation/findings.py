"""What was found: a kind, a place, and facts as data; the sentences stand in `words`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, NamedTuple

from kotra_notation import words
from kotra_notation.model import Span
from kotra_notation.words import Phrase as Phrase
from kotra_notation.words import phrase as phrase
from kotra_notation.words import reason as reason
from kotra_notation.words import sentences as sentences
from kotra_notation.words import worded as worded
from kotra_notation.words.nouns import MODERN_NOUNS as MODERN_NOUNS
from kotra_notation.words.nouns import OLD_NOUNS as OLD_NOUNS
from kotra_notation.words.nouns import Nouns as Nouns
from kotra_notation.words.tongues import ENGLISH, Tongue
from kotra_notation.words.tongues import N_ as N_


class Severity(StrEnum):
    """How much a finding weighs."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of finding: its code and name for ever, its severity, and the rule it rests on by default."""

    code: str
    name: str
    severity: Severity
    rule: str | None = None


def _kinds(*rows: tuple[str, str, str] | tuple[str, str, str, str]) -> dict[str, Kind]:
    return {row[1]: Kind(row[0], row[1], Severity(row[2]), *row[3:]) for row in rows}


KINDS: dict[str, Kind] = _kinds(
    # N1xx reading
    ("N101", "unknown-format", "error"),
    ("N102", "unreadable-line", "error"),
    ("N103", "unreadable-cell", "error"),
    ("N104", "size-limit", "error"),
    ("N105", "encoding-doubtful", "warning"),
    ("N106", "empty-record", "warning"),
    ("N107", "number-jump", "warning"),
    ("N108", "length-missing", "note"),
    ("N109", "control-character", "warning"),
    ("N110", "unreadable-position", "error"),
    ("N111", "names-missing", "note"),
    ("N112", "file-breaks-off", "error"),
    ("N113", "structure-broken", "error"),
    ("N114", "limit-passed", "error"),
    ("N115", "another-game", "error"),
    ("N116", "witness-disagrees", "warning"),
    ("N117", "package-missing", "error"),
    ("N118", "shorthand-sense", "note"),
    ("N130", "time-limit-passed", "error"),
    ("N131", "program-fault", "error"),
    ("N132", "format-mismatch", "error"),
    ("N134", "row-number-jump", "warning"),
    ("N125", "ruling-unplaced", "warning"),
    ("N119", "header-near", "note"),
    ("N126", "no-positions", "error"),
    ("N120", "header-unused", "warning"),
    ("N135", "head-doubtful", "note"),
    ("N136", "reading-chosen", "note"),
    ("N137", "study-doubtful", "note"),
    # P2xx play
    ("P201", "die-not-thrown", "error", "MOD-MOVE-1"),
    ("P202", "no-man-there", "error", "MOD-MOVE-1"),
    ("P203", "point-held", "error", "MOD-MOVE-1"),
    ("P204", "man-on-bar", "error", "MOD-ENTER-1"),
    ("P205", "not-all-home", "error", "MOD-OFF-1"),
    ("P206", "higher-man-first", "error", "MOD-OFF-1"),
    ("P207", "dice-unplayed", "error", "MOD-USE-1"),
    ("P208", "lower-die-played", "error", "MOD-USE-1"),
    ("P209", "too-many-steps", "error", "MOD-MOVE-1"),
    ("P210", "backward-step", "error", "MOD-SET-1"),
    ("P211", "impossible-dice", "error", "MOD-OPEN-1"),
    ("P212", "hit-unmarked", "note", "MOD-HIT-1"),
    ("P213", "hit-invented", "note", "MOD-HIT-1"),
    ("P214", "turn-missing", "error", "MOD-OPEN-1"),
    ("P215", "turn-twice", "error", "MOD-OPEN-1"),
    ("P216", "play-unknown", "warning"),
    ("P217", "action-after-end", "error", "MOD-WIN-1"),
    ("P219", "opening-double", "error", "MOD-OPEN-1"),
    ("P220", "opening-mismatch", "error", "MOD-OPEN-1"),
    ("P221", "position-unreached", "error"),
    ("P222", "play-blank", "error", "MOD-USE-1"),
    ("P223", "throw-not-void", "warning", "MOD-IRR-3"),
    ("P224", "lawful-play-disputed", "note", "MOD-IRR-2"),
    ("P225", "cocked-throw-changed", "warning", "MOD-IRR-1"),
    ("P226", "starter-wrong", "error", "FORN-OPEN-4"),
    ("P227", "shorthand-ambiguous", "warning"),
    ("P228", "shorthand-unplayable", "error"),
    ("P229", "shorthand-settled", "note"),
    ("P230", "entry-on-enemy", "error", "FORN-ENTER-2"),
    ("P231", "entry-on-own", "error", "FORN-ENTER-3"),
    ("P232", "crossed-too-early", "error", "FORN-FIVE-1"),
    ("P233", "point-doubled", "error", "FORN-STACK-2"),
    ("P234", "first-double-parted", "error", "FORN-FIRST-1"),
    ("P235", "first-sixes-elsewhere", "error", "FORN-FIRST-2"),
    ("P236", "block-broken-needlessly", "error", "FORN-PRIME-3"),
    ("P237", "dice-thrown-singly", "error", "FORN-HALF-3"),
    ("P238", "half-not-won", "error", "FORN-HALF-1"),
    ("P239", "half-undeclared", "error", "FORN-HALF-1"),
    ("P240", "play-after-end", "error", "FORN-JAN-4"),
    ("P241", "after-throws-not-due", "error", "FORN-AFTER-1"),
    ("P242", "last-throw-not-due", "error", "FORN-LAST-1"),
    ("P243", "throw-after-phase", "warning", "FORN-AFTER-3"),
    ("P250", "landing-not-thrown", "error", "MOD-MOVE-1"),
    ("P244", "position-set-up", "note"),
    ("P245", "set-up-differs", "warning"),
    ("P246", "set-up-contradicted", "error"),
    ("P247", "out-of-place", "error", "MOD-OPEN-1"),
    ("P260", "hit-miscounted", "note", "MOD-HIT-1"),
    ("P261", "position-impossible", "warning"),
    # C3xx cube
    ("C301", "cube-not-owned", "error", "MOD-CUBE-2"),
    ("C302", "double-after-throw", "error", "MOD-CUBE-2"),
    ("C303", "double-in-crawford", "error", "MOD-MATCH-2"),
    ("C304", "cube-value", "error", "MOD-CUBE-4"),
    ("C305", "answer-without-double", "error", "MOD-CUBE-3"),
    ("C306", "double-unanswered", "error", "MOD-CUBE-3"),
    ("C307", "beaver-not-allowed", "error", "MOD-OPT-2"),
    ("C308", "double-out-of-turn", "error", "MOD-CUBE-2"),
    ("C309", "cube-limit-passed", "error", "MOD-CUBE-1"),
    ("C310", "automatic-double-not-allowed", "error", "MOD-OPT-1"),
    ("C311", "double-without-use", "note", "MOD-MATCH-1"),
    ("C312", "cube-absent", "error", "MOD-CUBE-1"),
    ("C313", "automatic-double-without-tie", "error", "MOD-OPT-1"),
    # S4xx score and result
    ("S401", "points-wrong", "error", "MOD-WIN-1"),
    ("S402", "winner-wrong", "error", "MOD-WIN-1"),
    ("S403", "score-wrong", "error", "MOD-MATCH-1"),
    ("S404", "match-not-over", "error", "MOD-MATCH-1"),
    ("S405", "match-already-over", "error", "MOD-MATCH-1"),
    ("S406", "points-capped", "note", "MOD-MATCH-1"),
    ("S407", "result-missing", "note"),
    ("S408", "game-unfinished", "warning"),
    ("S411", "answer-without-resignation", "error", "MOD-MATCH-4"),
    ("S412", "length-doubtful", "note", "MOD-MATCH-1"),
    ("S415", "result-twice", "error"),
    ("S416", "match-unfinished", "note"),
    ("S413", "draw-unsaid", "note"),
    ("S417", "award-points-wrong", "error", "FORN-SCORE-1"),
    ("S418", "award-missed", "warning", "FORN-SCORE-1"),
    ("S419", "award-not-earned", "error", "FORN-SCORE-1"),
    ("S425", "win-misnamed", "error", "MOD-WIN-1"),
    ("S427", "draw-wrong", "error", "MOD-WIN-1"),
    ("S426", "win-word-unknown", "warning", "MOD-WIN-1"),
    ("S420", "game-without-throws", "warning"),
    ("S421", "score-from-before", "note"),
    ("S422", "points-impossible", "error", "MOD-MATCH-1"),
    ("S423", "decided-elsewhere", "note", "MOD-MATCH-6"),
    ("S431", "end-unrecorded", "note"),
    # D5xx rules and options
    ("D501", "rules-unknown", "error"),
    ("D502", "option-unknown", "error"),
    ("D503", "option-value", "error"),
    ("D504", "rule-inferred", "note"),
    ("D505", "option-without-effect", "warning"),
    ("D506", "rules-changed", "note"),
    ("D509", "option-twice", "warning"),
    # L6xx writing
    ("L601", "comment-lost", "warning"),
    ("L602", "annotation-lost", "warning"),
    ("L603", "header-lost", "warning"),
    ("L604", "event-lost", "warning"),
    ("L605", "rules-lost", "warning"),
    ("L608", "game-not-expressible", "error"),
    ("L609", "claim-lost", "warning"),
)

# What is taken as it is written, nothing of it wrong and nothing judged: notes that only say so.
TAKEN_AS_WRITTEN = frozenset({"position-set-up", "score-from-before", "decided-elsewhere", "rules-changed"})

BY_CODE: dict[str, Kind] = {kind.code: kind for kind in KINDS.values()}


class Told(NamedTuple):
    """A finding in words: the sentence, and what to look at or nothing."""

    message: str
    hint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One finding. `match`, `game` and `turn` count from 1; `facts` fill the sentence.

    `meant` says what was probably meant, where that was asked and somebody knows.
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

    @property
    def code(self) -> str:
        """The code of its kind."""
        return self.kind.code

    @property
    def message(self) -> str:
        """The sentence that says what was found, in English."""
        return self.told().message

    @property
    def hint(self) -> str:
        """What to look at, in English, or nothing."""
        return self.told().hint

    def told(self, tongue: Tongue = ENGLISH) -> Told:
        """The sentence and the hint in a language."""
        expected = self.expected[0] if self.expected else ""
        facts = {"player": self.player or "", "written": self.written, "expected": expected, **self.facts}
        return Told(words.message(self.kind.name, facts, tongue), words.hint(self.kind.name, facts, tongue))

    def at(self, **place: Any) -> Finding:
        """The same finding at a fuller place."""
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


def selected(
    findings: Iterable[Finding], select: Iterable[str] = (), ignore: Iterable[str] = ()
) -> list[Finding]:
    """The findings whose codes begin with one of `select` (all, where empty) and with none of `ignore`."""
    wanted, unwanted = tuple(select), tuple(ignore)
    return [
        found
        for found in findings
        if (not wanted or found.code.startswith(wanted))
        and not (unwanted and found.code.startswith(unwanted))
    ]
