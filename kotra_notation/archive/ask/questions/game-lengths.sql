SELECT rules, kind, count(*) AS games, avg(games.turns) AS throws, min(games.turns) AS shortest,
       quantile_cont(games.turns, 0.25) AS quarter, quantile_cont(games.turns, 0.5) AS median,
       quantile_cont(games.turns, 0.75) AS three_quarters, max(games.turns) AS longest
FROM games JOIN matches USING (match)
WHERE games.turns > 0
GROUP BY ALL
ORDER BY rules, games DESC, kind;
