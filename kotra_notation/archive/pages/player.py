"""The page of a player, who is everyone that sat at matches under these names: its SQL and its tables."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from kotra_notation.archive.pages import Answers, Line, PageTables, Row, Subject
from kotra_notation.report.cleaning import name as clipped
from kotra_notation.report.event_words import kind_word
from kotra_notation.report.table_page import PageCell, Section, TablePage, cell

MOST_OPENINGS = 4

WANTED = """
CREATE TABLE wanted AS SELECT DISTINCT person FROM (
  SELECT coalesce(person, name) AS person FROM (
    SELECT player0 AS name FROM matches UNION ALL SELECT player1 FROM matches
  ) LEFT JOIN persons ON spelling = name
) WHERE person IS NOT NULL AND ($name IS NULL OR person = $name)
"""
NEAREST = """
SELECT coalesce(person, name) AS who FROM (
  SELECT player0 AS name FROM matches UNION SELECT player1 FROM matches
) LEFT JOIN persons ON spelling = name
WHERE name IS NOT NULL
ORDER BY jaro_winkler_similarity(lower(name), lower($name)) DESC, who LIMIT 1
"""
# A row for each match and each who is wanted and sat at it.
SAT = """
CREATE TABLE sat AS
SELECT sides.* EXCLUDE (name, other_name, date), name,
       regexp_replace(date, '^([0-9]{4})[./]([0-9]{2})[./]([0-9]{2})$', '\\1-\\2-\\3') AS date,
       coalesce(mine.person, name) AS person,
       coalesce(theirs.person, other_name) AS other,
       nullif(regexp_extract(date, '(?:^|[^0-9])((?:18|19|20)[0-9][0-9])(?:[^0-9]|$)', 1), '') AS year
FROM (
  SELECT match, 0 AS seat, player0 AS name, player1 AS other_name, score0 AS score, score1 AS other_score,
         winner, complete, rules = 'modern' AS modern, length, event, round, date, errors FROM matches
  UNION ALL
  SELECT match, 1, player1, player0, score1, score0,
         winner, complete, rules = 'modern', length, event, round, date, errors FROM matches
) AS sides
LEFT JOIN persons AS mine ON mine.spelling = name
LEFT JOIN persons AS theirs ON theirs.spelling = other_name
WHERE coalesce(mine.person, name) IN (SELECT person FROM wanted)
"""
SECTIONS = {
    "head": """
SELECT person, count(*), count(winner), count(*) FILTER (winner = seat),
       list(DISTINCT name ORDER BY name), min(year), max(year)
FROM sat GROUP BY person ORDER BY person
""",
    "years": """
SELECT person, year, count(*), count(winner), count(*) FILTER (winner = seat)
FROM sat GROUP BY person, year ORDER BY person, year NULLS LAST
""",
    "opponents": """
SELECT person, other, count(DISTINCT match), count(DISTINCT match) FILTER (sat.winner IS NOT NULL),
       count(DISTINCT match) FILTER (sat.winner = seat),
       count(*) FILTER (games.winner = seat), count(*) FILTER (games.winner = 1 - seat),
       coalesce(sum(games.points) FILTER (games.winner = seat), 0),
       coalesce(sum(games.points) FILTER (games.winner = 1 - seat), 0)
FROM sat LEFT JOIN games USING (match) GROUP BY person, other
ORDER BY person, 3 DESC, other
""",
    "kinds": """
SELECT person, modern, games.kind, count(*) FILTER (games.winner = seat),
       count(*) FILTER (games.winner = 1 - seat), count(*) FILTER (games.winner IS NULL),
       coalesce(sum(points) FILTER (games.winner = seat), 0),
       coalesce(sum(points) FILTER (games.winner = 1 - seat), 0)
FROM sat JOIN games USING (match) GROUP BY person, modern, games.kind
ORDER BY person, modern DESC, count(*) DESC, games.kind
""",
    "cubes": """
SELECT person, count(*), count(*) FILTER (doubled_by = seat), count(*) FILTER (doubled_by = 1 - seat),
       avg(doubled_at) FILTER (doubled_by = seat), avg(doubled_at) FILTER (doubled_by = 1 - seat)
FROM sat JOIN games USING (match) WHERE modern GROUP BY person ORDER BY person
""",
    "answers": """
SELECT person, decisions.kind, count(*) FILTER (decisions.seat = sat.seat),
       count(*) FILTER (decisions.seat <> sat.seat)
FROM sat JOIN decisions USING (match) WHERE decisions.kind IN ('double', 'take', 'drop')
GROUP BY person, decisions.kind ORDER BY person, decisions.kind
""",
    "openings": """
SELECT person, opening, opening_play, count(*)
FROM sat JOIN games USING (match) WHERE modern AND began = seat AND opening_play IS NOT NULL
GROUP BY person, opening, opening_play ORDER BY person, opening DESC, count(*) DESC, opening_play
""",
    # Of several engines that which weighed most of a match is listened to.
    "errors": """
