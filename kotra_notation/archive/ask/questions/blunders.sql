SELECT loss, player, path, number, game, turn, about, choice, best, engine, level
FROM acts
JOIN seats USING (match, seat)
JOIN matches USING (match)
JOIN (SELECT file, min(path) AS path FROM files GROUP BY file) USING (file)
WHERE loss >= 0.08
ORDER BY loss DESC, path, number, game, turn, engine
LIMIT 1000;
