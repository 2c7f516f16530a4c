-- name: wanted
CREATE TABLE wanted AS SELECT DISTINCT person FROM (
  SELECT coalesce(person, name) AS person FROM (
    SELECT player0 AS name FROM matches UNION ALL SELECT player1 FROM matches
  ) LEFT JOIN persons ON spelling = name
) WHERE person IS NOT NULL AND ($name IS NULL OR person = $name)

-- name: nearest
SELECT coalesce(person, name) AS who FROM (
  SELECT player0 AS name FROM matches UNION SELECT player1 FROM matches
) LEFT JOIN persons ON spelling = name
WHERE name IS NOT NULL
ORDER BY jaro_winkler_similarity(lower(name), lower($name)) DESC, who LIMIT 1

-- name: rows
-- A row for each match and each who is wanted and sat at it.
CREATE TABLE sat AS
SELECT sides.* EXCLUDE (name, other_name, date), name,
       regexp_replace(date, '^([0-9]{4})[./]([0-9]{2})[./]([0-9]{2})$', '\1-\2-\3') AS date,
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

-- name: head
SELECT person, count(*), count(winner), count(*) FILTER (winner = seat),
       list(DISTINCT name ORDER BY name), min(year), max(year)
FROM sat GROUP BY person ORDER BY person

-- name: years
SELECT person, year, count(*), count(*) FILTER (winner = seat), count(*) FILTER (winner = 1 - seat),
       count(*) FILTER (winner = seat), count(winner)
FROM sat GROUP BY person, year ORDER BY person, year NULLS LAST

-- name: opponents
SELECT person, other, count(DISTINCT match),
       count(DISTINCT match) FILTER (sat.winner = seat), count(DISTINCT match) FILTER (sat.winner = 1 - seat),
       count(DISTINCT match) FILTER (sat.winner = seat), count(DISTINCT match) FILTER (sat.winner IS NOT NULL),
       count(*) FILTER (games.winner = seat), count(*) FILTER (games.winner = 1 - seat),
       coalesce(sum(games.points) FILTER (games.winner = seat), 0),
       coalesce(sum(games.points) FILTER (games.winner = 1 - seat), 0)
FROM sat LEFT JOIN games USING (match) GROUP BY person, other
ORDER BY person, 3 DESC, other

-- name: games
SELECT person, coalesce(games.kind, 'unfinished'), NOT modern AND max(modern) OVER (PARTITION BY person),
       count(*), count(*) FILTER (games.winner = seat), count(*) FILTER (games.winner = 1 - seat),
       count(*) FILTER (games.winner = seat), count(games.winner),
       coalesce(sum(points) FILTER (games.winner = seat), 0),
       coalesce(sum(points) FILTER (games.winner = 1 - seat), 0)
FROM sat JOIN games USING (match) GROUP BY person, modern, games.kind
ORDER BY person, modern DESC, count(*) DESC, games.kind

-- name: cubes
SELECT person, count(*), count(*) FILTER (doubled_by = seat), count(*) FILTER (doubled_by = 1 - seat),
       avg(doubled_at) FILTER (doubled_by = seat), avg(doubled_at) FILTER (doubled_by = 1 - seat)
FROM sat JOIN games USING (match) WHERE modern GROUP BY person ORDER BY person

-- name: answers
SELECT person, decisions.kind, count(*) FILTER (decisions.seat = sat.seat),
       count(*) FILTER (decisions.seat <> sat.seat)
FROM sat JOIN decisions USING (match) WHERE decisions.kind IN ('double', 'take', 'drop')
GROUP BY person, decisions.kind ORDER BY person, decisions.kind

-- name: openings
SELECT person, opening, opening_play, count(*)
FROM sat JOIN games USING (match) WHERE modern AND began = seat AND opening_play IS NOT NULL
GROUP BY person, opening, opening_play ORDER BY person, opening DESC, count(*) DESC, opening_play

-- name: errors
WITH heard AS (
  SELECT match, engine FROM decisions WHERE loss IS NOT NULL GROUP BY match, engine
  QUALIFY row_number() OVER (PARTITION BY match ORDER BY count(*) DESC, engine) = 1
)
SELECT person, date, other, number, plays, cube, (plays + cube) / nullif(number, 0), engine
FROM (
  SELECT person, match, any_value(date) AS date, any_value(other) AS other,
         count(loss) FILTER (decisions.seat = sat.seat) AS number,
         coalesce(sum(loss) FILTER (decisions.seat = sat.seat AND decisions.kind = 'play'), 0) AS plays,
         coalesce(sum(loss) FILTER (decisions.seat = sat.seat AND decisions.kind = 'cube'), 0)
           + coalesce(sum(answer_loss) FILTER (decisions.seat <> sat.seat), 0) AS cube,
         any_value(decisions.engine) AS engine
  FROM sat JOIN decisions USING (match) JOIN heard USING (match)
  WHERE loss IS NOT NULL AND decisions.engine IS NOT DISTINCT FROM heard.engine GROUP BY person, match
) ORDER BY person, date DESC NULLS LAST, match

-- name: findings
SELECT person, code, findings.name, count(DISTINCT match), count(*),
       count(*) FILTER (findings.seat = sat.seat)
FROM sat JOIN findings USING (match) GROUP BY person, code, findings.name, findings.severity
ORDER BY person, 4 DESC, code

-- name: matches
SELECT person, date, other, concat_ws(', ', nullif(event, ''), nullif(round, '')), length, modern,
       score, other_score, winner = seat, complete, errors
FROM sat QUALIFY row_number() OVER (PARTITION BY person ORDER BY date DESC NULLS LAST, match) <= $most
ORDER BY person, date DESC NULLS LAST, match
