"""Scripts of boards: the plays they allow are legal ones, in Node, and `<kotra-board>` in any page."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from random import Random

import kotra_notation as kn
from kotra_notation.board import BAR, Position
from kotra_notation.report.live import board_facts, men_text, stop_text
from kotra_notation.report.page import page
from kotra_notation.report.rendering import board_script
from kotra_notation.report.templating import environment, with_measures
from kotra_notation.words.tongues import ENGLISH
from referees.games import positions_of_a_game
from referees.oracle import to_points
from referees.seeds import SEED
from tests import node
from tests.browser import Visit, Visitor
from tests.sample_pages import rich

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


PAGE = (
    "<!DOCTYPE html><html lang=en><meta charset=utf-8><title>Club</title>"
    "<script>{script}</script><main>{boards}</main>"
)
LABELS = """() => [...document.querySelectorAll("kotra-board")].map(
    ({shadowRoot: {firstElementChild: board, textContent}}) => board?.ariaLabel ?? textContent)"""
START = "4HPwATDgc/ABMA"


def club(visit: Visitor, *boards: str) -> Visit:
    """A page of a club with boards."""
    return visit(PAGE.format(script=board_script(ENGLISH, "paper"), boards="".join(boards)))


def element(id: str, more: str = "") -> str:
    return f'<kotra-board id="{id}"{more}></kotra-board>'


def words(position: Position) -> str:
    """What is said of a position where Python draws it."""
    title, told = re.findall("<(?:title|desc)>(.*?)<", position.svg())
    return unescape(f"{title}. {told}")


def test_a_position_is_drawn_by_each_of_its_ids(visit: Visitor) -> None:
    """Those of a match, with dice, cubes and the Crawford game."""
    positions = [stop.position for game in page(rich()).games for stop in (*game.stops, game.end)]
    positions.append(kn.position("XGID=-BBBBBC-----------------b-:0:0:1:51:2:6:1:7:10"))
    ids, said = [], []
    for position in positions:
        spelled = position.spellings()
        ids += [f"{spelled['gnubg_id']}:{spelled['gnubg_match_id']}", str(spelled["xgid"])]
        said += [words(position)] * 2
    told = club(visit, *map(element, ids)).page.evaluate(LABELS)
    assert [label.partition(" The score is ")[0] for label in told] == said
    for word in ("offers the cube", "belongs to", "on the bar", "Crawford game"):
        assert any(word in one for one in said), word


def test_boards_follow_their_ids_have_no_score_unasked_and_show_dice_and_plays(visit: Visitor) -> None:
    shown = club(visit, element(START)).page
    (label,) = shown.evaluate(LABELS)
    assert label.startswith("White on roll. White, pip count 167: 2 on 24,")
    assert label.endswith("The cube at 1 is in the middle.")
    assert shown.locator("svg[role=img]").count() == 1
    shown = club(
        visit, element("rubbish"), element("XGID=-AAAAAAAAAAAAAAAA---------:0:0:1:00:0:0:0:0:10")
    ).page
    assert [label.partition("” ")[2] for label in shown.evaluate(LABELS)] == ["is no position id."] * 2
    shown.evaluate(f"document.querySelector('kotra-board').id = '{START}'")
    assert shown.evaluate(LABELS)[0].startswith("White on roll.")
    shown = club(visit, element(START, ' dice="3-1" play="8/5 6/5*"'), element(START)).page
    label, _ = shown.evaluate(LABELS)
    assert label.startswith("White to play 3-1.")
    assert label.endswith(" 8/5 6/5*")
    arrows = shown.evaluate(
        """() => [...document.querySelectorAll("kotra-board")].map(({shadowRoot}) =>
        shadowRoot.querySelector(".kotra-arrow")?.getAttribute("d").match(/Q/g).length ?? 0)"""
    )
    assert arrows == [2, 0]


def test_a_board_is_as_wide_as_its_place_and_dark_where_it_is_asked_for(visit: Visitor) -> None:
    shown = club(visit, element(START), element(f"{START}:cIkKAAAAAAAA", " dark")).page
    shown.set_viewport_size({"width": 390, "height": 844})
    assert shown.evaluate("document.documentElement.scrollWidth") == 390
    light, dark = shown.locator("svg > .kotra-paper").evaluate_all(
        "all => all.map(one => getComputedStyle(one).fill)"
    )
    assert (light, dark) == ("rgb(255, 253, 248)", "rgb(27, 24, 21)")


def test_without_a_script_the_words_of_the_author_stand(visit: Visitor) -> None:
    text = PAGE.format(script="", boards=f'<kotra-board id="{START}">The start</kotra-board>')
    assert visit(text, script=False).page.inner_text("main") == "The start"


def test_the_page_of_a_club_has_no_barrier(visit: Visitor, axe: str) -> None:
    shown = club(visit, "<h1>Club</h1>", element(START)).page
    shown.evaluate(axe)
    assert shown.evaluate("async () => (await axe.run()).violations.map(one => one.id)") == []
