"""Remarks of the program on a game: marks, luck and evaluations, put behind what they speak of."""

from __future__ import annotations

import re
from dataclasses import field
from decimal import Decimal
from typing import Any

from kotra_notation.formats import exports
from kotra_notation.formats.exports import BEAVER, NO_DOUBLE, NUMBER, PASS, PLAYED, ROLLOUT, TAKE
from kotra_notation.formats.format import line_span
from kotra_notation.formats.gnubg_text import lines
from kotra_notation.model import Evaluation, Event, Mark, Span
from kotra_notation.values import dataclass

# Evaluations of GNU Backgammon's text export: candidates and cube analyses put together from their lines.
#
# *    1. Cubeful 2-ply    13/11 13/8                   Eq.: +0.157
# 0.498 0.149 0.007 - 0.502 0.141 0.007
# 2-ply cubeless equity +0.055 (Money: -0.004)
# 0.502 0.141 0.007 - 0.498 0.149 0.007
# 1. No double           -0.157
#
# An analysis printed for the side that answers is turned to the view of the side that doubles; all numbers
# that this needs are printed, but for a match winning chance, which is what is missing from 1.


PREFIX = "gnubg-text:"

RANKED = re.compile(r"\*? {0,9}[0-9]{1,4}\. ")
CANDIDATE = re.compile(
    rf"(\*?) {{0,9}}([0-9]{{1,4}})\. (\S+(?: \S+){{0,4}}?) {{2,}}(\S+(?: \S+){{0,15}}?) +"
    rf"(Eq\.|MWC): *({NUMBER})%?"
    rf"(?: *\( *({NUMBER})%?\))?\s*$"
)
CHOICE = re.compile(
    rf"\s*([0-9])\. ((?:No (?:re)?double|(?:Re)?[dD]ouble, (?:take|pass|drop|beaver))) +({NUMBER})(%?)"
    rf"(?: *\( *({NUMBER})%?\))?\s*$",
    re.I,
)
SHARES = re.compile(
    rf"[\s\[]*({NUMBER})%? +({NUMBER})%? +({NUMBER})%? *- +({NUMBER})%? +({NUMBER})%? +({NUMBER})%?"
    rf"(?: +CL +({NUMBER})%? +CF +({NUMBER})(%?))?(?: *\])?\s*$"
)
CUBELESS = re.compile(
    rf"\s*(.{{1,40}}?) cubeless (equity|MWC) +({NUMBER})%?(?: +\(Money: *({NUMBER})\))?\s*$", re.I
)
TRIALS = re.compile(r"\s*([0-9]{1,9}) games\b")
WHOSE_CUBE = re.compile(r"\s*(?:Cent(?:ered|red)|.{0,400} owns) [0-9]{1,9}-cube:\s*$")
# What an evaluation or a rollout rests on.
SETTINGS = re.compile(r"\s*(?:Play|Cube|Full|Truncated|Stop|.{0,200}(?:-ply|plies|games|rollout|seed))\b")
MOST_SETTINGS = 1000
LEVEL = re.compile(r"Cubeful (.*-ply)")

WORDS = {"take": TAKE, "pass": PASS, "drop": PASS, "beaver": BEAVER}


def number_text(text: str, mwc: object) -> str:
    """Return a printed number: a match winning chance as a share, an equity as it stands."""
    return exports.share(text) if mwc else exports.digits(text)


@dataclass(slots=True)
class TwoSidedDraft(exports.CandidateDraft):
    """A candidate while its lines are being read, with the chances as the other side sees them."""

    theirs: tuple[float, ...] = ()

    def value(self, text: str, difference: str | None, *, mwc: bool) -> None:
        """Take a printed equity, or a match winning chance, and what is missing to the best."""
        if mwc:
            self.extras["mwc"] = exports.share(text)
        else:
            self.equity = exports.number(text)
        if difference:
            self.extras["difference"] = number_text(difference, mwc)

    def shares(self, row: re.Match[str]) -> None:
        """Take a line of chances, with the equities a rollout has behind them."""
        ours, theirs = (row[1], row[2], row[3]), (row[4], row[5], row[6])
        self.chances, self.theirs = exports.chances(ours, theirs), exports.chances(theirs, ours)
        if row[7]:
            self.extras["cubeless mwc" if row[9] else "cubeless"] = number_text(row[7], row[9])

    def error(self, row: re.Match[str]) -> None:
        """Take standard errors: that of the cubeful number by its name, the others as they stand."""
        if row[8]:
            self.extras["mwc error" if row[9] else "error"] = number_text(row[8], row[9])
        self.extras[PREFIX + "errors"] = " ".join([exports.digits(row[column]) for column in range(1, 7)])

    def swap_sides(self) -> None:
        """Take the view of the other side."""
        self.equity = None if self.equity is None else -self.equity
        self.chances, self.theirs = self.theirs, self.chances
        for key in ("cubeless", "difference"):
            if key in self.extras:
                sign = "-" if self.extras[key][:1] == "+" else "+"
                self.extras[key] = sign + self.extras[key].lstrip("+-")
        for key in ("mwc", "cubeless mwc"):
            if key in self.extras:
                self.extras[key] = f"{1 - Decimal(self.extras[key]):f}"


