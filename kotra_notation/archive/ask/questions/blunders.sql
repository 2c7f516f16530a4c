SELECT loss, player, path, number, game, turn, about, choice, best, engine, level
FROM acts
JOIN seats USING (match, seat)
JOIN matches USING (match)
JOIN (SELECT file, min(path) AS path FROM files GROUP BY file) USING (file)
WHERE loss >= 0.08
  AND (getvariable('player') IS NULL OR lower(nfc_normalize(trim(CASE seat WHEN 0 THEN player0 ELSE player1 END)))
       = lower(nfc_normalize(trim(getvariable('player')))))
ORDER BY loss DESC, path, number, game, turn, engine
LIMIT 1000;
