"""The text of `kotra archive people`: persons with their spellings, what speaks for it and what against."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import typer

from kotra_notation.archive.decisions import NameDecision, NameDecisions
from kotra_notation.archive.people.evidence import WORTH, Link
from kotra_notation.archive.people.people import People, Person
from kotra_notation.archive.people.wording import reason
from kotra_notation.cli.speaking import output_tongue, user_tongue
from kotra_notation.cli.streams import echo
from kotra_notation.jobs.rows import Row, document, row
from kotra_notation.words.phrases import oneline
from kotra_notation.words.tongues import Tongue


class PeopleText:
    """The persons that are asked for, in words and as JSON."""

    def __init__(
        self, people: People, decisions: NameDecisions, wanted: Sequence[str], top: int | None, doubts: bool
    ) -> None:
        self._all, self._decisions, self._doubts = people, decisions, doubts
        self._persons = [
            person for person in people.persons if not wanted or {*person.spellings, person.name} & {*wanted}
        ]
        self._links = [link for link in people.doubtful if not wanted or {link.one, link.other} & {*wanted}]
        self._persons, self._shown = self._persons[:top], self._links[:top]

    def print_text(self) -> None:
        """Print them for people."""
        tongue = user_tongue()
        for person in self._persons:
            self._print_person(person, tongue)
        if self._doubts and self._shown:
            echo(tongue.say("These look alike, and are not proposed:"))
            for link in self._shown:
                _print_link(link, tongue)
            echo("")
        echo(
            tongue.count(
                "{spellings}: {persons}, {number} of them with several spellings.",
                "{spellings}: {persons}, {number} of them with several spellings.",
                len(self._all.persons),
                spellings=tongue.count("{number} spelling", "{number} spellings", len(self._all.matches)),
                persons=tongue.count("{number} person", "{number} persons", self._all.persons_in_all),
            )
        )
        if self._links and not self._doubts:
            echo(
                tongue.count(
                    "{number} pair looks alike and is not proposed; --doubts shows it.",
                    "{number} pairs look alike and are not proposed; --doubts shows them.",
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
                "spellings": len(self._all.matches),
                "persons": self._all.persons_in_all,
                "with_several_spellings": len(self._all.persons),
                "doubtful": len(self._all.doubtful),
                "unnamed": self._all.unnamed,
            },
        }
        typer.echo(document(data))

    def _print_person(self, person: Person, tongue: Tongue) -> None:
        matches = self._all.matches
        total = sum(matches[name] for name in person.spellings)
        echo(f"{oneline(person.name)}: {_matches(total, tongue)}")
        wide = max(len(oneline(name)) for name in person.spellings)
        for name in person.spellings:
            mark = "=" if name in person.decided else "?"
            echo(f"  {mark} {oneline(name):<{wide}}  {_matches(matches[name], tongue)}")
        for decision in self._deciding(person):
            echo(
                "    "
                + tongue.say(
                    "Decided by {who} on {when}: {why}",
                    who=oneline(decision.who),
                    when=decision.when.isoformat(),
                    why=oneline(decision.why),
                )
            )
        for link in person.links:
            if {link.one, link.other} - {*person.decided}:
                _print_link(link, tongue)
        echo("")

    def _deciding(self, person: Person) -> Iterator[NameDecision]:
        """The decisions about a person, in the order of the file."""
        for decision in self._decisions.all:
            if (
                decision.name is not None
                and decision.name == self._decisions.person(decision.name) == person.name
            ):
                yield decision

    def _row(self, person: Person) -> Row:
        matches = self._all.matches
        return {
            "name": person.name,
            "matches": sum(matches[name] for name in person.spellings),
            "spellings": [
                {"spelling": name, "matches": matches[name], "decided": name in person.decided}
                for name in person.spellings
            ],
            "links": [_link_row(link) for link in person.links],
            "decisions": [
                {
                    "who": decision.who,
                    "when": decision.when.isoformat(),
                    "why": decision.why,
                    "line": decision.line,
                }
                for decision in self._deciding(person)
            ],
        }


def _print_link(link: Link, tongue: Tongue) -> None:
    echo(f"    {oneline(link.one)} ~ {oneline(link.other)}: {reason(link, tongue)}")


def _link_row(link: Link) -> Row:
    evidence = [
        {"ground": one.ground.value, "speaks_for": WORTH[one.ground] > 0, **row(one, "times event")}
        for one in link.evidence
    ]
    return row(link, "one other weight", evidence=evidence, reason=reason(link, output_tongue()))


def _matches(number: int, tongue: Tongue) -> str:
    return tongue.count("{number} match", "{number} matches", number)
