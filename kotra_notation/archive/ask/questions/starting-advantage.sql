SELECT rules, session(length) AS session, count(*) AS games,
       share(count(*) FILTER (games.winner = began), count(*)) AS share,
       share_low(count(*) FILTER (games.winner = began), count(*)) AS low,
       share_high(count(*) FILTER (games.winner = began), count(*)) AS high,
       avg(CASE WHEN games.winner = began THEN points ELSE -points END) AS gain
FROM games JOIN matches USING (match)
WHERE games.winner IS NOT NULL AND began IS NOT NULL
GROUP BY ALL
ORDER BY rules, session;
