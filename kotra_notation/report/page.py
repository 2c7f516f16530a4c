"""What the page shows, as plain data made from the frames; the template only loops over it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from markupsafe import Markup

from kotra_notation.findings import Finding
from kotra_notation.model import Comment, Extra, Match, Turn
from kotra_notation.replay import Frame, GameReplay, Replay
from kotra_notation.replay.turns import possible_dice
from kotra_notation.report.deeds import Deed, deed
from kotra_notation.rules import specification

NO_BOARD = Markup("")

HEADERS = ("event", "round", "place", "date", "time", "transcriber", "annotator")

KINDS = {
    "single": "single game",
    "gammon": "gammon (hálfkotra)",
    "backgammon": "backgammon (kotra)",
    "drop": "double declined",
    "resign": "resignation",
    "settled": "settlement",
    "unfinished": "unfinished",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A finding as the page shows it, with the place it links to and a board where there is one."""

    code: str
    name: str
    severity: str
    message: str
    hint: str
    expected: tuple[str, ...]
    rule: str | None
    place: str
    anchor: str
    board: Markup = NO_BOARD


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row of a game: a number and what each side did, or words that run across."""

    number: int | None = None
    anchor: str = ""
    cells: tuple[Deed | None, Deed | None] = (None, None)
    remark: str = ""
    author: str = ""
    language: str = ""
    found: tuple[Found, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameView:
    """One game: its heading, its rows, and how it ended."""

    number: int
    anchor: str
    score: str
    crawford: bool
    rows: tuple[Row, ...]
    result: str
    winner: str
    kind: str
    points: str
    turns: int
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """The whole page."""

    title: str
    players: tuple[str, str]
    ratings: tuple[str, str]
    headers: tuple[tuple[str, str], ...]
    length: str
    rules: str
    result: str
    games: tuple[GameView, ...]
    found: tuple[Found, ...]
    counts: dict[str, int] = field(default_factory=dict)


def page(replay: Replay, *, findings: Sequence[Finding] = (), title: str | None = None) -> Page:
    """The page of a replayed match; `findings` are those of the reader, shown with the replay's own."""
    match = replay.match
    names = player_names(match)
    unlimited = "money session" if replay.ruleset.facts.cube else "sitting"
    shown = [*findings, *replay.findings]
    placed = [_found(one, replay) for one in shown]
    return Page(
        title=title or f"{names[0]} – {names[1]}",
        players=names,
        ratings=(match.players[0].rating or "", match.players[1].rating or ""),
        headers=tuple((key.capitalize(), value) for key, value in match.info if key in HEADERS and value),
        length=f"{match.length}-point match" if match.length else unlimited,
        rules=specification(replay.ruleset),
        result=_result(replay, names),
        games=tuple(_game(game, names, replay) for game in replay.games),
        found=tuple(placed),
        counts={
            level: sum(one.severity == level for one in placed) for level in ("error", "warning", "note")
        },
    )


def player_names(match: Match) -> tuple[str, str]:
    """The names as the page shows them, the colours where there are none."""
    first, second = match.players
    return first.name or "White", second.name or "Black"


def number(points: float) -> str:
    """Points as people write them, halves with the sign ½."""
    whole, half = divmod(round(points * 2), 2)
    return f"{whole or ''}½" if half and not whole else f"{whole}½" if half else str(whole)


def _result(replay: Replay, names: tuple[str, str]) -> str:
    score = f"{number(replay.score[0])}–{number(replay.score[1])}"
    if replay.winner is not None and replay.complete:
        return f"{names[replay.winner]} wins {score}"
    return f"{score}" if replay.complete else f"{score}, not played to the end"


def _game(game: GameReplay, names: tuple[str, str], replay: Replay) -> GameView:
    winner = names[game.winner] if game.winner is not None else ""
    points = number(game.points)
    kind = KINDS.get(game.kind, game.kind)
    result = (
        f"{winner} wins {points} point{'s' * (game.points != 1)} ({kind})" if winner else kind.capitalize()
    )
    before, after = game.score_before, game.score_after
    return GameView(
        number=game.number,
        anchor=f"g{game.number}",
        score=f"{number(before[0])}–{number(before[1])}",
        crawford=game.crawford,
        rows=tuple(_rows(game, replay)),
        result=result,
        winner=winner,
        kind=kind,
        points=points if winner else "",
        turns=game.turns,
        after=f"{number(after[0])}–{number(after[1])}",
    )


def _rows(game: GameReplay, replay: Replay) -> Iterator[Row]:
    """Two columns as people know them: the left side's deed and the right side's on one line."""
    waiting: list[Deed | None] = [None, None]
    found: list[Found] = []
    count = 0
    shown: set[int] = set()

    def sheet() -> Iterator[Row]:
        """The row that waits for its other side, and what was found in it."""
        nonlocal count
        if any(waiting):
            count += 1
            yield Row(number=count, cells=(waiting[0], waiting[1]))
            waiting[:] = [None, None]
        if found:
            yield Row(found=tuple(found))
            found.clear()

    for frame in game.frames:
        if isinstance(frame.event, Comment | Extra):
            yield from sheet()
            yield _remark(frame.event)
        elif done := deed(frame, game.number):
            if waiting[1] or waiting[done.seat]:
                yield from sheet()
            waiting[done.seat] = done
        concerning = [one for one in game.findings if _concerns(one, frame) and id(one) not in shown]
        shown.update(id(one) for one in concerning)
        found += [_found(one, replay, frame) for one in concerning]
    yield from sheet()
    if closing := [one for one in game.findings if id(one) not in shown]:
        yield Row(found=tuple(_found(one, replay) for one in closing))


def _concerns(found: Finding, frame: Frame) -> bool:
    """Whether a finding of the game is one of this frame, worded with names in place of seats."""
    return any(one.kind == found.kind and one.span == found.span for one in frame.findings)


def _remark(event: Comment | Extra) -> Row:
    if isinstance(event, Extra):
        return Row(remark=event.value)
    return Row(remark=event.text, author=event.author or "", language=event.language or "")


def _found(found: Finding, replay: Replay, frame: Frame | None = None) -> Found:
    place = [f"game {found.game}"] if found.game else []
    place += [f"turn {found.turn}"] if found.turn else []
    place += [f"line {found.span.line}"] if found.span else []
    anchor = f"g{found.game}" + (f"-t{found.turn}" if found.turn else "") if found.game else ""
    return Found(
        code=found.code,
        name=found.kind.name,
        severity=found.severity,
        message=found.message,
        hint=found.hint,
        expected=found.expected,
        rule=found.rule,
        place=", ".join(place),
        anchor=anchor,
        board=_board(frame, replay) if frame and found.code[0] in "PC" else Markup(""),
    )


def _board(frame: Frame, replay: Replay) -> Markup:
    """The board the event met, seen by the side that acted."""
    position = frame.before.position
    seat = getattr(frame.event, "seat", position.seat)
    if seat != position.seat:
        position = position.passed()
    if isinstance(frame.event, Turn) and possible_dice(frame.event):
        position = replace(position, dice=frame.event.dice)
    view = str(replay.ruleset.options.get("view.direction", "towards"))
    return Markup(position.svg(names=player_names(replay.match), view=view, style=False))
