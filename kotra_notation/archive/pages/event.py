"""The page of an event: its tables, the SQL of each being for all events that are wanted."""

from __future__ import annotations

from dataclasses import replace

from kotra_notation.archive.pages import (
    DAY,
    LENGTH,
    NAME,
    NUMBER,
    SCORE,
    SHARE,
    TEXT,
    Answers,
    CellKind,
    Line,
    PageTable,
    PageTables,
    Row,
    Subject,
    decimal,
    text,
)
from kotra_notation.archive.views import statements
from kotra_notation.report.cleaning import name as clipped
from kotra_notation.report.table_page import PageCell, Section, cell, day
from kotra_notation.words.tongues import N_

# A cross table is drawn for no more players, and where so many of its fields are filled.
WIDEST, FILLED = 16, 0.25

STANDINGS = PageTable(
    "players",
    N_("Players"),
    (N_("Player"), N_("Matches"), N_("Won"), N_("Lost"), N_("Share"), N_("Points")),
    (NAME, NUMBER, NUMBER, NUMBER, SHARE, SCORE),
)
LENGTHS = PageTable(
    "lengths",
    N_("Lengths"),
    (N_("Length"), N_("Matches"), N_("Games on average"), N_("Rolls on average")),
    (LENGTH, NUMBER, decimal(1), decimal(1)),
)
UNSOUND = PageTable(
    "unsound",
    N_("Records with problems"),
    (
        *(N_("Player"), N_("Opponent"), N_("Round"), N_("Errors"), N_("Warnings")),
        *(N_("Plays not recovered"), N_("Number")),
    ),
    (NAME, NAME, TEXT, NUMBER, NUMBER, NUMBER, replace(TEXT, is_number=True)),
    N_("The number identifies the match in the archive tables."),
)
TRANSCRIBERS = PageTable(
    "transcribers",
    N_("Transcriber"),
    (N_("Name"), N_("Matches"), N_("With problems"), N_("Errors"), N_("Plays not recovered")),
    (text(N_("not given")), NUMBER, NUMBER, NUMBER, NUMBER),
)


def _facts(name: str, answers: Answers, tables: PageTables) -> list[tuple[str, PageCell]]:
    matches, complete, first, last, places, games, turns = answers["head"][0]
    say = tables.say
    labels = say("Matches"), say("Played to the end"), say("Players"), say("Games"), say("Rolls")
    numbers = tables.numbers(matches, complete, len(answers["players"]), games or 0, turns or 0)
    facts = [*zip(labels, numbers, strict=True)]
    if first:
        days = [day(date, tables.speech).text for date in (first, last)]
        facts.append((say("Dates"), cell(days[0] if first == last else " – ".join(days))))
    if places:
        facts.append((say("Place"), cell(", ".join(clipped(place) for place in places))))
    return facts


def _cross_table(answers: Answers, tables: PageTables) -> Section:
    """Return the results of each against each; a table without rows where the event was not of that kind."""
    players = [row[0] for row in answers["players"]]
    pairs = {(player, opponent): score for player, opponent, *score in answers["pairs"]}

    def field(player: str, opponent: str) -> PageCell:
        won, lost, times = pairs.get((player, opponent), (0, 0, 0))
        return tables.score(won, lost) if times else PageCell(text="×" if player == opponent else "")

    rows: list[Line] = []
    if 2 < len(players) <= WIDEST and len(pairs) >= FILLED * len(players) * (len(players) - 1):
        for rank, player in enumerate(players, 1):
            name = replace(tables.name(player), text=f"{rank}. {tables.name(player).text}")
            rows.append((name, *(field(player, opponent) for opponent in players)))
    numbers = range(1, len(players) + 1)
    return Section(
        anchor="cross",
        title=tables.say("Cross table"),
        columns=(tables.say("Player"), *map(str, numbers)),
        rows=tuple(rows),
        numbers=frozenset(numbers),
        note=tables.say("Matches won and lost by the player in the row against the player in the column."),
        wide=True,
    )


def _state(tables: PageTables, complete: bool, errors: int) -> PageCell:
    states = [] if complete else [tables.say("unfinished")]
    if errors:
        states.append(tables.speech.count("{number} error", "{number} errors", errors))
    return PageCell(text=", ".join(states))


MATCHES = PageTable(
    "matches",
    N_("Matches"),
    (*(N_("Player"), N_("Opponent"), N_("Round"), N_("Date"), N_("Length"), N_("Score")), N_("Record")),
    (NAME, NAME, TEXT, DAY, LENGTH, replace(SCORE, is_number=False), CellKind(_state, 2)),
    partly=N_("{listed} of {total} matches are shown."),
)


def _line(name: str, href: str, head: Row, tables: PageTables) -> Line:
    matches, complete, first, _, places, _, _ = head
    numbers, begun = tables.numbers(matches, complete), day(first, tables.speech)
    return cell(name or "–", href=href), *numbers, begun, cell(", ".join(places or ()))


EVENT = Subject(
    column="event",
    persons=False,
    sql=statements(__file__, "event.sql"),
    facts=_facts,
    sections=(
        *(STANDINGS.section, _cross_table, MATCHES.section),
        *(LENGTHS.section, UNSOUND.section, TRANSCRIBERS.section),
    ),
    title=N_("Events"),
    summary=("{number} event", "{number} events"),
    columns=(N_("Event"), N_("Matches"), N_("Played to the end"), N_("Started"), N_("Place")),
    line=_line,
)
