-- name: sources
SELECT min(source), max(source) FROM files

-- name: has_path
SELECT count(*) FROM files WHERE path = $path

-- name: below
SELECT count(*) FROM files WHERE path = $path OR starts_with(path, $path || '/')

-- name: picked
CREATE TEMP VIEW picked AS SELECT * FROM findings WHERE code IN (SELECT code FROM picks)

-- name: listed
CREATE TEMP TABLE listed AS
WITH found AS (
    SELECT file,
        count(*) FILTER (severity = 'error') AS errors,
        count(*) FILTER (severity = 'warning') AS warnings,
        count(*) FILTER (severity = 'note') AS notes
    FROM picked GROUP BY file
)
SELECT f.path, f.path[$skip + 1:] AS short,
    CASE WHEN starts_with(f.path, f.source || '/') THEN f.source END AS source,
    f.status, f.trouble, f.file, f.bytes, f.format, f.dialect,
    f.matches, f.positions, f.games, f.turns, f.lost,
    coalesce(found.errors, 0) AS errors,
    coalesce(found.warnings, 0) AS warnings,
    coalesce(found.notes, 0) AS notes
FROM files f LEFT JOIN found ON f.file = found.file AND f.status = 'read'
WHERE $folder IS NULL OR f.path = $folder OR starts_with(f.path, $folder || '/')

-- name: matched
-- Each match as often as there are files with it.
CREATE TEMP VIEW matched AS
SELECT f.short, m.* FROM matches m JOIN listed f ON f.file = m.file AND f.status = 'read'

-- name: folders
CREATE TEMP TABLE sorted AS
WITH placed AS (
    SELECT *, coalesce($folder, source) AS root FROM listed WHERE status <> 'container'
), split AS (
    SELECT *,
        CASE WHEN root IS NULL THEN '' ELSE root[$skip + 1:] END AS above,
        string_split(CASE WHEN root IS NULL THEN short ELSE path[length(root) + 2:] END, '/') AS parts
    FROM placed
)
SELECT *, array_to_string(
    list_filter(list_prepend(above, parts[1:least($levels, len(parts) - 1)]), lambda part: part <> ''), '/'
) AS name FROM split

-- name: notations
CREATE TEMP TABLE sorted AS
SELECT *, format || coalesce(', ' || dialect, '') AS name FROM listed WHERE status = 'read'

-- name: programs
CREATE TEMP TABLE sorted AS
WITH faults AS (
    SELECT match, count(*) FILTER (severity = 'error') AS errors,
        count(*) FILTER (severity = 'warning') AS warnings
    FROM picked WHERE match IS NOT NULL GROUP BY match
)
SELECT coalesce(m.site, '') AS name, m.short, 1 AS matches, m.turns, m.lost,
    coalesce(f.errors, 0) AS errors, coalesce(f.warnings, 0) AS warnings
FROM matched m LEFT JOIN faults f USING (match)

-- name: group_sums
CREATE TEMP TABLE summed AS
SELECT name, count(DISTINCT short) AS files, sum(matches)::BIGINT AS matches, sum(turns)::BIGINT AS turns,
    sum(lost)::BIGINT AS lost, sum(errors)::BIGINT AS errors, sum(warnings)::BIGINT AS warnings,
    row_number() OVER (ORDER BY sum(errors) + sum(lost) DESC, sum(warnings) DESC, count(*) DESC, name) AS rank
FROM sorted GROUP BY name

-- name: worst
SELECT name, files, matches, turns, lost, errors, warnings FROM summed WHERE rank <= $top ORDER BY rank

-- name: others
SELECT '', sum(files)::BIGINT, sum(matches)::BIGINT, sum(turns)::BIGINT, sum(lost)::BIGINT,
    sum(errors)::BIGINT, sum(warnings)::BIGINT
FROM summed WHERE rank > $top

-- name: dated
CREATE TEMP TABLE dated AS
WITH faults AS (
    SELECT match, count(*) FILTER (severity = 'error') AS errors
    FROM picked WHERE match IS NOT NULL GROUP BY match
), read AS (
    SELECT m.turns, coalesce(f.errors, 0) AS errors,
        regexp_extract(m.date, '(^|[^0-9])(1[5-9][0-9][0-9]|2[01][0-9][0-9])([^0-9]|$)', 2) AS year,
        regexp_extract(m.date, '(^|[^0-9])[12][0-9][0-9][0-9][-./](0?[1-9]|1[0-2])([^0-9]|$)', 2) AS month
    FROM matched m LEFT JOIN faults f USING (match)
)
SELECT year, turns, errors,
    CASE WHEN year <> '' AND month <> '' THEN year || '-' || lpad(month, 2, '0') ELSE year END AS month
FROM read

-- name: years
SELECT coalesce(max(year)::INT - min(year)::INT, 0) + 1 FROM dated WHERE year <> ''

-- name: periods
SELECT CASE WHEN $months THEN month ELSE year END AS period, count(*), count(*) FILTER (errors > 0),
    coalesce(sum(errors), 0)::BIGINT, coalesce(sum(turns), 0)::BIGINT
