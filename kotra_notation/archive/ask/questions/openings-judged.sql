WITH judged AS (
    SELECT session(length) AS session, opening, opening_play, engine, level, loss
    FROM decisions
    JOIN games USING (match, game)
    JOIN matches USING (match)
    WHERE decisions.kind = 'play' AND turn = 1 AND loss IS NOT NULL AND counts IS NOT NULL
      AND opening_play IS NOT NULL
), played AS (
    SELECT session, opening, opening_play, engine, string_agg(DISTINCT level, ', ' ORDER BY level) AS levels,
           count(*) AS games, avg(loss) AS loss_each, max(loss) AS loss_most
    FROM judged
    GROUP BY ALL
)
SELECT session, opening, opening_play, engine, levels, games,
       share(games, sum(games) OVER roll) AS share,
       share_low(games, sum(games) OVER roll) AS low,
       share_high(games, sum(games) OVER roll) AS high,
       loss_each, loss_most
FROM played
WINDOW roll AS (PARTITION BY session, opening, engine)
ORDER BY engine, session, opening, games DESC, opening_play;
