SELECT rules, session(length) AS session, length, count(*) AS matches, count(*) FILTER (complete) AS complete,
       avg(games) FILTER (complete) AS games_each, avg(turns) FILTER (complete) AS throws,
       min(turns) FILTER (complete) AS shortest,
       quantile_cont(turns, 0.5) FILTER (complete) AS median, max(turns) FILTER (complete) AS longest
FROM matches
GROUP BY ALL
ORDER BY rules, session, length;