@dataclass(slots=True)
class Plays:
    """A list of candidate plays while it is being read."""

    source: str
    span: Span
    drafts: list[TwoSidedDraft] = field(default_factory=list)
    lost: bool = False  # whether the last candidate could not be read, and its details belong to nothing

    def take(self, line: str) -> bool:
        """Take a line of the list; False for what is none, or has a play that cannot be read."""
        if RANKED.match(line):
            candidate = CANDIDATE.match(line)
            self.lost = candidate is None or not self._candidate(candidate)
            return not self.lost
        if self.lost:
            return SHARES.match(line) is not None
        return bool(self.drafts) and line[:1] == " " and detail(self.drafts[-1], line)

    def _candidate(self, row: re.Match[str]) -> bool:
        choice = exports.choice(row[4])
        if choice is None:
            return False
        draft = TwoSidedDraft(choice, level=level(row[3]))
        if row[1]:
            draft.extras |= PLAYED
        draft.value(row[6], row[7], mwc=row[5] == "MWC")
        self.drafts.append(draft)
        if int(row[2]) != len(self.drafts):
            draft.extras["rank"] = row[2]
        return True

    def finish(self) -> Evaluation | None:
        """Return what was said of the plays, None if nothing."""
        if not self.drafts:
            return None
        plays = tuple([draft.finish() for draft in self.drafts])
        return Evaluation(aspect="play", candidates=plays, source=self.source, span=self.span)


@dataclass(slots=True)
class CubeAnalysis:
    """A cube analysis while it is being read; `answering`: it is printed for the side that answers."""

    source: str
    span: Span
    answering: bool
    level: str = ""
    drafts: dict[str, TwoSidedDraft] = field(default_factory=dict)
    parts: dict[str, TwoSidedDraft] = field(default_factory=dict)
    extras: dict[str, str] = field(default_factory=dict)
    part: TwoSidedDraft | None = None

    def take(self, line: str) -> bool:
        """Take a line of the analysis; False for what is none."""
        if row := CHOICE.match(line):
            self._choice(row)
        elif row := CUBELESS.match(line):
            self._cubeless(row)
        elif row := WHOSE_CUBE.match(line):
            self.part = self._part(TAKE if self.part else NO_DOUBLE)
        elif line.startswith("Proper cube action:"):
            return self._proper(line)
        elif line.strip() in ("Cubeful equities:", "Rollout details:"):
            return True
        else:
            return detail(self.part or self._part(NO_DOUBLE), line)
        return True

    def _choice(self, row: re.Match[str]) -> None:
        word = row[2].rpartition(", ")[2].lower()
        draft = TwoSidedDraft(WORDS.get(word, NO_DOUBLE), level=self.level)
        draft.value(row[3], row[5], mwc=bool(row[4]))
        self.drafts[draft.choice] = draft

    def _cubeless(self, row: re.Match[str]) -> None:
        self.level = level(row[1])
        mwc = row[2].lower() == "mwc"
        self._part(NO_DOUBLE).extras["cubeless mwc" if mwc else "cubeless"] = number_text(row[3], mwc)
        if row[4]:
            self.extras[PREFIX + "money"] = exports.digits(row[4])

    def _proper(self, line: str) -> bool:
        action = lines.parse_proper(line.strip())
        if action is None:
            return False
        if action.best:
            self.extras["best"] = action.best
        if action.percent:
            self.extras["wrong answers needed"] = action.percent
        return True

    def _part(self, choice: str) -> TwoSidedDraft:
        """Return the draft of what is printed apart from a choice: chances, and details of a rollout."""
        return self.parts.setdefault(choice, TwoSidedDraft(choice))

    def finish(self) -> Evaluation | None:
        """Return what was said of the cube, None if nothing."""
        if not self.drafts:
            return None
        for choice, part in self.parts.items():
            if draft := self.drafts.get(choice) or self.drafts.get(BEAVER if choice == TAKE else choice):
                draft.chances, draft.theirs = part.chances, part.theirs
                draft.extras |= part.extras
        if self.answering:
            for draft in self.drafts.values():
                draft.swap_sides()
        plays = tuple([draft.finish() for draft in self.drafts.values()])
        about: dict[str, Any] = {"source": self.source, "span": self.span}
        return Evaluation(aspect="cube", candidates=plays, extras=self.extras, **about)


