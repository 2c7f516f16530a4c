SELECT phase, count(*) AS throws, avg(seconds) AS seconds,
       quantile_cont(seconds, 0.5) AS median, quantile_cont(seconds, 0.9) AS slow, max(seconds) AS longest,
       sum(seconds) / 3600 AS hours
FROM (SELECT coalesce(phase, 'unknown') AS phase, seconds FROM turns WHERE seconds IS NOT NULL)
GROUP BY phase
ORDER BY list_position(['contact', 'race', 'bear-off', 'unknown'], phase);
