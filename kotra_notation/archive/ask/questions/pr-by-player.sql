WITH noises AS (
  SELECT engine, level, engine_noise(coalesce(engine, ''), coalesce(level, ''), 'added') AS added,
         engine_noise(coalesce(engine, ''), coalesce(level, ''), 'spread') AS spread
  FROM (SELECT DISTINCT engine, level FROM acts)
), judged AS (
  SELECT player, match, acts.engine, acts.level, counts, loss, factor, spread,
         CASE WHEN counts THEN added ELSE 0 END AS added
  FROM acts
  JOIN seats USING (match, seat)
  JOIN noises ON noises.engine IS NOT DISTINCT FROM acts.engine AND noises.level IS NOT DISTINCT FROM acts.level
)
SELECT player, engine, string_agg(DISTINCT level, ', ' ORDER BY level) AS levels,
       count(DISTINCT match) AS matches, count(*) FILTER (counts) AS decisions,
       count(*) FILTER (loss >= 0.02 AND loss < 0.08) AS faults, count(*) FILTER (loss >= 0.08) AS blunders,
       sum(loss) AS loss,
       CASE WHEN decisions >= 20 THEN greatest(sum((loss - added) * factor) / decisions, 0) END AS pr,
       CASE WHEN decisions >= 20
            THEN sqrt((var_samp(loss * factor) FILTER (counts) + avg((spread * factor) ** 2) FILTER (counts)) / decisions)
       END AS pr_error
FROM judged
GROUP BY player, engine
ORDER BY engine, pr NULLS LAST, player;
