-- A phase is known in the modern game alone; a play is judged where the board before it is known.
SELECT on_bar, count(*) AS throws, count(*) FILTER (dance) AS dances,
       share(count(*) FILTER (dance), count(*)) AS share,
       share_low(count(*) FILTER (dance), count(*)) AS low,
       share_high(count(*) FILTER (dance), count(*)) AS high
FROM turns
WHERE legal AND phase IS NOT NULL
GROUP BY on_bar
ORDER BY on_bar;
