SELECT off_then, count(*) AS games, count(*) FILTER (games.winner <> hit_bearing_off) AS turned,
       share(turned, count(*)) AS share, share_low(turned, count(*)) AS low, share_high(turned, count(*)) AS high
FROM games JOIN matches USING (match)
WHERE rules = 'modern' AND hit_bearing_off IS NOT NULL AND games.winner IS NOT NULL
GROUP BY off_then
ORDER BY off_then;
