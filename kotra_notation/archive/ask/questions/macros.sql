-- What several questions need.
CREATE MACRO share(part, whole) AS part / nullif(whole, 0);
CREATE MACRO share_low(part, whole) AS share_bound(part, nullif(whole, 0), -1);
CREATE MACRO share_high(part, whole) AS share_bound(part, nullif(whole, 0), 1);
CREATE MACRO session(length) AS CASE WHEN length > 0 THEN 'match' WHEN length = 0 THEN 'money' ELSE 'unknown' END;
CREATE MACRO away(length, score) AS CASE WHEN length > 0 THEN CAST(length - score AS INTEGER) END;
-- Who sat at a match, and by what a loss is multiplied to be a PR: more in a match to one point, less in nackgammon.
CREATE TEMP VIEW seats AS
SELECT match, seat, coalesce(person, name) AS player,
       CASE WHEN length = 1 THEN 750 ELSE 500 END
         * CASE WHEN contains(options, 'variant=nackgammon') THEN 0.952 ELSE 1 END AS factor
FROM (SELECT match, 0 AS seat, player0 AS name, length, options FROM matches
      UNION ALL SELECT match, 1, player1, length, options FROM matches)
LEFT JOIN (SELECT spelling, any_value(person) AS person FROM people GROUP BY spelling) ON spelling = name;
-- What was decided and weighed: by who was on roll, and by who answered a double. Where it is not lawful or not
-- told whether it counts, its loss is left out.
CREATE TEMP VIEW acts AS
SELECT match, game, turn, seat, kind AS about, choice, best, loss, counts, engine, level
FROM decisions WHERE kind IN ('play', 'cube') AND counts IS NOT NULL AND loss IS NOT NULL
UNION ALL
SELECT match, game, turn, 1 - seat, 'answer', CASE choice WHEN 'double/pass' THEN 'drop' ELSE 'take' END,
       CASE WHEN (choice = 'double/pass') = (answer_loss > 0) THEN 'take' ELSE 'drop' END, answer_loss, true, engine, level
FROM decisions WHERE kind = 'cube' AND answer_loss IS NOT NULL;
-- How well each player plays by each engine, less what the engine itself gets wrong at the level of its plays.
CREATE TEMP VIEW ratings AS
WITH levelled AS (
  SELECT *, coalesce(max(level) FILTER (about = 'play') OVER (PARTITION BY match, engine), level) AS depth FROM acts
), noises AS (
  SELECT engine, depth, engine_noise(coalesce(engine, ''), coalesce(depth, ''), 'added') AS added,
         engine_noise(coalesce(engine, ''), coalesce(depth, ''), 'spread') AS spread
  FROM (SELECT DISTINCT engine, depth FROM levelled)
), judged AS (
  SELECT player, match, levelled.engine, levelled.depth, counts, loss, factor, spread,
         CASE WHEN counts THEN added ELSE 0 END AS added
  FROM levelled
  JOIN seats USING (match, seat)
  JOIN matches USING (match)
  JOIN noises ON noises.engine IS NOT DISTINCT FROM levelled.engine AND noises.depth IS NOT DISTINCT FROM levelled.depth
  WHERE matches.rules = 'modern'
)
SELECT player, engine, string_agg(DISTINCT depth, ', ' ORDER BY depth) AS levels,
       count(DISTINCT match) AS matches, count(*) FILTER (counts) AS decisions,
       count(*) FILTER (loss >= 0.02 AND loss < 0.08) AS faults, count(*) FILTER (loss >= 0.08) AS blunders,
       sum(loss) AS loss,
       CASE WHEN decisions >= 20 THEN greatest(sum((loss - added) * factor) / decisions, 0) END AS pr,
       CASE WHEN decisions >= 20
            THEN sqrt((var_samp(loss * factor) FILTER (counts) + avg((spread * factor) ** 2) FILTER (counts)) / decisions)
       END AS pr_error
FROM judged
GROUP BY player, engine;
-- A day, month or year as 2026-11-21; null where the record has no date with the year first.
CREATE MACRO written_day(date) AS
nullif(translate(regexp_extract(date, '^\s*(\d{4}(?:[-./]\d{2}){0,2})', 1), './', '--'), '');
