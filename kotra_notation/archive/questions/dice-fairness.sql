WITH thrown AS (
    -- Rows lie in the order of play; where one does not follow on the one before, nothing is said of the two.
    SELECT match, turn = 1 AS opening, greatest(die1, die2) * 10 + least(die1, die2) AS throw,
           least(die1, die2) >= 1 AND greatest(die1, die2) <= 6 AS whole,
           CASE WHEN lag(match) OVER () = match AND lag(game) OVER () = game AND lag(turn) OVER () = turn - 1
                THEN lag(greatest(die1, die2) * 10 + least(die1, die2)) OVER () END AS previous
    FROM turns
), counted AS (
    SELECT producer, opening, throw, previous, count(*) AS times
    FROM thrown JOIN producers USING (match)
    WHERE whole AND rules = 'modern'
    GROUP BY ALL
), counts AS (
    SELECT coalesce(producer, 'all') AS producer, opening, throw, previous, sum(times)::DOUBLE AS times,
           throw // 10 AS high, throw % 10 AS low, CASE WHEN throw % 11 = 0 THEN 1 / 36 ELSE 2 / 36 END AS chance
    FROM counted
    GROUP BY GROUPING SETS ((producer, opening, throw, previous), (opening, throw, previous))
), cells AS (
    SELECT 'faces' AS test, producer, face::VARCHAR AS cell, sum(times) AS observed,
           sum(sum(times)) OVER by_producer / 6 AS expected, expected AS of_rarest
    FROM (SELECT producer, high AS face, times FROM counts WHERE NOT opening
          UNION ALL SELECT producer, low, times FROM counts WHERE NOT opening)
    GROUP BY producer, face
    WINDOW by_producer AS (PARTITION BY producer)
    UNION ALL
    SELECT 'throws', producer, throw::VARCHAR, sum(times), sum(sum(times)) OVER by_producer * any_value(chance),
           sum(sum(times)) OVER by_producer / 36
    FROM counts WHERE NOT opening
    GROUP BY producer, throw
    WINDOW by_producer AS (PARTITION BY producer)
    UNION ALL
    SELECT 'opening', producer, throw::VARCHAR, sum(times), sum(sum(times)) OVER by_producer / 15,
           sum(sum(times)) OVER by_producer / 15
    FROM counts WHERE opening AND high <> low
    GROUP BY producer, throw
    WINDOW by_producer AS (PARTITION BY producer)
    UNION ALL
    SELECT 'succession', producer, concat_ws(' ', previous, throw), sum(times),
           sum(sum(times)) OVER by_previous * any_value(chance), sum(sum(times)) OVER by_previous / 36
    FROM counts WHERE previous BETWEEN 11 AND 66 AND previous % 10 > 0
    GROUP BY producer, previous, throw
    WINDOW by_previous AS (PARTITION BY producer, previous)
), tests AS (
    SELECT test, producer,
           sum(observed)::BIGINT / CASE test WHEN 'faces' THEN 2 ELSE 1 END AS throws,
           -- What was never thrown is in no row; its square is told by the rest.
           sum(observed * observed / expected) - sum(observed) AS chi_squared,
           CASE test WHEN 'faces' THEN 5 WHEN 'throws' THEN 20 WHEN 'opening' THEN 14
                     ELSE 20 * count(DISTINCT split_part(cell, ' ', 1)) END AS freedom,
           min(of_rarest) AS thinnest,
           max_by(cell, far) AS farthest, max_by(observed, far)::BIGINT AS observed, max_by(expected, far) AS expected
    FROM (SELECT *, (round(abs(observed - expected) / sqrt(expected), 6), cell) AS far FROM cells)
    GROUP BY test, producer
    UNION ALL
    -- The same throw twice running: how often, against what each throw before it lets expect.
    SELECT 'again', producer, sum(times)::BIGINT,
           (coalesce(sum(times) FILTER (again), 0) - sum(times * odds)) ** 2 / sum(times * odds * (1 - odds)), 1,
           sum(times * odds), 'again', coalesce(sum(times) FILTER (again), 0)::BIGINT, sum(times * odds)
    FROM (SELECT producer, times, previous = throw AS again,
                 CASE WHEN previous % 11 = 0 THEN 1 / 36 ELSE 2 / 36 END AS odds
          FROM counts WHERE previous BETWEEN 11 AND 66 AND previous % 10 > 0)
    GROUP BY producer
), weighed AS (
    SELECT *, CASE WHEN thinnest >= 5 THEN chance_beyond(chi_squared, freedom::DOUBLE) END AS p FROM tests
)
SELECT producer, test, throws::BIGINT AS throws, chi_squared, freedom::INTEGER AS freedom, p,
       CASE WHEN p IS NOT NULL THEN least(1, p * count(p) OVER ()) END AS p_of_all, farthest, observed, expected
FROM weighed
ORDER BY producer <> 'all', producer, list_position(['faces', 'throws', 'opening', 'succession', 'again'], test);
