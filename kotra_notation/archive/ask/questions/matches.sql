SELECT date AS day, event, round, player0 AS first_player, player1 AS second_player, length AS points_to,
       score0 AS first_score, score1 AS second_score, path, number
FROM matches
JOIN (SELECT file, min(path) AS path FROM files GROUP BY file) USING (file)
ORDER BY written_day(date) NULLS LAST, date, event, path, number;
