SELECT producer, count(DISTINCT file) AS files, count(*) AS matches, sum(games)::BIGINT AS games, sum(turns)::BIGINT AS throws
FROM matches JOIN producers USING (match)
GROUP BY producer
ORDER BY files DESC, matches DESC, producer;
