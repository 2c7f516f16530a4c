"""A position of an export and what is said of it: the lines are read into it, and it becomes a match.

The match has one game: the position, dice included, then its evaluations, then what else stood there.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import field

from kotra_notation import model
from kotra_notation.alarm import heed_stop
from kotra_notation.board import Position
from kotra_notation.board.position import position as position_of
from kotra_notation.findings import Finding, finding, phrase, reason
from kotra_notation.formats import exports
from kotra_notation.formats.format import Reading, Source, line_span
from kotra_notation.values import dataclass

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
    plays: list[exports.CandidateDraft] = field(default_factory=list)
    cube: dict[str, exports.CandidateDraft] = field(default_factory=dict)
    extras: dict[str, str] = field(default_factory=dict)
    rest: list[model.Event] = field(default_factory=list)
    play_span: model.Span | None = None
    cube_span: model.Span | None = None
    ours: exports.Three | None = None
    part: str = exports.NO_DOUBLE
    lost: bool = False  # whether the last play could not be read, and what stands below belongs to nothing

    def of(self, choice: str) -> exports.CandidateDraft:
        """Return the draft of a cube action; a beaver is what taking has become."""
        if choice == exports.BEAVER and exports.TAKE in self.cube:
            taken = self.cube.pop(exports.TAKE)
            taken.choice = exports.BEAVER
            self.cube[exports.BEAVER] = taken
        return self.cube.setdefault(choice, exports.CandidateDraft(choice))

    def play(self, choice: str, rank: str, span: model.Span) -> exports.CandidateDraft:
        """Return the draft of a further play."""
        draft = exports.CandidateDraft(choice)
        self.plays.append(draft)
        self.lost = False
        self.play_span = self.play_span or span
        if rank != f"{len(self.plays)}.":
            draft.extras["rank"] = rank.rstrip(".")
        return draft

    def latest(self) -> exports.CandidateDraft:
        """Return the draft that a line of chances belongs to."""
        if self.lost:
            return exports.CandidateDraft("")
        return self.plays[-1] if self.plays else self.of(self.part)

    def win(self, ours: exports.Three | None, theirs: exports.Three | None) -> None:
        """Take the chances of the side on roll, then those of the other."""
        self.ours = ours or self.ours
        if theirs and self.ours:
            self.latest().chances = exports.chances(self.ours, theirs)
            self.ours = None

    def finish(self, position: Position) -> model.Match:
        """Return the match of the position."""
        plays = tuple([draft.finish() for draft in self.plays])
        # The best cube action alone is printed without a difference.
        actions = sorted(self.cube.values(), key=lambda draft: "difference" in draft.extras)
        cube = tuple([draft.finish() for draft in actions])
        source = self.source
        evaluations = [
            model.Evaluation(aspect="play", candidates=plays, source=source, span=self.play_span),
            model.Evaluation(
                aspect="cube", candidates=cube, source=source, extras=self.extras, span=self.cube_span
            ),
        ]
        analysis = [evaluation for evaluation in evaluations if evaluation.candidates]
        score = model.ScoreClaim(score=position.standing.score, span=self.span)
        events = (model.SetPosition(position=position, span=self.span), *analysis, *self.rest)
        return model.Match(
            players=(model.Player(name=self.names[0]), model.Player(name=self.names[1])),
            length=position.standing.length,
            rules=rules(position),
            info=tuple(self.info),
            games=(model.Game(score=score, events=events, span=self.span),),
            span=self.span,
        )


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
        if not self.matches and not self.findings:
            self.findings.append(finding("empty-record"))
        return Reading(
            matches=tuple(self.matches),
            findings=tuple(self.findings),
            format=self.notation,
            encoding=source.encoding,
        )

    @abstractmethod
    def read_line(self, line: str) -> None:
        """Read one line."""

    @abstractmethod
    def take(self, line: exports.Parsed, study: Study) -> None:
        """Take a line of the analysis."""

    def analyse_line(self, text: str, study: Study) -> None:
        """Take a line that is part of the layout; where the grammar cannot read it, that is a mistake."""
        line = exports.parse_line(self.notation, text)
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
            self.refused = True
            why = reason(error)
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
        if not self._words:
            self._words_span = self.span()
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
        stated += [f"texas={_switch(standing.jacoby)}", f"beavers={_switch(standing.beavers)}"]
    if standing.cube_limit is not None:
        stated.append(f"cube.limit={standing.cube_limit}")
    return ",".join(["modern", *stated]) if stated else None


def _switch(on: bool) -> str:
    return "on" if on else "off"
