-- name: sketches
SELECT match, throws, seats, plays, rest, player0, player1, errors + lost
FROM sketches JOIN matches USING (match) WHERE match IN (SELECT unnest(?))

-- name: copies
SELECT file, list(path ORDER BY path) AS paths, any_value(bytes), any_value(matches)
FROM files WHERE file IS NOT NULL
GROUP BY file HAVING count(*) > 1 ORDER BY count(*) DESC, paths

-- name: records
WITH wanted AS (SELECT * FROM matches WHERE match IN (SELECT unnest(?))),
     places AS (
         SELECT file, list(path ORDER BY path) AS paths, any_value(matches) AS held,
                any_value(format) AS format, any_value(dialect) AS dialect
         FROM files WHERE file IN (SELECT file FROM wanted) GROUP BY file)
SELECT match, paths[1] AS path, paths[2:] AS copies, number, held AS of, format, dialect,
       [coalesce(player0, ''), coalesce(player1, '')] AS players, length, games,
       octet_length(throws) AS throws, errors, lost, file AS digest
FROM wanted JOIN places USING (file) JOIN sketches USING (match)
