"""Matches that are worth a look though no rule may be broken: without end or names, with unlikely dice.

Dice are held against fair ones, seat by seat: how often each number falls, how many doubles, and how many
pips a throw. What is told would come to pass once in a thousand million matches.
"""

from __future__ import annotations

from itertools import product
from math import sqrt

from kotra_notation.archive.audit.figures import Sight, Suspicion
from kotra_notation.archive.audit.ground import AuditTables

# Both are passed once in some 10^9 times: deviations of a sum, and the chi-square of six numbers.
DEVIATIONS, CHI_SQUARE = 6.1, 50.0
FEWEST_THROWS = 60
FEWEST_ILLEGAL = 8

_THROWS = [
    2 * (one + other) if one == other else one + other for one, other in product(range(1, 7), repeat=2)
]
MEAN = sum(_THROWS) / len(_THROWS)
SPREAD = sqrt(sum(pips * pips for pips in _THROWS) / len(_THROWS) - MEAN * MEAN)

_KINDS = {
    "dice": """
WITH counted AS (
    SELECT match, seat, count(*) AS n,
        count(*) FILTER (die1 = die2) AS doubles,
        sum(CASE WHEN die1 = die2 THEN 4 * die1 ELSE die1 + die2 END) AS pips,
        [count(*) FILTER (die1 = 1) + count(*) FILTER (die2 = 1),
         count(*) FILTER (die1 = 2) + count(*) FILTER (die2 = 2),
         count(*) FILTER (die1 = 3) + count(*) FILTER (die2 = 3),
         count(*) FILTER (die1 = 4) + count(*) FILTER (die2 = 4),
         count(*) FILTER (die1 = 5) + count(*) FILTER (die2 = 5),
         count(*) FILTER (die1 = 6) + count(*) FILTER (die2 = 6)] AS faces
    FROM turns WHERE turn > 1 AND die1 BETWEEN 1 AND 6 AND die2 BETWEEN 1 AND 6
        AND match IN (SELECT match FROM matches WHERE rules = 'modern')
    GROUP BY match, seat HAVING n >= $fewest
), held AS (
    SELECT match, abs(doubles - n / 6) / sqrt(n * 5 / 36) AS doubled,
        abs(pips - n * $mean) / (sqrt(n) * $spread) AS ran,
        list_sum(list_transform(faces, lambda face: (face - n / 3) ** 2 / (n / 3))) AS fell
    FROM counted
)
SELECT match, NULL AS amount FROM held GROUP BY match
HAVING max(doubled) > $deviations OR max(ran) > $deviations OR max(fell) > $chi_square
""",
    "results": """
SELECT match, count(*)::DOUBLE AS amount FROM picked
WHERE code[1] = 'S' AND severity = 'error' AND match IS NOT NULL GROUP BY match
""",
    "one-sided": """
SELECT match, count(*)::DOUBLE AS amount FROM picked
WHERE code[1] = 'P' AND severity <> 'note' AND seat IS NOT NULL AND match IS NOT NULL
GROUP BY match HAVING count(*) >= $illegal AND min(seat) = max(seat)
""",
    "without-throws": "SELECT match, NULL AS amount FROM matches WHERE turns = 0",
    "without-end": """
SELECT match, any_value(turns)::DOUBLE AS amount FROM matches
WHERE turns > 0 AND match IN (SELECT match FROM picked WHERE code IN ('S408', 'S416')) GROUP BY match
""",
    "same-name": """
SELECT match, NULL AS amount FROM matches WHERE lower(trim(player0)) = lower(trim(player1))
""",
    "without-names": """
SELECT match, NULL AS amount FROM matches
WHERE coalesce(trim(player0), '') = '' OR coalesce(trim(player1), '') = ''
""",
}
_FACTS: dict[str, dict[str, float]] = {
    "dice": {
        "fewest": FEWEST_THROWS,
        "mean": MEAN,
        "spread": SPREAD,
        "deviations": DEVIATIONS,
        "chi_square": CHI_SQUARE,
    },
    "one-sided": {"illegal": FEWEST_ILLEGAL},
}
_SUSPECT = "CREATE TEMP TABLE suspect AS "
_COUNTED = "SELECT count(*) FROM matched JOIN suspect USING (match)"
_FIRST = """
SELECT short, number, player0, player1, amount FROM matched JOIN suspect USING (match)
ORDER BY amount DESC NULLS LAST, short, number LIMIT $top
"""


def suspicions(ground: AuditTables, top: int) -> tuple[Suspicion, ...]:
    """Return what is worth a look, the gravest kind first; kinds that no match has are left out."""
    found = []
    for name, query in _KINDS.items():
        ground.rows(_SUSPECT + query, **_FACTS.get(name, {}))
        matches = ground.row(_COUNTED)[0]
        if matches:
            first = [
                Sight(path=path, match=number, players=(one, other), amount=amount)
                for path, number, one, other, amount in ground.rows(_FIRST, top=top)
            ]
            found.append(Suspicion(name=name, matches=matches, first=tuple(first)))
        ground.rows("DROP TABLE suspect")
    return tuple(found)