def detail(draft: TwoSidedDraft, line: str) -> bool:
    """Take a line of numbers, or of what they rest on, that belongs to a candidate."""
    if row := SHARES.match(line):
        draft.error(row) if "[" in line else draft.shares(row)
        return True
    key = PREFIX + "settings"
    settings = draft.extras.get(key, "")
    if not SETTINGS.match(line) or len(settings) + len(line) > MOST_SETTINGS:
        return False
    if trials := TRIALS.match(line):
        draft.extras["trials"] = trials[1]
    text = " ".join(line.split())
    draft.extras[key] = f"{settings}; {text}" if settings else text
    return True


def level(text: str) -> str:
    """The level as the SGF files of the program lead one to call it: cubeful goes without saying."""
    match = LEVEL.fullmatch(text.strip())
    return match[1] if match else ROLLOUT if text.strip() == "Rollout" else text.strip()


def luck(text: str, *, source: str, span: Span) -> Evaluation:
    """The luck of a throw, in equity or in match winning chance."""
    if text.endswith("%"):
        return Evaluation(aspect="luck", source=source, extras={"mwc": exports.share(text)}, span=span)
    return Evaluation(aspect="luck", luck=exports.number(text), source=source, span=span)


STARTS = ("Alert:", "Cube analysis", "Rolled ")


class Remarks:
    """The state of reading them: the analysis that is open, and the alert whose sign is still to come."""

    def __init__(self, events: list[Event], source: str) -> None:
        self.events = events
        self.source = source
        self.open: Plays | CubeAnalysis | None = None
        self.alert: lines.Alert | None = None
        self.of_offer: Evaluation | None = None  # what was said of the offer that is open

    def begin(self, line: str, number: int, *, answered: bool) -> bool:
        """Take a line that begins a remark; False where it cannot be read."""
        self.close()
        if line.startswith("Alert:"):
            self.alert = lines.parse_alert(line.strip())
            if self.alert is not None and self.alert.sign:
                self._mark(self.alert.sign, line, number)
                return True
            return self.alert is not None
        span = line_span(number, line)
        if line.startswith("Cube analysis"):
            self.open = CubeAnalysis(self.source, span, answered)
            return True
        rolled = lines.ROLLED.match(line)
        if rolled is None:
            return False
        if rolled[1]:
            self.events.append(luck(rolled[1], source=self.source, span=span))
        self.open = Plays(self.source, span)
        return True

    def take(self, line: str) -> bool:
        """Take a further line of an analysis; False for what is none."""
        return self.open is not None and self.open.take(line)

    def skill(self, word: str, line: str, number: int) -> bool:
        """Take the word in brackets below an alert of the cube; False where it is none."""
        return word in lines.SIGNS and self._mark(lines.SIGNS[word], line, number)

    def _mark(self, sign: str, line: str, number: int) -> bool:
        alert, self.alert = self.alert, None
        if alert is None:
            return False
        self.events.append(Mark(sign=sign, aspect=alert.aspect, span=line_span(number, line)))
        return True

    def close(self) -> None:
        """Finish the analysis that is open, unless it says again what was said before the answer."""
        analysis, self.open = self.open, None
        evaluation = analysis.finish() if analysis else None
        if evaluation is None:
            return
        if isinstance(analysis, CubeAnalysis):
            if self.of_offer is not None and _values(evaluation) == _values(self.of_offer):
                return
            self.of_offer = evaluation
        self.events.append(evaluation)


def _values(evaluation: Evaluation) -> dict[str, tuple[float | None, str | None]]:
    return {play.choice: (play.equity, play.extras.get("mwc")) for play in evaluation.candidates}
