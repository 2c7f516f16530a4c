"""The columns of a table of results by the names that people give them, in the languages we speak."""

from __future__ import annotations

import re
from collections.abc import Sequence

_LETTERS = re.compile(r"[^\W_]+")
_NUMBERED = re.compile(r"(\D+?)(1|2|one|two|a|b)")
_SIDES = {"1": 1, "one": 1, "a": 1, "2": 2, "two": 2, "b": 2}
_KINDS = {
    word: kind
    for kind, words in {
        # These come twice, with a number behind them or the same name again.
        "player": "player name spieler spelare spiller spilari leikmaður joueur jugador giocatore",
        "score": "score points point pts result punkte ergebnis poäng resultat stig úrslit staða",
        "player1": "home white left weiß weiss vit hvid hvítur",
        "player2": "away black right opponent against gegner schwarz motståndare svart modstander sort"
        " mótspilari andstæðingur svartur",
        "winner": "winner sieger gewinner vinnare vinder sigurvegari",
        "loser": "loser verlierer förlorare taber tapari",
        "length": "length matchlength länge längd længde lengd",
        "round": "round rd runde runda omgång umferð",
        "file": "file datei fil skrá",
        "match": "match",
    }.items()
    for word in words.split()
}
_TWICE = "player", "score"


def columns(heads: Sequence[object]) -> dict[str, int]:
    """The places of the columns that are known: `player1`, `player2`, `score1` or `score`, and others.

    None of them where the players have no columns.
    """
    found: dict[str, int] = {}
    for at, head in enumerate(heads):
        name = _name("".join(_LETTERS.findall(str(head or "").casefold())))
        if name in _TWICE:
            name += "2" if f"{name}1" in found else "1"
        if name:
            found.setdefault(name, at)
    if "score1" in found and "score2" not in found:
        found["score"] = found.pop("score1")
    paired = {"player1", "player2"} <= found.keys() or {"winner", "loser"} <= found.keys()
    return found if paired else {}


def _name(word: str) -> str:
    """What a column is called here; `player` and `score` where it does not say whose."""
    if word in _KINDS:
        return _KINDS[word]
    found = _NUMBERED.fullmatch(word)
    kind = _KINDS.get(found[1], "") if found else ""
    return f"{kind}{_SIDES[found[2]]}" if found and kind in _TWICE else ""
