"""The page of an event: its SQL, each query for all events that are wanted, and its tables."""

from __future__ import annotations

from kotra_notation.archive.pages import Answers, Line, PageTables, Row, Subject
from kotra_notation.report.cleaning import name as clipped
from kotra_notation.report.table_page import PageCell, Section, TablePage, cell

# A cross table is drawn for no more players, and where so many of its fields are filled.
WIDEST, FILLED = 16, 0.25

WANTED = """
CREATE TABLE wanted AS
SELECT DISTINCT event FROM matches WHERE event IS NOT NULL AND ($name IS NULL OR event = $name)
"""
NEAREST = """
SELECT event FROM matches WHERE event IS NOT NULL
ORDER BY jaro_winkler_similarity(lower(event), lower($name)) DESC, event LIMIT 1
"""
# A row for each match of an event that is wanted, the players by the persons they are.
HELD = """
CREATE TABLE held AS
SELECT matches.* EXCLUDE (player0, player1, transcriber, date),
       regexp_replace(date, '^([0-9]{4})[./]([0-9]{2})[./]([0-9]{2})$', '\\1-\\2-\\3') AS date,
       coalesce(one.person, player0, '') AS player0, coalesce(other.person, player1, '') AS player1,
       coalesce(scribe.person, transcriber) AS transcriber
FROM matches
LEFT JOIN persons AS one ON one.spelling = player0
LEFT JOIN persons AS other ON other.spelling = player1
LEFT JOIN persons AS scribe ON scribe.spelling = transcriber
WHERE event IN (SELECT event FROM wanted)
"""
SECTIONS = {
    "head": """
SELECT event, count(*), count(*) FILTER (complete), min(date), max(date),
       list(DISTINCT place ORDER BY place) FILTER (place IS NOT NULL), sum(games), sum(turns)
FROM held GROUP BY event ORDER BY event
""",
    "players": """
SELECT event, person, count(*), count(winner), count(*) FILTER (winner = seat), sum(score), sum(other_score)
FROM (
  SELECT event, match, player0 AS person, 0 AS seat, winner, score0 AS score, score1 AS other_score FROM held
  UNION ALL SELECT event, match, player1, 1, winner, score1, score0 FROM held
) GROUP BY event, person
ORDER BY event, 5 DESC, 4, 6 DESC, person
""",
    "pairs": """
SELECT event, one, other, count(*) FILTER (winner = seat), count(*) FILTER (winner = 1 - seat), count(*)
FROM (
  SELECT event, player0 AS one, player1 AS other, 0 AS seat, winner FROM held
  UNION ALL SELECT event, player1, player0, 1, winner FROM held
) GROUP BY event, one, other ORDER BY event, one, other
""",
    "matches": """
SELECT event, round, date, player0, player1, length, rules = 'modern', score0, score1, complete, errors
FROM held QUALIFY row_number() OVER (PARTITION BY event ORDER BY date NULLS LAST, round, match) <= $most
ORDER BY event, date NULLS LAST, round, player0, player1, match
""",
    "lengths": """
SELECT event, length, rules = 'modern' AS modern, count(*), avg(games), avg(turns) FROM held
GROUP BY event, length, modern ORDER BY event, modern DESC, length DESC NULLS LAST
""",
    "unsound": """
SELECT event, player0, player1, round, date, errors, warnings, lost, match FROM held
WHERE errors > 0 OR lost > 0
QUALIFY row_number() OVER (PARTITION BY event ORDER BY lost DESC, errors DESC, match) <= $most
ORDER BY event, lost DESC, errors DESC, match
""",
    "transcribers": """
SELECT event, transcriber, count(*), count(*) FILTER (errors > 0 OR lost > 0), sum(errors), sum(lost)
FROM held GROUP BY event, transcriber ORDER BY event, 3 DESC, transcriber NULLS LAST
""",
}


def event_page(name: str, answers: Answers, tables: PageTables, home: str) -> TablePage:
    """Return the page of one event; `home` is the page that lists the events."""
    matches, complete, first, last, places, games, turns = answers["head"][0]
    say = tables.say
    facts = [
        (say("Matches"), tables.number(matches)),
        (say("Played to the end"), tables.number(complete)),
        (say("Players"), tables.number(len(answers["players"]))),
        (say("Games"), tables.number(games or 0)),
        (say("Rolls"), tables.number(turns or 0)),
    ]
    if first:
        days = [tables.day(first).text, tables.day(last).text]
        facts.append((say("Dates"), cell(days[0] if first == last else " – ".join(days))))
    if places:
        facts.append((say("Place"), cell(", ".join(clipped(place) for place in places))))
    parts = (_standings, _cross_table, _matches, _lengths, _unsound, _transcribers)
    return tables.page(name, matches, facts, [part(answers, tables) for part in parts], home)


def _standings(answers: Answers, tables: PageTables) -> Section:
    say = tables.say
    columns = (say("Player"), say("Matches"), say("Won"), say("Lost"), say("Share"), say("Points"))
    rows = (
        (
            tables.name(person),
            *tables.numbers(matches, won, decided - won),
            tables.share(won, decided),
            tables.score(mine, theirs),
        )
        for person, matches, decided, won, mine, theirs in answers["players"]
    )
    return tables.table("players", say("Players"), columns, rows, (1, 2, 3, 5))


