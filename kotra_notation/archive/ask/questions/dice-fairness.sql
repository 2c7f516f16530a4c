WITH thrown AS (
    SELECT match, turn, ((match & 2147483647) << 24) | ((game::BIGINT & 255) << 16) | (turn & 65535) AS place,
           CASE WHEN least(die1, die2) >= 1 AND greatest(die1, die2) <= 6
                THEN greatest(die1, die2) * 10 + least(die1, die2) ELSE 0 END AS throw
    FROM turns
), following AS (
    -- Rows lie in the order of play. A row and its place are looked back at as one number, which is quick;
    -- where the row before is not that of the throw before, nothing is said of the two.
    SELECT match, turn, place, throw, lag((place << 8) | throw) OVER () AS before FROM thrown
), made AS (
    SELECT match, dense_rank() OVER (ORDER BY producer)::USMALLINT AS maker, producer
    FROM producers
    WHERE rules = 'modern'
), numbered AS (
    SELECT maker, turn = 1 AS opening, throw,
           CASE WHEN turn > 1 AND before >> 8 = place - 1 AND before & 255 > 0 THEN before & 255 END AS previous,
           count(*) AS times
    FROM following JOIN made USING (match)
    WHERE throw > 0
    GROUP BY ALL
), counted AS (
    SELECT producer, opening, throw, previous, times
    FROM numbered JOIN (SELECT DISTINCT maker, producer FROM made) USING (maker)
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
    FROM counts WHERE previous IS NOT NULL
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
          FROM counts WHERE previous IS NOT NULL)
    GROUP BY producer
), weighed AS (
    SELECT *, CASE WHEN thinnest >= 5 THEN chance_beyond(chi_squared, freedom::DOUBLE) END AS p FROM tests
)
SELECT producer, test, throws::BIGINT AS throws, chi_squared, freedom::INTEGER AS freedom, p,
       CASE WHEN p IS NOT NULL THEN least(1, p * count(p) OVER ()) END AS p_of_all, farthest, observed, expected
FROM weighed
ORDER BY producer <> 'all', producer, list_position(['faces', 'throws', 'opening', 'succession', 'again'], test);
