WITH unlawful AS (
    SELECT match, game, turn, code, name, fate
    FROM findings
    WHERE code IN ('P201', 'P202', 'P203', 'P204', 'P205', 'P206', 'P207', 'P208', 'P209', 'P210', 'P221', 'P222',
                   'P230', 'P231', 'P232', 'P233', 'P234', 'P235', 'P236')
      AND match IN (SELECT match FROM matches)
)
SELECT code, name, coalesce(phase, 'unknown') AS phase, count(*) AS plays,
       count(*) FILTER (fate = 'stood') AS stood,
       count(*) FILTER (fate IN ('slip', 'idle')) AS slips, count(*) FILTER (fate = 'corrected') AS corrected,
       share(stood, plays) AS share, share_low(stood, plays) AS low, share_high(stood, plays) AS high
FROM unlawful LEFT JOIN turns USING (match, game, turn)
GROUP BY ALL
ORDER BY code, phase;
