"""Text exports of analysis: numbers, plays, labels, lines by a grammar, and studied positions.

Every position of an export becomes a match of one game: the position, dice included, then its evaluations,
then what else stood there.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import field
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from kotra_notation import model
from kotra_notation.alarm import heed_stop
from kotra_notation.board import Position
from kotra_notation.board.position import position as position_of
from kotra_notation.findings import Finding, finding, phrase, reason
from kotra_notation.formats.format import Reading, Source, line_span
from kotra_notation.formats.plays import LONGEST, REMEMBERED, hops_in, parse_hops, spell_play
from kotra_notation.formats.recorder import tree_of
from kotra_notation.model import Candidate
from kotra_notation.values import dataclass

if TYPE_CHECKING:
    from lark import Token, Tree

DECIMAL_SIGNS = ".,"
NUMBER = rf"[-+]?[0-9]{{1,9}}(?:[{DECIMAL_SIGNS}][0-9]{{1,9}})?"
NO_DOUBLE, TAKE, PASS, BEAVER = "no double", "double/take", "double/pass", "double/beaver"
CHOICES = {"take": TAKE, "pass": PASS, "reject": PASS, "beaver": BEAVER}
ROLLOUT = "rollout"
PLAYED = {"played": "yes"}
WHOLE = 1.5  # chances of both sides that add up to more are per cent

Three = tuple[str, str, str]


@dataclass(slots=True)
class CandidateDraft:
    """A candidate while its lines are being read."""

    choice: str
    equity: float | None = None
    chances: tuple[float, ...] = ()
    level: str = ""
    extras: dict[str, str] = field(default_factory=dict)

    def finish(self) -> Candidate:
        """Return the candidate."""
        facts: dict[str, Any] = {"chances": self.chances, "level": self.level, "extras": self.extras}
        return Candidate(choice=self.choice, equity=self.equity, **facts)


def number(text: str) -> float:
    """Return a printed number, with a point or a comma."""
    return float(digits(text))


def digits(text: str) -> str:
    """Return a printed number as it stands, but with a point."""
    return text.replace(",", ".")


def share(per_cent: str) -> str:
    """Return a number of per cent as a share, to the digits that are printed."""
    return f"{Decimal(digits(per_cent.strip().removesuffix('%'))).scaleb(-2):f}"


def chances(ours: Three, theirs: Three) -> tuple[float, ...]:
    """Return the five chances of printed ones, shares or per cent; their wins are what ours lack."""
    per_cent = number(ours[0]) + number(theirs[0]) > WHOLE
    return tuple([float(share(our)) if per_cent else number(our) for our in (*ours, *theirs[1:])])


def choice(text: str) -> str | None:
    """Return a play as the choice of a candidate, None where it cannot be read."""
    if len(text) > LONGEST:
        return None
    try:
        return " ".join([_choice(word) for word in text.replace(",", " ").split()])
    except ValueError:
        return None


@lru_cache(maxsize=REMEMBERED)
def _choice(word: str) -> str:
    return spell_play(parse_hops(word))


def cube_choice(words: Mapping[str, str]) -> str:
    """Return the cube action that the words of a line name, by their terminals."""
    return CHOICES[words["ANSWER"].lower()] if "ANSWER" in words else NO_DOUBLE


def best(double: str, answer: str) -> str:
    """Return the right cube action in one wording, redoubles too: `no double/take`, `too good/pass`."""
    first = " ".join(double.lower().split()).replace("redouble", "double")
    first = first.replace("too good to double", "too good")
    second = answer.lower().replace("drop", "pass").replace("reject", "pass")
    return f"{first}/{second}" if second else first


class Labels:
    """The words of a program in its other languages by the English ones."""

    def __init__(self, table: Mapping[str, Sequence[str]]) -> None:
        self._english = {word: english for english, words in table.items() for word in words}
        longest_first = sorted(self._english, key=len, reverse=True)
        self._word = re.compile("|".join(map(_whole_word, longest_first)))

    def english(self, line: str) -> str:
        """Return a line with every label in English."""
        return self._word.sub(lambda word: self._english[word[0]], line)


def _whole_word(word: str) -> str:
    before, behind = (r"(?<!\w)" if word[0].isalnum() else ""), (r"(?!\w)" if word[-1].isalnum() else "")
    return f"{before}{re.escape(word)}{behind}"


class Parsed:
    """A line as a grammar reads it: its kind, words by the names of their terminals, numbers."""

    def __init__(self, tree: Tree[Token]) -> None:
        self._tree = tree
        self.kind = str(tree.data)
        self.words = {getattr(part, "type", ""): str(part) for part in tree.children}
        self.numbers = self.all("NUMBER")

    def all(self, kind: str) -> list[str]:
        """Return all words of a kind, with decimal points."""
        tokens = self._tree.scan_values(lambda word: getattr(word, "type", "") == kind)
        return [digits(str(word)) for word in tokens]

    def parts(self, name: str) -> list[Parsed]:
        """Return the parts of the line that have a name, in their order."""
        trees = [part for part in self._tree.children if not isinstance(part, str)]
        return [Parsed(tree) for tree in trees if tree.data == name]

    def part(self, name: str) -> Parsed | None:
        """Return a part of the line by its name, None where it is missing."""
        return next(iter(self.parts(name)), None)

    def play(self) -> str:
        """Return the play in the line as the choice of a candidate, empty where none is possible."""
        tree = next(iter(self._tree.find_data("hops")), None)
        return "" if tree is None else spell_play(hops_in(tree))


def parse_line(grammar: str, text: str) -> Parsed | None:
    """Return a line as a grammar reads it, None if it cannot."""
    tree = tree_of(grammar, text, "line", ("line",))
    return Parsed(tree) if tree else None


SHOWN = 80
XGID = re.compile(r"\s*(XGID=\S+)\s*$")
RANKED = re.compile(r"[0-9]{1,4}\.\s")


@dataclass(slots=True)
class Study:
    """A position while what is said of it is being read; names are by seat."""

    span: model.Span
    position: Position | None = None
    ids: str = ""
    names: list[str] = field(default_factory=lambda: ["", ""])
    info: list[tuple[str, str]] = field(default_factory=list)
    source: str = ""
    plays: list[CandidateDraft] = field(default_factory=list)
    cube: dict[str, CandidateDraft] = field(default_factory=dict)
    extras: dict[str, str] = field(default_factory=dict)
    rest: list[model.Event] = field(default_factory=list)
    play_span: model.Span | None = None
    cube_span: model.Span | None = None
    ours: Three | None = None
    part: str = NO_DOUBLE
    lost: bool = False  # whether the last play could not be read, and what stands below belongs to nothing

    def of(self, choice: str) -> CandidateDraft:
        """Return the draft of a cube action; a beaver is what taking has become."""
        if choice == BEAVER and TAKE in self.cube:
            taken = self.cube.pop(TAKE)
            taken.choice = BEAVER
            self.cube[BEAVER] = taken
        return self.cube.setdefault(choice, CandidateDraft(choice))

    def play(self, choice: str, rank: str, span: model.Span) -> CandidateDraft:
        """Return the draft of a further play."""
        draft = CandidateDraft(choice)
        self.plays.append(draft)
        self.lost = False
        self.play_span = self.play_span or span
        if rank != f"{len(self.plays)}.":
            draft.extras["rank"] = rank.rstrip(".")
        return draft

    def latest(self) -> CandidateDraft:
        """Return the draft that a line of chances belongs to."""
        if self.lost:
            return CandidateDraft("")
        return self.plays[-1] if self.plays else self.of(self.part)

    def win(self, ours: Three | None, theirs: Three | None) -> None:
        """Take the chances of the side on roll, then those of the other."""
        self.ours = ours or self.ours
        if theirs and self.ours:
            self.latest().chances = chances(self.ours, theirs)
            self.ours = None

    def finish(self, position: Position) -> model.Match:
        """Return the match of the position."""
        plays = tuple([draft.finish() for draft in self.plays])
        # The best cube action alone is printed without a difference.
        actions = sorted(self.cube.values(), key=lambda draft: "difference" in draft.extras)
        cube = tuple([draft.finish() for draft in actions])
        span, score = self.span, model.ScoreClaim(score=position.standing.score, span=self.span)
        about: dict[str, Any] = {"source": self.source, "extras": self.extras, "span": self.cube_span}
        play = model.Evaluation(aspect="play", candidates=plays, source=self.source, span=self.play_span)
        analysis = [play] * bool(plays)
        analysis += [model.Evaluation(aspect="cube", candidates=cube, **about)] * bool(cube)
        events = (model.SetPosition(position=position, span=span), *analysis, *self.rest)
        game = model.Game(score=score, events=events, span=span)
        players = (model.Player(name=self.names[0]), model.Player(name=self.names[1]))
        facts: dict[str, Any] = {"rules": rules(position), "info": tuple(self.info), "games": (game,)}
        return model.Match(players=players, length=position.standing.length, span=span, **facts)


class Reader(ABC):
    """The state of reading a file of studied positions; each notation says what a line of its own tells.

    `notation` is its name and that of its grammar, `program` what wrote the file.
    """

    notation: str
    program: str

    def __init__(self) -> None:
        self.matches: list[model.Match] = []
        self.findings: list[Finding] = []
        self.study: Study | None = None
        self.refused = False  # whether the identifier of the open position could not be read
        self.number = 0
        self.line = ""
        self._words: list[str] = []
        self._words_span: model.Span | None = None
        self._said_at = 0
        self._said_before = 0  # how many findings there were when the open position began

    def read(self, source: Source) -> Reading:
        """Return what all lines say."""
        for self.number, self.line in enumerate(source.lines, 1):
            heed_stop()
            if self.line and not self.line.isspace():
                self.read_line(self.line)
        self.close()
        findings, matches = tuple(self.findings), tuple(self.matches)
        return Reading(matches=matches, findings=findings, format=self.notation, encoding=source.encoding)

    @abstractmethod
    def read_line(self, line: str) -> None:
        """Read one line."""

    @abstractmethod
    def take(self, line: Parsed, study: Study) -> None:
        """Take a line of the analysis."""

    def analyse_line(self, text: str, study: Study) -> None:
        """Take a line that is part of the layout; where the grammar cannot read it, that is a mistake."""
        line = parse_line(self.notation, text)
        if line is None:
            self.unreadable()
        else:
            self.take(line, study)

    def begin(self) -> Study:
        """Begin a further position."""
        self.close()
        self.refused = False
        self.study = Study(self.span(), source=self.program)
        return self.study

    def identify(self, study: Study, written: str) -> None:
        """Take the identifier of the position."""
        study.span = self.span()
        try:
            study.position = position_of(written)
        except ValueError as error:
            self.refused, why = True, reason(error)
            self.say(finding("unreadable-position", span=study.span, written=written[:SHOWN], why=why))

    def witness(self, study: Study, one: str, span: model.Span | None = None) -> None:
        """Say that a line, the one being read if none is given, contradicts the identifier."""
        if study.position is not None:
            other = phrase("the position is {position}", position=study.position.xgid())
            self.say(finding("witness-disagrees", span=span or self.span(), one=one, other=other))

    def score(
        self, study: Study, score: tuple[int, int], length: int | None, span: model.Span | None = None
    ) -> None:
        """Compare a printed score with the identifier."""
        standing = study.position.standing if study.position else None
        if standing and score != standing.score:
            one = phrase("the score is {first} to {second}", first=score[0], second=score[1])
            self.witness(study, one, span)
        elif standing and length not in (None, standing.length):
            self.witness(study, phrase("it is a {length}-point match", length=length), span)

    def dice(self, study: Study, dice: tuple[int, int]) -> None:
        """Compare printed dice with the identifier; their order says nothing."""
        if study.position and sorted(dice) != sorted(study.position.dice or ()):
            self.witness(study, f"the dice read {dice[0]}{dice[1]}")

    def cube(self, study: Study, value: int) -> None:
        """Compare a printed cube with the identifier; with a double on offer either value may be printed."""
        if study.position and study.position.offer is None and value != study.position.cube.value:
            self.witness(study, phrase("the cube is at {value}", value=value))

    def comment(self) -> None:
        """Keep a line that is no part of the layout; lines directly below each other are one comment."""
        if self.study is None:
            self.unreadable()
            return
        if self._said_at != self.number - 1:
            self._close_comment()
        self._words_span = self._words_span if self._words else self.span()
        self._words.append(self.line.strip())
        self._said_at = self.number

    def unreadable(self) -> None:
        """Say that a line cannot be read, and keep it."""
        span, line = self.span(), self.line.strip()
        self.say(finding("unreadable-line", span=span, written=line[:SHOWN]))
        if self.study is not None:
            self.study.lost = self.study.lost or bool(RANKED.match(line))
            self._close_comment()
            self.study.rest.append(model.Extra(key=f"{self.notation}:line", value=line, span=span))

    def _close_comment(self) -> None:
        words, self._words = self._words, []
        if words and self.study is not None:
            self.study.rest.append(model.Comment(text="\n".join(words), span=self._words_span))

    def span(self) -> model.Span:
        """Return the place of the line being read."""
        return line_span(self.number, self.line)

    def say(self, found: Finding) -> None:
        """Keep a finding with its place."""
        self.findings.append(found.at(match=len(self.matches) + 1, game=1 if self.study else None))

    def close(self) -> None:
        """Finish the position that is open; one that cannot be told has had its finding."""
        self._close_comment()
        study, self.study = self.study, None
        if study is not None and study.position is not None:
            self.matches.append(study.finish(study.position))
        else:
            own = self.findings[self._said_before :]
            self.findings[self._said_before :] = [found.at(match=None, game=None) for found in own]
        self._said_before = len(self.findings)


def rules(position: Position) -> str | None:
    """Return the rules that an XGID states, None where it says nothing that a reader would not suppose."""
    standing = position.standing
    stated = []
    if not standing.length:
        switches = (("texas", standing.jacoby), ("beavers", standing.beavers))
        stated += [f"{name}={'on' if on else 'off'}" for name, on in switches]
    if standing.cube_limit is not None:
        stated.append(f"cube.limit={standing.cube_limit}")
    return ",".join(["modern", *stated]) if stated else None
