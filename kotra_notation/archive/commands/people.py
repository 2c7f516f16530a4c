"""`kotra archive people`: who the players of an archive are, and what people have decided about that."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kotra_notation.archive.commands.folders import Folder, exit_with_problems, open_archive
from kotra_notation.cli.failing import DONE, complain, fail, fail_at
from kotra_notation.cli.names import did_you_mean
from kotra_notation.cli.options import Form, Language, argument, flag, option
from kotra_notation.cli.speaking import say, tell
from kotra_notation.cli.streams import echo
from kotra_notation.jobs.files import printable, why_unwritten, write_whole

if TYPE_CHECKING:
    from kotra_notation.archive.decisions import NameDecision
    from kotra_notation.archive.store import Store


def people(
    folder: Folder,
    names: list[str] | None = argument("NAME...", "Spellings asked for, or decided on.", default=None),
    merge: bool = flag("--merge", "Decide that the names are one person."),
    apart: bool = flag("--apart", "Decide that no two of them are one."),
    as_: str | None = option("--as", "With --merge: what the person is called.", "NAME"),
    who: str | None = option("--who", "Who decides.", "NAME"),
    why: str | None = option("--why", "Why so.", "TEXT"),
    when: str | None = option("--when", "When it was decided; today if left out.", "DATE"),
    decisions: str | None = option("--decisions", "Where decisions are kept; else DIR/people.toml.", "FILE"),
    top: int | None = option("--top", "Show only so many persons.", "N"),
    doubts: bool = flag("--doubts", "Show what looks alike and is not proposed, too."),
    output: Form = "text",
    language: Language = None,
) -> None:
    """Say which spellings of names may be one person's, with what speaks for it and against.

    Case, accents, the order of words, initials, a letter that is another, nicks in brackets, and matches that
    are recorded twice are weighed; who has played whom, and who sat elsewhere at the time, speaks against.

    Nothing is merged unasked. What is decided, with --merge or --apart or by hand, is kept in a file with who
    decided it and why; of questions to the archive the view people knows it.

    Status 0: done; 2: it could not be done, or the file of decisions contradicts itself.

    Example: kotra archive people archive --merge "Anna J" "anna" --as "Anna J" --who Jón --why "she says so"
    """  # fmt: skip
    if top is not None and top < 1:
        fail("--top is a number from 1.")
    store = open_archive(folder)
    path = Path(decisions) if decisions else store.folder / "people.toml"
    if merge or apart:
        _decide(store, path, _decision(names or [], merge, apart, as_, who, why, when))
        raise typer.Exit(DONE)
    if any(option is not None for option in (as_, who, why, when)):
        fail("--as, --who, --why and --when belong to a decision: say --merge or --apart too.")
    from kotra_notation.archive.commands.people_text import PeopleText
    from kotra_notation.archive.decisions import read_decisions
    from kotra_notation.archive.people import people as find_people
    from kotra_notation.archive.store import ArchiveError

    try:
        known = read_decisions(path)
        found = find_people(store, known)
    except ArchiveError as error:
        exit_with_problems(error)
    _complain_of_unknown(names or [], {*found.matches, *known.of}, found.matches)
    text = PeopleText(found, known, names or [], top, doubts)
    if output == "json":
        text.print_json()
    else:
        text.print_text()
    raise typer.Exit(DONE)


def _decision(
    names: list[str],
    merge: bool,
    apart: bool,
    as_: str | None,
    who: str | None,
    why: str | None,
    when: str | None,
) -> NameDecision:
    """Return the decision that the options say, or complain."""
    from kotra_notation.archive.decisions import NameDecision

    if merge and apart:
        fail("--merge and --apart contradict each other; choose one.")
    if merge and not (as_ and as_.strip()):
        fail("Say with --as what the person is called.")
    if apart and as_ is not None:
        fail("--as belongs to --merge.")
    if not (who and who.strip()) or not (why and why.strip()):
        fail("A decision needs --who decides and --why.")
    if len({*names, *([as_] if as_ else [])}) < 2:
        fail("Name at least two spellings.")
    try:
        day = date.fromisoformat(when) if when else date.today()
    except ValueError:
        fail("--when is a date such as 2026-01-31, not {when}.", when=repr(when))
    return NameDecision(name=as_, spellings=tuple(dict.fromkeys(names)), who=who, when=day, why=why)


def _decide(store: Store, path: Path, decision: NameDecision) -> None:
    """Write a decision behind those that are there."""
    from kotra_notation.archive.decisions import text_of, with_decision
    from kotra_notation.archive.people.evidence import spellings
    from kotra_notation.archive.store import ArchiveError
    from kotra_notation.archive.views import connect

    try:
        text = with_decision(text_of(path), decision, str(path))
        known = spellings(connect(store, path))
    except ArchiveError as error:
        complain("Nothing is written, since it would not hold together:")
        exit_with_problems(error)
    _complain_of_unknown(decision.spellings, known, known)
    try:
        write_whole(str(path), text)
    except OSError as error:
        fail_at(str(path), tell(why_unwritten(error)))
    echo(say("The decision is written in {file}.", file=printable(path)))


def _complain_of_unknown(names: Iterable[str], known: Collection[str], spellings: Iterable[str]) -> None:
    for name in names:
        if name not in known:
            sentence = say("No match of the archive has the name {name}.", name=repr(name))
            like = [other for other in spellings if other[:1].casefold() == name[:1].casefold()]
            fail(sentence + did_you_mean(name, like))
