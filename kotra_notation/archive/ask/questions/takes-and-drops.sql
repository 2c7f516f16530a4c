WITH offers AS (
    SELECT match, game, turn, min(seat) AS doubler,
           row_number() OVER (PARTITION BY match, game ORDER BY turn) AS offer
    FROM decisions
    WHERE kind = 'double'
    GROUP BY match, game, turn
), answers AS (
    SELECT match, game, turn, seat, bool_or(kind = 'drop') AS dropped, bool_or(kind = 'beaver') AS beavered
    FROM decisions
    WHERE kind IN ('take', 'drop', 'beaver')
    GROUP BY ALL
), answered AS (
    SELECT session(length) AS session,
           away(length, CASE doubler WHEN 0 THEN before0 ELSE before1 END) AS own_away,
           away(length, CASE doubler WHEN 0 THEN before1 ELSE before0 END) AS other_away,
           offer, dropped, beavered
    FROM offers
    JOIN games USING (match, game)
    JOIN matches USING (match)
    LEFT JOIN answers ON answers.match = offers.match AND answers.game = offers.game
                     AND answers.turn = offers.turn AND answers.seat = 1 - doubler
)
SELECT session, own_away, other_away, offer, count(*) AS offers,
       count(*) FILTER (NOT dropped) AS taken, count(*) FILTER (beavered) AS beavers,
       count(*) FILTER (dropped) AS dropped,
       share(count(*) FILTER (dropped), count(dropped)) AS share,
       share_low(count(*) FILTER (dropped), count(dropped)) AS low,
       share_high(count(*) FILTER (dropped), count(dropped)) AS high
FROM answered
GROUP BY ALL
ORDER BY session, own_away, other_away, offer;
