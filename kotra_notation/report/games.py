"""The games of a page: their events as items in order, each with its place, its marks and its board."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace

from kotra_notation import model
from kotra_notation.board import Position
from kotra_notation.findings import Finding, Severity
from kotra_notation.model import Event as ModelEvent
from kotra_notation.repair import Hints
from kotra_notation.replay import Frame, GameReplay
from kotra_notation.report import view
from kotra_notation.report.cleaning import apart, language, recording_moment
from kotra_notation.report.event_words import (
    CHOICES,
    REDOUBLED,
    capital,
    clock_text,
    clock_words,
    dice_text,
    event_words,
    kind_word,
    points_won,
    score_text,
    turn_words,
)
from kotra_notation.report.page_findings import (
    DRAWN,
    arrows,
    diagram,
    met_position,
    page_finding,
    severity_word,
)
from kotra_notation.report.studies import Place, Studied, redoubles
from kotra_notation.report.wishes import Diagrams
from kotra_notation.rules.old_icelandic import FORMS
from kotra_notation.rules.old_outcome import form
from kotra_notation.rules.ruleset import State
from kotra_notation.statistics.conventions import XG
from kotra_notation.statistics.cubes import NO_DOUBLE
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import N_, Tongue

BAD = ("?", "??", "?!")  # signs that say no more than a loss
FORTUNES = {"lucky": N_("lucky roll"), "unlucky": N_("unlucky roll")}
WORST_FIRST = list(Severity)
CUBE_ACTIONS = (model.Double, model.Beaver, model.Take, model.Drop, model.AutomaticDouble)
ANSWERED = {
    "take": N_("{name}: {words}. {other} takes."),
    "drop": N_("{name}: {words}. {other} drops."),
    "beaver": N_("{name}: {words}. {other} answers with a beaver."),
    "": N_("{name}: {words}. {other} does not answer."),
}


@dataclass(slots=True, kw_only=True)
class PageContext:
    """The context that the games of a page share: names, language, the boards wished for, evaluations, hints.

    `film` is the recording of the whole match, as its header names it. `paths`:
    the points of the old game by their numbers. `anchors` and `line_anchors` tell where each finding and each
    line is shown, `drawn` how many findings have their boards so far.
    """

    names: tuple[str, str]
    tongue: Tongue
    diagrams: Diagrams
    start: Position
    known: Mapping[Place, Studied]
    hints: Hints
    paths: bool = False
    film: str = ""
    anchors: dict[int, str] = field(default_factory=dict)
    line_anchors: dict[int, str] = field(default_factory=dict)
    drawn: int = 0


def game_view(game: GameReplay, frames: Sequence[Frame], page: PageContext) -> view.GameView:
    """Return one game as the page shows it."""
    tongue = page.tongue
    before, after = game.score_before, game.score_after
    items = tuple(GameItems(game, frames, page).items)
    stops = [item for item in items if isinstance(item, view.Stop)]
    turns = [stop.turn for stop in stops if stop.turn]
    how = kind_word(game.kind, tongue)
    result = (
        capital(how) if game.winner is None else points_won(page.names[game.winner], game.points, how, tongue)
    )
    last = frames[-1].after if frames else None
    first, second = (
        tongue.points(after[seat] - before[seat]) if after[seat] != before[seat] else "" for seat in (0, 1)
    )
    return view.GameView(
        number=game.number,
        anchor=f"g{game.number}",
        score=score_text(before, tongue),
        crawford=game.crawford,
        items=items,
        numbered=turns != list(range(1, len(turns) + 1)),
        result=result,
        how=how,
        scored=(first, second),
        winner=game.winner,
        turns=game.turns,
        after=score_text(after, tongue),
        end=view.Stop(
            anchor=f"g{game.number}-end",
            place=len(frames),
            turn=None,
            seat=None,
            dice="",
            text=result,
            certain=game.certain,
            position=last.position if last else page.start,
            marked=form_points(last) if last else (),
        ),
        cubes=tuple(_cube_story(stops, page.names, tongue)),
    )


def _cube_story(
    stops: Sequence[view.Stop], names: tuple[str, str], tongue: Tongue
) -> Iterator[view.CubeTurn]:
    """Yield a line for each double and beaver of a game."""
    for stop, following in zip(stops, [*stops[1:], None], strict=False):
        if stop.deed not in ("double", "beaver") or stop.seat is None:
            continue
        answer = following.deed if following and following.seat != stop.seat else ""
        name, other = names[stop.seat], names[1 - stop.seat]
        text = tongue.say(ANSWERED.get(answer, ANSWERED[""]), name=name, words=stop.text, other=other)
        yield view.CubeTurn(anchor=stop.anchor, text=text)


class GameItems:
    """The items of a game in order, each event with what is behind it; findings of the game last."""

    def __init__(self, game: GameReplay, frames: Sequence[Frame], page: PageContext) -> None:
        self.game = game
        self.page = page
        self.tongue = page.tongue
        self.items: list[view.Item] = []
        self.index = 0  # of the event at hand
        self.last = -1  # the index of the last stop among the items
        self.frame: Frame | None = None  # the frame of that stop
        self.thrown: set[int] = set()
        self.used: Counter[int] = Counter()
        self.waiting: dict[tuple[str, object], list[Finding]] = defaultdict(list)
        for finding in game.findings:
            self.waiting[(finding.kind.name, finding.span)].append(finding)
        for self.index, frame in enumerate(frames):
            self._event(frame)
            for finding in frame.findings:
                if same := self.waiting.get((finding.kind.name, finding.span)):
                    self.items.append(self._finding(same.pop(0), frame))
        self.items += [self._finding(finding, None) for left in self.waiting.values() for finding in left]

    @property
    def stop(self) -> view.Stop | None:
        """The last stop."""
        item = self.items[self.last] if self.last >= 0 else None
        return item if isinstance(item, view.Stop) else None

    def _event(self, frame: Frame) -> None:
        """Add one event as an item of its own, or to what is said of the last stop."""
        event, tongue = frame.event, self.tongue
        match event:
            case model.Comment(text=text, author=author, language=tag):
                self._change(commented=True)
                self.items.append(view.Remark(text=text, author=author or "", language=language(tag)))
            case model.Extra(key=key, value=value):
                # What a program kept for itself is nobody's remark; a line that could not be read may be one.
                if key.endswith(model.UNREAD):
                    self.items.append(view.Remark(text=value, kept=True))
            case model.Mark(sign="diagram"):
                self._draw(asked=True)
            case model.Mark(sign=sign, aspect=aspect):
                self._mark(apart(sign), aspect)
            case model.Clock(seat=seat):
                self._time(seat, clock_words(event, tongue))
            case model.Video(seconds=seconds, source=source):
                name = recording_moment(source or self.page.film, seconds) or source
                text = N_("{time} in the recording {name}") if name else N_("{time} in the recording")
                self._time(None, tongue.say(text, time=clock_text(seconds), name=apart(name)))
            case _:
                self._deed(event, frame)

    def _deed(self, event: ModelEvent, frame: Frame) -> None:
        """Add a turn, a cube action, or another thing that was done."""
        if isinstance(event, model.Turn):
            words = turn_words(event, frame, self.tongue, paths=self.page.paths)
            self._add_stop(event, frame, dice_text(event), words)
        elif (text := event_words(frame, self.tongue, paths=self.page.paths)) is not None:
            seat = getattr(event, "seat", None)
            if isinstance(event, model.SetPosition) or (seat is not None and not hasattr(event, "phase")):
                self._add_stop(event, frame, "", text)
            else:
                name = self.page.names[seat] if seat is not None else ""
                self.items.append(view.Event(text=f"{name}: {text}" if name else text, word=text))
        if frame.before.setting.ruleset.facts.forms:
            self._awards(frame)

    def _add_stop(self, event: ModelEvent, frame: Frame, dice: str, text: str) -> None:
        """Add a stop with its board: as the event met it, or as it was set up."""
        thrown = isinstance(event, model.Turn)
        before = frame.before
        seat: int | None = getattr(event, "seat", None)
        # What is ignored is no finding of the game any more.
        findings = [
            finding for finding in frame.findings if (finding.kind.name, finding.span) in self.waiting
        ]
        worst = min([finding.severity for finding in findings], key=WORST_FIRST.index) if findings else None
        stop = view.Stop(
            anchor=self._anchor(before.turns + 1, thrown),
            place=self.index,
            turn=before.turns + 1 if thrown else None,
            seat=seat,
            dice=dice,
            text=text,
            cube=isinstance(event, CUBE_ACTIONS),
            deed=type(event).__name__.lower(),
            certain=frame.certain,
            severity=worst.value if worst else "",
            severity_word=severity_word(worst, self.tongue) if worst else "",
            codes=tuple([finding.code for finding in findings]),
            arrows=arrows(frame),
            position=met_position(frame),
            marked=form_points(before),
        )
        if studied := self.page.known.get((self.game.number, self.index)):
            held = studied.held
            if held and XG.error(held.worst) and seat is not None:
                self.items.append(held.with_studies(self._hold(seat, frame), self.tongue))
            elif held:
                studied.studies += held.studies
            stop = studied.with_studies(stop, self.tongue)
        if event.span:
            self.page.line_anchors.setdefault(event.span.line, stop.anchor)
        self.last, self.frame = len(self.items), frame
        self.items.append(stop)
        self._draw(asked=False)

    def _hold(self, seat: int, frame: Frame) -> view.Stop:
        """Return the cube that was not turned before a throw, as a stop of its own, still without dice."""
        return view.Stop(
            anchor=self._anchor(frame.before.turns + 1, False),
            place=self.index,
            turn=None,
            seat=seat,
            dice="",
            text=self.tongue.say((REDOUBLED if redoubles(frame) else CHOICES)[NO_DOUBLE]),
            cube=True,
            deed="hold",
            certain=frame.certain,
            position=replace(met_position(frame), dice=None),
            marked=form_points(frame.before),
        )

    def _mark(self, sign: str, aspect: str) -> None:
        """Put a sign on the last stop: on its luck, on the cube not turned before the throw, or on itself."""
        stop = self.stop
        if stop is None:
            return
        if aspect == "luck":
            fortune = "lucky" if "!" in sign else "unlucky"
            if not stop.luck:
                self._change(fortune=fortune, fortune_word=self.tongue.say(FORTUNES[fortune]))
        elif aspect == "cube" and stop.turn:
            self._mark_hold(sign, stop)
        elif not (stop.grade and sign in BAD):
            self._change(sign=sign)

    def _mark_hold(self, sign: str, stop: view.Stop) -> None:
        """Put a sign on the cube that was not turned before a throw; it becomes a stop of its own by it."""
        held = self.items[self.last - 1] if self.last else None
        if not (isinstance(held, view.Stop) and held.deed == "hold") and self.frame and stop.seat is not None:
            cubes = tuple([study for study in stop.studies if study.aspect == "cube"])
            held = replace(self._hold(stop.seat, self.frame), studies=cubes)
            self.items.insert(self.last, held)
            self.last += 1
            self._change(studies=tuple([study for study in stop.studies if study.aspect != "cube"]))
        if isinstance(held, view.Stop) and not (held.grade and sign in BAD):
            self.items[self.last - 1] = replace(held, sign=sign)

    def _anchor(self, turn: int, thrown: bool) -> str:
        """Return an anchor that is not in use: `g1-t14` for a throw, `g1-t14a` for what came before it."""
        base = f"g{self.game.number}-t{turn}"
        if thrown and turn not in self.thrown:
            self.thrown.add(turn)
            return base
        count = self.used[turn]
        self.used[turn] += 1
        return f"{base}{chr(97 + count) if count < 26 else f'z{count}'}"

    def _change(self, **changes: bool | str | tuple[view.DecisionStudy, ...]) -> None:
        if stop := self.stop:
            self.items[self.last] = replace(stop, **changes)  # type: ignore[arg-type]

    def _time(self, seat: int | None, words: str) -> None:
        """Add what a clock showed behind a stop, or where it is in a recording."""
        stop = self.stop
        if stop and (seat is None or stop.seat in (seat, None)):
            self._change(times=", ".join(filter(None, [stop.times, words])))
        else:
            self.items.append(view.Event(text=words if seat is None else f"{self.page.names[seat]}: {words}"))

    def _draw(self, asked: bool) -> None:
        """Add the board of the last stop, where it is wished for."""
        stop = self.stop
        if stop and self.frame and self.page.diagrams.wants(stop, asked=asked):
            name = f"{self.page.names[stop.seat]}:" if stop.seat is not None else ""
            caption = " ".join(filter(None, [name, stop.dice, stop.text]))
            if not isinstance(self.items[-1], view.PageBoard):
                self.items.append(view.PageBoard(diagram=diagram(self.frame, caption)))

    def _awards(self, frame: Frame) -> None:
        """Add what an event has won in a game where more is won than the game."""
        before = frame.before.course.all_awards
        for award in frame.after.course.all_awards[len(before) :]:
            word = kind_word(award.kind, self.tongue)
            text = self.tongue.say(
                N_("{name}: {award}, {points}"),
                name=self.page.names[award.seat],
                award=word,
                points=self.tongue.count("{number} point", "{number} points", award.points),
            )
            self.items.append(view.Event(word=word, text=text))

    def _finding(self, finding: Finding, frame: Frame | None) -> view.PageFinding:
        """Return a finding at its place, with its boards as long as the page has room for them."""
        page, stop = self.page, self.stop
        anchor = stop.anchor if stop else f"g{self.game.number}"
        page.anchors[id(finding)] = anchor
        drawn = page.diagrams.at_findings and frame is not None and page.drawn < DRAWN
        card = page_finding(finding, page.hints, self.tongue, anchor=anchor, frame=frame, drawn=drawn)
        page.drawn += card.diagram is not None
        return card


def form_points(state: State) -> tuple[int, ...]:
    """Return the points of a form that stands, as the side that made it counts them."""
    ruleset = state.setting.ruleset
    if not ruleset.facts.forms:
        return ()
    standing = form(state.seen_by(1 - state.viewer), ruleset.options)
    return tuple(FORMS[standing].men) if standing else ()
