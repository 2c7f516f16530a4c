"""The text of `kotra archive people`: persons with their spellings, what speaks for it and what against."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import typer

from kotra_notation.archive.decisions import NameDecision, NameDecisions
from kotra_notation.archive.people import People, Person
from kotra_notation.archive.people.evidence import Evidence, Link, NameGround
from kotra_notation.cli.speaking import output_tongue, user_tongue
from kotra_notation.cli.streams import echo
from kotra_notation.jobs.rows import Row, document, row
from kotra_notation.words.phrases import n_, oneline
from kotra_notation.words.tongues import N_, Tongue

SENTENCES = {
    NameGround.LETTERS: N_("They differ only in case, accents or spaces."),
    NameGround.ORDER: N_("The words are in a different order."),
    NameGround.NICK: N_("One name appears next to the other in brackets or quotes."),
    NameGround.INITIALS: N_("One has initials where the other has full names."),
    NameGround.PART: N_("One name is part of the other."),
    NameGround.TYPO: N_("One letter differs, is missing, or is swapped with the next."),
    NameGround.MEETING: N_("At one event, on one date, both met the same opponent."),
    NameGround.AT_ONCE: N_("But in one round of {event} they sat at different tables on the same date."),
    NameGround.THAT_DAY: N_("But at {event} they sat at different tables on the same date."),
    NameGround.STRANGER: N_(
        "But that column heading often goes with another name in the header, or this header name with "
        "many column headings."
    ),
}
COUNTED = {
    NameGround.TWICE: n_(
        "{number} match is recorded under both.", "{number} matches are recorded under both.", by="number"
    ),
    NameGround.HEADER: n_(
        "In {number} match the header gives one name, and the column heading the other.",
        "In {number} matches the header gives one name, and the column heading the other.",
        by="number",
    ),
    NameGround.OPPONENTS: n_(
        "They have {number} opponent in common.", "They have {number} opponents in common.", by="number"
    ),
    NameGround.EACH_OTHER: n_(
        "But they have played each other in {number} match, so they are two people.",
        "But they have played each other in {number} matches, so they are two people.",
        by="number",
    ),
    NameGround.FREQUENT: n_(
        "But the rarer name is in {number} match, too often for a typo.",
        "But the rarer name is in {number} matches, too often for a typo.",
        by="number",
    ),
}


def reason(link: Link, tongue: Tongue) -> str:
    """Return all that speaks for two spellings being one person, and against it."""
    return " ".join(_sentence(evidence, tongue) for evidence in link.evidence)


def _sentence(evidence: Evidence, tongue: Tongue) -> str:
    if forms := COUNTED.get(evidence.ground):
        return tongue.count(forms.one, forms.many, evidence.times)
    return tongue.say(SENTENCES[evidence.ground], event=oneline(evidence.event or ""))


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
        tongue = user_tongue()
        for person in self._persons:
            self._print_person(person, tongue)
        if self._doubts and self._shown:
            echo(tongue.say("Similar names that are not proposed as one person:"))
            for link in self._shown:
                _print_link(link, tongue)
            echo("")
        spellings, persons = len(self._people.matches), self._people.persons_in_all
        echo(
            tongue.count(
                "{spellings}: {persons}, {number} of them with several spellings.",
                "{spellings}: {persons}, {number} of them with several spellings.",
                len(self._people.persons),
                spellings=tongue.count("{number} spelling", "{number} spellings", spellings),
                persons=tongue.count("{number} person", "{number} people", persons),
            )
        )
        if self._links and not self._doubts:
            echo(
                tongue.count(
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

    def _print_person(self, person: Person, tongue: Tongue) -> None:
        matches = self._people.matches
        total = sum(matches[name] for name in person.spellings)
        echo(f"{oneline(person.name)}: {_matches(total, tongue)}")
        width = max(len(oneline(name)) for name in person.spellings)
        for name in person.spellings:
            mark = "=" if name in person.decided else "?"
            echo(f"  {mark} {oneline(name):<{width}}  {_matches(matches[name], tongue)}")
        for decision in self._deciding(person):
            who, why, when = oneline(decision.who), oneline(decision.why), decision.when.isoformat()
            echo("    " + tongue.say("Decided by {who} on {when}: {why}", who=who, when=when, why=why))
        for link in person.links:
            if {link.one, link.other} - {*person.decided}:
                _print_link(link, tongue)
        echo("")

    def _deciding(self, person: Person) -> Iterator[NameDecision]:
        """Yield the decisions about a person, in the order of the file."""
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


def _print_link(link: Link, tongue: Tongue) -> None:
    echo(f"    {oneline(link.one)} ~ {oneline(link.other)}: {reason(link, tongue)}")


def _link_row(link: Link) -> Row:
    evidence = [
        {"ground": item.ground.value, "speaks_for": item.ground.worth > 0, **row(item, "times event")}
        for item in link.evidence
    ]
    return row(link, "one other weight", evidence=evidence, reason=reason(link, output_tongue()))


def _matches(number: int, tongue: Tongue) -> str:
    return tongue.count("{number} match", "{number} matches", number)
