"""The text exports of XG and BGBlitz by short transcripts, one against the other, and damage to exports."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from kotra_notation.findings import Severity
from kotra_notation.formats import FORMATS, read_source
from kotra_notation.formats.exports import Labels, choice, share
from kotra_notation.formats.format import Reading, Source
from kotra_notation.model import Comment, Evaluation, Extra, Match, Player, ResultClaim, SetPosition
from kotra_notation.replay import replay
from referees.seeds import part

SAMPLES = Path(__file__).parent.parent / "samples" / "notations"
EXPORTS = {"gnubg-text": "thordis.txt", "xg-text": "stada-xg.txt", "bgblitz-text": "stada-bgblitz.txt"}

XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:1:2:0:5:10\n"
XG = (
    XGID + "\nX:Freyja   O:Kári\n{score}\n"
    " | X           O    |   | O              X |\nPip count  X: 167  O: 167 X-O: 1-2/5\n"
)
SCORE = "Score is X:1 O:2 5 pt.(s) match."

XG_PLAYS = {
    "English": "X to play 31\n\n    1. 4-ply       8/5 6/5                      eq:+0.169\n"
    "      Player:   55.21% (G:17.02% B:0.94%)\n      Opponent: 44.79% (G:12.31% B:0.55%)\n\n"
    "    2. XG Roller++ Bar/23* 13/10                eq:-0.011 (-0.180)\n"
    "      Player:   49.62% (G:13.27% B:0.61%)\n      Opponent: 50.38% (G:13.72% B:0.68%)\n\n"
    "eXtreme Gammon Version: 2.10, MET: Kazaross XG2\n",
    "German": "X zum spielen 31\n\n    1. 4-ply       8/5 6/5                      eq:+0,169\n"
    "      Spieler: 55,21% (G:17,02% B:0,94%)\n      Gegner:  44,79% (G:12,31% B:0,55%)\n\n"
    "    2. XG Roller++ Bar/23* 13/10                eq:-0,011 (-0,180)\n"
    "      Spieler: 49,62% (G:13,27% B:0,61%)\n      Gegner:  50,38% (G:13,72% B:0,68%)\n\n"
    "eXtreme Gammon Version: 2.10, MET: Kazaross XG2\n",
    "French": "X à jouer 31\n\n    1. 4-plis      8/5 6/5                      éq:+0.169\n"
    "      Joueur:     55.21% (G:17.02% B:0.94%)\n      Adversaire: 44.79% (G:12.31% B:0.55%)\n\n"
    "    2. XG Roller++ Bar/23* 13/10                éq:-0.011 (-0.180)\n"
    "      Joueur:     49.62% (G:13.27% B:0.61%)\n      Adversaire: 50.38% (G:13.72% B:0.68%)\n\n"
    "eXtreme Gammon Version: 2.10, TEM: Kazaross XG2\n",
    "Japanese": "X to play 31\n\n    1. 4-ply       8/5 6/5                      eq:+0.169\n"
    "      プレーヤー: 55.21% (G:17.02% B:0.94%)\n      対戦相手:  44.79% (G:12.31% B:0.55%)\n\n"
    "    2. XG Roller++ Bar/23* 13/10                eq:-0.011 (-0.180)\n"
    "      プレーヤー: 49.62% (G:13.27% B:0.61%)\n      対戦相手:  50.38% (G:13.72% B:0.68%)\n\n"
    "eXtreme Gammon Version: 2.10, MET: Kazaross XG2\n",
}
XG_CUBES = {
    "English": "X on roll, cube action\n\nAnalyzed in XG Roller++\n"
    "Player Winning Chances:   89.87% (G:7.61% B:0.29%)\n"
    "Opponent Winning Chances: 10.13% (G:0.61% B:0.01%)\n\n"
    "Cubeless Equities: No Double=+0.881, Double=+1.928\n\nCubeful Equities:\n       No double:     +1.027\n"
    "       Double/Take:   +1.869 (+0.842)\n       Double/Pass:   +1.000 (-0.027)\n\n"
    "Best Cube action: Too good to double / Pass\n"
    "Percentage of wrong take needed to make the double decision right: 3.1%\n",
    "German": "X am würfeln, Dopplerwürfel Aktion\n\nAnalysiert in XG Roller++\n"
    "Spieler Gewinnchancen:   89.87% (G:7.61% B:0.29%)\n"
    "Gewinnchancen des Gegners: 10.13% (G:0.61% B:0.01%)\n\n"
    "Equities ohne Dopplerwürfel: Nicht Doppeln=+0.881, Doppeln=+1.928\n\nEquities mit Dopplerwürfel:\n"
    "       Nicht Doppeln:    +1.027\n       Doppeln/Annehmen: +1.869 (+0.842)\n"
    "       Doppeln/Ablehnen: +1.000 (-0.027)\n\nBeste Dopplerwürfel Aktion Zu gut zum doppeln / Ablehnen\n"
    "Prozent von falschen Annehmen gebraucht damit Doppelentscheidung richtig wäre.: 3.1%\n",
    "French": "X: lance ou double\n\nAnalysé avec XG Roller++\n"
    "Chance de gain du joueur: 89.87% (G:7.61% B:0.29%)\n"
    "Chance de gain de l'adversaire: 10.13% (G:0.61% B:0.01%)\n\n"
    "Equités sans videau: Pas de double=+0.881, Double=+1.928\n\nEquités avec videau\n"
    "       Pas de double: +1.027\n       Double/Prend:  +1.869 (+0.842)\n"
    "       Double/Passe:  +1.000 (-0.027)\n\n"
    "Meilleur action du videau: Trop bon pour doubler / Passe\n"
    "Pourcentage de prises incorrectes pour rendre la décision de double correcte: 3.1%\n",
    "Japanese": "X on roll, cube action\n\nAnalyzed in XG Roller++\n"
    "Player Winning Chances:   89.87% (G:7.61% B:0.29%)\n"
    "Opponent Winning Chances: 10.13% (G:0.61% B:0.01%)\n\n"
    "Cubeless Equities: No Double=+0.881, Double=+1.928\n\nCubeful Equities:\n       ノーダブル:    +1.027\n"
    "       ダブル/テイク:  +1.869 (+0.842)\n       ダブル/パス:   +1.000 (-0.027)\n\n"
    "ベストキューブアクション：ツーグッド / パス\nダブルを正当化するのに必要な相手がテイクする確率: 3.1%\n",
}
XG_SCORES = {
    "English": SCORE,
    "German": "Punktzahl ist  X:1 O:2 5 Pkt (e) match.",
    "French": "Le score est X:1 O:2 match en 5 pt(s)",
    "Japanese": SCORE,
}

BGBLITZ = """\
 +13-14-15-16-17-18------19-20-21-22-23-24-+   O: {green}  167
