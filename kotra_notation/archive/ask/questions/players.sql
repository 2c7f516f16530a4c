WITH best_known AS (
    SELECT player, pr FROM ratings
    QUALIFY row_number() OVER (PARTITION BY player ORDER BY decisions DESC, engine) = 1
)
SELECT player, count(DISTINCT match) AS matches,
       count(DISTINCT match) FILTER (winner = seat) AS matches_won,
       count(DISTINCT match) FILTER (winner <> seat) AS matches_lost, min(written_day(date)) AS first_day,
       max(written_day(date)) AS last_day, count(DISTINCT nullif(event, '')) AS events, any_value(pr) AS pr
FROM seats JOIN matches USING (match) LEFT JOIN best_known USING (player)
WHERE player <> ''
GROUP BY player
ORDER BY matches DESC, player;
