"""The page of a player, who is everyone that sat at matches under these names."""

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
from kotra_notation.report.table_page import PageCell, cell
from kotra_notation.words.tongues import N_

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
