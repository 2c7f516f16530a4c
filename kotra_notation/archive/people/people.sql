-- name: headed
SELECT player0, coalesce(header0, ''), player1, coalesce(header1, ''), count(*) FROM matches
WHERE (header0 IS NOT NULL OR header1 IS NOT NULL) AND player0 IS NOT NULL AND player1 IS NOT NULL
GROUP BY ALL ORDER BY ALL

-- name: spellings
SELECT spelling, count(seat) FROM (
    SELECT player0 AS spelling, 0 AS seat FROM matches UNION ALL SELECT player1, 1 FROM matches
    UNION ALL SELECT header0, NULL FROM matches UNION ALL SELECT header1, NULL FROM matches)
WHERE spelling IS NOT NULL GROUP BY ALL ORDER BY ALL

-- name: sat
-- Who sat where, against whom; `opponent` in a plain spelling, `same` the best of all records of the match.
-- Who has played a namesake is asked elsewhere.
CREATE OR REPLACE TEMP TABLE sat AS
WITH both_ways AS (
    SELECT match, player0 AS spelling, player1 AS other, event, date, round FROM matches
    UNION ALL SELECT match, player1, player0, event, date, round FROM matches)
SELECT coalesce(records.best, match) AS same, both_ways.spelling, coalesce(plain.form, other) AS opponent,
       event, date, round
FROM both_ways LEFT JOIN plain ON plain.spelling = other LEFT JOIN records USING (match)
LEFT JOIN plain AS own ON own.spelling = both_ways.spelling
WHERE own.form IS DISTINCT FROM plain.form
    AND both_ways.spelling IN (SELECT one FROM pairs UNION SELECT other FROM pairs)

-- name: facts
-- By pairs: opponents of both; tables at which both sat in one event on one date, in one round or in any.
WITH met AS (
    SELECT one, other, count(DISTINCT mine.opponent) AS opponents
    FROM pairs JOIN (SELECT DISTINCT spelling, opponent FROM sat) AS mine ON mine.spelling = one
    JOIN (SELECT DISTINCT spelling, opponent FROM sat) AS theirs
        ON theirs.spelling = other AND theirs.opponent = mine.opponent
    GROUP BY ALL),
there AS (
    SELECT one, other,
        count(*) FILTER (mine.opponent = theirs.opponent) AS alike,
        count(*) FILTER (mine.opponent <> theirs.opponent AND mine.round = theirs.round) AS at_once,
        count(*) FILTER (mine.opponent <> theirs.opponent AND (mine.round = theirs.round) IS NULL)
            AS that_day,
        min(mine.event) FILTER (mine.opponent <> theirs.opponent) AS event
    FROM pairs JOIN sat AS mine ON mine.spelling = one
    JOIN sat AS theirs ON theirs.spelling = other AND theirs.event = mine.event AND theirs.date = mine.date
        AND theirs.same <> mine.same
    GROUP BY ALL)
SELECT one, other, coalesce(opponents, 0), coalesce(alike, 0), coalesce(at_once, 0), coalesce(that_day, 0),
       event
FROM pairs LEFT JOIN met USING (one, other) LEFT JOIN there USING (one, other)
WHERE opponents > 0 OR alike > 0 OR at_once > 0 OR that_day > 0

-- name: each_other
-- The spellings that have played each other, of those in one heap: over two columns, or in two headers.
WITH met AS (
    SELECT player0 AS one, player1 AS other FROM matches
    UNION ALL SELECT header0, header1 FROM matches)
SELECT least(one, other), greatest(one, other), count(*)
FROM met JOIN heaps AS mine ON mine.spelling = one JOIN heaps AS theirs ON theirs.spelling = other
WHERE mine.heap = theirs.heap AND one <> other GROUP BY ALL

-- name: names
SELECT match, player0, player1 FROM matches WHERE match IN (SELECT unnest(?))
