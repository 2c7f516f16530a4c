WITH played AS (
    SELECT rules, opening, opening_play, reply, reply_play, count(*) AS games, count(games.winner) AS decided,
           count(*) FILTER (games.winner = 1 - began) AS won
    FROM games JOIN matches USING (match)
    WHERE opening_play IS NOT NULL AND reply_play IS NOT NULL
    GROUP BY ALL
)
SELECT rules, opening, opening_play, reply, reply_play, games,
       share(games, sum(games) OVER roll) AS share,
       share_low(games, sum(games) OVER roll) AS low,
       share_high(games, sum(games) OVER roll) AS high,
       decided, share(won, decided) AS won, share_low(won, decided) AS won_low, share_high(won, decided) AS won_high
FROM played
WINDOW roll AS (PARTITION BY rules, opening, opening_play, reply)
ORDER BY rules, opening, opening_play, reply, games DESC, reply_play;
