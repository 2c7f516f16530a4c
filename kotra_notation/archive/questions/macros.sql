-- What several questions need; `share_low` and `share_high` bound a share with 95 % confidence (Wilson).
CREATE MACRO share(part, whole) AS part / nullif(whole, 0);
CREATE MACRO wilson(part, whole, side) AS
    CASE WHEN part = 0 AND side < 0 AND whole > 0 THEN 0.0
         WHEN part = whole AND side > 0 AND whole > 0 THEN 1.0
         WHEN whole > 0 THEN greatest(0, least(1,
        (part / whole + 1.959963984540054 ** 2 / (2 * whole)
         + side * 1.959963984540054 * sqrt(part / whole * (1 - part / whole) / whole
                                           + (1.959963984540054 / (2 * whole)) ** 2))
        / (1 + 1.959963984540054 ** 2 / whole))) END;
CREATE MACRO share_low(part, whole) AS wilson(part, whole, -1);
CREATE MACRO share_high(part, whole) AS wilson(part, whole, 1);
CREATE MACRO session(length) AS CASE WHEN length > 0 THEN 'match' WHEN length = 0 THEN 'money' ELSE 'unknown' END;
CREATE MACRO away(length, score) AS CASE WHEN length > 0 THEN CAST(length - score AS INTEGER) END;