def _cross_table(answers: Answers, tables: PageTables) -> Section:
    """Return the results of each against each; a table without rows where the event was not of that kind."""
    say = tables.say
    players = [row[0] for row in answers["players"]]
    pairs = {(player, opponent): score for player, opponent, *score in answers["pairs"]}
    if not 2 < len(players) <= WIDEST or len(pairs) < FILLED * len(players) * (len(players) - 1):
        return tables.table("cross", "", (), ())

    def field(player: str, opponent: str) -> PageCell:
        if player == opponent:
            return PageCell(text="×")
        won, lost, times = pairs.get((player, opponent), (0, 0, 0))
        return tables.score(won, lost) if times else PageCell(text="")

    numbers = range(1, len(players) + 1)
    rows = (
        (
            PageCell(text=f"{rank}. {tables.name(player).text}", href=tables.links.get(player, "")),
            *(field(player, opponent) for opponent in players),
        )
        for rank, player in zip(numbers, players, strict=True)
    )
    note = say("Matches won and lost by the player in the row against the player in the column.")
    columns = (say("Player"), *map(str, numbers))
    return tables.table("cross", say("Cross table"), columns, rows, numbers, note, wide=True)


def _matches(answers: Answers, tables: PageTables) -> Section:
    """Return the matches by rounds, in the order in which those were begun."""
    say = tables.say
    begun: dict[str, str] = {}
    for round, date, *_ in answers["matches"]:
        begun[round or ""] = min(begun.get(round or "", "~"), date or "~")
    matches = sorted(answers["matches"], key=lambda row: (not row[0], begun[row[0] or ""], row[0] or ""))
    total, listed = answers["head"][0][0], len(matches)
    note = say("{listed} of {total} matches are shown.", listed=listed, total=total) if listed < total else ""
    columns = (
        *(say("Player"), say("Opponent"), say("Round"), say("Date"), say("Length")),
        *(say("Score"), say("Record")),
    )
    return tables.table(
        "matches", say("Matches"), columns, [_match(row, tables) for row in matches], (), note
    )


def _match(row: Row, tables: PageTables) -> Line:
    round, date, player, opponent, points, modern, mine, theirs, complete, errors = row
    states = [] if complete else [tables.say("unfinished")]
    if errors:
        states.append(tables.speech.count("{number} error", "{number} errors", errors))
    return (
        *(tables.name(player), tables.name(opponent), cell(round), tables.day(date)),
        *(tables.length(points, modern), tables.score(mine, theirs), PageCell(text=", ".join(states))),
    )


def _lengths(answers: Answers, tables: PageTables) -> Section:
    say = tables.say
    columns = (say("Length"), say("Matches"), say("Games on average"), say("Rolls on average"))
    rows = (
        (
            tables.length(points, modern),
            tables.number(matches),
            tables.number(games, 1),
            tables.number(turns, 1),
        )
        for points, modern, matches, games, turns in answers["lengths"]
    )
    return tables.table("lengths", say("Lengths"), columns, rows, (1, 2, 3))


def _unsound(answers: Answers, tables: PageTables) -> Section:
    say = tables.say
    columns = (
        *(say("Player"), say("Opponent"), say("Round"), say("Errors"), say("Warnings")),
        *(say("Plays not recovered"), say("Number")),
    )
    rows = (
        (
            *(cell(name or say("no name")) for name in (player, opponent)),
            cell(round),
            *tables.numbers(errors, warnings, lost),
            PageCell(text=str(match)),
        )
        for player, opponent, round, _, errors, warnings, lost, match in answers["unsound"]
    )
    note = say("The number identifies the match in the archive tables.")
    return tables.table("unsound", say("Records with problems"), columns, rows, (3, 4, 5, 6), note)


def _transcribers(answers: Answers, tables: PageTables) -> Section:
    say = tables.say
    if all(row[0] is None for row in answers["transcribers"]):
        return tables.table("transcribers", "", (), ())
    columns = (say("Name"), say("Matches"), say("With problems"), say("Errors"), say("Plays not recovered"))
    rows = (
        (cell(name or say("not given")), *tables.numbers(matches, unsound, errors or 0, lost or 0))
        for name, matches, unsound, errors, lost in answers["transcribers"]
    )
    return tables.table("transcribers", say("Transcriber"), columns, rows, (1, 2, 3, 4))


def _line(name: str, href: str, head: Row, tables: PageTables) -> Line:
    """Return the line of an event in the index: how large it was, when and where."""
    matches, complete, first, _, places, _, _ = head
    place = cell(", ".join(places or ()))
    return cell(name or "–", href=href), *tables.numbers(matches, complete), tables.day(first), place


def _index(lines: list[Line], tables: PageTables) -> TablePage:
    say = tables.say
    summary = tables.speech.count("{number} event", "{number} events", len(lines))
    columns = (say("Event"), say("Matches"), say("Played to the end"), say("Started"), say("Place"))
    return tables.index(say("Events"), summary, columns, lines)


EVENT = Subject("event", WANTED, HELD, NEAREST, SECTIONS, event_page, _line, _index)
