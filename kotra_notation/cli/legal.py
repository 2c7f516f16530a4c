"""`kotra legal`: every legal play of a throw."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kotra_notation.cli.board import SIDES, read_position
from kotra_notation.cli.failing import DONE, FOUND, fail, or_fail
from kotra_notation.cli.files import one_file
from kotra_notation.cli.options import Form, Side, argument, option
from kotra_notation.cli.speaking import say, spoken, tell
from kotra_notation.jobs.files import MAX_SIZE

if TYPE_CHECKING:
    from kotra_notation.api import LegalPlay
    from kotra_notation.board import Position

GNU_ID = re.compile(r"[A-Za-z0-9+/]{14}")


def legal(
    position: Annotated[
        str | None, argument("POSITION", "An XGID, an OGID, a GNU id, or a position text.")
    ] = None,
    dice: Annotated[str | None, argument("DICE", "31 or 3-1.")] = None,
    side: Side = None,
    rules: Annotated[str, option("--rules", "The rules.", "RULES")] = "modern",
    output: Form = "text",
    batch: Annotated[
        str | None, option("--batch", "Answer each line of JSON in FILE, or -, with one.", "FILE")
    ] = None,
) -> None:
    """Print every legal play of a roll, one for each position it can lead to.

    Example: kotra legal 4HPwATDgc/ABMA 31
    """  # fmt: skip
    if batch is not None:
        raise typer.Exit(_batch(batch))
    if position is None or dice is None:
        fail("legal needs a position and dice, such as: {example}", example="kotra legal 4HPwATDgc/ABMA 31")
    from kotra_notation.api import dice_of

    with or_fail():
        answer = answered(read_position(position, side), position, dice_of(dice), rules)
    if output == "json":
        typer.echo(json.dumps(answer, ensure_ascii=False, indent=2))
        return
    from kotra_notation.rules.old_icelandic import title

    for play in (*answer["plays"], *answer.get("half", ())):
        wins = "".join(
            f"  [{tell(title(win['kind']))} {spoken().number(win['points'])}]" for win in play.get("wins", ())
        )
        typer.echo(f"{play['play'] or say('no play')}  ->  {play['position']}{wins}")


def answered(position: Position, asked: str, dice: tuple[int, int], rules: str) -> dict[str, Any]:
    """The answer in the shape other programs rely on; ValueError for what cannot be asked."""
    from kotra_notation.api import half_plays, plays
    from kotra_notation.rules import named, specification

    def rows(found: Iterable[LegalPlay]) -> list[dict[str, Any]]:
        return sorted((_play_row(play, asked) for play in found), key=lambda play: play["position"])

    answer = {
        "rules": specification(named(rules).ruleset),
        "dice": list(dice),
        "plays": rows(plays(position, dice, rules)),
    }
    if halves := rows(half_plays(position, dice, rules)):
        answer["half"] = halves
    return answer


def _play_row(play: LegalPlay, asked: str) -> dict[str, Any]:
    """One play; what it wins in the old game is told where it wins anything."""
    row: dict[str, Any] = {
        "play": f"{play.text} half" if play.half else play.text,
        "position": _spelled(play.position, asked),
    }
    if play.wins:
        row["wins"] = [{"kind": win.kind, "points": win.points} for win in play.wins]
    return row


def _spelled(position: Position, asked: str) -> str:
    """A position in the spelling that was asked with."""
    from kotra_notation.board import ogid

    asked = asked.strip()
    if ogid.SHAPE.match(asked):
        return position.ogid()
    if "XGID" in asked.upper() or asked.count(":") >= 8:
        return position.xgid()
    if ":" not in asked and GNU_ID.fullmatch(asked):
        return position.gnubg_id()
    if re.match(r"(?:GNUbgID\s+)?[A-Za-z0-9+/]{14}:[A-Za-z0-9+/]{12}$", asked):
        return f"{position.gnubg_id()}:{position.gnubg_match_id()}"
    return position.text()


def _batch(name: str) -> int:
    """Answer every line; status 1 if one could not be answered."""
    file = one_file(name, MAX_SIZE)
    worst = DONE
    for answer in answers(file.data.decode("utf-8", "replace").splitlines()):
        worst = max(worst, FOUND if "error" in answer else DONE)
        sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
    return worst


def answers(lines: Iterable[str]) -> Iterable[dict[str, Any]]:
    """The answer to each line that asks something, in order."""
    from kotra_notation.api import dice_of
    from kotra_notation.board.ids import position as read

    for line in lines:
        if not line.strip():
            continue
        try:
            asked = json.loads(line)
            if not isinstance(asked, dict) or not isinstance(asked.get("position"), str):
                raise ValueError("A question is an object with a position and dice.")
            side = asked.get("side")
            if side is not None and side not in SIDES:
                raise ValueError(f"The side is W or B, not {side!r}.")
            dice = asked.get("dice")
            thrown = dice_of("".join(str(die) for die in dice) if isinstance(dice, list) else str(dice))
            position = read(asked["position"], SIDES[side] if side else None)
            yield answered(position, asked["position"], thrown, str(asked.get("rules", "modern")))
        except (ValueError, RecursionError) as error:
            yield {"error": _plainly(error)}


def _plainly(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"This line is not JSON: {error.msg} at column {error.colno}."
    return str(error) or "This line is nested too deeply."
