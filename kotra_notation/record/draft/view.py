"""The standing of a record: who has to do what, what may be done, what was written, and its findings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

from kotra_notation import model
from kotra_notation.errors import KotraError
from kotra_notation.findings import Finding
from kotra_notation.formats.kotra.spelling import Points, spell_dice
from kotra_notation.formats.kotra.writing import spell_event
from kotra_notation.implied import game_numbers
from kotra_notation.jobs.rows import Row, row
from kotra_notation.record.draft.entry import STOOD
from kotra_notation.record.draft.open_record import DraftLines, DraftPlace, Record, record
from kotra_notation.record.draft.plays import LegalWay, ways
from kotra_notation.replay.folding import goal
from kotra_notation.report.live import stop_text
from kotra_notation.rules import cube
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, Tongue


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenTurn:
    """One line of a game: a roll and its play, a cube action, or another `action`.

    `turn` counts the rolls of the game. `codes` are those of its findings. `film` is its time in a recording
    in seconds, `used` the time that it took.
    """

    line: int
    game: int
    turn: int
    seat: int | None = None
    dice: str = ""
    play: str = ""
    cube: str = ""
    action: str = ""
    marks: tuple[str, ...] = ()
    comment: str = ""
    codes: tuple[str, ...] = ()
    film: float | None = None
    used: float | None = None

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return the line as a row."""
        return row(self, "line game turn seat dice play cube action marks comment codes film used")


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftStanding:
    """The state of a record at its end or before a line.

    `wants` is the next entry: `opening` (one die each), `dice`, `play`, `answer`, `game` or `nothing`.
    `plays` are the legal plays of the current roll. `certain`: the board is known. `stop` is the board for
    the page's script.
    """

    wants: str
    seat: int | None
    game: int
    score: tuple[float, float]
    length: int
    crawford: bool
    dice: str
    may_double: bool
    may_beaver: bool
    offer: str
    cube: tuple[int, int | None]
    phase: str
    certain: bool
    stop: str
    rules: str
    players: tuple[str, str]
    plays: tuple[LegalWay, ...]
    turns: tuple[WrittenTurn, ...]
    findings: tuple[Finding, ...]
    result: str

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return all of it as JSON."""
        names = "wants seat game score length crawford dice may_double may_beaver offer cube phase certain"
        return row(self, f"{names} stop rules players plays turns findings result", tongue)


def standing_of(here: Record, place: DraftPlace, *, meant: bool = False) -> DraftStanding:
    """Return the standing of a record at a place; its findings with what was probably `meant` on request."""
    state = place.state
    stakes, setting = state.stakes, state.setting
    wants, seat = next_action(place)
    pending = place.pending
    games = here.replay.games
    ended = place.over and place.game < len(games)
    score = games[place.game].score_after if ended else setting.score
    shown = state.thrown(pending.dice if pending else None)
    if wants in ("dice", "play") and seat is not None and shown.seat != seat:  # who begins has not thrown yet
        shown = replace(shown, points=shown.seen_by(seat), seat=seat)
    return DraftStanding(
        wants=wants,
        seat=seat,
        game=here.number(place.game),
        score=score,
        length=goal(here.match, here.replay.ruleset),
        crawford=setting.crawford,
        dice=spell_dice(pending.dice, pending.singly) if pending else "",
        may_double=wants == "dice" and seat is not None and cube.refusal_to_double(state, seat) is None,
        may_beaver=stakes.offer is not None
        and cube.refusal_to_beaver(state, 1 - stakes.offer.seat, stakes.offer.level + 1) is None,
        offer=_offer(place),
        cube=(stakes.cube.value, stakes.cube.owner),
        phase=state.course.phase,
        certain=place.certain,
        stop=stop_text(shown),
        rules=here.match.rules or here.replay.ruleset.name,
        players=(here.match.players[0].name, here.match.players[1].name),
        plays=tuple(ways(place, here.points)),
        turns=tuple(_iterate_turns(here)),
        findings=here.findings_with_meant if meant else here.findings,
        result=_result(here, place),
    )


def next_action(place: DraftPlace) -> tuple[str, int | None]:
    """Return what comes next, and who does it."""
    stakes = place.state.stakes
    if place.over:
        return ("nothing" if place.decided else "game"), None
    if stakes.resigned:
        return "answer", 1 - stakes.resigned[0]
    if stakes.offer:
        return "answer", 1 - stakes.offer.seat
    if place.pending is not None:
        return "play", place.pending.seat
    return ("opening" if place.seat is None else "dice"), place.seat


def _offer(place: DraftPlace) -> str:
    """Return the offer that waits for an answer: a double, a beaver, a raccoon, a resignation."""
    stakes = place.state.stakes
    if place.over:
        return ""
    if stakes.resigned:
        return "resignation"
    return ("double", "beaver", "raccoon")[min(stakes.offer.level, 2)] if stakes.offer else ""


def _result(here: Record, place: DraftPlace) -> str:
    """Return the result of the game as it is written."""
    if not place.over or place.game >= len(here.match.games):
        return ""
    events = here.match.games[place.game].events
    claims = [event for event in events if isinstance(event, model.ResultClaim | model.Draw)]
    return spell_event(claims[-1], here.points, 0) if claims else ""


def _iterate_turns(here: Record) -> Iterator[WrittenTurn]:
    """Yield everything that was done, line by line."""
    codes: dict[int, list[str]] = {}
    for finding in here.findings:
        if finding.span is not None:
            codes.setdefault(finding.span.line, []).append(finding.code)
    for number, game in zip(game_numbers(here.match.games), here.match.games, strict=True):
        turn = 0
        for place, event in enumerate(game.events):
            if isinstance(event, model.Annotation):
                continue
            remarks = [*takewhile(lambda each: isinstance(each, model.Annotation), game.events[place + 1 :])]
            turn += isinstance(event, model.Turn)
            line = event.span.line if event.span else 0
            text = spell_event(event, here.points, 0)
            thrown, on_cube = isinstance(event, model.Turn), isinstance(event, model.CubeAction)
            yield WrittenTurn(
                line=line,
                game=number,
                turn=turn,
                seat=getattr(event, "seat", None),
                dice=spell_dice(event.dice, event.singly) if isinstance(event, model.Turn) else "",
                play=text.partition(":")[2].strip() if thrown else "",
                cube=text.partition(" ")[2] if on_cube else "",
                action="" if thrown or on_cube else text,
                marks=tuple([remark.sign for remark in remarks if isinstance(remark, model.Mark)]),
                comment="\n".join([remark.text for remark in remarks if isinstance(remark, model.Comment)]),
                codes=tuple(codes.get(line, ())),
                film=next((remark.seconds for remark in remarks if isinstance(remark, model.Video)), None),
                used=next((remark.used for remark in remarks if isinstance(remark, model.Clock)), None),
            )


def film_lines(seat: int | None, roll: float, play: float | None, source: str = "") -> tuple[str, ...]:
    """Return the lines of a turn that began at a roll and ended at a play; ValueError if that is earlier."""
    lines = [_line_of(model.Video(seconds=float(round(roll)), source=source))]
    if play is not None and seat is not None:
        if play < roll:
            raise KotraError("The play comes after its roll; mark the roll again.")
        lines.append(_line_of(model.Clock(seat=seat, used=float(round(play) - round(roll)))))
    return tuple(lines)


def mark_film(
    text: str, line: int, *, roll: float | None = None, play: float | None = None, source: str = ""
) -> str:
    """Return the text with the roll or the play of the turn in a line marked anew; the other mark stays."""
    here = record(text)
    event, remarks = _event_in(here, line)
    video = next((remark for remark in remarks if isinstance(remark, model.Video)), None)
    clock = next(
        (remark for remark in remarks if isinstance(remark, model.Clock) and remark.left is None), None
    )
    if video is not None and clock is not None and clock.used is not None and play is None:
        play = video.seconds + clock.used
    roll = video.seconds if roll is None and video is not None else roll
    if roll is None:
        raise KotraError("Mark the roll first, then the play.")
    seat = event.seat if isinstance(event, model.Turn) else None
    name = video.source if video is not None and not source else source
    lines = here.lines
    old = [remark.span.line for remark in (video, clock) if remark is not None and remark.span]
    for number in sorted(old, reverse=True):
        lines = DraftLines(lines.replace_line(number))
    above = line + (line < lines.count and lines[line + 1].strip() == STOOD)
    return lines.replace_line(above, lines[above], *film_lines(seat, roll, play, name))


def _event_in(here: Record, line: int) -> tuple[model.Event, list[model.Event]]:
    """Return the turn or cube action in a line, and what is said of it; ValueError where there is none."""
    for event, remarks in _turns(here):
        if event.span and event.span.line == line:
            return event, remarks
    raise KotraError("There is no turn in line {line}.", line=line)


def _turns(here: Record) -> Iterator[tuple[model.Event, list[model.Event]]]:
    for game in here.match.games:
        for index, event in enumerate(game.events):
            if isinstance(event, model.Turn | model.CubeAction):
                yield event, [*takewhile(_is_remark, game.events[index + 1 :])]


def _is_remark(event: model.Event) -> bool:
    """Return whether an event speaks of the one before it."""
    return isinstance(event, model.Annotation | model.Ruling)


def _line_of(event: model.Video | model.Clock) -> str:
    return spell_event(event, Points.NUMBERS, 0)
