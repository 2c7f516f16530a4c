"""`kotra archive ask`: the named questions, listed, explained and answered."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from kotra_notation.archive.commands.answering import (
    Limit,
    Target,
    put_answer,
    refuse,
    rows_wanted,
    target_of,
)
from kotra_notation.archive.commands.folders import Folder, open_archive
from kotra_notation.archive.tasks.answers import cells_of, selection
from kotra_notation.cli.failing import fail, or_fail
from kotra_notation.cli.names import did_you_mean, question_with
from kotra_notation.cli.options import Language, argument, flag, form_option, option
from kotra_notation.cli.speaking import say, tell, user_tongue
from kotra_notation.cli.streams import echo
from kotra_notation.jobs.cells import json_text
from kotra_notation.jobs.files import printable

if TYPE_CHECKING:
    from kotra_notation.archive.ask.questions.catalogue import Question
    from kotra_notation.archive.ask.selection import Selection
    from kotra_notation.archive.store import Store


# What people ask that is no named question, and where the answer is.
POINTERS = {
    "head-to-head": "kotra archive page DIR --player NAME",
    "how many matches": "kotra archive audit DIR",
    "matches": "kotra archive audit DIR",
    "pr": "pr-by-player",
    "rating": "pr-by-player",
    "standings": "kotra standings FOLDER",
    "wins": "kotra standings FOLDER",
}


def ask(
    folder: Folder,
    question: str | None = argument(
        "[QUESTION]", "The name of a question; without one, all are listed.", default=None
    ),
    rules: str | None = option("--rules", "Only matches under this rule set.", "NAME"),
    player: str | None = option("--player", "Only matches of this person.", "NAME"),
    length: int | None = option("--length", "Only N-point matches; 0: money.", "N"),
    since: str | None = option("--since", "Only from this day, month or year on: 2026-11.", "DAY"),
    until: str | None = option("--until", "Only up to this day, month or year.", "DAY"),
    copies: bool = flag("--copies", "Count every copy of a match, not only one."),
    explain: bool = flag("--explain", "Explain the counting and columns; print the SQL."),
    output: Annotated[str, form_option("table", "csv", "json")] = "table",
    target: Target = None,
    limit: Limit = None,
    language: Language = None,
) -> None:
    """Answer a named question about openings, gammons, cubes or dice.

    A match that is recorded more than once counts once (`kotra archive same` lists them). --since and
    --until need dates that are recorded with the year first; they leave out matches without a date.

    Status 0: answered; 2: there is no such question, or no results.

    Example: kotra archive ask archive opening-plays --length 7
    """  # fmt: skip
    most = rows_wanted(limit, output, target)
    store = open_archive(folder)
    from kotra_notation.archive.ask.questions.catalogue import QUESTIONS

    if question is None:
        _list(output)
        return
    if question not in QUESTIONS:
        problem = say("There is no question {name}; kotra archive ask DIR lists them.", name=repr(question))
        near = POINTERS.get(question.casefold())
        fail(problem + (question_with(near) if near else did_you_mean(question, QUESTIONS, 0.6)))
    chosen = QUESTIONS[question]
    if explain:
        _explain(chosen)
        return
    with or_fail():
        wishes = selection(rules=rules, player=player, length=length, since=since, until=until)
    _answer(store, chosen, wishes, output, target_of(folder, target), most, copies)


def _list(output: str) -> None:
    """Print every question with its title."""
    from kotra_notation.archive.ask.questions.catalogue import QUESTIONS

    if output == "json":
        questions = [
            {"name": question.name, "title": question.title, "columns": list(question.columns)}
            for question in QUESTIONS.values()
        ]
        typer.echo(json_text({"version": 1, "questions": questions}))
        return
    width = max(map(len, QUESTIONS))
    for question in QUESTIONS.values():
        echo(f"{question.name:<{width}}  {say(question.title)}")


def _explain(question: Question) -> None:
    """Print how a question is counted, what its columns mean, and its statement."""
    echo(f"{say(question.title)}\n\n{say(question.explanation)}\n")
    width = max(map(len, question.columns))
    for name, column in question.columns.items():
        echo(f"    {name:<{width}}  {say(column.meaning)}")
    typer.echo(f"\n{question.sql}", nl=False)


def _answer(
    store: Store,
    question: Question,
    wishes: Selection,
    output: str,
    path: str | None,
    most: int,
    copies: bool,
) -> None:
    from kotra_notation.archive.ask.selection import answer_question, missing, prepare
    from kotra_notation.archive.ask.sql import QueryError, limit_rows

    base, matches, left_out = prepare(store, wishes, copies=copies or question.records)
    with closing(base):
        if matches == 0:
            _nothing_fits(store, wishes)
        about = {"question": question.name, "matches": matches, "copies_left_out": left_out}
        heads = [say(column.head) for column in question.columns.values()]
        # Rows are streamed: another query on this connection would discard them.
        empty = tell(missing(base, question))
        if empty and question.needs == "analysis":
            analyse = f"kotra archive build SOURCE -o {printable(str(store.folder))} --analyse"
            empty += f" {say('Analyse them: {command}', command=analyse)}"
        try:
            answer = limit_rows(answer_question(base, question), most)
            put_answer(answer, output, path, about, heads, cells_of(question, user_tongue()), empty)
        except QueryError as error:
            refuse(error)
    if left_out:
        echo(say("Copies left out: {count} (--copies counts them).", count=left_out), err=True)


def _nothing_fits(store: Store, wishes: Selection) -> NoReturn:
    """Leave with a complaint, and the nearest name of a player where one was asked for."""
    from kotra_notation.archive.ask.selection import has_days, players, prepare

    question = ""
    with closing(prepare(store, copies=True).base) as base:
        if (wishes.since or wishes.until) and not has_days(base):
            fail("No match has a date with the year first, so --since and --until find nothing.")
        if wishes.player is not None:
            question = did_you_mean(wishes.player, players(base))
    fail(say("No match fits --rules, --player, --length, --since and --until.") + question)
