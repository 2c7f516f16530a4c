"""What is proposed for a record, for people on a terminal."""

from __future__ import annotations

import os
import sys
from collections import Counter

import typer

from kotra_notation.cli.speaking import count, say, spoken, tell
from kotra_notation.formats.format import lines_of
from kotra_notation.jobs.files import STDIN, printable
from kotra_notation.jobs.fix import Fixing, ProposalPlace, difference
from kotra_notation.repair import Choice, meant, why, written
from kotra_notation.words.phrases import oneline, shortened
from kotra_notation.words.tongues import N_

# Of the findings that a repair explains so many are named.
SHOWN = 5

COLOURS = {"sure": "green", "likely": "cyan", "open": "yellow", "marked": "magenta"}
WORDS = {
    "sure": N_("sure"),
    "likely": N_("likely"),
    "open": N_("open: decide"),
    "marked": N_("left as it is"),
}


def print_places(fixed: Fixing, left: int, *, err: bool) -> None:
    """Print every proposal, how many there are of each degree, and how many errors are `left` then."""
    for place in fixed.places:
        typer.echo("\n".join(render_proposal(fixed, place)), err=err)
    counts = Counter(place.proposal.confidence for place in fixed.places)
    parts = [
        count("{number} sure repair", "{number} sure repairs", counts["sure"]),
        count("{number} likely repair", "{number} likely repairs", counts["likely"]),
        count("{number} to decide", "{number} to decide", counts["open"]),
        count("{number} left as it is", "{number} left as they are", counts["marked"]),
    ]
    errors = count("{number} error is left", "{number} errors are left", left)
    counted = [part for part, degree in zip(parts, WORDS, strict=True) if counts[degree]]
    summary = ", ".join(counted) or say("nothing to propose")
    typer.echo(f"{fixed.name}: {summary}; {errors}." if left else f"{fixed.name}: {summary}.", err=err)


def print_end(fixed: Fixing, data: bytes, target: str, left: int, *, err: bool) -> None:
    """Print what was written where, once all questions are answered."""
    lines = sum(line.startswith("+") for line in lines_of(difference(fixed, data, target))[2:])
    changed = count("{number} line is changed", "{number} lines are changed", lines)
    errors = count("{number} error is left", "{number} errors are left", left)
    errors = errors if left else say("no error is left")
    if data == fixed.file.data:
        said = say("Nothing is changed; {errors}.", errors=errors)
    else:
        where = say("standard output") if target == STDIN else printable(target)
        said = say("{target} is written: {changed}; {errors}.", target=where, changed=changed, errors=errors)
    typer.echo(said, err=err)


def print_difference(fixed: Fixing, data: bytes, target: str, *, err: bool) -> None:
    """Print what is changed in the file, each line as a terminal can show it."""
    for line in lines_of(difference(fixed, data, target))[:-1]:
        typer.echo(oneline(line), err=err)


def render_proposal(fixed: Fixing, place: ProposalPlace) -> list[str]:
    """One proposal: where, what is written, what it probably is and why, and what else it may be."""
    one = place.proposal
    ruleset = fixed.repairs[place.match].replayed.ruleset
    at = f":{one.span.line}:{one.span.column}" if one.span else ""
    sign = styled(say(WORDS[one.confidence]), COLOURS[one.confidence])
    lines = [f"{fixed.name}{at}: {sign}  {_where(fixed, place)}"]
    lines.append(f"    {say('written:  {text}', text=tell(written(one.edit, ruleset)))}")
    for number, choice in enumerate(one.choices):
        text, reason = tell(meant(choice.edit, ruleset)), tell(why(choice.edit.kind))
        if number:
            other = say("or:       {text}   ({share}) {why}", text=text, share=_share(choice), why=reason)
            lines.append(f"    {other}")
        elif choice.edit.changes or choice.edit.rows:
            lines.append(f"    {say('probably: {text}   ({share})', text=text, share=_share(choice))}")
            lines.append(f"    {reason}{_explains(place)}")
        else:
            lines.append(f"    {reason}")
    return lines


def _share(choice: Choice) -> str:
    """How much of all that may have been a choice is; nothing is certain."""
    percent = 100 * choice.share
    if percent > 99:
        return say("over 99 %")
    return say("{number} %", number=spoken().number(round(percent))) if percent >= 1 else say("under 1 %")


def _where(fixed: Fixing, place: ProposalPlace) -> str:
    one = place.proposal
    match = fixed.reading.matches[place.match]
    where = [say("match {number}", number=place.match + 1)] if len(fixed.reading.matches) > 1 else []
    where.append(say("game {number}", number=one.game))
    where += [say("turn {number}", number=one.turn)] if one.turn else []
    colours = say("White"), say("Black")
    if one.seat is not None:
        where.append(match.players[one.seat].name or colours[one.seat])
    return ", ".join(map(shortened, where))


def _explains(place: ProposalPlace) -> str:
    """The findings that go away with the repair."""
    codes = [
        say("{code} on line {line}", code=found.code, line=found.span.line) if found.span else found.code
        for found in place.proposal.explains
    ]
    more = len(codes) - SHOWN
    codes[SHOWN:] = [say("and so on ({number} more)", number=more)] if more > 0 else []
    return f" {say('It explains {findings}.', findings=', '.join(codes))}" if codes else ""


def styled(text: str, colour: str) -> str:
    """The text in a colour, on a terminal that shows them."""
    coloured = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    return typer.style(text, fg=colour, bold=True) if coloured else text
