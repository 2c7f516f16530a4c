WITH found AS (
    SELECT match, game, sum(points) AS points, bool_or(kind = 'stor_jan') AS great
    FROM awards
    WHERE kind IN ('jan', 'stor_jan')
    GROUP BY ALL
)
SELECT rules, count(*) AS games, count(found.match) AS with_jan, count(*) FILTER (great) AS great,
       share(count(found.match), count(*)) AS share, share_low(count(found.match), count(*)) AS low,
       share_high(count(found.match), count(*)) AS high,
       avg(found.points) AS points, avg(games.turns) FILTER (found.match IS NOT NULL) AS throws
FROM games JOIN matches USING (match)
LEFT JOIN found ON found.match = games.match AND found.game = games.game
WHERE rules <> 'modern'
GROUP BY ALL
ORDER BY rules;