v|                  |BAR|                  | +--+
 +12-11-10--9--8--7-------6--5--4--3--2--1-+   X: {red}  167

 Position-ID: 4HPwATDgc/ABMA    Match-ID: cImlACAACAAE
 XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:1:2:0:5:10

 {green} - 2 {red} - 1 in a 5 point match.
"""
BGBLITZ_PLAYS = """\
 {red} to move 1-3

{evaluation}  (EMG)
 ==========
  1.   0.442 mwp /   0.161            8/5, 6/5
       0.549  0.168  0.009  -  0.451  0.125  0.006

  2.   0.411 mwp /  -0.019  (-0.180)  24/23, 13/10
       0.495  0.131  0.006  -  0.505  0.138  0.007
"""
BGBLITZ_CUBES = {
    "English": " Red to move.\n\n              Wins  G+BG  BG\n Green        34.1  9.3   0.2 \n"
    " Red          65.9  15.3  0.2 \n Equity Red (cubeless): 0.377  Std.Dev.: 0.114\n"
    " Equity (cubeful)    :  0.535\n\n Cube Action:          :  Redouble / Take      EMG\n"
    " Double / Take         :  0.535   ( 0.000)      0.760   ( 0.000)\n"
    " No Double             :  0.526   (-0.010)      0.685   (-0.075)\n"
    " Double / Pass         :  0.567   ( 0.031)      1.000   ( 0.240)\n",
    "German": " Rot to move.\n\n              Siege G+BG  BG\n Grün         34.1  9.3   0.2 \n"
    " Rot          65.9  15.3  0.2 \n Erwartungswert Rot (ohne Doppler): 0.377  Std.Abw.: 0.114\n"
    " Auszahlungserw. (mit Doppler)   :  0.535\n\n Würfelaktion:         :  Redoppel / Annehmen  EMG\n"
    " Doppeln / Annehmen    :  0.535   ( 0.000)      0.760   ( 0.000)\n"
    " Kein Doppel           :  0.526   (-0.010)      0.685   (-0.075)\n"
    " Doppeln / Ablehnen    :  0.567   ( 0.031)      1.000   ( 0.240)\n",
    "French": " Rouge to move.\n\n              Gagne  G+BG  BG\n Vert         34.1  9.3   0.2 \n"
    " Rouge        65.9  15.3  0.2 \n Equité Rouge (sans videau): 0.377  Dév. St.: 0.114\n"
    " Équité (avec videau)     :  0.535\n\n Videau:               :  Double / Prendre     EMG\n"
    " Double / Prendre      :  0.535   ( 0.000)      0.760   ( 0.000)\n"
    " Pas de double         :  0.526   (-0.010)      0.685   (-0.075)\n"
    " Double / Refuser      :  0.567   ( 0.031)      1.000   ( 0.240)\n",
    "Japanese": " 赤 to move.\n"
    "\n              勝ち  ギャモン以上  バックギャモン\n 緑            34.1  9.3   0.2 \n"
    " 赤            65.9  15.3  0.2 \n 期待値 (エクイティ) 赤 (キューブなし): 0.377  標準偏差: 0.114\n"
    " エクイティ (キューブ有り)       :  0.535\n"
    "\n キューブアクション:            :  リダブル / 受ける           EMG\n"
    " ダブル / 受ける             :  0.535   ( 0.000)      0.760   ( 0.000)\n"
    " ダブルせず                 :  0.526   (-0.010)      0.685   (-0.075)\n"
    " ダブル / 降りる             :  0.567   ( 0.031)      1.000   ( 0.240)\n",
}
COLOURS = {
    "English": ("Green", "Red", "Evaluation"),
    "German": ("Grün", "Rot", "Bewertung"),
    "French": ("Vert", "Rouge", "Évaluation"),
    "Japanese": ("緑", "赤", " 評価"),
}
LANGUAGES = tuple(COLOURS)


def read(text: str, format: str | None = None) -> Reading:
    return read_source(Source(text.encode()), format)


def one(text: str) -> Match:
    """The one match of a text that is recognised and reads without findings."""
    reading = read(text)
    assert reading.findings == ()
    (match,) = reading.matches
    return match


def xg(rest: str, language: str = "English", dice: str = "00") -> str:
    return XG.format(dice=dice, score=XG_SCORES[language]) + rest


def bgblitz(rest: str, language: str = "English", dice: str = "00") -> str:
    green, red, evaluation = COLOURS[language]
    return BGBLITZ.format(dice=dice, green=green, red=red) + rest.format(red=red, evaluation=evaluation)


def nameless(match: Match) -> Match:
    return replace(match, players=(Player(), Player()))


def weighed(match: Match) -> Evaluation:
    """The one evaluation of a match."""
    (found,) = [event for event in match.games[0].events if isinstance(event, Evaluation)]
    return found


def sourceless(match: Match) -> Match:
    """A match without the version of the program, which is not that of every file of a position."""
    events = [
        replace(event, source="") if isinstance(event, Evaluation) else event
        for event in match.games[0].events
    ]
    return replace(match, games=(replace(match.games[0], events=tuple(events)),))


# XG


def test_xg_the_position_its_score_and_its_players() -> None:
    match = one(xg(XG_PLAYS["English"], dice="31"))
    (game,) = match.games
    (setup, _) = game.events
    assert [player.name for player in match.players] == ["Kári", "Freyja"]
    assert (match.length, match.info) == (5, (("xg-text:MET", "Kazaross XG2"),))
    assert game.score is not None
    assert game.score.score == (2, 1)
    assert isinstance(setup, SetPosition)
    assert (setup.position.seat, setup.position.dice) == (1, (3, 1))


def test_xg_candidates() -> None:
    found = weighed(one(xg(XG_PLAYS["English"], dice="31")))
    first, second = found.candidates
    assert (found.aspect, found.source) == ("play", "eXtreme Gammon 2.10")
    assert (first.choice, first.equity, first.level, first.extras) == ("8/5 6/5", 0.169, "4-ply", {})
    assert first.chances == (0.5521, 0.1702, 0.0094, 0.1231, 0.0055)
    assert (second.choice, second.level) == ("bar/23* 13/10", "XG Roller++")
    assert second.extras == {"difference": "-0.180"}


def test_xg_cube() -> None:
    found = weighed(one(xg(XG_CUBES["English"])))
    hold, take, drop = found.candidates
    assert [(each.choice, each.equity, each.level) for each in found.candidates] == [
        ("no double", 1.027, "XG Roller++"),
        ("double/take", 1.869, "XG Roller++"),
        ("double/pass", 1.0, "XG Roller++"),
    ]
    assert hold.chances == (0.8987, 0.0761, 0.0029, 0.0061, 0.0001)
    assert hold.extras == {"cubeless": "+0.881"}
    assert take.extras == {"xg-text:cubeless": "+1.928", "difference": "+0.842"}
    assert drop.extras == {"difference": "-0.027"}
    assert found.extras == {"best": "too good/pass", "wrong answers needed": "3.1%"}


def test_xg_the_best_action_stands_first() -> None:
    text = XG_CUBES["English"].replace("+1.027", "+0.500 (-0.300)").replace("+1.869 (+0.842)", "+0.800")
    assert [each.choice for each in weighed(one(xg(text))).candidates] == [
        "double/take",
        "no double",
        "double/pass",
    ]


def test_xg_beavers_and_money() -> None:
    text = XGID.format(dice="00").replace(":1:2:0:5:10", ":0:0:3:0:8") + (
        "\nX:Freyja   O:Kári\nScore is X:0 O:0. Unlimited Game, Jacoby Beaver\n\nAnalyzed in 3-ply\n"
        "Cubeless Equities: No Double=-0.082, Double=-0.159\n\nCubeful Equities:\n"
        "       No double:     -0.119\n       Double/Beaver: -0.361 (-0.242)\n"
        "       Double/Pass:   +1.000 (+1.119)\n\n"
        "Best Cube action: No double / Beaver\n"
    )
    match = one(text)
    found = weighed(match)
    assert (match.length, match.rules) == (0, "modern,texas=on,beavers=on,cube.limit=256")
    assert [each.choice for each in found.candidates] == ["no double", "double/beaver", "double/pass"]
    assert found.candidates[1].extras["xg-text:cubeless"] == "-0.159"
    assert found.extras["best"] == "no double/beaver"


def test_xg_rollouts_of_plays() -> None:
    first, second = weighed(one((SAMPLES / "stada-xg.txt").read_text(encoding="utf-8"))).candidates
    assert first.level == "rollout"
    assert first.extras == {
        "xg-text:95%": "0.006",
        "xg-text:best": "100.0%",
        "trials": "1296",
        "xg-text:settings": "1296 Games rolled with Variance Reduction; Dice Seed: 271828; "
        "Moves: 3-ply, cube decisions: XG Roller",
    }
    assert second.extras == {"difference": "-0.180"}


def test_xg_rollouts_of_the_cube() -> None:
    text = (
        "Analyzed in Rollout\nNo double\n  Player Winning Chances:   74.31% (G:26.06% B:0.96%)\n"
        "  Opponent Winning Chances: 25.69% (G:2.66% B:0.01%)\nDouble/Take\n"
        "  Player Winning Chances:   74.70% (G:25.23% B:1.44%)\n"
        "  Opponent Winning Chances: 25.30% (G:2.59% B:0.15%)\n\nCubeful Equities:\n"
        "       No double:     +0.701 (-0.190)\n       Double/Take:   +0.891\n"
        "       Double/Pass:   +1.000 (+0.109)\n\nBest Cube action: Double / Take\n\nRollout:\n"
        "  1296 Games rolled with Variance Reduction.\n  Dice Seed: 271828\n"
        "  Moves: 3-ply, cube decisions: XG Roller\n  Confidence No Double: ± 0.009 (+0.692..+0.710)\n"
        "  Confidence Double:    ± 0.013 (+0.878..+0.905)\n\n  Double Decision confidence: 100.0%\n"
        "  Duration: 3 minutes 34 seconds\n"
    )
    found = weighed(one(xg(text)))
    take, hold, drop = found.candidates
    assert (hold.chances[0], take.chances[0], drop.chances) == (0.7431, 0.747, ())
    assert [each.extras.get("trials") for each in (take, hold, drop)] == ["1296", "1296", None]
    assert [each.extras.get("xg-text:95%") for each in (take, hold, drop)] == ["0.013", "0.009", None]
    assert found.extras["xg-text:double confidence"] == "100.0%"


def test_xg_words_that_are_no_part_of_the_layout_are_a_comment() -> None:
    text = xg(XG_PLAYS["English"] + "\nPlayer to watch.\n1. I like it.\n", dice="31")
    comments = [event for event in one(text).games[0].events if isinstance(event, Comment)]
    assert comments == [Comment(text="Player to watch.\n1. I like it.")]


def test_xg_a_line_of_the_layout_that_cannot_be_read_is_said_and_kept() -> None:
    reading = read(xg(XG_PLAYS["English"].replace("8/5 6/5 ", "8/5 6/x "), dice="31"))
    assert [found.kind.name for found in reading.findings] == ["unreadable-line"]
    assert any(isinstance(event, Extra) for event in reading.matches[0].games[0].events)
    assert len(weighed(reading.matches[0]).candidates) == 1


@pytest.mark.parametrize(
    ("written", "other"),
    [
        (SCORE, "Score is X:2 O:2 5 pt.(s) match."),
        (SCORE, "Score is X:1 O:2 7 pt.(s) match."),
        ("play 31", "play 32"),
    ],
)
def test_xg_a_line_that_contradicts_the_xgid_is_said(written: str, other: str) -> None:
    reading = read(xg(XG_PLAYS["English"], dice="31").replace(written, other))
    assert [found.kind.name for found in reading.findings] == ["witness-disagrees"]


def test_xg_an_xgid_that_cannot_be_read_is_said_once() -> None:
    reading = read(xg(XG_PLAYS["English"], dice="31") + xg(XG_PLAYS["English"], dice="37"))
    assert [found.kind.name for found in reading.findings] == ["unreadable-position"]
    assert len(reading.matches) == 1


def test_several_positions_are_several_matches() -> None:
    assert len(read(xg(XG_PLAYS["English"], dice="31") + xg(XG_CUBES["English"])).matches) == 2
    assert len(read(bgblitz(BGBLITZ_PLAYS, dice="31") + bgblitz(BGBLITZ_CUBES["English"])).matches) == 2


# BGBlitz


def test_bgblitz_the_position_its_score_and_its_players() -> None:
    match = one(bgblitz(BGBLITZ_PLAYS, dice="31"))
    (setup, _) = match.games[0].events
    assert [player.name for player in match.players] == ["Green", "Red"]
    assert match.games[0].score is not None
    assert match.games[0].score.score == (2, 1)
    assert isinstance(setup, SetPosition)
    assert (setup.position.seat, setup.position.dice) == (1, (3, 1))


def test_bgblitz_candidates() -> None:
    found = weighed(one(bgblitz(BGBLITZ_PLAYS, dice="31")))
    first, second = found.candidates
    assert (found.aspect, found.source) == ("play", "BGBlitz")
    assert (first.choice, first.equity, first.extras) == ("8/5 6/5", 0.161, {"mwc": "0.442"})
    assert first.chances == (0.549, 0.168, 0.009, 0.125, 0.006)
    assert (second.choice, second.equity) == ("24/23 13/10", -0.019)
    assert second.extras == {"mwc": "0.411", "difference": "-0.180"}


def test_bgblitz_cube() -> None:
    found = weighed(one(bgblitz(BGBLITZ_CUBES["English"])))
    take, hold, drop = found.candidates
    assert [(each.choice, each.equity, each.extras["mwc"]) for each in (take, hold, drop)] == [
        ("double/take", 0.76, "0.535"),
        ("no double", 0.685, "0.526"),
        ("double/pass", 1.0, "0.567"),
    ]
    assert hold.chances == (0.659, 0.153, 0.002, 0.093, 0.002)
    assert hold.extras["cubeless"] == "0.377"
    assert found.extras == {
        "best": "double/take",
        "bgblitz-text:deviation": "0.114",
        "bgblitz-text:cubeful": "0.535",
    }


def test_bgblitz_ids_stand_in_for_a_missing_xgid() -> None:
    text = bgblitz(BGBLITZ_PLAYS, dice="31")
    missing = "".join([line for line in text.splitlines(True) if "XGID" not in line])
    assert one(missing).games[0].events == one(text).games[0].events


@pytest.mark.parametrize(
    ("written", "other"), [("move 1-3", "move 1-4"), ("Green - 2", "Green - 3"), ("4HPw", "0HPw")]
)
def test_bgblitz_a_line_that_contradicts_the_xgid_is_said(written: str, other: str) -> None:
    reading = read(bgblitz(BGBLITZ_PLAYS, dice="31").replace(written, other))
    assert [found.kind.name for found in reading.findings] == ["witness-disagrees"]


def test_bgblitz_a_line_of_the_layout_that_cannot_be_read_is_said() -> None:
    reading = read(bgblitz(BGBLITZ_CUBES["English"]).replace("0.567   (", "0.567   <"))
    assert [found.kind.name for found in reading.findings] == ["unreadable-line"]


# languages


@pytest.mark.parametrize("language", part(LANGUAGES, 2))
def test_xg_says_the_same_in_every_language(language: str) -> None:
    assert one(xg(XG_PLAYS[language], language, "31")) == one(xg(XG_PLAYS["English"], dice="31"))
    assert one(xg(XG_CUBES[language], language)) == one(xg(XG_CUBES["English"]))


@pytest.mark.parametrize("language", part(LANGUAGES, 2))
def test_bgblitz_says_the_same_in_every_language(language: str) -> None:
    plays, cubes = bgblitz(BGBLITZ_PLAYS, language, "31"), bgblitz(BGBLITZ_CUBES[language], language)
    assert nameless(one(plays)) == nameless(one(bgblitz(BGBLITZ_PLAYS, dice="31")))
    assert nameless(one(cubes)) == nameless(one(bgblitz(BGBLITZ_CUBES["English"])))


@pytest.mark.parametrize("rest", [XG_PLAYS["English"], XG_CUBES["English"]])
def test_a_decimal_comma_is_a_point(rest: str) -> None:
    comma = rest.replace("MET:", "MET;")
    for digit in "0123456789":
        comma = comma.replace(f"{digit}.", f"{digit},") if f"{digit}. " not in comma else comma
    assert [each.equity for each in weighed(one(xg(comma, dice="31"))).candidates] == [
        each.equity for each in weighed(one(xg(rest, dice="31"))).candidates
    ]


def test_labels_are_whole_words_and_the_longest_first() -> None:
    labels = Labels(
        {"Double": ("Doppeln",), "No double": ("Nicht Doppeln",), "Pass": ("パス",), ":": ("：",)}
    )
    assert labels.english("Nicht Doppeln, Doppeln, Doppelnde：パス") == "No double, Double, Doppelnde:Pass"


def test_numbers_keep_their_digits() -> None:
    assert share("25.40%") == "0.2540"
    assert share(" 0,50") == "0.0050"
    assert choice("24/20*/15, 6/off(2)") == "24/20* 20/15 6/off 6/off"
    assert choice("24/x") is None


# real files


@pytest.mark.parametrize("kind", ["xg-text", "bgblitz-text"])
@pytest.mark.parametrize("number", ["01", "06"])
def test_real_files_say_the_same_in_every_language(corpus: Path, kind: str, number: str) -> None:
    readings = [
        read_source(Source(path.read_bytes()))
        for path in sorted((corpus / "real" / kind).glob(f"*__{number}_*"))
    ]
    assert [(reading.format, reading.findings) for reading in readings] == [(kind, ())] * 4
    assert len({str(sourceless(nameless(reading.matches[0])).games[0].events) for reading in readings}) >= 1
    first, *others = (sourceless(nameless(reading.matches[0])) for reading in readings)
    assert all(other == first for other in others)


@pytest.mark.parametrize("number", ["01", "06"])
def test_real_files_of_both_programs_show_one_position(corpus: Path, number: str) -> None:
    first, second = (
        read_source(Source(next((corpus / "real" / kind).glob(f"*__{number}_*_EN*")).read_bytes())).matches[0]
        for kind in ("xg-text", "bgblitz-text")
    )
    assert first.games[0].events[0] == second.games[0].events[0]
    assert (first.length, first.rules, first.games[0].score) == (
        second.length,
        second.rules,
        second.games[0].score,
    )


def test_every_candidate_of_real_files_has_its_numbers(corpus: Path) -> None:
    for kind in ("xg-text", "bgblitz-text"):
        for path in sorted((corpus / "real" / kind).iterdir()):
            match = read_source(Source(path.read_bytes())).matches[0]
            found = weighed(match)
            assert len(found.candidates) == (5 if found.aspect == "play" else 3)
            assert all(each.equity is not None for each in found.candidates)
            assert all(len(each.chances) == 5 for each in found.candidates if found.aspect == "play")
            assert [one for one in replay(match).findings if one.severity != Severity.NOTE] == []


# damage, beyond what befalls every notation in test_hostile.py


@pytest.mark.parametrize(("name", "sample"), EXPORTS.items())
def test_a_sample_is_recognised(name: str, sample: str) -> None:
    reading = read_source(Source((SAMPLES / sample).read_bytes()))
    assert (reading.format, reading.findings) == (name, ())


@pytest.mark.parametrize(("name", "sample"), EXPORTS.items())
def test_a_file_that_breaks_off_is_read_up_to_there(name: str, sample: str) -> None:
    data = (SAMPLES / sample).read_bytes()
    whole = read_source(Source(data), name).matches[0].games[0].events
    for place in range(0, len(data), max(1, len(data) // 200)):
        reading = read_source(Source(data[:place]), name)
        events = reading.matches[0].games[0].events if reading.matches else ()
        assert len(events) <= len(whole) + 1
        assert len([one for one in reading.findings if one.severity == Severity.ERROR]) <= 1


@pytest.mark.parametrize(("name", "sample"), EXPORTS.items())
def test_lines_in_any_order_are_survived(name: str, sample: str) -> None:
    random = Random(name)
    lines = (SAMPLES / sample).read_text(encoding="utf-8").split("\n")
    for _ in range(30):
        random.shuffle(lines)
        for match in read("\n".join(lines), name).matches:
            replay(match)


@pytest.mark.parametrize("name", EXPORTS)
@pytest.mark.parametrize(
    "line",
    [
        " " * 5000,
        "1. " * 5000,
        "0.1 " * 5000,
        "XGID=" + "-" * 20000,
        "Anna " * 5000 + "wins",
        "Annotation:",
        "The score (after 0 games) is: " + "A 1, " * 4000,
        "X:" + " a" * 9000 + " O:",
        "* " + "8/5 " * 5000,
        "Player: " + "1.0% (G:" * 3000,
        "a word",
    ],
    ids=lambda line: line.split()[0][:12] if line.split() else "blanks",
)
def test_long_lines_and_many_cost_no_more_than_they_must(name: str, line: str) -> None:
    sample = (SAMPLES / EXPORTS[name]).read_text(encoding="utf-8")
    begun = time.process_time()
    read(sample + f"\n{line}\n" * max(3, 20_000 // len(line)) + sample, name)
    assert time.process_time() - begun < 5


def test_no_other_notation_claims_an_export_nor_an_export_another(corpus: Path) -> None:
    for path in sorted((corpus / "real").glob("*/*")):
        name = path.parent.name
        found = [each for each in EXPORTS if FORMATS[each].looks_like(Source(path.read_bytes()))]
        assert found == ([name] if name in EXPORTS else []), path.name
    for path in sorted((corpus / "gnubg").glob("*/*.*")):
        assert not any(FORMATS[each].looks_like(Source(path.read_bytes())) for each in EXPORTS), path.name


def test_a_position_that_is_shown_has_no_result() -> None:
    match = one(xg(XG_PLAYS["English"], dice="31"))
    assert not any(isinstance(event, ResultClaim) for event in match.games[0].events)
    assert replay(match).findings == ()


def test_a_position_that_cannot_be_read_belongs_to_no_match() -> None:
    """The next one is match 2 of the file, and nothing said of the unreadable one is said of it."""
    unread = (
        XG.format(dice="31", score=SCORE).replace("e----B-", "e----C-") + "    1. 2-ply  8/5 6/5  eq:hm\n"
    )
    contradicted = XG.format(dice="42", score=SCORE.replace("O:2", "O:3"))
    texts = [XG.format(dice="31", score=SCORE), unread, contradicted]
    reading = read_source(Source("\n".join(texts).encode()))
    assert [(found.code, found.match) for found in reading.findings] == [
        ("N110", None),
        ("N102", None),
        ("N116", 2),
    ]
    assert len(reading.matches) == 2


@pytest.mark.parametrize(
    ("turn", "below", "score", "players", "found"),
    [
        ("1", "X to play 31", "X:1 O:2", ("Kári", "Freyja"), []),
        ("-1", "O to play 31", "X:1 O:2", ("Kári", "Freyja"), []),
        ("-1", "X to play 31", "X:2 O:1", ("Freyja", "Kári"), []),
        ("1", "O to play 31", "X:2 O:1", ("Freyja", "Kári"), []),
        ("-1", "X to play 31", "X:1 O:2", ("Freyja", "Kári"), ["N116"]),
        ("1", "Cube: 2, O own cube", "X:2 O:1", ("Freyja", "Kári"), []),
        ("1", "Cube: 2, X own cube", "X:1 O:2", ("Kári", "Freyja"), []),
        ("1", "", "X:2 O:1", ("Kári", "Freyja"), ["N116"]),
    ],
)
def test_who_is_x_is_told_by_the_turn_or_the_cube(
    turn: str, below: str, score: str, players: tuple[str, str], found: list[str]
) -> None:
    identifier = f"XGID=-b----E-C---eE---c-e----B-:1:1:{turn}:31:1:2:0:5:10\n"
    text = f"{identifier}\nX:Freyja   O:Kári\nScore is {score} 5 pt.(s) match.\n{below}\n"
    reading = read(text)
    (match,) = reading.matches
    assert tuple(player.name for player in match.players) == players
    assert [one.code for one in reading.findings] == found
