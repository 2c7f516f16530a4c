WITH levels AS (
    SELECT match, engine,
           coalesce(string_agg(DISTINCT level, ', ' ORDER BY level) FILTER (kind = 'play'),
                    string_agg(DISTINCT level, ', ' ORDER BY level)) AS levels
    FROM decisions WHERE level IS NOT NULL GROUP BY match, engine
), fortunes AS (
    SELECT match, engine, count(*) AS throws, sum(luck) FILTER (seat = 0) AS luck0,
           sum(luck) FILTER (seat = 1) AS luck1, sum(mwc_luck) FILTER (seat = 0) AS mwc0,
           sum(mwc_luck) FILTER (seat = 1) AS mwc1
    FROM luck WHERE played AND luck IS NOT NULL GROUP BY match, engine
), sat AS (
    SELECT player, fortunes.engine, levels, seats.match, throws, seat = winner AS won,
           coalesce(CASE seat WHEN 0 THEN luck0 ELSE luck1 END, 0) AS luck,
           coalesce(CASE seat WHEN 0 THEN luck1 ELSE luck0 END, 0) AS other_luck,
           CASE seat WHEN 0 THEN mwc0 - mwc1 ELSE mwc1 - mwc0 END AS mwc
    FROM seats JOIN fortunes USING (match) JOIN matches USING (match)
    LEFT JOIN levels ON levels.match = fortunes.match AND levels.engine IS NOT DISTINCT FROM fortunes.engine
)
SELECT player, engine, (SELECT string_agg(DISTINCT one, ', ' ORDER BY one)
                        FROM unnest(flatten(list(string_split(levels, ', ')))) AS each(one)) AS levels,
       count(*) AS matches, sum(throws) AS throws, sum(luck) AS luck, sum(other_luck) AS other_luck,
       avg(mwc) AS luck_share, count(won) AS decided, share(count(*) FILTER (won), count(won)) AS won
FROM sat
GROUP BY player, engine
ORDER BY engine, sum(luck) - sum(other_luck) DESC, player;
