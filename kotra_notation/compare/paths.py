"""Two rows of things paired in order at the least cost, and the heaviest chain among pairs of places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

Pair = tuple[int | None, int | None]

FIRST_WIDTH = 4
MOST_CELLS = 3_000_000  # what needs more is held against each other by what is equal in it
MOST_HOMES = 16

_BOTH, _A, _B = 0, 1, 2


class PathCosts(dict[tuple[int, int], int]):
    """The cost of pairing two things by number, each asked once; `left` pairs may still be looked at."""

    def __init__(self, cost: Callable[[int, int], int]) -> None:
        super().__init__()
        self._cost = cost
        self.left = MOST_CELLS

    def __missing__(self, pair: tuple[int, int]) -> int:
        self[pair] = cost = self._cost(*pair)
        return cost


def path(a: Sequence[int], b: Sequence[int], costs: PathCosts, gap: int) -> list[Pair]:
    """Return the pairing of least cost, `gap` being that of leaving a thing alone; equal things cost nothing.

    Equal runs at both ends are set aside, and the rest is searched in a band that is widened until no path
    out of it could be cheaper.
    """
    begin, end = 0, 0
    shorter = min(len(a), len(b))
    while begin < shorter and a[begin] == b[begin]:
        begin += 1
    while end < shorter - begin and a[-1 - end] == b[-1 - end]:
        end += 1
    middle_a, middle_b = a[begin : len(a) - end], b[begin : len(b) - end]
    pairs: list[Pair] = [(number, number) for number in range(begin)]
    pairs += [
        (None if i is None else begin + i, None if j is None else begin + j)
        for i, j in _find_path(middle_a, middle_b, costs, gap)
    ]
    return pairs + [(len(a) - end + number, len(b) - end + number) for number in range(end)]


def _find_path(a: Sequence[int], b: Sequence[int], costs: PathCosts, gap: int) -> list[Pair]:
    if not a or not b:
        return [*((i, None) for i in range(len(a))), *((None, j) for j in range(len(b)))]
    pairs: list[Pair] | None = None
    width = FIRST_WIDTH
    while (cells := (abs(len(a) - len(b)) + 2 * width + 1) * len(a)) <= costs.left:
        costs.left -= cells
        total, moves = _fill_band(a, b, costs, gap, width)
        pairs = _trace_back(moves, len(a), len(b), width)
        if total <= gap * (2 * (width + 1) + abs(len(a) - len(b))) or width >= max(len(a), len(b)):
            break
        width *= 2
    return _by_equals(a, b) if pairs is None else pairs


def _first(a: int, b: int, width: int) -> int:
    """Return the first diagonal of the band, as the place in `b` less the place in `a`."""
    return min(0, b - a) - width


def _fill_band(
    a: Sequence[int], b: Sequence[int], costs: PathCosts, gap: int, width: int
) -> tuple[int, list[bytearray]]:
    """Return the least cost within a band about the diagonals of both corners, and the move to each cell."""
    first = _first(len(a), len(b), width)
    size = abs(len(b) - len(a)) + 2 * width + 1
    never = gap * (len(a) + len(b) + 1)
    above = [never] * (size + 1)
    for j in range(min(len(b), size - 1 + first) + 1):
        above[j - first] = j * gap
    moves = [bytearray([_B]) * size]
    for i, x in enumerate(a, 1):
        row, reached = [never] * (size + 1), bytearray(size)
        base = i + first
        left = never
        for k in range(max(0, -base), min(size, len(b) - base + 1)):
            best, move = above[k + 1] + gap, _A
            if left + gap < best:
                best, move = left + gap, _B
            if base + k:
                y = b[base + k - 1]
                both = above[k] if x == y else above[k] + costs[x, y]
                if both <= best:
                    best, move = both, _BOTH
            row[k] = left = best
            reached[k] = move
        above = row
        moves.append(reached)
    return above[len(b) - len(a) - first], moves


def _trace_back(moves: Sequence[bytearray], a: int, b: int, width: int) -> list[Pair]:
    first = _first(a, b, width)
    pairs: list[Pair] = []
    i, j = a, b
    while i or j:
        move = moves[i][j - i - first]
        if move == _BOTH:
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif move == _A:
            i -= 1
            pairs.append((i, None))
        else:
            j -= 1
            pairs.append((None, j))
    return pairs[::-1]


def _by_equals(a: Sequence[int], b: Sequence[int]) -> list[Pair]:
    """Return the longest chain of equal rare things, the others alone: for rows too long to search."""
    homes: dict[int, list[int]] = {}
    for i, x in enumerate(a):
        homes.setdefault(x, []).append(i)
    equal = [
        (i, j, 1.0) for j, y in enumerate(b) if len(homes.get(y, ())) <= MOST_HOMES for i in homes.get(y, ())
    ]
    return spread(heaviest_chain(equal), len(a), len(b))


def heaviest_chain(weighed: Iterable[tuple[int, int, float]]) -> list[tuple[int, int]]:
    """Return the pairs of places that together weigh most and run forward in both rows."""
    pairs = sorted(weighed, key=lambda pair: (pair[0], -pair[1]))
    size = max((j for _, j, _ in pairs), default=0) + 1
    tree: list[tuple[float, int]] = [(0.0, -1)] * (size + 1)
    before: list[int] = []
    for number, (_, j, weight) in enumerate(pairs):
        best_weight, last = _best_before(tree, j)
        before.append(last)
        reached = (best_weight + weight, number)
        node = j + 1
        while node <= size:
            tree[node] = max(tree[node], reached)
            node += node & -node
    backwards: list[tuple[int, int]] = []
    _, last = _best_before(tree, size)
    while last >= 0:
        backwards.append(pairs[last][:2])
        last = before[last]
    return backwards[::-1]


def _best_before(tree: Sequence[tuple[float, int]], node: int) -> tuple[float, int]:
    """Return the heaviest entry of a Fenwick tree up to a node."""
    best = (0.0, -1)
    while node > 0:
        best = max(best, tree[node])
        node -= node & -node
    return best


def spread(pairs: Iterable[tuple[int, int]], a: int, b: int) -> list[Pair]:
    """Return a chain of pairs with everything between them, alone: what is in `a` first."""
    spread_pairs: list[Pair] = []
    i = j = 0
    for to_i, to_j in (*pairs, (a, b)):
        spread_pairs += [(alone, None) for alone in range(i, to_i)]
        spread_pairs += [(None, alone) for alone in range(j, to_j)]
        if to_i < a:
            spread_pairs.append((to_i, to_j))
        i, j = to_i + 1, to_j + 1
    return spread_pairs
