"""The questions behind the pages of players: a question for all who are wanted, each in order."""

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
