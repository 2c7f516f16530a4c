WITH played AS (
    SELECT rules, count(*) AS games FROM games JOIN matches USING (match) WHERE rules <> 'modern' GROUP BY rules
), formed AS (
    SELECT rules, awards.kind AS form, count(*) AS times, count(DISTINCT (match, game)) AS in_games,
           avg(awards.points) AS points, count(*) FILTER (games.winner = seat) AS won
    FROM awards JOIN games USING (match, game) JOIN matches USING (match)
    WHERE awards.kind IN ('meistari', 'litil', 'stutti', 'langi', 'rasslangur') AND rules <> 'modern'
    GROUP BY ALL
)
SELECT rules, form, times, in_games, games, share(in_games, games) AS share, share_low(in_games, games) AS low,
       share_high(in_games, games) AS high, points, share(won, times) AS won
FROM formed JOIN played USING (rules)
ORDER BY rules, times DESC, form;
