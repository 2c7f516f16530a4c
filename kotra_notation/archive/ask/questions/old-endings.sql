WITH ended AS (
    SELECT rules, kind, count(*) AS games, avg(points) AS points, avg(games.turns) AS throws
    FROM games JOIN matches USING (match)
    WHERE rules <> 'modern'
    GROUP BY ALL
)
SELECT rules, kind, games, share(games, sum(games) OVER together) AS share,
       share_low(games, sum(games) OVER together) AS low, share_high(games, sum(games) OVER together) AS high,
       points, throws
FROM ended
WINDOW together AS (PARTITION BY rules)
ORDER BY rules, games DESC, kind;
