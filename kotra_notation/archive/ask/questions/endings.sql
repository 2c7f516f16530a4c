WITH ended AS (
    SELECT session(length) AS session, kind, count(*) AS games, avg(points) AS points, avg(cube) AS cube, avg(games.turns) AS throws
    FROM games JOIN matches USING (match)
    WHERE rules = 'modern'
    GROUP BY ALL
)
SELECT session, kind, games, share(games, sum(games) OVER together) AS share,
       share_low(games, sum(games) OVER together) AS low, share_high(games, sum(games) OVER together) AS high,
       points, cube, throws
FROM ended
WINDOW together AS (PARTITION BY session)
ORDER BY session, games DESC, kind;
