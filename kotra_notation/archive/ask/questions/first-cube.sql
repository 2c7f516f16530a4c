-- Each game is seen twice, by each of its players.
WITH seen AS (
    SELECT session(length) AS session,
           away(length, CASE seat WHEN 0 THEN before0 ELSE before1 END) AS own_away,
           away(length, CASE seat WHEN 0 THEN before1 ELSE before0 END) AS other_away,
           CASE WHEN doubled_by = seat THEN doubled_at END AS first_at
    FROM games JOIN matches USING (match), (VALUES (0), (1)) AS seats(seat)
    WHERE rules = 'modern' AND NOT crawford AND games.turns > 0 AND length IS DISTINCT FROM 1
)
SELECT session, own_away, other_away, count(*) AS players, count(first_at) AS doubled,
       share(count(first_at), count(*)) AS share, share_low(count(first_at), count(*)) AS low,
       share_high(count(first_at), count(*)) AS high,
       min(first_at) AS earliest, quantile_cont(first_at, 0.25) AS quarter, quantile_cont(first_at, 0.5) AS median,
       quantile_cont(first_at, 0.75) AS three_quarters,
       count(*) FILTER (first_at <= 10) AS to_10, count(*) FILTER (first_at BETWEEN 11 AND 20) AS to_20,
       count(*) FILTER (first_at BETWEEN 21 AND 30) AS to_30, count(*) FILTER (first_at > 30) AS later
FROM seen
GROUP BY ALL
ORDER BY session, own_away, other_away;