FROM dated WHERE coalesce(year, '') <> '' GROUP BY period ORDER BY period

-- name: undated
SELECT count(*) FROM dated WHERE coalesce(year, '') = ''

-- name: broken
CREATE TEMP TABLE broken AS
WITH faults AS (
    SELECT file, match, game, count(*) FILTER (severity = 'error') AS errors
    FROM picked GROUP BY file, match, game
), gaps AS (
    SELECT m.file, match, g.game, g.lost
    FROM games g JOIN matches m USING (match) WHERE g.lost > 0 AND NOT g.certain AND $lost
)
SELECT coalesce(faults.file, gaps.file) AS file, coalesce(faults.match, gaps.match) AS match,
    coalesce(faults.game, gaps.game) AS game, coalesce(lost, 0) AS lost, coalesce(errors, 0) AS errors
FROM faults FULL JOIN gaps ON faults.match = gaps.match AND faults.game = gaps.game

-- name: ranked
CREATE TEMP TABLE ranked AS
WITH contents AS (
    SELECT file, min((regexp_matches(lower(short), $packed), short))[2] AS path,
        count(*) - 1 AS copies, any_value(format) AS format, any_value(dialect) AS dialect,
        any_value(matches) AS matches, any_value(games) AS games, any_value(turns) AS turns,
        any_value(lost) AS lost, any_value(errors) AS errors, any_value(warnings) AS warnings,
        any_value(notes) AS notes
    FROM listed WHERE status = 'read' GROUP BY file
), torn AS (
    SELECT file, sum(lost)::BIGINT AS unsure,
        count(*) FILTER (game IS NOT NULL AND lost + errors > 0) AS touched
    FROM broken GROUP BY file
), weighed AS (
    SELECT c.*, coalesce(unsure, 0) AS unsure, coalesce(touched, 0) AS touched,
        coalesce(unsure, 0) + c.errors AS weight
    FROM contents c LEFT JOIN torn USING (file)
)
SELECT *, row_number() OVER (ORDER BY weight DESC, warnings DESC, notes DESC, path) AS rank
FROM weighed WHERE weight > 0 OR warnings > 0 OR ($notes AND notes > 0)

-- name: weights
SELECT count(*), coalesce(sum(weight), 0)::BIGINT FROM ranked

-- name: mends
SELECT file, path, (
        SELECT max(short) FROM listed
        WHERE status IN ('container', 'damaged') AND starts_with(ranked.path, short || '/')
    ), copies, format, dialect, matches, games, touched, turns, lost, unsure, errors, warnings, notes, weight
FROM ranked WHERE rank <= $top ORDER BY rank

-- name: shares
SELECT rank, so_far::DOUBLE / $weight
FROM (SELECT rank, sum(weight) OVER (ORDER BY rank) AS so_far FROM ranked)
WHERE rank IN (SELECT unnest($at::BIGINT[])) ORDER BY rank

-- name: codes
SELECT p.file, p.code, count(*) AS often
FROM picked p JOIN ranked r ON r.file = p.file AND r.rank <= $top
GROUP BY p.file, p.code
ORDER BY p.file, max(CASE p.severity WHEN 'error' THEN 2 WHEN 'warning' THEN 1 ELSE 0 END) DESC,
    often DESC, p.code

-- name: knots
-- Of each file the game with most to mend, and of what was found in it the first.
WITH numbered AS (
    SELECT b.*, m.number FROM broken b JOIN ranked r ON r.file = b.file AND r.rank <= $top
    LEFT JOIN matches m ON m.match = b.match
), worst AS (
    SELECT * FROM numbered
    QUALIFY row_number() OVER (
        PARTITION BY file ORDER BY lost + errors DESC, number NULLS FIRST, game NULLS FIRST) = 1
)
SELECT w.file, w.number, w.game, p.turn, p.line, p.code, w.lost, w.errors
FROM worst w JOIN picked p
    ON p.file = w.file AND p.match IS NOT DISTINCT FROM w.match AND p.game IS NOT DISTINCT FROM w.game
QUALIFY row_number() OVER (
    PARTITION BY w.file
    ORDER BY p.severity = 'note', p.turn NULLS LAST, p.line NULLS LAST, p.code, p.message) = 1

-- name: totals
SELECT count(*), coalesce(sum(bytes), 0)::BIGINT, count(file) - count(DISTINCT file),
    coalesce(sum(matches), 0)::BIGINT, coalesce(sum(positions), 0)::BIGINT, coalesce(sum(games), 0)::BIGINT,
    coalesce(sum(turns), 0)::BIGINT, coalesce(sum(lost), 0)::BIGINT, coalesce(sum(errors), 0)::BIGINT,
    coalesce(sum(warnings), 0)::BIGINT, coalesce(sum(notes), 0)::BIGINT
FROM listed WHERE status <> 'container'

