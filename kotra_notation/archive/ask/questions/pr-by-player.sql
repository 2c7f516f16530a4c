SELECT seats.player, acts.engine, string_agg(DISTINCT level, ', ' ORDER BY level) AS levels,
       count(DISTINCT match) AS matches, count(*) FILTER (counts) AS decisions,
       count(*) FILTER (loss >= 0.02 AND loss < 0.08) AS faults, count(*) FILTER (loss >= 0.08) AS blunders,
       sum(loss) AS loss,
       CASE WHEN told THEN sum(loss * factor) / count(*) FILTER (counts) END AS pr,
       CASE WHEN told THEN stddev_samp(loss * factor) FILTER (counts) / sqrt(count(*) FILTER (counts)) END AS pr_error
FROM acts
JOIN seats USING (match, seat)
JOIN (SELECT player, engine,
             count(*) FILTER (counts) >= 20 AND sum(loss) / count(*) FILTER (counts) >= engine_noise(coalesce(engine, '')) AS told
      FROM acts JOIN seats USING (match, seat) GROUP BY player, engine) AS rates
  ON rates.player IS NOT DISTINCT FROM seats.player AND rates.engine IS NOT DISTINCT FROM acts.engine
GROUP BY seats.player, acts.engine, told
ORDER BY acts.engine, pr NULLS LAST, seats.player;
