"""What play shows of the old game: `python -m tools.old_tables` plays it and writes the tables of its guides.

The figures stand in `docs/forn-kotra-play.json`; a test holds the tables to them, and them to the nets that
are shipped. `--games 1080 --seed 1`; `--nets RULES FILE` plays some rules with nets that learned them;
`--only-write` writes the tables of the figures that are there.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kotra_notation.engine.evaluator import Evaluator
from kotra_notation.engine.nets import read
from kotra_notation.engine.old_arrays import OldArrays, kind
from kotra_notation.engine.weighing import QUICK, Weigher
from kotra_notation.features.selfplay.job import PlayFigure, PlayTable, play_games
from kotra_notation.features.selfplay.text import WORDS, bounds, label, value
from kotra_notation.jobs.engine import open_engine, use_one_thread
from kotra_notation.jobs.rows import document
from kotra_notation.rules import Ruleset, named, specification
from kotra_notation.words.tongues import Tongue, tongue

DOCS = Path(__file__).parent.parent / "docs"
DATA = DOCS / "forn-kotra-play.json"
GUIDES = {"en": DOCS / "forn-kotra.md", "is": DOCS / "forn-kotra.is.md"}
RULES = ("forn-1977", "forn-1977,jan.enemy_points=open", "forn-de", "davidsson")
GAMES, SEED = 1_080, 1
BLOCK = re.compile(r"(<!-- play: (.+?) -->\n).*?(<!-- end of play -->)", re.S)
HEADS = {"en": ("rules", "the nets learned under", "games"), "is": ("reglur", "netin lærðu eftir", "spil")}
MADE = {
    "en": "Made by `python -m tools.old_tables --games {games} --seed {seed}` with {engines}.",
    "is": "Búið til með `python -m tools.old_tables --games {games} --seed {seed}` með {engines}.",
}


def tables(data: dict[str, Any]) -> list[PlayTable]:
    """The tables that the file of figures holds."""
    return [
        PlayTable(**{**one, "figures": tuple([PlayFigure(**figure) for figure in one["figures"]])})
        for one in data["tables"]
    ]


def engine_for(ruleset: Ruleset, nets: dict[str, str]) -> Weigher:
    """The engine for rules, with nets of their own where some are given."""
    own = nets.get(specification(ruleset))
    if own is None:
        return open_engine().knowing(ruleset)
    found = read(Path(own).read_bytes(), kind(ruleset.name))
    return Weigher(Evaluator(OldArrays(ruleset.options, found)), QUICK, specification(ruleset))


def play(games: int, seed: int, nets: dict[str, str]) -> dict[str, Any]:
    """The games under all rules, counted."""
    found = []
    for text in RULES:
        ruleset = named(text).ruleset

        def tell(done: float, text: str = text) -> None:
            print(f"\r{text}: {done:.0f} of {games} ", end="", file=sys.stderr)

        table, stopped = play_games(ruleset, engine_for(ruleset, nets), games, seed, tell)
        if stopped or table is None:
            sys.exit("stopped")
        row = table.as_json()
        found.append(row | {"learned": text} if text in nets else row)
    print(file=sys.stderr)
    return {"games": games, "seed": seed, "tables": found}


def written(text: str, data: dict[str, Any], language: str) -> str:
    """A guide with the tables of these figures in their places."""

    def block(match: re.Match[str]) -> str:
        lines = "\n".join(_lines(data, match[2].split(), language))
        return f"{match[1]}{lines}\n{match[3]}"

    return BLOCK.sub(block, text)


def _lines(data: dict[str, Any], sections: list[str], language: str) -> Iterator[str]:
    every, speech = tables(data), tongue(language)
    rules, learned, games = HEADS[language]
    yield _row(rules, (f"`{one.rules.replace(',', '`, `')}`" for one in every))
    yield "|---|" + "---|" * len(every)
    yield _row(learned, (f"`{one.learned}`" for one in every))
    yield _row(games, (str(one.games) for one in every))
    for section in sections:
        names = dict.fromkeys(
            figure.name for one in every for figure in one.figures if figure.section == section
        )
        yield _row(f"**{speech.say(WORDS[section]['title'])}**", ("" for _ in every))
        for name in names:
            cells = (_cell(one.figure(section, name), speech) for one in every)
            yield _row(label(section, name, speech), cells)
    engines = dict.fromkeys(one.engine for one in every)
    yield ""
    yield MADE[language].format(
        games=data["games"], seed=data["seed"], engines=speech.list_items(list(engines))
    )


def _row(head: str, cells: Iterator[str]) -> str:
    return f"| {head} | {' | '.join(cells)} |"


def _cell(figure: PlayFigure | None, speech: Tongue) -> str:
    if figure is None:
        return "–"
    shown = value(figure, speech).replace("*", "\\*")
    return f"{shown} ({bounds(figure, speech)})"


def main() -> None:
    """Play the games, and write what they show."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--nets", nargs=2, action="append", default=[], metavar=("RULES", "FILE"))
    parser.add_argument("--only-write", action="store_true")
    asked = parser.parse_args()
    if not asked.only_write:
        data = play(asked.games, asked.seed, dict(asked.nets))
        DATA.write_text(document(data) + "\n", encoding="utf-8")
    data = json.loads(DATA.read_text(encoding="utf-8"))
    for language, path in GUIDES.items():
        path.write_text(written(path.read_text(encoding="utf-8"), data, language), encoding="utf-8")


if __name__ == "__main__":
    use_one_thread()
    main()
