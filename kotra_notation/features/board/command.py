"""`kotra board`: a diagram of a position."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from kotra_notation.board.diagram import BESIDE
from kotra_notation.board.position import AskedTurn
from kotra_notation.board.wording import translate_wording
from kotra_notation.cli.failing import complain, fail, or_fail
from kotra_notation.cli.files import check_folder, deliver, is_forced
from kotra_notation.cli.names import check_choice
from kotra_notation.cli.options import LevelName, Side, argument, file_option, flag, form_option, option
from kotra_notation.cli.speaking import count, say, user_tongue
from kotra_notation.cli.streams import can_print, echo, window
from kotra_notation.errors import KotraError
from kotra_notation.features.board.job import own_checkers_after, png
from kotra_notation.jobs.files import MAX_SIZE, MEGABYTE, STDIN, check_free, printable, write_or_refuse

if TYPE_CHECKING:
    from kotra_notation.board import Position
    from kotra_notation.board.layout import Layout
    from kotra_notation.board.position import Shown
    from kotra_notation.features.best.job import Best

SIDES = {"W": 0, "B": 1}
PICTURES = ("svg", "png")
ENDINGS = {"text": "txt", "ascii": "txt"}  # of the forms that are not called as theirs
# The value of --at for every turn.
ALL = "all"
SMALLEST, LARGEST = 40, 4000  # pixels


def read_position(text: str, side: str | None) -> Position:
    """Return the position of an argument, also of a file that holds only one; or fail."""
    from kotra_notation.board.position import NoPositionError, position

    seat = SIDES[check_choice("--side", side, SIDES)] if side else None
    with or_fail():
        if os.path.isfile(text):
            return _only_position(text, seat)
        try:
            return position(text, seat)
        except NoPositionError as error:
            fail(
                "“{text}” is not an XGID, an OGID, a GNU position id or a position text; for the start "
                "of a game write start, nackgammon or forn.",
                text=printable(error.shown),
            )


def _only_position(path: str, seat: int | None) -> Position:
    """Return the position of a file that holds no other, set up in a match or not; or fail."""
    from kotra_notation.board.position import position
    from kotra_notation.formats.format import Source
    from kotra_notation.jobs.records import record_file
    from kotra_notation.model import SetPosition, Turn
    from kotra_notation.reading import read_in_full

    file = record_file(path, MAX_SIZE * MEGABYTE)
    lines = file.data.decode("utf-8", "replace").strip().splitlines()
    with suppress(ValueError):
        return position(" ".join(lines[:2]), seat)
    reading = read_in_full(Source(file.data, path))
    events = [event for match in reading.matches for game in match.games for event in game.events]
    set_up = [event.position for event in events if isinstance(event, SetPosition)]
    has_turns = any(isinstance(event, Turn) for event in events)
    positions = reading.positions if has_turns else (*reading.positions, *set_up)
    if len(positions) == 1:
        return positions[0]
    if positions:
        fail(
            "{file} holds {number} positions; kotra best --batch {file} evaluates each.",
            file=printable(path),
            number=len(positions),
        )
    return fail(
        "{file} is a file; choose one of its turns with kotra best or kotra board and --at, such as "
        "--at 3.12 or --at end.",
        file=printable(path),
    )


def board(
    context: typer.Context,
    position: str | None = argument(
        "POSITION", "An XGID, OGID, GNU id, position text, file of one, or start.", default=None
    ),
    at: str | None = option("--at", "A turn of a match: 3.12, or end; --all for every one.", "G.T"),
    side: Side = None,
    bottom: str | None = option("--bottom", "The side at the bottom (default: the side on roll).", "W|B"),
    view: str = option(
        "--view", "Checkers move home towards you, or away.", "WAY", default="towards", rare=True
    ),
    dice: str | None = option("--dice", "The dice, such as 31 or 3-1.", "DICE"),
    play: str | None = option("--play", "Draw arrows for a play, such as '8/5 6/5'.", "PLAY"),
    best: bool = flag("--best", "Show the best plays with their equities."),
    level: LevelName = "quick",
    mark: str | None = option("--mark", "Points to outline, such as 5,6.", "POINTS", rare=True),
    labels: str = option(
        "--labels", "Point numbers: points (default) or none.", "WHICH", default="points", rare=True
    ),
    theme: str = option(
        "--theme",
        "paper (default), wood, slate, contrast, print, safe.",
        "NAME",
        default="paper",
        show_default=False,
    ),
    size: int | None = option("--size", "The width of the picture.", "PIXELS", rare=True),
    output: Annotated[str, form_option("text", "ascii", "svg", "png", "json", "js")] = "text",
    out: Annotated[
        str | None, file_option(help="A .txt, .svg, .png or .js file; --force overwrites it.")
    ] = None,
) -> None:
    """Draw a position of backgammon or of old kotra.

    Example: kotra board 4HPwATDgc/ABMA --dice 31 --play "8/5 6/5" -o board.svg

    Example: kotra board 4HPwATDgc/ABMA --dice 31 --best

    With --all every position of a match file becomes a file in the folder that -o names: SVG, or what
    --output-format names.

    Example: kotra board match.mat --at 3.12

    Example: kotra board match.mat --all -o boards/

    A .js file needs no position: it is the script of <kotra-board>, which draws boards in your own pages.

    Example: kotra board -o kotra-board.js
    """  # fmt: skip
    if output == "js":
        with or_fail():
            deliver(out, _script(theme))
        return
    if position is None:
        fail("board needs a position, such as: {example}", example="kotra board 4HPwATDgc/ABMA --dice 31")
    check_choice("--view", view, ("towards", "away"))
    check_choice("--labels", labels, ("points", "none"))
    seat = SIDES[check_choice("--bottom", bottom, SIDES)] if bottom else None
    ending = os.path.splitext(out or "")[1].lower().lstrip(".")
    form = ending if ending in PICTURES else output  # the name of the file counts more
    source = context.get_parameter_source("output")
    if at == ALL and form not in PICTURES and source is not None and source.name == "DEFAULT":
        form = "svg"
    if form in PICTURES:
        from kotra_notation.board.themes import THEMES

        check_choice("--theme", theme, THEMES)
    else:
        _refuse({"--play": play if form == "json" else None, "--mark": mark, "--size": size})
    if size is not None and not SMALLEST <= size <= LARGEST:
        fail(
            "--size must be a number of pixels from {least} to {most}, not {size}.",
            least=SMALLEST,
            most=LARGEST,
            size=size,
        )

    def draw(shown: AskedTurn, play: str | None = None, verdict: Best | None = None) -> str | bytes:
        if form == "json":
            return _spellings(shown.position, verdict)
        over = _view(shown, seat, view, play, mark)
        if form in PICTURES:
            labelled, styled = labels == "points", form == "svg"
            picture = shown.position.svg(style=styled, theme=theme, labels=labelled, width=size, **over)
            return png(picture) if form == "png" else picture + "\n"
        room = window() if out is None else BESIDE
        drawn = shown.position.diagram(ascii_only=form == "ascii", room=room, **over)
        if out is None and not can_print(drawn):
            drawn = shown.position.diagram(ascii_only=True, room=room, **over)
        return "\n".join([drawn.rstrip("\n"), *_lines_below(verdict)]) + "\n"

    if at == ALL:
        for name, value in (("--dice", dice), ("--play", play), ("--best", best or None), ("--side", side)):
            if value is not None:
                fail("{option} is for one position; it cannot be combined with --all.", option=name)
        _draw_all(position, out, ENDINGS.get(form, form), draw)
        return
    with or_fail():
        turn = _turn(position, at) if at else AskedTurn(read_position(position, side))
        if dice:
            from kotra_notation.legal import dice_of

            turn = turn._replace(position=replace(turn.position, dice=dice_of(dice), offer=None))
        read = turn.position
        if play is not None and read.dice and not _is_legal(read, play):
            dice = "{}{}".format(*read.dice)
            complain(
                say("{play} is not a legal play of {dice}; it is drawn as written.", play=play, dice=dice)
            )
        verdict = None
        if best:
            from kotra_notation.features.best.text import best_plays

            verdict = best_plays(turn, level, play=play)
        play = verdict.plays[0].text or None if verdict else play
        drawn = draw(turn, play, verdict)
    deliver(out, drawn, for_people=form == "text")
    if form in PICTURES:
        for line in _lines_below(verdict):
            echo(line, err=out in (None, STDIN))


def _script(theme: str) -> str:
    """Return the script of <kotra-board>."""
    from kotra_notation.board.themes import THEMES
    from kotra_notation.report.rendering import board_script

    return board_script(user_tongue(), check_choice("--theme", theme, THEMES))


def _turn(source: str, at: str) -> AskedTurn:
    """Return a turn of a match file."""
    from kotra_notation.features.show.job import turn_at

    return turn_at(source, at)


def _draw_all(source: str, folder: str | None, ending: str, draw: Callable[[AskedTurn], str | bytes]) -> None:
    """Write a board for every turn of a match file into a folder; leave with a complaint where one fails."""
    from kotra_notation.features.show.job import turn_positions

    check_folder(folder)
    stem = os.path.splitext(os.path.basename(source))[0]
    with or_fail():
        boards = {
            os.path.join(folder or "", f"{stem}-{turn}.{ending}"): draw(shown)
            for turn, shown in turn_positions(source)
        }
        for path in boards:
            check_free(path, force=is_forced())
        for path, drawn in boards.items():
            write_or_refuse(path, drawn, folders=True)
    where = printable(folder or "")
    complain(
        count(
            "Wrote {number} board to {folder}.",
            "Wrote {number} boards to {folder}.",
            len(boards),
            folder=where,
        )
    )


def _lines_below(best: Best | None) -> list[str]:
    """Return what stands below the board."""
    if best is None:
        return []
    from kotra_notation.features.best.text import best_lines

    return best_lines(best)


def _refuse(asked: dict[str, object]) -> None:
    """Leave with a complaint where something is asked that only a picture can show."""
    for name, value in asked.items():
        if value is not None:
            fail(
                "{name} is for pictures; name one with {out}, or use {output}.",
                name=name,
                out="-o board.svg",
                output="--output-format svg",
            )


def _view(turn: AskedTurn, bottom: int | None, view: str, play: str | None, mark: str | None) -> Shown:
    """Return how the board is seen, and what is drawn over it; ValueError for what does not fit it."""
    position = turn.position
    shown: Shown = {"bottom": bottom, "view": view, "wording": translate_wording(user_tongue().say)}
    if turn.players:
        shown["names"] = turn.players
    if play is not None:
        from kotra_notation.api import arrows

        shown["arrows"] = arrows(position, play)
    if mark is not None:
        shown["marked"] = _parse_points(mark, position.layout(bottom=bottom))
    return shown


def _is_legal(position: Position, play: str) -> bool:
    """Return whether a written play is a legal play of the position's dice; ValueError if it does not fit."""
    from kotra_notation.legal import plays

    own = own_checkers_after(position, play)
    reached = (legal_play.position.seen_by(position.seat) for legal_play in plays(position))
    return any(own == [max(men, 0) for men in points] for points in reached)


def _parse_points(written: str, layout: Layout) -> list[tuple[int, int]]:
    """The points of a list, as they are labelled on the board; ValueError for what is none of them."""
    seat = layout.seat_below
    points = {layout.place(seat, index).label: (seat, index) for index in range(1, 25)}
    words = written.lower().replace(",", " ").split()
    for word in words:
        if word not in points:
            raise KotraError(
                "--mark takes points as the board labels them, such as 5,6, not {word}.", word=repr(word[:20])
            )
    return [points[word] for word in words]


def _spellings(position: Position, best: Best | None) -> str:
    """Return every spelling of a position as JSON, and the best plays where they are asked for."""
    from kotra_notation.jobs.rows import document

    text, *others = position.spellings().items()
    spelled: dict[str, object] = dict([text, ("side", "WB"[position.seat]), *others])
    spelled["pips"] = [position.pips(0), position.pips(1)]
    if best:
        from kotra_notation.features.best.text import best_row

        spelled["best"] = best_row(best)
    return document(spelled) + "\n"
