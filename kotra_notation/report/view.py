"""The view model: everything a page shows, as plain data in the page's language.

Templates loop over it and `--to json` prints it; whoever replaces a template finds here what there is.
"""

from __future__ import annotations

from dataclasses import field

from kotra_notation.board import Position
from kotra_notation.report.overview import Chart, Highlight, NumberTable, OpeningLine, RollTable, Summary
from kotra_notation.values import dataclass

WHOLE = 1000  # all chances in tenths of a per cent
MANY_TURNS = 400  # so many turns that a browser takes long to lay them out
Arrow = tuple[int, int, int]  # seat, source and target in the mover's own numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagram:
    """A position to draw, its play and caption; `marked` are points to outline, each of a seat."""

    position: Position
    arrows: tuple[Arrow, ...] = ()
    marked: tuple[tuple[int, int], ...] = ()
    caption: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearest:
    """A legal play near what was written, and the position it leads from."""

    play: str
    diagram: Diagram | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFinding:
    """A finding: its sentence, the rule it rests on, where it stands, and how it looks on the board."""

    kind: str = "found"
    code: str
    name: str
    severity: str
    severity_word: str
    message: str
    hint: str
    place: str
    meant: str = ""
    anchor: str = ""
    nearest: tuple[Nearest, ...] = ()
    rule: str = ""
    rule_title: str = ""
    rule_text: str = ""
    diagram: Diagram | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StudiedChoice:
    """One choice that an evaluation weighed.

    `chances` are in per cent: to win, to win a gammon, a backgammon; to lose, a gammon, a backgammon.
    There are none where not all are known. Of the old game `outcomes` are two texts: what may be won and what
    may be lost, by name and in per cent.
    """

    text: str
    equity: str
    loss: str
    chances: tuple[str, ...]
    outcomes: tuple[str, ...] = ()
    level: str
    played: bool
    best: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionStudy:
    """The evaluation of one decision: the choices, best first, and the verdict in words.

    `aspect` is play, cube, or answer for the same cube as the side met it that had to take or drop. `mixed`:
    the choices were looked at to different depths, and are best first within each. `brief` is all there is to
    say of a cube that nobody would have turned, in a sentence. `right` is what should have been done.
    """

    aspect: str
    heading: str
    choices: tuple[StudiedChoice, ...]
    mixed: bool = False
    verdict: str
    right: str = ""
    brief: str = ""
    source: str

    @property
    def played(self) -> bool:
        """Return whether what was played is among the choices of a play."""
        return self.aspect == "play" and any(choice.played for choice in self.choices)

    @property
    def in_points(self) -> bool:
        """Return whether choices are worth points of the old game."""
        return any(choice.outcomes for choice in self.choices)

    @property
    def lines(self) -> str:
        """The study as text: its heading, and a line for each choice with tabs between its fields.

        A choice says its level where it is another than that of the choice before; its chances are in
        thousandths, with that to lose where it is not what that to win leaves, and of the old game there is a
        bar between what may be won and what may be lost. The numbers are `terse`.
        """
        lines = [", ".join(filter(None, [self.heading, self.source]))]
        before = ""
        for choice in self.choices:
            level = choice.level if self.mixed and choice.level != before else ""
            before = choice.level
            text = f"▸ {choice.text}" if choice.played else choice.text
            shares = "|".join(choice.outcomes) or " ".join(map(str, _thousandths(choice.chances)))
            lines.append("\t".join([text, terse(choice.equity), terse(choice.loss), shares, level]).rstrip())
        return "\n".join(lines)


def terse(text: str) -> str:
    """A text whose signed numbers have a hyphen for a minus, and no zero before the point."""
    text = text.replace("−", "-").replace("-0.", "-.").replace("+0.", "+.")
    return text.replace("-0,", "-,").replace("+0,", "+,")


