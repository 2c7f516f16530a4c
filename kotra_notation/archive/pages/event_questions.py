"""The questions behind the pages of events: a question for all that are wanted, each in order."""

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
