"""The plays that the script of a page allows on its board are the legal ones, in Node."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import kotra_notation as kn
from kotra_notation.board import BAR, Position
from kotra_notation.report.live import board_facts, men_text, stop_text
from kotra_notation.report.templating import environment, with_measures
from kotra_notation.words.tongues import ENGLISH
from referees.games import positions_of_a_game
from referees.oracle import to_points
from referees.seeds import SEED
from tests import node

RANDOM = Random(SEED)
# What the scripts ask of a page, and the boards behind all plays that `ways` allows, checker by checker.
FRAME = """"use strict";
const data = {data}, {{names}} = data, current = () => 0, now = 0, draw = () => {{}};
const plain = text => text, say = () => "";
let bottom = 0, state, trial = null, board = null, layer = null;
{scripts}
function boards(stop) {{
  const found = new Set(), depths = new Map(), been = new Set();
  const walk = made => {{
    const here = () => {{
      hand = {{stop, made, turned: false, depths}};
      trial = {{men: played(stop.men, stop.seat, hops())}};
    }};
    here();
    const key = `${{trial.men}}/${{left().sort()}}`, steps = [];
    if (been.has(key)) return;
    been.add(key);
    for (let i = 25; i; i--) {{
      if (holds(trial.men, stop.seat, i) > 0) steps.push(...[...ways(i).values()].filter(way => !way[1]));
    }}
    if (!steps.length) found.add(trial.men.join());
    for (const way of steps) walk([...made, way]);
  }};
  walk([]);
  return [...found].sort();
}}
console.log(JSON.stringify(stops.map(boards)));
"""


def scattered() -> tuple[int, ...]:
    """A board at random: checkers of both sides in few places, all at home, or some on the bar."""
    points = [0] * 26
    own = RANDOM.sample(range(1, 7 if RANDOM.random() < 0.3 else 25), RANDOM.randint(2, 6))
    other = [index for index in range(1, 25) if index not in own]
    for spots, man in ((own, 1), (RANDOM.sample(other, RANDOM.randint(2, 6)), -1)):
        for _ in range(RANDOM.randint(3, 15)):
            points[RANDOM.choice(spots)] += man
    points[BAR] = RANDOM.choice((0, 0, 0, 1, 2))
    points[0] = RANDOM.choice((0, 0, 0, -1))
    return tuple(points)


def blocked() -> tuple[int, ...]:
    """A board on which often only one die can be played, the one or the other."""
    points = [0] * 26
    spots = RANDOM.sample(range(1, 25), 9)
    points[spots[0]] = 1
    points[spots[1]] = RANDOM.randint(0, 1)
    for spot in spots[2:]:
        points[spot] = -2
    return tuple(points)


def positions(number: int) -> list[Position]:
    """As many positions with dice, half of them of games."""
    games = [to_points(board) for seed in range(20) for board, _ in positions_of_a_game(SEED + seed)]
    some = RANDOM.sample(games, min(len(games), number // 2))
    some += [RANDOM.choice((scattered, blocked))() for _ in range(number - len(some))]
    dice = ((RANDOM.randint(1, 6), RANDOM.randint(1, 6)) for _ in some)
    return [
        Position(points=points, seat=RANDOM.randint(0, 1), dice=both)
        for points, both in zip(some, dice, strict=True)
    ]


def test_the_script_allows_the_legal_plays_of_any_position(tmp_path: Path) -> None:
    some = positions(2000)
    facts = board_facts(ENGLISH, lettered=False)
    facts["stops"] = "|".join(stop_text(position) for position in some)
    templates = environment(ENGLISH)
    scripts = "\n".join(
        with_measures(templates.get_template(name).render(lettered=False))
        for name in ("hand.js", "board.js", "playing.js")
    )
    script = tmp_path / "moves.js"
    script.write_text(FRAME.format(data=json.dumps(facts), scripts=scripts), encoding="utf-8")
    for position, found in zip(some, json.loads(node.run(script)), strict=True):
        assert position.dice
        legal = {",".join(map(str, play.position.seen_by(0))) for play in kn.plays(position, position.dice)}
        assert set(found) == legal, (position.xgid(), men_text(position.seen_by(0)), SEED)
