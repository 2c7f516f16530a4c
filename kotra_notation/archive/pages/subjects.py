"""The pages of an event, and of a player, who is everyone that sat at matches under these names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from kotra_notation.archive.pages import (
    Answers,
    CellKind,
    Line,
    PageTable,
    PageTables,
    Row,
    SectionOf,
    Subject,
    decimal,
    text,
)
from kotra_notation.archive.views import statements
from kotra_notation.installation import read_table
from kotra_notation.report.cleaning import name as clipped
from kotra_notation.report.event_words import kind_word
from kotra_notation.report.table_page import PageCell, Section, cell, day
from kotra_notation.words.tongues import N_

# A cross table is drawn for no more players, and where so many of its fields are filled.
WIDEST, FILLED = 16, 0.25


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


def _event_line(name: str, href: str, head: Row, tables: PageTables) -> Line:
    matches, complete, first, _, places, _, _ = head
    numbers, begun = tables.numbers(matches, complete), day(first, tables.speech)
    return cell(name or "–", href=href), *numbers, begun, cell(", ".join(places or ()))


MOST_OPENINGS = 4


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


def _result(tables: PageTables, won: bool | None, complete: bool, errors: int) -> PageCell:
    say, note = tables.say, ""
    if won is not None:
        result = say("won") if won else say("lost")
    else:
        result = say("undecided") if complete else say("unfinished")
    if errors:
        note = tables.speech.count("{number} error in the record", "{number} errors in the record", errors)
    return PageCell(text=result, note=note)


def _line(name: str, href: str, head: Row, tables: PageTables) -> Line:
    matches, decided, won, spellings, first, last = head
    others = _others(name, spellings)
    note = tables.say("also {names}", names=others) if others else ""
    share = tables.score(won, decided - won), tables.share(won, decided)
    return cell(name or "–", note, href), *tables.numbers(matches), *share, cell(_years(first, last))


# The kinds of cells by the names that `subjects.toml` has for them.
KINDS = {
    "name": CellKind(PageTables.name),
    "text": text(),
    "code": replace(text(), is_number=True),
    "number": decimal(),
    **{name: decimal(digits) for name, digits in (("tenths", 1), ("thousandths", 3), ("fine", 4))},
    "share": CellKind(PageTables.share, 2),
    "score": CellKind(PageTables.score, 2, is_number=True),
    "result": CellKind(PageTables.score, 2),
    "day": CellKind(lambda tables, date: day(date, tables.speech)),
    "noted": CellKind(lambda _, *both: cell(*both), 2),
    "length": CellKind(PageTables.length, 2),
    "state": CellKind(_state, 2),
    "ending": CellKind(_ending, 2),
    "outcome": CellKind(_result, 3),
}
WORDS = read_table(__file__, "subjects.toml")


def _sections(subject: str, **cells: Callable[[Answers, PageTables], Iterable[Line]]) -> Iterator[SectionOf]:
    """Yield the sections of a subject in their order; some have `cells` of their own."""
    for name, row in WORDS[subject].items():
        kinds = [KINDS[kind] for kind in row.get("kinds", "").split()]
        if "unnamed" in row:
            kinds[0] = text(row["unnamed"])
        note, partly = row.get("note", ""), row.get("partly", "")
        table = PageTable(
            name, row["title"], tuple(row["columns"]), tuple(kinds), note, partly, cells.get(name)
        )
        yield table.section


STANDINGS, *EVENT_SECTIONS = _sections("event")
EVENT = Subject(
    column="event",
    persons=False,
    sql=statements(__file__, "event.sql"),
    facts=_event_facts,
    sections=(STANDINGS, _cross_table, *EVENT_SECTIONS),
    title=N_("Events"),
    summary=("{number} event", "{number} events"),
    columns=(N_("Event"), N_("Matches"), N_("Played to the end"), N_("Started"), N_("Place")),
    line=_event_line,
)
PLAYER = Subject(
    column="person",
    persons=True,
    sql=statements(__file__, "player.sql"),
    facts=_facts,
    sections=tuple(_sections("player", cube=_cubes, openings=_openings)),
    title=N_("Players"),
    summary=("{number} player", "{number} players"),
    columns=(N_("Player"), N_("Matches"), N_("Won–lost"), N_("Share"), N_("Years")),
    line=_line,
)
