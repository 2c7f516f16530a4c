-- name: chosen
CREATE TEMP TABLE chosen AS
SELECT DISTINCT matches.match, matches.file FROM (
{query}
) AS asked JOIN matches ON matches.match = asked.match

-- name: once
-- Of the records of one match the first that fits, in the order of `copies`.
SELECT match FROM ({fitting}) AS fitting LEFT JOIN copies USING (match)
QUALIFY row_number() OVER (
    PARTITION BY coalesce(copies.first, fitting.match) ORDER BY copies.place, match
) = 1

-- name: copies
CREATE TEMP TABLE copies AS
SELECT unnest($matches) AS match, unnest($first) AS first, unnest($places) AS place

-- name: fitting
-- A day however its parts are joined, as 2026-11-21; none where the record says it otherwise.
SELECT match
FROM (
    SELECT *, translate(regexp_extract(date, '^\s*(\d{4}[-./]\d{2}[-./]\d{2})', 1), './', '--') AS day
    FROM matches
)
WHERE ($rules IS NULL OR rules = $rules)
  AND ($length IS NULL OR length = $length)
  AND ($player IS NULL OR lower(nfc_normalize(trim($player)))
       IN (lower(nfc_normalize(trim(player0))), lower(nfc_normalize(trim(player1)))))
  AND ($since IS NULL OR (day <> '' AND substr(day, 1, length($since)) >= $since))
  AND ($until IS NULL OR (day <> '' AND substr(day, 1, length($until)) <= $until))

-- name: producers
-- Copies of a file have a row each, and are in one notation.
CREATE TEMP VIEW producers AS
SELECT match, rules, producer
FROM matches
JOIN (
    SELECT file, min(concat_ws(':', format, dialect)) AS producer FROM files GROUP BY file
) USING (file)

-- name: folded
-- Letters without their marks, as they are typed where a keyboard has none.
CREATE OR REPLACE TEMP MACRO folded(said) AS replace(replace(replace(replace(replace(
    strip_accents(lower(said)), 'þ', 'th'), 'ð', 'd'), 'æ', 'ae'), 'ø', 'o'), 'ß', 'ss')

-- name: found
-- Every word is in what names the match: its players, as they are written and who they are, event and date.
WITH named AS (
    SELECT matches.*, translate(regexp_extract(date, '^\s*(\d{4}(?:[-./]\d{2}){0,2})', 1), './', '--') AS day,
           folded(concat_ws(' ', player0, one.person, player1, other.person, header0, header1, event, round,
                            place, date, transcriber)) AS words
    FROM matches
    LEFT JOIN people AS one ON one.spelling = player0
    LEFT JOIN people AS other ON other.spelling = player1
)
SELECT match, [coalesce(player0, ''), coalesce(player1, '')], coalesce(event, ''), coalesce(round, ''),
       coalesce(date, ''), day, coalesce(rules, ''), length, [coalesce(score0, 0), coalesce(score1, 0)],
       coalesce(complete, false), coalesce(errors, 0), coalesce(warnings, 0), coalesce(lost, 0),
       count(*) OVER ()
FROM named
WHERE EVERY_WORD
ORDER BY day DESC, match
LIMIT $most

-- name: in_all
SELECT (SELECT count(*) FROM matches), (SELECT coalesce(sum(games), 0) FROM matches),
       (SELECT coalesce(sum(turns), 0) FROM matches), (SELECT count(DISTINCT person) FROM people),
       (SELECT count(DISTINCT event) FROM matches), (SELECT count(*) FROM files),
       (SELECT count(*) FILTER (errors > 0) FROM matches), (SELECT coalesce(sum(errors), 0) FROM matches),
       (SELECT coalesce(sum(warnings), 0) FROM matches), coalesce(years.first, ''), coalesce(years.last, '')
FROM (
  SELECT min(year) AS first, max(year) AS last FROM (
    SELECT nullif(regexp_extract(date, '(?:^|[^0-9])((?:18|19|20)[0-9][0-9])(?:[^0-9]|$)', 1), '') AS year
    FROM matches
  )
) AS years
