WITH counted AS (
    SELECT rules, kind, hits0 + hits1 AS hits,
           CASE games.winner WHEN 0 THEN hits0 WHEN 1 THEN hits1 END AS by_winner,
           CASE games.winner WHEN 0 THEN hits1 WHEN 1 THEN hits0 END AS by_loser
    FROM games JOIN matches USING (match)
    WHERE certain AND games.turns > 0 AND hits0 IS NOT NULL
)
SELECT rules, kind, count(*) AS games, avg(hits) AS hits, avg(by_winner) AS by_winner, avg(by_loser) AS by_loser,
       quantile_cont(hits, 0.5) AS median, max(hits) AS most,
       share(count(*) FILTER (hits = 0), count(*)) AS share,
       share_low(count(*) FILTER (hits = 0), count(*)) AS low,
       share_high(count(*) FILTER (hits = 0), count(*)) AS high
FROM counted
GROUP BY ALL
ORDER BY rules, games DESC, kind;
