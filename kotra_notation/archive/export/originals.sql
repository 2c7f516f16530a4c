-- name: files
SELECT file, held.matches, lying.paths
FROM (
  SELECT file, list({'match': match, 'number': number, 'day': date,
                     'player0': player0, 'player1': player1} ORDER BY number) AS matches
  FROM matches GROUP BY file
) AS held JOIN (
  SELECT file, list(DISTINCT path ORDER BY path) AS paths FROM files WHERE status = 'read' GROUP BY file
) AS lying USING (file)
ORDER BY lying.paths[1]
