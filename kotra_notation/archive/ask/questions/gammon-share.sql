SELECT session(length) AS session,
       away(length, CASE games.winner WHEN 0 THEN before0 ELSE before1 END) AS winner_away,
       away(length, CASE games.winner WHEN 0 THEN before1 ELSE before0 END) AS loser_away,
       crawford, cube, count(*) AS games,
       count(*) FILTER (kind = 'gammon') AS gammons,
       count(*) FILTER (kind = 'backgammon') AS backgammons,
       share(count(*) FILTER (kind <> 'single'), count(*)) AS share,
       share_low(count(*) FILTER (kind <> 'single'), count(*)) AS low,
       share_high(count(*) FILTER (kind <> 'single'), count(*)) AS high
FROM games JOIN matches USING (match)
WHERE rules = 'modern' AND kind IN ('single', 'gammon', 'backgammon') AND games.winner IS NOT NULL
GROUP BY ALL
ORDER BY session, winner_away, loser_away, crawford, cube;