WITH heard AS (
  SELECT match, engine FROM decisions WHERE loss IS NOT NULL GROUP BY match, engine
  QUALIFY row_number() OVER (PARTITION BY match ORDER BY count(*) DESC, engine) = 1
)
SELECT person, match, any_value(date), any_value(other),
       count(loss) FILTER (decisions.seat = sat.seat),
       coalesce(sum(loss) FILTER (decisions.seat = sat.seat AND decisions.kind = 'play'), 0),
       coalesce(sum(loss) FILTER (decisions.seat = sat.seat AND decisions.kind = 'cube'), 0)
         + coalesce(sum(answer_loss) FILTER (decisions.seat <> sat.seat), 0),
       any_value(decisions.engine)
FROM sat JOIN decisions USING (match) JOIN heard USING (match)
WHERE loss IS NOT NULL AND decisions.engine IS NOT DISTINCT FROM heard.engine
GROUP BY person, match ORDER BY person, any_value(date) DESC NULLS LAST, match
""",
    "findings": """
SELECT person, code, findings.name, findings.severity, count(DISTINCT match), count(*),
       count(*) FILTER (findings.seat = sat.seat)
FROM sat JOIN findings USING (match) GROUP BY person, code, findings.name, findings.severity
ORDER BY person, 5 DESC, code
""",
    "matches": """
SELECT person, match, date, other, event, round, length, modern, score, other_score, winner = seat, complete,
       errors
