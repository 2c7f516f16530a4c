"""`kotra archive people`: who the players of an archive are, and what people have decided about that."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kotra_notation.archive.commands.folders import Folder, exit_with_problems, open_archive
from kotra_notation.cli.failing import DONE, complain, fail, fail_at
from kotra_notation.cli.names import did_you_mean
from kotra_notation.cli.options import Form, argument, flag, option
from kotra_notation.cli.speaking import count, output_tongue, say, tell, user_tongue
from kotra_notation.cli.streams import echo
from kotra_notation.jobs.files import printable, why_unwritten, write_whole
from kotra_notation.jobs.rows import Row, document, row
from kotra_notation.words.phrases import oneline

if TYPE_CHECKING:
    from kotra_notation.archive.decisions import NameDecision, NameDecisions
    from kotra_notation.archive.people import People, Person
    from kotra_notation.archive.people.evidence import Link
    from kotra_notation.archive.store import Store


def people(
    folder: Folder,
    names: list[str] | None = argument("NAME...", "Spellings to ask about, or to decide on.", default=None),
    merge: bool = flag("--merge", "Decide that the names are one person."),
    apart: bool = flag("--apart", "Decide that they are different people."),
    as_: str | None = option("--as", "With --merge: the name of the person.", "NAME"),
    who: str | None = option("--who", "Who made the decision.", "NAME", rare=True),
    why: str | None = option("--why", "The reason for the decision.", "TEXT"),
    when: str | None = option("--when", "Date of the decision (default: today).", "DATE", rare=True),
    decisions: str | None = option(
        "--decisions", "The decisions file (default: DIR/people.toml).", "FILE", rare=True
    ),
    top: int | None = option("--top", "Show at most this many people.", "N"),
    doubts: bool = flag("--doubts", "Also show similar names of different people.", rare=True),
    output: Form = "text",
) -> None:
    """Show which spellings may be one person, with evidence.

    It compares case, accents, word order, initials, single letters, nicknames in brackets, and matches that
    are recorded twice. If two names played each other, or sat at different tables at the same time, that
    counts against them being one person.

    Nothing is merged automatically. Decisions, made with --merge or --apart or by hand, are saved in a file
    with who decided and why; queries can read them from the view people.

    Status 0: done; 2: failed, or the decisions contradict each other.

    Example: kotra archive people archive --apart Jón Jon --who Una --why kin
    """  # fmt: skip
    if top is not None and top < 1:
        fail("--top must be 1 or more.")
    store = open_archive(folder)
    path = Path(decisions) if decisions else store.folder / "people.toml"
    if merge or apart:
        _decide(store, path, _decision(names or [], merge, apart, as_, who, why, when))
        raise typer.Exit(DONE)
    if any(option is not None for option in (as_, who, why, when)):
        fail("--as, --who, --why and --when need --merge or --apart.")
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
    from kotra_notation.archive.decisions import NameDecision

    if merge and apart:
        fail("Choose --merge or --apart, not both.")
    if merge and not (as_ and as_.strip()):
        fail("--merge needs the person's name with --as, and --who and --why.")
    if apart and as_ is not None:
        fail("--as needs --merge.")
    if not (who and who.strip()) or not (why and why.strip()):
        fail("A decision needs --who and --why.")
    if len({*names, *([as_] if as_ else [])}) < 2:
        fail("Give at least two spellings.")
    try:
        day = date.fromisoformat(when) if when else date.today()
    except ValueError:
        fail("--when must be a date such as 2026-01-31, not {when}.", when=repr(when))
    return NameDecision(name=as_, spellings=tuple(dict.fromkeys(names)), who=who, when=day, why=why)


def _decide(store: Store, path: Path, decision: NameDecision) -> None:
    from kotra_notation.archive.decisions import text_of, with_decision
    from kotra_notation.archive.people.evidence import spellings
    from kotra_notation.archive.store import ArchiveError
    from kotra_notation.archive.views import connect

    try:
        text = with_decision(text_of(path), decision, str(path))
        known = spellings(connect(store, path))
    except ArchiveError as error:
        complain("Nothing was written, because the decisions would contradict each other:")
        exit_with_problems(error)
    _complain_of_unknown(decision.spellings, known, known)
    try:
        write_whole(str(path), text)
    except OSError as error:
        fail_at(str(path), tell(why_unwritten(error)))
    echo(say("Saved the decision in {file}.", file=printable(path)))


def _complain_of_unknown(names: Iterable[str], known: Collection[str], spellings: Iterable[str]) -> None:
    for name in names:
        if name not in known:
            sentence = say("No match in the archive has the name {name}.", name=repr(name))
            like = [other for other in spellings if other[:1].casefold() == name[:1].casefold()]
            fail(sentence + did_you_mean(name, like))


class PeopleText:
    """The persons that are asked for, in words and as JSON."""

    def __init__(
        self, people: People, decisions: NameDecisions, wanted: Sequence[str], top: int | None, doubts: bool
    ) -> None:
        self._people, self._decisions, self._doubts = people, decisions, doubts
        names = {*wanted}
        self._persons = [
            person for person in people.persons if not names or {*person.spellings, person.name} & names
        ][:top]
        self._links = [link for link in people.doubtful if not names or {link.one, link.other} & names]
        self._shown = self._links[:top]

    def print_text(self) -> None:
        """Print them for people."""
        for person in self._persons:
            self._print_person(person)
        if self._doubts and self._shown:
            echo(say("Similar names that are not proposed as one person:"))
            for link in self._shown:
                _print_link(link)
            echo("")
        spellings, persons = len(self._people.matches), self._people.persons_in_all
        echo(
            count(
                "{spellings}: {persons}, {number} of them with several spellings.",
                "{spellings}: {persons}, {number} of them with several spellings.",
                len(self._people.persons),
                spellings=count("{number} spelling", "{number} spellings", spellings),
                persons=count("{number} person", "{number} people", persons),
            )
        )
        if self._links and not self._doubts:
            echo(
                count(
                    "{number} similar pair is not proposed as one person; --doubts shows it.",
                    "{number} similar pairs are not proposed as one person; --doubts shows them.",
                    len(self._links),
                )
            )

    def print_json(self) -> None:
        """Print them for programs."""
        data = {
            "version": 1,
            "persons": [self._row(person) for person in self._persons],
            "doubtful": [_link_row(link) for link in self._shown],
            "summary": {
                "spellings": len(self._people.matches),
                "persons": self._people.persons_in_all,
                "with_several_spellings": len(self._people.persons),
                "doubtful": len(self._people.doubtful),
                "unnamed": self._people.unnamed,
            },
        }
        typer.echo(document(data))

    def _print_person(self, person: Person) -> None:
        matches = self._people.matches
        total = sum(matches[name] for name in person.spellings)
        echo(f"{oneline(person.name)}: {_matches(total)}")
        width = max(len(oneline(name)) for name in person.spellings)
        for name in person.spellings:
            mark = "=" if name in person.decided else "?"
            echo(f"  {mark} {oneline(name):<{width}}  {_matches(matches[name])}")
        for decision in self._deciding(person):
            who, why, when = oneline(decision.who), oneline(decision.why), decision.when.isoformat()
            echo("    " + say("Decided by {who} on {when}: {why}", who=who, when=when, why=why))
        for link in person.links:
            if {link.one, link.other} - {*person.decided}:
                _print_link(link)
        echo("")

    def _deciding(self, person: Person) -> Iterator[NameDecision]:
        for decision in self._decisions.all:
            if decision.name and decision.name == self._decisions.person(decision.name) == person.name:
                yield decision

    def _row(self, person: Person) -> Row:
        matches = self._people.matches
        return {
            "name": person.name,
            "matches": sum(matches[name] for name in person.spellings),
            "spellings": [
                {"spelling": name, "matches": matches[name], "decided": name in person.decided}
                for name in person.spellings
            ],
            "links": [_link_row(link) for link in person.links],
            "decisions": [
                row(decision, "who") | {"when": decision.when.isoformat()} | row(decision, "why line")
                for decision in self._deciding(person)
            ],
        }


def _print_link(link: Link) -> None:
    echo(f"    {oneline(link.one)} ~ {oneline(link.other)}: {link.reason(user_tongue())}")


def _link_row(link: Link) -> Row:
    evidence = [
        {"ground": item.ground.value, "speaks_for": item.ground.worth > 0, **row(item, "times event")}
        for item in link.evidence
    ]
    return row(link, "one other weight", evidence=evidence, reason=link.reason(output_tongue()))


def _matches(number: int) -> str:
    return count("{number} match", "{number} matches", number)
