-- name: people
-- Every spelling of a name, and the person it is: by the decisions, or by itself.
CREATE VIEW people AS
SELECT spelling, coalesce(person, spelling) AS person, person IS NOT NULL AS decided
FROM (SELECT player0 AS spelling FROM matches UNION SELECT player1 FROM matches)
LEFT JOIN decided USING (spelling) WHERE spelling IS NOT NULL

-- name: dated
-- The matches with dates that can be compared, as 2026-11-21; a date without the year first stays as it is.
CREATE TEMP VIEW matches AS
SELECT * REPLACE (
         coalesce(
           nullif(translate(regexp_extract(date, '^\s*(\d{4}(?:[-./]\d{2}){0,2})', 1), './', '--'), ''), date
         ) AS date
       ), date AS written_date
FROM memory.main.matches

-- name: persons
-- Whom every spelling means.
CREATE TABLE persons AS SELECT spelling, any_value(person) AS person FROM people GROUP BY 1