-- name: condition
SELECT count(*) FILTER (errors > 0), count(*) FILTER (errors = 0 AND warnings > 0),
    count(*) FILTER (errors = 0 AND warnings = 0 AND notes > 0),
    count(*) FILTER (errors + warnings + notes = 0)
FROM listed WHERE status = 'read'

-- name: statuses
SELECT status, count(*) AS files FROM listed GROUP BY status ORDER BY files DESC, status

-- name: kinds
SELECT p.code, p.severity, count(*) AS often, count(DISTINCT f.short),
    count(DISTINCT CASE WHEN p.match IS NOT NULL THEN (f.short, p.match) END)
FROM picked p JOIN listed f ON f.file = p.file AND f.status = 'read'
GROUP BY p.code, p.severity
ORDER BY CASE p.severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, often DESC, p.code

-- name: unread
SELECT short, status, trouble FROM listed WHERE NOT list_contains($known, status)
QUALIFY row_number() OVER (PARTITION BY status ORDER BY short) <= $top ORDER BY status, short

-- name: unknown
SELECT regexp_extract(lower(short), '[^/.](\.[^/.]{1,12})$', 1) AS suffix, count(*) AS files
FROM listed WHERE status = 'unknown' GROUP BY suffix ORDER BY files DESC, suffix LIMIT $top

-- name: throws
SELECT count(*) > 0 FROM (SELECT 1 FROM turns LIMIT 1)

-- name: picks
CREATE TEMP TABLE picks AS
SELECT code FROM (SELECT DISTINCT code FROM findings)
WHERE (len($select::VARCHAR[]) = 0
       OR EXISTS (FROM (SELECT unnest($select::VARCHAR[]) AS begin) WHERE starts_with(code, begin)))
    AND NOT EXISTS (FROM (SELECT unnest($ignore::VARCHAR[]) AS begin) WHERE starts_with(code, begin))

-- name: groups
SELECT count(*) FROM summed

-- name: dice
-- Held against fair ones, seat by seat: how often each number falls, how many doubles, how many pips a throw.
-- The limits are passed once in some 10^9 times: deviations of a sum, and the chi-square of six numbers.
WITH counted AS (
    SELECT match, seat, count(*) AS n,
        count(*) FILTER (die1 = die2) AS doubles,
        sum(CASE WHEN die1 = die2 THEN 4 * die1 ELSE die1 + die2 END) AS pips,
        [count(*) FILTER (die1 = 1) + count(*) FILTER (die2 = 1),
         count(*) FILTER (die1 = 2) + count(*) FILTER (die2 = 2),
         count(*) FILTER (die1 = 3) + count(*) FILTER (die2 = 3),
         count(*) FILTER (die1 = 4) + count(*) FILTER (die2 = 4),
         count(*) FILTER (die1 = 5) + count(*) FILTER (die2 = 5),
         count(*) FILTER (die1 = 6) + count(*) FILTER (die2 = 6)] AS faces
    FROM turns WHERE turn > 1 AND die1 BETWEEN 1 AND 6 AND die2 BETWEEN 1 AND 6
        AND match IN (SELECT match FROM matches WHERE rules = 'modern')
    GROUP BY match, seat HAVING n >= 60
), held AS (
    SELECT match, abs(doubles - n / 6) / sqrt(n * 5 / 36) AS doubled,
        abs(pips - n * 49 / 6) / sqrt(n * 665 / 36) AS ran,
        list_sum(list_transform(faces, lambda face: (face - n / 3) ** 2 / (n / 3))) AS fell
    FROM counted
)
SELECT match, NULL AS amount FROM held GROUP BY match
HAVING max(doubled) > 6.1 OR max(ran) > 6.1 OR max(fell) > 50

-- name: results
SELECT match, count(*)::DOUBLE AS amount FROM picked
WHERE code[1] = 'S' AND severity = 'error' AND match IS NOT NULL GROUP BY match

-- name: one-sided
SELECT match, count(*)::DOUBLE AS amount FROM picked
WHERE code[1] = 'P' AND severity <> 'note' AND seat IS NOT NULL AND match IS NOT NULL
GROUP BY match HAVING count(*) >= 8 AND min(seat) = max(seat)

-- name: without-throws
SELECT match, NULL AS amount FROM matches WHERE turns = 0

-- name: without-end
SELECT match, any_value(turns)::DOUBLE AS amount FROM matches
WHERE turns > 0 AND match IN (SELECT match FROM picked WHERE code IN ('S408', 'S416')) GROUP BY match

-- name: same-name
SELECT match, NULL AS amount FROM matches WHERE lower(trim(player0)) = lower(trim(player1))

-- name: without-names
SELECT match, NULL AS amount FROM matches
WHERE coalesce(trim(player0), '') = '' OR coalesce(trim(player1), '') = ''

-- name: suspects
SELECT count(*) FROM matched JOIN suspect USING (match)

-- name: sights
SELECT short, number, player0, player1, amount FROM matched JOIN suspect USING (match)
ORDER BY amount DESC NULLS LAST, short, number LIMIT $top
