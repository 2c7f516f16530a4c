WITH staged AS (
    SELECT CASE WHEN length = 0 THEN 'money'
                WHEN length = 1 THEN 'one point'
                WHEN crawford THEN 'crawford'
                WHEN greatest(before0, before1) >= length - 1 THEN 'after'
                ELSE 'before' END AS stage,
           points, cube, kind
    FROM games JOIN matches USING (match)
    WHERE rules = 'modern' AND length IS NOT NULL AND games.winner IS NOT NULL
)
SELECT stage, count(*) AS games, avg(points) AS points, stddev_samp(points) AS spread, avg(cube) AS cube,
       count(*) FILTER (kind IN ('gammon', 'backgammon')) AS won_double,
       share(won_double, count(*)) AS share, share_low(won_double, count(*)) AS low,
       share_high(won_double, count(*)) AS high
FROM staged
GROUP BY stage
ORDER BY list_position(['before', 'crawford', 'after', 'one point', 'money'], stage);