FROM sat QUALIFY row_number() OVER (PARTITION BY person ORDER BY date DESC NULLS LAST, match) <= $most
ORDER BY person, date DESC NULLS LAST, match
""",
}


def player_page(name: str, answers: Answers, tables: PageTables, home: str) -> TablePage:
    """Return the page of one player; `home` is the page that lists the players."""
    matches, decided, won, spellings, first, last = answers["head"][0]
    say, kinds = tables.say, answers["kinds"]
    share = tables.share(won, decided)
    note = f"{share.text} ({share.note})" if decided else ""
    facts = [
        (say("Matches"), tables.number(matches)),
        (
            say("Matches won"),
            PageCell(text=say("{won} of {decided}", won=won, decided=decided), note=note, bar=share.bar),
        ),
        (say("Games"), tables.number(sum(sum(row[2:5]) for row in kinds))),
        (
            say("Points won and lost"),
            tables.score(sum(row[5] for row in kinds), sum(row[6] for row in kinds)),
        ),
        (say("Years"), cell(_years(first, last) or "–")),
    ]
    if others := _others(name, spellings):
        facts.append((say("Also written"), cell(others)))
    parts = (_by_year, _opponents, _kinds, _cubes, _openings, _errors, _findings, _matches)
    return tables.page(name, matches, facts, [part(answers, tables) for part in parts], home)


def _years(first: str | None, last: str | None) -> str:
    return "" if not first else first if first == last else f"{first}–{last}"


def _others(name: str, spellings: list[str]) -> str:
    return ", ".join(clipped(spelling) for spelling in spellings if spelling != name)


def _by_year(answers: Answers, tables: PageTables) -> Section:
    say = tables.say
    columns = (say("Year"), say("Matches"), say("Won–lost"), say("Share"))
    rows = (
        (
            cell(year or say("no year")),
            *(tables.number(matches), tables.score(won, decided - won), tables.share(won, decided)),
        )
        for year, matches, decided, won in answers["years"]
    )
    return tables.table("years", say("Over the years"), columns, rows, (1, 2))


def _opponents(answers: Answers, tables: PageTables) -> Section:
    say = tables.say
    columns = (say("Opponent"), say("Matches"), say("Won–lost"), say("Share"), say("Games"), say("Points"))
    rows = (
        (
            *(tables.name(other), tables.number(matches)),
            *(tables.score(won, decided - won), tables.share(won, decided)),
            *(tables.score(mine, theirs), tables.score(points, lost)),
        )
        for other, matches, decided, won, mine, theirs, points, lost in answers["opponents"]
    )
    return tables.table("opponents", say("Opponents"), columns, rows, (1, 2, 4, 5))


def _kinds(answers: Answers, tables: PageTables) -> Section:
    say = tables.say
    mixed = len({modern for modern, *_ in answers["kinds"]}) > 1
    columns = (
        *(say("Ending"), say("Games"), say("Won"), say("Lost"), say("Share won")),
        *(say("Points won"), say("Points lost")),
    )
    rows = (
        (
            cell(
                kind_word(kind or "unfinished", tables.speech),
                say("old kotra") if mixed and not modern else "",
            ),
            *tables.numbers(won + lost + undecided, won, lost),
            tables.share(won, won + lost),
            *tables.numbers(points, against),
        )
        for modern, kind, won, lost, undecided, points, against in answers["kinds"]
    )
    return tables.table("games", say("How games ended"), columns, rows, (1, 2, 3, 5, 6))


def _cubes(answers: Answers, tables: PageTables) -> Section:
    say = tables.say
    if not answers["cubes"] or not answers["answers"]:
        return tables.table("cube", "", (), ())
    games, mine, theirs, my_turn, their_turn = answers["cubes"][0]
    counts = {kind: both for kind, *both in answers["answers"]}
    doubles, takes, drops = (counts.get(kind, (0, 0)) for kind in ("double", "take", "drop"))
    taken = [tables.share(take, take + drop) for take, drop in zip(takes, drops, strict=True)]
    rows = (
        (cell(say("Games with the first double")), *(tables.share(mine, games), tables.share(theirs, games))),
        (
            cell(say("Roll before the double, on average")),
            *(tables.number(my_turn, 1), tables.number(their_turn, 1)),
        ),
        (cell(say("Doubles offered")), *tables.numbers(*doubles)),
        (cell(say("Doubles taken when offered")), *taken),
    )
    return tables.table(
        "cube", say("The cube"), (say("Statistic"), say("This player"), say("Opponents")), rows
    )


def _openings(answers: Answers, tables: PageTables) -> Section:
    say = tables.say

    def rows() -> Iterator[Line]:
        for roll, plays in groupby(answers["openings"], lambda row: row[0]):
            counted = [(str(play), int(times)) for _, play, times in plays]
            total = sum(times for _, times in counted)
            (first, most), *rest = counted
            listed = rest[: MOST_OPENINGS - 1]
            also = [f"{play} ({times})" for play, times in listed]
            if left := total - most - sum(times for _, times in listed):
                also.append(say("others ({number})", number=left))
            yield (
                *(cell("-".join(str(roll))), tables.number(total)),
                *(cell(first), tables.share(most, total), cell(", ".join(also))),
            )

    columns = (say("Roll"), say("How often"), say("Most common"), say("Share"), say("Also"))
    return tables.table("openings", say("Opening plays"), columns, rows(), (1,))


def _errors(answers: Answers, tables: PageTables) -> Section:
    say = tables.say
    columns = (
        *(say("Date"), say("Opponent"), say("Decisions"), say("Checker-play loss"), say("Cube loss")),
        *(say("Per decision"), say("Engine")),
    )
    rows = (
        (
            *(tables.day(date), tables.name(other), tables.number(decisions)),
            *(tables.number(plays, 3), tables.number(cube, 3)),
            *(tables.number((plays + cube) / decisions if decisions else None, 4), cell(engine)),
        )
        for _, date, other, decisions, plays, cube, engine in answers["errors"]
    )
    note = say("Losses are in equity, as the named programs recorded them.")
    return tables.table("errors", say("Engine analysis"), columns, rows, (2, 3, 4, 5), note)


def _findings(answers: Answers, tables: PageTables) -> Section:
    say = tables.say
    columns = (say("Kind"), say("Matches"), say("How often"), say("Of these on this player's turns"))
    rows = (
        (cell(code, name), *tables.numbers(matches, times, own))
        for code, name, _, matches, times, own in answers["findings"]
    )
    note = say("This is about the records: it counts typos as well as mistakes on the board.")
    return tables.table("findings", say("Findings in the records"), columns, rows, (1, 2, 3), note)


def _matches(answers: Answers, tables: PageTables) -> Section:
    say = tables.say
    total, listed = answers["head"][0][0], len(answers["matches"])
    columns = (say("Date"), say("Opponent"), say("Event"), say("Length"), say("Score"), say("Result"))
    rows = [_match(row, tables) for row in answers["matches"]]
    note = say("The newest {listed} of {total}.", listed=listed, total=total) if listed < total else ""
    return tables.table("matches", say("Matches"), columns, rows, (), note)


def _match(row: Row, tables: PageTables) -> Line:
    _, date, other, event, round, points, modern, mine, theirs, won, complete, errors = row
    say, note = tables.say, ""
    if won is not None:
        result = say("won") if won else say("lost")
    else:
        result = say("undecided") if complete else say("unfinished")
    if errors:
        note = tables.speech.count("{number} error in the record", "{number} errors in the record", errors)
    return (
        *(tables.day(date), tables.name(other), cell(", ".join(filter(None, (event, round))))),
        *(tables.length(points, modern), tables.score(mine, theirs), PageCell(text=result, note=note)),
    )


def _line(name: str, href: str, head: Row, tables: PageTables) -> Line:
    """Return the line of a player in the index: matches played, the share won, and when."""
    matches, decided, won, spellings, first, last = head
    others = _others(name, spellings)
    note = tables.say("also {names}", names=others) if others else ""
    return (
        *(cell(name or "–", note, href), tables.number(matches)),
        *(tables.score(won, decided - won), tables.share(won, decided), cell(_years(first, last))),
    )


def _index(lines: list[Line], tables: PageTables) -> TablePage:
    say = tables.say
    summary = tables.speech.count("{number} player", "{number} players", len(lines))
    columns = (say("Player"), say("Matches"), say("Won–lost"), say("Share"), say("Years"))
    return tables.index(say("Players"), summary, columns, lines)


PLAYER = Subject("person", WANTED, SAT, NEAREST, SECTIONS, player_page, _line, _index)
