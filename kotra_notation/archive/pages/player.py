"""The page of a player: what the tables say of everyone who sat at the matches under his name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from kotra_notation.archive.pages.page import outcome, share
from kotra_notation.archive.pages.streams import Answers
from kotra_notation.report.cleaning import name as clipped
from kotra_notation.report.event_words import kind_word
from kotra_notation.report.page import length_words
from kotra_notation.report.table_page import PageCell, Section, TablePage, cell, day, number, score
from kotra_notation.words.tongues import Tongue

MOST_OPENINGS = 4


def player_page(
    who: str, said: Answers, speech: Tongue, links: Mapping[str, str], home: str = ""
) -> TablePage:
    """The page of one player; `links` are the pages of others, `home` that which lists them."""
    matches, decided, won, spellings, first, last = said["head"][0]
    say = speech.say
    facts = [
        (say("Matches"), number(matches, speech)),
        (say("Matches won"), _won(won, decided, speech)),
        (say("Games"), number(sum(row[2] + row[3] + row[4] for row in said["kinds"]), speech)),
        (say("Points won and lost"), _points(said["kinds"], speech)),
        (say("Years"), cell(first if first == last else f"{first}–{last}" if first else "–")),
    ]
    if others := [spelling for spelling in spellings if spelling != who]:
        facts.append((say("Also written"), cell(", ".join(clipped(other) for other in others))))
    sections = (
        _years(said, speech),
        _opponents(said, speech, links),
        _kinds(said, speech),
        _cubes(said, speech),
        _openings(said, speech),
        _errors(said, speech, links),
        _findings(said, speech),
        _matches(said, speech, links),
    )
    summary = speech.count("{number} match", "{number} matches", matches)
    return TablePage(
        title=clipped(who) or "–",
        summary=summary,
        facts=tuple(facts),
        sections=tuple(section for section in sections if section.rows),
        home=home,
    )


def _won(won: int, decided: int, speech: Tongue) -> PageCell:
    page_cell = share(won, decided, speech)
    said = speech.say("{won} of {decided}", won=won, decided=decided)
    return PageCell(
        text=said, note=f"{page_cell.text} ({page_cell.note})" if decided else "", bar=page_cell.bar
    )


def _points(kinds: list[tuple[Any, ...]], speech: Tongue) -> PageCell:
    won, lost = sum(row[5] for row in kinds), sum(row[6] for row in kinds)
    return PageCell(text=score(won, lost, speech))


def _years(said: Answers, speech: Tongue) -> Section:
    say = speech.say
    return Section(
        anchor="years",
        title=say("Over the years"),
        columns=(say("Year"), say("Matches"), say("Won–lost"), say("Share")),
        numbers=frozenset((1, 2)),
        rows=tuple(
            (
                cell(year or say("without a year")),
                number(matches, speech),
                PageCell(text=score(won, decided - won, speech)),
                share(won, decided, speech),
            )
            for year, matches, decided, won in said["years"]
        ),
    )


def _opponents(said: Answers, speech: Tongue, links: Mapping[str, str]) -> Section:
    say = speech.say
    return Section(
        anchor="opponents",
        title=say("Opponents"),
        columns=(
            say("Opponent"),
            say("Matches"),
            say("Won–lost"),
            say("Share"),
            say("Games"),
            say("Points"),
        ),
        numbers=frozenset((1, 2, 4, 5)),
        rows=tuple(
            (
                cell(other or say("without a name"), href=links.get(other or "", "")),
                number(matches, speech),
                PageCell(text=score(won, decided - won, speech)),
                share(won, decided, speech),
                PageCell(text=score(mine, theirs, speech)),
                PageCell(text=score(points, lost, speech)),
            )
            for other, matches, decided, won, mine, theirs, points, lost in said["opponents"]
        ),
    )


def _kinds(said: Answers, speech: Tongue) -> Section:
    say = speech.say
    mixed = len({modern for modern, *_ in said["kinds"]}) > 1

    def kind_cell(kind: str | None, modern: bool) -> PageCell:
        note = "" if modern or not mixed else say("old kotra")
        return cell(kind_word(kind or "unfinished", speech), note)

    return Section(
        anchor="games",
        title=say("How games ended"),
        columns=(
            say("Ending"),
            say("Games"),
            say("Won"),
            say("Lost"),
            say("Share won"),
            say("Points won"),
            say("Points lost"),
        ),
        numbers=frozenset((1, 2, 3, 5, 6)),
        rows=tuple(
            (
                kind_cell(kind, modern),
                number(won + lost + none, speech),
                number(won, speech),
                number(lost, speech),
                share(won, won + lost, speech),
                number(points, speech),
                number(against, speech),
            )
            for modern, kind, won, lost, none, points, against in said["kinds"]
        ),
    )


def _cubes(said: Answers, speech: Tongue) -> Section:
    say = speech.say
    if not said["cubes"] or not said["answers"]:
        return Section(anchor="cube", title="", columns=(), rows=())
    games, mine, theirs, my_turn, their_turn = said["cubes"][0]
    told = {kind: (own, other) for kind, own, other in said["answers"]}
    takes, drops = told.get("take", (0, 0)), told.get("drop", (0, 0))
    rows = [
        (
            say("Games in which the first double was offered"),
            share(mine, games, speech),
            share(theirs, games, speech),
        ),
        (
            say("Roll before which it was offered, on average"),
            number(my_turn, speech, 1),
            number(their_turn, speech, 1),
        ),
        (say("Doubles offered"), *_each(told.get("double", (0, 0)), speech)),
        (
            say("Doubles taken when offered"),
            share(takes[0], takes[0] + drops[0], speech),
            share(takes[1], takes[1] + drops[1], speech),
        ),
    ]
    return Section(
        anchor="cube",
        title=say("The cube"),
        columns=(say("Habit"), say("This player"), say("Opponents")),
        rows=tuple((cell(label), *cells) for label, *cells in rows),
    )


def _each(pair: tuple[int, int], speech: Tongue) -> tuple[PageCell, PageCell]:
    return number(pair[0], speech), number(pair[1], speech)


def _openings(said: Answers, speech: Tongue) -> Section:
    say = speech.say

    def rows() -> Iterator[tuple[PageCell, ...]]:
        for throw, plays in groupby(said["openings"], lambda row: row[0]):
            counted = [(str(play), int(times)) for _, play, times in plays]
            whole = sum(times for _, times in counted)
            (first, most), *rest = counted
            shown = [f"{play} ({times})" for play, times in rest[: MOST_OPENINGS - 1]]
            if left := whole - most - sum(times for _, times in rest[: MOST_OPENINGS - 1]):
                shown.append(say("others ({number})", number=left))
            yield (
                cell("-".join(str(throw))),
                number(whole, speech),
                cell(first),
                share(most, whole, speech),
                cell(", ".join(shown)),
            )

    return Section(
        anchor="openings",
        title=say("Opening plays"),
        columns=(say("Roll"), say("How often"), say("Mostly"), say("Share"), say("Also")),
        numbers=frozenset((1,)),
        rows=tuple(rows()),
    )


def _errors(said: Answers, speech: Tongue, links: Mapping[str, str]) -> Section:
    say = speech.say
    return Section(
        anchor="errors",
        title=say("As engines weighed it"),
        columns=(
            say("Date"),
            say("Opponent"),
            say("Decisions"),
            say("Lost in plays"),
            say("Lost at the cube"),
            say("For each decision"),
            say("Engine"),
        ),
        numbers=frozenset((2, 3, 4, 5)),
        rows=tuple(
            (
                day(date, speech),
                cell(other or say("without a name"), href=links.get(other or "", "")),
                number(weighed, speech),
                number(plays, speech, 3),
                number(cube, speech, 3),
                number((plays + cube) / weighed if weighed else None, speech, 4),
                cell(engine),
            )
            for _, date, other, weighed, plays, cube, engine in said["errors"]
        ),
        note=say("What was lost is in equity, as the programs that are named put it into the records."),
    )


def _findings(said: Answers, speech: Tongue) -> Section:
    say = speech.say
    return Section(
        anchor="findings",
        title=say("What was found in the records"),
        columns=(say("Kind"), say("Matches"), say("How often"), say("Of these at this player's turns")),
        numbers=frozenset((1, 2, 3)),
        rows=tuple(
            (cell(code, name), number(matches, speech), number(times, speech), number(own, speech))
            for code, name, _, matches, times, own in said["findings"]
        ),
        note=say(
            "This is about the records: a slip of who wrote them down is found as much as one on the board."
        ),
    )


def _matches(said: Answers, speech: Tongue, links: Mapping[str, str]) -> Section:
    say = speech.say
    total, listed = said["head"][0][0], len(said["matches"])
    return Section(
        anchor="matches",
        title=say("Matches"),
        columns=(say("Date"), say("Opponent"), say("Event"), say("Length"), say("Score"), say("Result")),
        rows=tuple(
            (
                day(date, speech),
                cell(other or say("without a name"), href=links.get(other or "", "")),
                cell(", ".join(filter(None, (event, round)))),
                PageCell(text=length_words(points, cube=modern, tongue=speech)),
                PageCell(text=score(mine, theirs, speech)),
                outcome(won, complete, errors, speech),
            )
            for _, date, other, event, round, points, modern, mine, theirs, won, complete, errors in said[
                "matches"
            ]
        ),
        note=say("The newest {listed} of {total}.", listed=listed, total=total) if listed < total else "",
    )
