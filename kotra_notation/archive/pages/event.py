"""The page of an event: what the tables say of the matches that name it."""

from __future__ import annotations

from collections.abc import Mapping

from kotra_notation.archive.pages.page import share
from kotra_notation.archive.pages.streams import Answers, Row
from kotra_notation.report.cleaning import name as clipped
from kotra_notation.report.page import length_words
from kotra_notation.report.table_page import PageCell, Section, TablePage, cell, day, number, score
from kotra_notation.words.tongues import Tongue

# A cross table is drawn for no more players, and where so many of its fields are filled.
WIDEST, FILLED = 16, 0.25


def event_page(
    name: str, said: Answers, speech: Tongue, links: Mapping[str, str], home: str = ""
) -> TablePage:
    """The page of one event; `links` are the pages of players, `home` that which lists the events."""
    matches, complete, first, last, places, games, turns = said["head"][0]
    say = speech.say
    facts = [
        (say("Matches"), number(matches, speech)),
        (say("Played to the end"), number(complete, speech)),
        (say("Players"), number(len(said["players"]), speech)),
        (say("Games"), number(games or 0, speech)),
        (say("Rolls"), number(turns or 0, speech)),
    ]
    if first:
        days = [day(first, speech).text, day(last, speech).text]
        facts.append((say("Dates"), cell(days[0] if first == last else " – ".join(days))))
    if places:
        facts.append((say("Place"), cell(", ".join(clipped(place) for place in places))))
    sections = (
        _standings(said, speech, links),
        _crosses(said, speech, links),
        _matches(said, speech, links),
        _lengths(said, speech),
        _unsound(said, speech),
        _transcribers(said, speech),
    )
    return TablePage(
        title=clipped(name) or "–",
        summary=speech.count("{number} match", "{number} matches", matches),
        facts=tuple(facts),
        sections=tuple(section for section in sections if section.rows),
        home=home,
    )


def _name_cell(name: str | None, speech: Tongue, links: Mapping[str, str]) -> PageCell:
    return cell(name or speech.say("without a name"), href=links.get(name or "", ""))


def _standings(said: Answers, speech: Tongue, links: Mapping[str, str]) -> Section:
    say = speech.say
    return Section(
        anchor="players",
        title=say("Players"),
        columns=(say("Player"), say("Matches"), say("Won"), say("Lost"), say("Share"), say("Points")),
        numbers=frozenset((1, 2, 3, 5)),
        rows=tuple(
            (
                _name_cell(person, speech, links),
                number(matches, speech),
                number(won, speech),
                number(decided - won, speech),
                share(won, decided, speech),
                PageCell(text=score(mine, theirs, speech)),
            )
            for person, matches, decided, won, mine, theirs in said["players"]
        ),
    )


def _crosses(said: Answers, speech: Tongue, links: Mapping[str, str]) -> Section:
    """Everybody against everybody, where the event was of that kind."""
    say = speech.say
    players = [row[0] for row in said["players"]]
    pairs = {(one, other): (won, lost, times) for one, other, won, lost, times in said["pairs"]}
    fields = len(players) * (len(players) - 1)
    if not 2 < len(players) <= WIDEST or len(pairs) < FILLED * fields:
        return Section(anchor="cross", title="", columns=(), rows=())

    def field(one: str, other: str) -> PageCell:
        if one == other:
            return PageCell(text="×")
        won, lost, times = pairs.get((one, other), (0, 0, 0))
        return PageCell(text=score(won, lost, speech) if times else "")

    return Section(
        anchor="cross",
        title=say("Each against each"),
        columns=(say("Player"), *(str(place) for place in range(1, len(players) + 1))),
        numbers=frozenset(range(1, len(players) + 1)),
        rows=tuple(
            (
                PageCell(
                    text=f"{place}. {_name_cell(player, speech, links).text}", href=links.get(player, "")
                ),
                *(field(player, other) for other in players),
            )
            for place, player in enumerate(players, 1)
        ),
        note=say("Matches won and lost by the player of the row against that of the column."),
        wide=True,
    )


def _matches(said: Answers, speech: Tongue, links: Mapping[str, str]) -> Section:
    """The matches by rounds, in the order in which those were begun."""
    say = speech.say
    begun: dict[str, str] = {}
    for round, date, *_ in said["matches"]:
        begun[round or ""] = min(begun.get(round or "", "~"), date or "~")
    rows = sorted(said["matches"], key=lambda row: (not row[0], begun[row[0] or ""], row[0] or ""))
    total, listed = said["head"][0][0], len(rows)
    return Section(
        anchor="matches",
        title=say("Matches"),
        columns=(
            say("Player"),
            say("Opponent"),
            say("Round"),
            say("Date"),
            say("Length"),
            say("Score"),
            say("Record"),
        ),
        rows=tuple(_match(row, speech, links) for row in rows),
        note=say("{listed} of {total} matches are shown.", listed=listed, total=total)
        if listed < total
        else "",
    )


def _match(row: Row, speech: Tongue, links: Mapping[str, str]) -> tuple[PageCell, ...]:
    round, date, one, other, points, modern, mine, theirs, complete, errors = row
    states = [] if complete else [speech.say("unfinished")]
    if errors:
        states.append(speech.count("{number} error", "{number} errors", errors))
    return (
        _name_cell(one, speech, links),
        _name_cell(other, speech, links),
        cell(round),
        day(date, speech),
        PageCell(text=length_words(points, cube=modern, tongue=speech)),
        PageCell(text=score(mine, theirs, speech)),
        PageCell(text=", ".join(states)),
    )


def _lengths(said: Answers, speech: Tongue) -> Section:
    say = speech.say
    return Section(
        anchor="lengths",
        title=say("Lengths"),
        columns=(say("Length"), say("Matches"), say("Games on average"), say("Rolls on average")),
        numbers=frozenset((1, 2, 3)),
        rows=tuple(
            (
                PageCell(text=length_words(points, cube=modern, tongue=speech)),
                number(matches, speech),
                number(games, speech, 1),
                number(turns, speech, 1),
            )
            for points, modern, matches, games, turns in said["lengths"]
        ),
    )


def _unsound(said: Answers, speech: Tongue) -> Section:
    say = speech.say
    return Section(
        anchor="unsound",
        title=say("Records with problems"),
        columns=(
            say("Player"),
            say("Opponent"),
            say("Round"),
            say("Errors"),
            say("Warnings"),
            say("Plays not recovered"),
            say("Number"),
        ),
        numbers=frozenset((3, 4, 5, 6)),
        rows=tuple(
            (
                cell(one or say("without a name")),
                cell(other or say("without a name")),
                cell(round),
                number(errors, speech),
                number(warnings, speech),
                number(lost, speech),
                PageCell(text=str(match)),
            )
            for one, other, round, _, errors, warnings, lost, match in said["unsound"]
        ),
        note=say("The number is that of the match in the tables of the archive."),
    )


def _transcribers(said: Answers, speech: Tongue) -> Section:
    say = speech.say
    if all(row[0] is None for row in said["transcribers"]):
        return Section(anchor="transcribers", title="", columns=(), rows=())
    return Section(
        anchor="transcribers",
        title=say("Who wrote it down"),
        columns=(
            say("Name"),
            say("Matches"),
            say("With problems"),
            say("Errors"),
            say("Plays not recovered"),
        ),
        numbers=frozenset((1, 2, 3, 4)),
        rows=tuple(
            (
                cell(name or say("not stated")),
                number(matches, speech),
                number(unsound, speech),
                number(errors or 0, speech),
                number(lost or 0, speech),
            )
            for name, matches, unsound, errors, lost in said["transcribers"]
        ),
    )