def _thousandths(chances: tuple[str, ...]) -> list[int]:
    """Return the chances without that to lose, where it is known by that to win."""
    shares = list(map(int, " ".join(chances).replace(".", "").replace(",", "").split()))
    if shares and shares[0] + shares[3] == WHOLE:
        del shares[3]
    return shares


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """One thing a side did: where the reader may stop and see the board as it was met.

    `place` is that of the event in its game, `turn` is None for what is no throw. `grade` is wrong or blunder
    where an evaluation says so; `times` tells of clocks and recordings; `marked` are the points of a form
    that stands, as the seat counts them that made it. `fortune` is lucky or unlucky of a throw that was
    either by far. Of a cube that should have been turned the `deed` is hold, and it stands before the throw.
    """

    kind: str = "stop"
    anchor: str
    place: int
    deed: str = ""
    turn: int | None
    seat: int | None
    dice: str
    text: str
    sign: str = ""
    cube: bool = False
    certain: bool = True
    commented: bool = False
    severity: str = ""
    severity_word: str = ""
    codes: tuple[str, ...] = ()
    grade: str = ""
    grade_word: str = ""
    loss: str = ""
    times: str = ""
    luck: str = ""
    fortune: str = ""
    fortune_word: str = ""
    studies: tuple[DecisionStudy, ...] = ()
    position: Position
    arrows: tuple[Arrow, ...] = ()
    marked: tuple[int, ...] = ()

    @property
    def classes(self) -> str:
        """Return what the page's style and script know it by."""
        side = ("", "b")[self.seat] if self.seat is not None else "end"
        flags = (
            "act" * (self.turn is None),
            "cube" * self.cube,
            "commented" * self.commented,
            "" if self.certain else "unsure",
        )
        return " ".join(filter(None, [side, self.severity, self.grade, self.fortune, *flags]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """Words about what stands before them; `kept` are those of a line that the model does not know."""

    kind: str = "remark"
    text: str
    author: str = ""
    language: str = ""
    kept: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that was nobody's turn: a win noted, after-throws begun; `word` may be in the glossary."""

    kind: str = "event"
    text: str
    word: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageBoard:
    """A board among the turns, where the record or the publisher asked for one."""

    kind: str = "picture"
    diagram: Diagram


Item = Stop | PageFinding | Remark | Event | PageBoard


@dataclass(frozen=True, slots=True, kw_only=True)
class CubeTurn:
    """One line of the cube story: a double and what became of it."""

    anchor: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameView:
    """A game: heading, events in order, end; `numbered` if its turns have to state their numbers."""

    number: int
    anchor: str
    score: str
    crawford: bool
    items: tuple[Item, ...]
    numbered: bool
    result: str
    how: str
    scored: tuple[str, str]
    winner: int | None
    turns: int
    after: str
    end: Stop
    cubes: tuple[CubeTurn, ...] = ()

    @property
    def stops(self) -> list[Stop]:
        """The stops among the items."""
        return [item for item in self.items if isinstance(item, Stop)]

    @property
    def weighed(self) -> tuple[Stop, ...]:
        """The stops of which more is known: by evaluation, a clock, a recording."""
        return tuple(stop for stop in self.stops if stop.studies or stop.luck or stop.times)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageQuestion:
    """A decision that the page asks of its reader: at which stop, and the answers with what each loses.

    The answers stand in an order that tells nothing of their worth. `rows` are the digits of their rows in
    the study of the play, where each is one of them as it stands.
    """

    anchor: str
    ask: str
    loss: float
    answers: tuple[tuple[str, float], ...]
    rows: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageWord:
    """A word of the old game that the page explains: the ways it is said there, and what it means."""

    key: str
    words: tuple[str, ...]
    meaning: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """An option of the rules as it is in force."""

    name: str
    value: str
    meaning: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """The file a record was read from, as the page shows it; all fields are optional.

    `content` is base64, offered for download.
    """

    name: str = ""
    hash: str = ""
    size: str = ""
    format: str = ""
    dialect: str = ""
    encoding: str = ""
    content: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """The whole page; `places` are the digits of what was lost."""

    language: str
    title: str
    titled: bool
    summary: str
    players: tuple[str, str]
    ratings: tuple[str, str]
    headers: tuple[tuple[str, str], ...]
    length: str
    rules: str
    specification: str
    options: tuple[Rule, ...]
    result: str
    origin: Origin
    remarks: tuple[Remark, ...]
    games: tuple[GameView, ...]
    found: tuple[PageFinding, ...]
    counts: dict[str, int] = field(default_factory=dict)
    counted: str = ""
    ignored: tuple[str, ...] = ()  # what the record asks to ignore, and why
    charts: tuple[Chart, ...]
    tables: tuple[NumberTable, ...]
    sheet: Summary | None = None
    highlights: tuple[Highlight, ...] = ()
    story: tuple[str, ...] = ()
    rolls: tuple[RollTable, ...] = ()
    openings: tuple[OpeningLine, ...] = ()
    questions: tuple[PageQuestion, ...] = ()
    words: tuple[PageWord, ...] = ()
    facts: tuple[str, ...] = ()
    final: Diagram
    view: str
    lettered: bool
    paths: bool
    evaluated: bool
    places: int = 3

    @property
    def lazy(self) -> bool:
        """Return whether there are so many turns that a game is laid out only when it comes into sight."""
        return sum(game.turns for game in self.games) > MANY_TURNS

    @property
    def kinds(self) -> frozenset[str]:
        """All there is among the turns: kinds, classes of stops, `known` where more is said of one."""
        items = [item for game in self.games for item in (*game.items, game.end)]
        classes = {item.classes for item in items if isinstance(item, Stop)}
        known = {"known"} if any(game.weighed for game in self.games) else set()
        return frozenset({item.kind for item in items}.union(known, *(names.split() for names in classes)))
