SELECT transcriber, producer, count(*) AS matches, count(*) FILTER (errors = 0) AS sound,
       share(count(*) FILTER (errors = 0), count(*)) AS share,
       share_low(count(*) FILTER (errors = 0), count(*)) AS low,
       share_high(count(*) FILTER (errors = 0), count(*)) AS high,
       sum(turns) AS throws, sum(errors) AS errors, sum(warnings) AS warnings, sum(lost) AS lost,
       1000 * share(sum(errors), sum(turns)) AS per_1000
FROM matches JOIN producers USING (match)
GROUP BY ALL
ORDER BY errors DESC, matches DESC, transcriber, producer;
