-- What several questions need.
CREATE MACRO share(part, whole) AS part / nullif(whole, 0);
CREATE MACRO share_low(part, whole) AS share_bound(part, nullif(whole, 0), -1);
CREATE MACRO share_high(part, whole) AS share_bound(part, nullif(whole, 0), 1);
CREATE MACRO session(length) AS CASE WHEN length > 0 THEN 'match' WHEN length = 0 THEN 'money' ELSE 'unknown' END;
CREATE MACRO away(length, score) AS CASE WHEN length > 0 THEN CAST(length - score AS INTEGER) END;
