-- name: wanted
CREATE TABLE wanted AS
SELECT DISTINCT event FROM matches WHERE event IS NOT NULL AND ($name IS NULL OR event = $name)

-- name: nearest
SELECT event FROM matches WHERE event IS NOT NULL
ORDER BY jaro_winkler_similarity(lower(event), lower($name)) DESC, event LIMIT 1

-- name: rows
-- A row for each match of an event that is wanted, the players by the persons they are.
CREATE TABLE held AS
SELECT matches.* EXCLUDE (player0, player1, transcriber, date),
       regexp_replace(date, '^([0-9]{4})[./]([0-9]{2})[./]([0-9]{2})$', '\1-\2-\3') AS date,
       coalesce(one.person, player0, '') AS player0, coalesce(other.person, player1, '') AS player1,
       coalesce(scribe.person, transcriber) AS transcriber
FROM matches
LEFT JOIN persons AS one ON one.spelling = player0
LEFT JOIN persons AS other ON other.spelling = player1
LEFT JOIN persons AS scribe ON scribe.spelling = transcriber
WHERE event IN (SELECT event FROM wanted)

-- name: head
SELECT event, count(*), count(*) FILTER (complete), min(date), max(date),
       list(DISTINCT place ORDER BY place) FILTER (place IS NOT NULL), sum(games), sum(turns)
FROM held GROUP BY event ORDER BY event

-- name: players
SELECT event, person, count(*), count(*) FILTER (winner = seat) AS won, count(winner) - won,
       won, count(winner), sum(score), sum(other_score)
FROM (
  SELECT event, match, player0 AS person, 0 AS seat, winner, score0 AS score, score1 AS other_score FROM held
  UNION ALL SELECT event, match, player1, 1, winner, score1, score0 FROM held
) GROUP BY event, person
ORDER BY event, won DESC, 7, 8 DESC, person

-- name: pairs
SELECT event, one, other, count(*) FILTER (winner = seat), count(*) FILTER (winner = 1 - seat), count(*)
FROM (
  SELECT event, player0 AS one, player1 AS other, 0 AS seat, winner FROM held
  UNION ALL SELECT event, player1, player0, 1, winner FROM held
) GROUP BY event, one, other ORDER BY event, one, other

-- name: matches
WITH listed AS (
  SELECT *, coalesce(round, '') = '' AS aside FROM held
  QUALIFY row_number() OVER (PARTITION BY event ORDER BY date NULLS LAST, round, match) <= $most
)
SELECT event, player0, player1, round, date, length, rules = 'modern', score0, score1, complete, errors
FROM listed
ORDER BY event, aside, min(coalesce(nullif(date, ''), '~')) OVER (PARTITION BY event, coalesce(round, '')),
         round, date NULLS LAST, player0, player1, match

-- name: lengths
SELECT event, length, rules = 'modern' AS modern, count(*), avg(games), avg(turns) FROM held
GROUP BY event, length, modern ORDER BY event, modern DESC, length DESC NULLS LAST

-- name: unsound
SELECT event, player0, player1, round, errors, warnings, lost, match::VARCHAR FROM held
WHERE errors > 0 OR lost > 0
QUALIFY row_number() OVER (PARTITION BY event ORDER BY lost DESC, errors DESC, match) <= $most
ORDER BY event, lost DESC, errors DESC, match

-- name: transcribers
SELECT event, transcriber, count(*), count(*) FILTER (errors > 0 OR lost > 0), sum(errors), sum(lost)
FROM held GROUP BY event, transcriber QUALIFY max(transcriber) OVER (PARTITION BY event) IS NOT NULL
ORDER BY event, 3 DESC, transcriber NULLS LAST
