"""The telling of one game: its events as items in order, what is said of an event joined to it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite

from kotra_notation.board import Position
from kotra_notation.findings import Finding, Severity
from kotra_notation.model import (
    UNREAD_CELLS,
    UNREAD_LINES,
    Clock,
    Comment,
    Extra,
    Mark,
    SetPosition,
    Turn,
    Video,
)
from kotra_notation.model import Event as ModelEvent
from kotra_notation.repair import Hints
from kotra_notation.replay import Frame, GameReplay
from kotra_notation.report.cleaning import apart, language
from kotra_notation.report.cube_words import CHOICES, REDOUBLED
from kotra_notation.report.cubes import ACTIONS
from kotra_notation.report.deeds import dice_text, kind_word, played, words_of
from kotra_notation.report.diagrams import Diagrams
from kotra_notation.report.films import moment
from kotra_notation.report.found import DRAWN, arrows, diagram, found, met, severity_word
from kotra_notation.report.studies import Place, Studied, redoubles
from kotra_notation.report.view import DecisionStudy, Event, Item, PageBoard, PageFinding, Remark, Stop
from kotra_notation.rules.forms import form
from kotra_notation.rules.old_icelandic import FORMS
from kotra_notation.rules.ruleset import State
from kotra_notation.statistics import XG
from kotra_notation.statistics.cubes import NO_DOUBLE
from kotra_notation.words.tongues import N_, Tongue

BAD = ("?", "??", "?!")  # signs that say no more than a loss
FORTUNES = {"lucky": N_("lucky roll"), "unlucky": N_("unlucky roll")}


@dataclass(slots=True)
class PagePlaces:
    """Where things are shown: the anchor of each finding and of each line; boards drawn so far."""

    findings: dict[int, str] = field(default_factory=dict)
    lines: dict[int, str] = field(default_factory=dict)
    drawn: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTelling:
    """How games are told: the players' names, the language, the boards wished for, the evaluations.

    `length` is that of the match.
    """

    names: tuple[str, str]
    tongue: Tongue
    diagrams: Diagrams
    start: Position
    known: Mapping[Place, Studied]
    hints: Hints
    length: int | None = None
    paths: bool = False  # the points of the old game by their numbers
    film: str = ""  # the recording of the whole match, as its header names it
    places: PagePlaces = field(default_factory=PagePlaces)


class Teller:
    """The telling of one game: its items in order, with what stands behind an event joined to it."""

    def __init__(self, game: GameReplay, telling: GameTelling) -> None:
        self.game = game
        self.telling = telling
        self.tongue = telling.tongue
        self.items: list[Item] = []
        self.place = 0  # of the event at hand
        self.last: int | None = None  # where the last stop is among the items
        self.frame: Frame | None = None  # its frame
        self.thrown: set[int] = set()
        self.used: Counter[int] = Counter()
        self.waiting: dict[tuple[str, object], list[Finding]] = defaultdict(list)
        for finding in game.findings:
            self.waiting[(finding.kind.name, finding.span)].append(finding)
        self.counting = frozenset(self.waiting)  # what is ignored is no finding of the game any more

    def tell(self, frames: Sequence[Frame]) -> Iterator[Item]:
        """Everything the game has, findings behind what they were found at, and those of the whole last."""
        for index, frame in enumerate(frames):
            self.place = index
            self.event(frame)
            self.found(frame)
        for ones in self.waiting.values():
            for finding in ones:
                self.items.append(self.page_finding(finding, None))
        yield from self.items

    def event(self, frame: Frame) -> None:
        """One event, a thing of its own or something said of the last stop."""
        event = frame.event
        match event:
            case Turn():
                self.deed(event, frame)
            case Comment(text=text, author=author, language=tag):
                self.change(commented=True)
                self.items.append(Remark(text=text, author=author or "", language=language(tag)))
            case Extra(key=key, value=value):
                # What a program kept for itself is nobody's remark; a line that could not be read may be one.
                if key.endswith(UNREAD_LINES + UNREAD_CELLS):
                    self.items.append(Remark(text=value, kept=True))
            case Mark(sign="diagram"):
                self.draw(asked=True)
            case Mark(sign=sign, aspect=aspect):
                self.mark(apart(sign), aspect)
            case Clock(seat=seat):
                self.timed(seat, clock_words(event, self.tongue))
            case Video(seconds=seconds, source=source):
                place = clock_text(seconds)
                name = moment(source or self.telling.film, seconds) or source
                said = N_("{time} of the recording {name}") if name else N_("{time} of the recording")
                self.timed(None, self.tongue.say(said, time=place, name=apart(name)))
            case _:
                self.deed(event, frame)

    def deed(self, event: ModelEvent, frame: Frame) -> None:
        """A turn, a cube action, or another thing that was done."""
        tongue = self.tongue
        if isinstance(event, Turn):
            self.stop(event, frame, dice_text(event), played(event, frame, tongue, paths=self.telling.paths))
        elif (words := words_of(frame, tongue, paths=self.telling.paths)) is not None:
            seat = getattr(event, "seat", None)
            if isinstance(event, SetPosition) or (seat is not None and not hasattr(event, "phase")):
                self.stop(event, frame, "", words)
            else:
                name = self.telling.names[seat] if seat is not None else ""
                self.items.append(Event(text=f"{name}: {words}" if name else words, word=words))
        self.awards(frame)

    def stop(self, event: ModelEvent, frame: Frame, dice: str, text: str) -> None:
        """A stop with its board: as the event met it, or as it was set up."""
        thrown = isinstance(event, Turn)
        before = frame.before
        seat: int | None = getattr(event, "seat", None)
        turn = before.turns + 1 if thrown else None
        position = frame.after.position if isinstance(event, SetPosition) else met(frame)
        here = [finding for finding in frame.findings if (finding.kind.name, finding.span) in self.counting]
        worst = gravest(here)
        stop = Stop(
            anchor=self.anchor(before.turns + 1, bare=thrown),
            place=self.place,
            turn=turn,
            seat=seat,
            dice=dice,
            text=text,
            cube=isinstance(event, ACTIONS),
            deed=type(event).__name__.lower(),
            certain=frame.certain,
            severity=worst.value if worst else "",
            severity_word=severity_word(worst, self.tongue) if worst else "",
            codes=tuple([found.code for found in here]),
            position=position,
            arrows=arrows(frame),
            marked=forms_standing(before),
        )
        if studied := self.telling.known.get((self.game.number, self.place)):
            held = studied.held
            if held and XG.error(held.worst) and seat is not None:
                self.items.append(held.joined(self.hold_stop(seat, frame), self.tongue))
            elif held:
                studied.studies += held.studies
            stop = studied.joined(stop, self.tongue)
        if event.span:
            self.telling.places.lines.setdefault(event.span.line, stop.anchor)
        self.last, self.frame = len(self.items), frame
        self.items.append(stop)
        self.draw(asked=False)

    def hold_stop(self, seat: int, frame: Frame) -> Stop:
        """The cube that was not turned before a throw, as a stop of its own, still without dice."""
        before = frame.before
        return Stop(
            anchor=self.anchor(before.turns + 1, bare=False),
            place=self.place,
            turn=None,
            seat=seat,
            dice="",
            text=self.tongue.say(REDOUBLED[NO_DOUBLE] if redoubles(frame) else CHOICES[NO_DOUBLE]),
            cube=True,
            deed="hold",
            certain=frame.certain,
            position=replace(met(frame), dice=None),
            marked=forms_standing(before),
        )

    def mark(self, sign: str, aspect: str) -> None:
        """A sign on the last stop: of luck it stands by the dice, of a cube not turned before the throw."""
        stop = self.items[self.last] if self.last is not None else None
        if not isinstance(stop, Stop) or self.last is None:
            return
        if aspect == "luck":
            fortune = "lucky" if "!" in sign else "unlucky"
            if not stop.luck:
                self.change(fortune=fortune, fortune_word=self.tongue.say(FORTUNES[fortune]))
        elif aspect == "cube" and stop.turn:
            self.mark_held(sign, stop, self.last)
        elif not (stop.grade and sign in BAD):
            self.change(sign=sign)

    def mark_held(self, sign: str, stop: Stop, place: int) -> None:
        """A sign on the cube that was not turned before a throw, which becomes a stop of its own by it."""
        held = self.items[place - 1] if place else None
        if not (isinstance(held, Stop) and held.deed == "hold") and self.frame and stop.seat is not None:
            cubes = tuple([study for study in stop.studies if study.aspect == "cube"])
            held = replace(self.hold_stop(stop.seat, self.frame), studies=cubes)
            self.items.insert(place, held)
            self.last = place = place + 1
            self.change(studies=tuple([study for study in stop.studies if study.aspect != "cube"]))
        if isinstance(held, Stop) and not (held.grade and sign in BAD):
            self.items[place - 1] = replace(held, sign=sign)

    def anchor(self, turn: int, *, bare: bool) -> str:
        """A place of its own: `g1-t14` for a throw, `g1-t14a` for what came before it."""
        base = f"g{self.game.number}-t{turn}"
        if bare and turn not in self.thrown:
            self.thrown.add(turn)
            return base
        count = self.used[turn]
        self.used[turn] += 1
        return f"{base}{chr(97 + count) if count < 26 else f'z{count}'}"

    def change(self, **changes: bool | str | tuple[DecisionStudy, ...]) -> None:
        """Something said of the last stop."""
        if self.last is not None and isinstance(stop := self.items[self.last], Stop):
            self.items[self.last] = replace(stop, **changes)  # type: ignore[arg-type]

    def timed(self, seat: int | None, words: str) -> None:
        """What a clock showed behind a stop, or where it is in a recording."""
        stop = self.items[self.last] if self.last is not None else None
        if isinstance(stop, Stop) and (seat is None or stop.seat in (seat, None)):
            self.change(times=", ".join(filter(None, [stop.times, words])))
        else:
            self.items.append(Event(text=words if seat is None else f"{self.telling.names[seat]}: {words}"))

    def draw(self, *, asked: bool) -> None:
        """The board of the last stop among the turns, where it is wished for."""
        stop = self.items[self.last] if self.last is not None else None
        if isinstance(stop, Stop) and self.frame and self.telling.diagrams.wanted(stop, asked=asked):
            name = self.telling.names[stop.seat] if stop.seat is not None else ""
            caption = " ".join(filter(None, [f"{name}:" if name else "", stop.dice, stop.text]))
            if not isinstance(self.items[-1], PageBoard):
                self.items.append(PageBoard(diagram=diagram(self.frame, caption)))

    def awards(self, frame: Frame) -> None:
        """What an event has won in a game where more is won than the game."""
        if not frame.before.setting.ruleset.facts.forms:
            return
        before = frame.before.course.all_awards
        for award in frame.after.course.all_awards[len(before) :]:
            word = kind_word(award.kind, self.tongue)
            self.items.append(
                Event(
                    word=word,
                    text=self.tongue.say(
                        N_("{name}: {award}, {points}"),
                        name=self.telling.names[award.seat],
                        award=word,
                        points=self.tongue.count("{number} point", "{number} points", award.points),
                    ),
                )
            )

    def found(self, frame: Frame) -> None:
        """What was found at a frame, each finding once."""
        for finding in frame.findings:
            if same := self.waiting.get((finding.kind.name, finding.span)):
                self.items.append(self.page_finding(same.pop(0), frame))

    def page_finding(self, finding: Finding, frame: Frame | None) -> PageFinding:
        """A finding with the place it is at, its boards as long as the page has room for them."""
        telling, places = self.telling, self.telling.places
        stop = self.items[self.last] if self.last is not None else None
        anchor = stop.anchor if isinstance(stop, Stop) else f"g{self.game.number}"
        places.findings[id(finding)] = anchor
        drawn = telling.diagrams.at_findings and frame is not None and places.drawn < DRAWN
        card = found(finding, telling.hints, self.tongue, anchor=anchor, frame=frame, drawn=drawn)
        places.drawn += card.diagram is not None
        return card


def gravest(findings: Sequence[Finding]) -> Severity | None:
    """The gravest severity of some findings."""
    there = {finding.severity for finding in findings}
    return next((severity for severity in Severity if severity in there), None) if there else None


def clock_words(clock: Clock, tongue: Tongue) -> str:
    """A reading of a clock in words."""
    words = [tongue.say(N_("used {time}"), time=clock_text(clock.used))] if clock.used is not None else []
    words += [tongue.say(N_("{time} left"), time=clock_text(clock.left))] if clock.left is not None else []
    return ", ".join(words)


def clock_text(seconds: float) -> str:
    """A time as clocks show it."""
    if not isfinite(seconds):
        return "–"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def forms_standing(state: State) -> tuple[int, ...]:
    """The points of a form that stands, as the side that made it counts them."""
    ruleset = state.setting.ruleset
    if not ruleset.facts.forms:
        return ()
    standing = form(state.seen_by(1 - state.viewer), ruleset.options)
    return tuple(FORMS[standing].men) if standing else ()
