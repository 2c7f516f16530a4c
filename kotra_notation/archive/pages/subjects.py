"""The pages of an event, and of a player, who is everyone that sat at matches under these names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from kotra_notation.archive.pages import (
    DAY,
    LENGTH,
    NAME,
    NOTED,
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
from kotra_notation.report.event_words import kind_word
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


def _event_facts(name: str, answers: Answers, tables: PageTables) -> list[tuple[str, PageCell]]:
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


EVENT_MATCHES = PageTable(
    "matches",
    N_("Matches"),
    (*(N_("Player"), N_("Opponent"), N_("Round"), N_("Date"), N_("Length"), N_("Score")), N_("Record")),
    (NAME, NAME, TEXT, DAY, LENGTH, replace(SCORE, is_number=False), CellKind(_state, 2)),
    partly=N_("{listed} of {total} matches are shown."),
)


def _event_line(name: str, href: str, head: Row, tables: PageTables) -> Line:
    matches, complete, first, _, places, _, _ = head
    numbers, begun = tables.numbers(matches, complete), day(first, tables.speech)
    return cell(name or "–", href=href), *numbers, begun, cell(", ".join(places or ()))


EVENT = Subject(
    column="event",
    persons=False,
    sql=statements(__file__, "event.sql"),
    facts=_event_facts,
    sections=(
        *(STANDINGS.section, _cross_table, EVENT_MATCHES.section),
        *(LENGTHS.section, UNSOUND.section, TRANSCRIBERS.section),
    ),
    title=N_("Events"),
    summary=("{number} event", "{number} events"),
    columns=(N_("Event"), N_("Matches"), N_("Played to the end"), N_("Started"), N_("Place")),
    line=_event_line,
)


MOST_OPENINGS = 4
RECORD = (NUMBER, SCORE, SHARE)
YEARS = PageTable(
    "years",
    N_("Over the years"),
    (N_("Year"), N_("Matches"), N_("Won–lost"), N_("Share")),
    (text(N_("no year")), *RECORD),
)
OPPONENTS = PageTable(
    "opponents",
    N_("Opponents"),
    (N_("Opponent"), N_("Matches"), N_("Won–lost"), N_("Share"), N_("Games"), N_("Points")),
    (NAME, *RECORD, SCORE, SCORE),
)
ERRORS = PageTable(
    "errors",
    N_("Engine analysis"),
    (
        *(N_("Date"), N_("Opponent"), N_("Decisions"), N_("Checker-play loss"), N_("Cube loss")),
        *(N_("Per decision"), N_("Engine")),
    ),
    (DAY, NAME, NUMBER, decimal(3), decimal(3), decimal(4), TEXT),
    N_("Losses are in equity, as the named programs recorded them."),
)
FINDINGS = PageTable(
    "findings",
    N_("Findings in the records"),
    (N_("Kind"), N_("Matches"), N_("How often"), N_("Of these on this player's turns")),
    (NOTED, NUMBER, NUMBER, NUMBER),
    N_("This is about the records: it counts typos as well as mistakes on the board."),
)


def _facts(name: str, answers: Answers, tables: PageTables) -> list[tuple[str, PageCell]]:
    matches, decided, won, spellings, first, last = answers["head"][0]
    say = tables.say
    share = tables.share(won, decided)
    note = f"{share.text} ({share.note})" if decided else ""
    games, mine, theirs = (sum(row[at] for row in answers["games"]) for at in (2, 7, 8))
    share_won = PageCell(text=say("{won} of {decided}", won=won, decided=decided), note=note, bar=share.bar)
    number_of_matches, number_of_games = tables.numbers(matches, games)
    facts = [
        *((say("Matches"), number_of_matches), (say("Matches won"), share_won)),
        (say("Games"), number_of_games),
        (say("Points won and lost"), tables.score(mine, theirs)),
        (say("Years"), cell(_years(first, last) or "–")),
    ]
    if others := _others(name, spellings):
        facts.append((say("Also written"), cell(others)))
    return facts


def _years(first: str | None, last: str | None) -> str:
    return "" if not first else first if first == last else f"{first}–{last}"


def _others(name: str, spellings: list[str]) -> str:
    return ", ".join(clipped(spelling) for spelling in spellings if spelling != name)


def _ending(tables: PageTables, kind: str, is_old: bool) -> PageCell:
    return cell(kind_word(kind, tables.speech), tables.say("old kotra") if is_old else "")


GAMES = PageTable(
    "games",
    N_("How games ended"),
    (
        *(N_("Ending"), N_("Games"), N_("Won"), N_("Lost"), N_("Share won"), N_("Points won")),
        N_("Points lost"),
    ),
    (CellKind(_ending, 2), NUMBER, NUMBER, NUMBER, SHARE, NUMBER, NUMBER),
)


def _cubes(answers: Answers, tables: PageTables) -> Iterator[Line]:
    if not answers["cubes"] or not answers["answers"]:
        return
    say, (games, mine, theirs, *turns) = tables.say, answers["cubes"][0]
    counts = {kind: both for kind, *both in answers["answers"]}
    doubles, takes, drops = (counts.get(kind, (0, 0)) for kind in ("double", "take", "drop"))
    taken = [tables.share(take, take + drop) for take, drop in zip(takes, drops, strict=True)]
    yield cell(say("Games with the first double")), tables.share(mine, games), tables.share(theirs, games)
    yield cell(say("Roll before the double, on average")), *tables.numbers(*turns, digits=1)
    yield cell(say("Doubles offered")), *tables.numbers(*doubles)
    yield cell(say("Doubles taken when offered")), *taken


def _openings(answers: Answers, tables: PageTables) -> Iterator[Line]:
    for roll, plays in groupby(answers["openings"], lambda row: row[0]):
        counted = [(str(play), int(times)) for _, play, times in plays]
        total = sum(times for _, times in counted)
        (first, most), *rest = counted
        listed = rest[: MOST_OPENINGS - 1]
        also = [f"{play} ({times})" for play, times in listed]
        if left := total - most - sum(times for _, times in listed):
            also.append(tables.say("others ({number})", number=left))
        play = cell(first), tables.share(most, total), cell(", ".join(also))
        yield cell("-".join(str(roll))), *tables.numbers(total), *play


CUBE = PageTable("cube", N_("The cube"), (N_("Statistic"), N_("This player"), N_("Opponents")), cells=_cubes)
OPENINGS = PageTable(
    "openings",
    N_("Opening plays"),
    (N_("Roll"), N_("How often"), N_("Most common"), N_("Share"), N_("Also")),
    (TEXT, NUMBER),
    cells=_openings,
)


def _result(tables: PageTables, won: bool | None, complete: bool, errors: int) -> PageCell:
    say, note = tables.say, ""
    if won is not None:
        result = say("won") if won else say("lost")
    else:
        result = say("undecided") if complete else say("unfinished")
    if errors:
        note = tables.speech.count("{number} error in the record", "{number} errors in the record", errors)
    return PageCell(text=result, note=note)


MATCHES = PageTable(
    "matches",
    N_("Matches"),
    (N_("Date"), N_("Opponent"), N_("Event"), N_("Length"), N_("Score"), N_("Result")),
    (DAY, NAME, TEXT, LENGTH, replace(SCORE, is_number=False), CellKind(_result, 3)),
    partly=N_("The newest {listed} of {total}."),
)


def _line(name: str, href: str, head: Row, tables: PageTables) -> Line:
    matches, decided, won, spellings, first, last = head
    others = _others(name, spellings)
    note = tables.say("also {names}", names=others) if others else ""
    share = tables.score(won, decided - won), tables.share(won, decided)
    return cell(name or "–", note, href), *tables.numbers(matches), *share, cell(_years(first, last))


PLAYER = Subject(
    column="person",
    persons=True,
    sql=statements(__file__, "player.sql"),
    facts=_facts,
    sections=tuple(
        table.section for table in (YEARS, OPPONENTS, GAMES, CUBE, OPENINGS, ERRORS, FINDINGS, MATCHES)
    ),
    title=N_("Players"),
    summary=("{number} player", "{number} players"),
    columns=(N_("Player"), N_("Matches"), N_("Won–lost"), N_("Share"), N_("Years")),
    line=_line,
)
