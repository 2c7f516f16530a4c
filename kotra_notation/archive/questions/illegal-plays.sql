-- What became of a play is told by the end of the sentence of its finding.
WITH unlawful AS (
    SELECT match, game, turn, code, name,
           ends_with(message, '; the record goes on from it, so it stood.') AS stood,
           ends_with(message, ' fits the roll and all later plays.') AS slip,
           message LIKE '%; it was corrected to %' AS corrected
    FROM findings
    WHERE code IN ('P201', 'P202', 'P203', 'P204', 'P205', 'P206', 'P207', 'P208', 'P209', 'P210', 'P221', 'P222',
                   'P230', 'P231', 'P232', 'P233', 'P234', 'P235', 'P236')
      AND match IN (SELECT match FROM matches)
)
SELECT code, name, coalesce(phase, 'unknown') AS phase, count(*) AS plays,
       count(*) FILTER (stood) AS stood, count(*) FILTER (slip) AS slips,
       count(*) FILTER (corrected AND NOT stood AND NOT slip) AS corrected,
       share(count(*) FILTER (stood), count(*)) AS share,
       share_low(count(*) FILTER (stood), count(*)) AS low,
       share_high(count(*) FILTER (stood), count(*)) AS high
FROM unlawful LEFT JOIN turns USING (match, game, turn)
GROUP BY ALL
ORDER BY code, phase;
