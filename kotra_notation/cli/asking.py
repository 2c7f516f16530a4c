"""Each proposal put to the person at the terminal."""

from __future__ import annotations

import typer

from kotra_notation.board.diagram import diagram
from kotra_notation.cli.fix_text import render_proposal
from kotra_notation.cli.speaking import say, spoken, tell
from kotra_notation.cli.streams import prints
from kotra_notation.jobs.files import incoming
from kotra_notation.jobs.fix import Decision, Fixing, ProposalPlace
from kotra_notation.repair import Edit, meant
from kotra_notation.report.boards import wording

SKIP, BOARD, STOP = "s", "b", "q"


def asked(fixed: Fixing, *, err: bool) -> Decision:
    """What was answered for every place; leaving before the last leaves the rest as it is."""
    answers: dict[int, Edit] = {}
    for number, place in enumerate(fixed.places):
        typer.echo("\n".join(render_proposal(fixed, place)), err=err)
        if not any(choice.edit.changes for choice in place.proposal.choices):
            continue
        answer = _answer(fixed, place, err)
        if answer == STOP:
            break
        if answer != SKIP:
            answers[number] = place.proposal.choices[int(answer) - 1].edit
    decided = {id(fixed.places[number]): edit for number, edit in answers.items()}
    return lambda place: decided.get(id(place))


def _answer(fixed: Fixing, place: ProposalPlace, err: bool) -> str:
    """The number of a choice, or a letter; asked until it is one of them."""
    choices = place.proposal.choices
    numbers = [str(number) for number in range(1, len(choices) + 1)]
    for number, choice in zip(numbers, choices, strict=True):
        ruleset = fixed.repairs[place.match].replayed.ruleset
        typer.echo(f"      {number}  {tell(meant(choice.edit, ruleset))}", err=err)
    question = say(
        "Which? {numbers}, {skip} leave it, {board} show the board, {stop} stop asking",
        numbers=", ".join(numbers),
        skip=SKIP,
        board=BOARD,
        stop=STOP,
    )
    while True:
        typer.echo(f"    {question}: ", nl=False, err=err)
        answered = incoming().readline()
        if not answered:
            typer.echo(err=err)
            return STOP
        answer = answered.decode("utf-8", "replace").strip().lower() or SKIP
        if answer == BOARD:
            typer.echo(_board(fixed, place, err=err), err=err)
        elif answer in (*numbers, SKIP, STOP):
            return answer


def _board(fixed: Fixing, place: ProposalPlace, *, err: bool) -> str:
    """The board before the place as the record has it."""
    one = place.proposal
    game = fixed.repairs[place.match].replayed.games[one.game - 1]
    at = min(max(one.edit.place, 0), game.events - 1)
    layout = game.frames_at([at])[0].before.position.layout(wording=wording(spoken()))
    drawn = diagram(layout)
    return drawn if prints(drawn, err=err) else diagram(layout, ascii_only=True)
