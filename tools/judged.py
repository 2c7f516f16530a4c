"""The finding that judges each part of a record: the tables of `docs/judged.md`.

`python -m tools.judged` writes it. A cell holds a record in which something is false, doubled or misplaced,
and the finding that reports it; or a reason why nothing judges it, and a record without findings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import get_args

from kotra_notation import model as m
from kotra_notation.board import Cube, Memory, Position, Standing
from kotra_notation.findings import BY_CODE
from tools import judged_heads
from tools.judged_heads import LENIENCIES

DOCUMENT = Path(__file__).parent.parent / "docs" / "judged.md"

PLACES = {
    "head": "before play",
    "in": "in its place",
    "late": "after the game",
    "twice": "twice",
    "side": "by the wrong side",
    "board": "against board or rules",
}

HEAD = """# What is judged

**If `kotra check` exits with 0 and prints no note, it read every event and judged it by the rules.** It
reports everything that it could not judge: unread, unknown, set up, cut off or decided elsewhere.

The tables show the finding that judges each part of a record, in each place; `kotra explain P217` prints its
page. A word in place of a code means that nothing judges it, for [one of the reasons](#what-nothing-judges).
Events and fields have their names in the [Python API](api.md). `python -m tools.judged` writes this page."""

# Why nothing judges something, by the word in a cell.
SENTENCES = {
    "sound": "Legal there; no finding.",
    "same": "Repeating it changes nothing.",
    "no side": "It belongs to no side.",
    "either": "Either side may do it at any time.",
    "words": "Comments, marks, times and analyses are kept and not judged.",
    "names": "Names, ratings and other facts about people are kept as written.",
    "text": "The spelling; what it means is judged.",
    "resigned": "A game may end after a roll, without a play.",
    "more": "A player may resign more than can be lost.",
    "ours": "`derived` marks a claim that a program worked out; the claim is judged like any other.",
}


@dataclass(frozen=True, slots=True)
class Cell:
    """A record, and the code of the finding or the word of the sentence that answers for it.

    `beside` is the code of what is found in the record for another reason.
    """

    record: str
    answer: str
    beside: str = ""
    format: str = "kotra"

    @property
    def shown(self) -> str:
        """The answer as it stands in the document."""
        return f"`{self.answer}`" if self.answer in BY_CODE else self.answer


OPENED = "W 31: 8/5 6/5\nB 64: 24/14\n"
DOUBLED = f"{OPENED}W doubles 2\nB takes\n"
OVER = f"{OPENED}W doubles 2\nB drops\n"
WON = "setup W: w1 x1 off13; B: g1 l14; W to play\nW 62: w/off x/off\n"
MEISTARI = "setup W: r1 x14; B: m15; W to play\nW 42: r/v/x\n"
AFTER = "forn-1977,after=on"
SAME = "setup W: 24x2 13x5 8x2 6x4 5x2; B: 24x1 14x1 13x5 8x3 6x5; W to play"
BARE = "setup W: 6x2 off13; B: 5x2 off13; W to play"


def money(lines: str, answer: str, rules: str = "modern") -> Cell:
    """A cell of a game for money."""
    return Cell(f"kotra 1\nlength: 0\nrules: {rules}\ngame 1 0-0\n{lines}\n", answer)


def three(lines: str, answer: str, rules: str = "modern") -> Cell:
    """A cell of a match to three points."""
    return Cell(f"kotra 1\nlength: 3\nrules: {rules}\ngame 1 0-0\n{lines}\n", answer)


def old(lines: str, answer: str, rules: str = AFTER) -> Cell:
    """A cell of the old game."""
    return Cell(f"kotra 1\nrules: {rules}\ngame 1 0-0\n{lines}\n", answer)


def bare(lines: str, answer: str) -> Cell:
    """A cell of a record given whole but for its first line."""
    return Cell(f"kotra 1\n{lines}\n", answer)


def mat(head: str, answer: str) -> Cell:
    """A cell of a game in match text behind a head."""
    game = " Game 1\n A : 0    B : 0\n  1) 31: 8/5 6/5                 64: 24/14\n"
    return Cell(f"{head}\n\n{game}      Wins 1 point and the match\n", answer, format="mat")


def _remark(line: str) -> dict[str, Cell]:
    """The row of something that says nothing of the game."""
    lines = {
        "head": line,
        "in": f"{OPENED}{line}",
        "late": f"{OVER}{line}",
        "twice": f"{OPENED}{line}\n{line}",
        "side": f"{OPENED}{line}",
        "board": f"{OPENED}{line}",
    }
    return {place: money(record, "words") for place, record in lines.items()}


EVENTS: dict[type, Mapping[str, Cell]] = {
    m.Opening: {
        "head": money("opening 3-1\nW 31: 8/5 6/5", "sound"),
        "in": money("opening 3-3\nopening 3-1\nW 31: 8/5 6/5", "sound"),
        "late": money(f"{OVER}opening 3-1", "P217"),
        "twice": money("opening 3-1\nopening 1-2\nB 21: 13/11 6/5", "P247"),
        "side": money("opening 3-1\nW 31: 8/5 6/5", "no side"),
        "board": money("opening 3-1\nB 31: 8/5 6/5", "P220"),
    },
    m.Turn: {
        "head": money("W 31: 8/5 6/5", "sound"),
        "in": money(f"{OPENED}W 52: 13/8 24/22", "sound"),
        "late": money(f"{OVER}W 52: 13/8 24/22", "P217"),
        "twice": money(f"{OPENED}W 52: 13/8 24/22\nW 52: 13/8 24/22", "P215"),
        "side": money(f"{OPENED}B 52: 13/8 24/22", "P214"),
        "board": money(f"{OPENED}W 52: 13/8 13/12", "P201"),
    },
    m.VoidThrow: {
        "head": money("W void cocked 52\nW 31: 8/5 6/5", "S423"),
        "in": money(f"{OPENED}W void cocked 52\nW 63: 24/15", "S423"),
        "late": money(f"{OVER}W void cocked 52", "P217"),
        "twice": money(f"{OPENED}W void cocked 52\nW void cocked 52", "S423"),
        "side": money(f"{OPENED}B void cocked 52", "P214"),
        "board": money(f"{OPENED}W void premature", "P223", "modern,premature_roll=stands"),
    },
    m.Ruling: {
        "head": money("ruling stood\nW 31: 8/5 6/5", "P247"),
        "in": money("W 31: 8/5 6/4\nruling stood", "P201"),
        "late": money(f"{OVER}ruling stood", "P224"),
        "twice": replace(money("W 31: 8/5 6/4\nruling stood\nruling disputed", "P247"), beside="P201"),
        "side": replace(money("W 31: 8/5 6/4\nruling stood", "no side"), beside="P201"),
        "board": money(f"{OPENED}ruling stood", "P224"),
    },
    m.Double: {
        "head": money("W doubles 2", "C308"),
        "in": money(f"{OPENED}W doubles 2\nB takes", "sound"),
        "late": money(f"{OVER}W doubles 4", "P217"),
        "twice": money(f"{OPENED}W doubles 2\nW doubles 2\nB takes", "C306"),
        "side": money(f"{OPENED}B doubles 2\nW takes", "C308"),
        "board": money(f"{DOUBLED}W 52: 13/8 24/22\nB 52: 13/8 13/11\nW doubles 4\nB takes", "C301"),
    },
    m.Beaver: {
        "head": money("B beavers 4", "C305"),
        "in": money(f"{OPENED}W doubles 2\nB beavers 4\nW takes", "sound", "modern,beavers=on"),
        "late": money(f"{OVER}B beavers 4", "P217"),
        "twice": money(f"{OPENED}W doubles 2\nB beavers 4\nB beavers 8", "C305", "modern,beavers=on"),
        "side": money(f"{OPENED}W doubles 2\nW beavers 4\nB takes", "C305", "modern,beavers=on"),
        "board": money(f"{OPENED}W doubles 2\nB beavers 4\nW takes", "C307", "modern,beavers=off"),
    },
    m.Take: {
        "head": money("B takes", "C305"),
        "in": money(f"{OPENED}W doubles 2\nB takes", "sound"),
        "late": money(f"{OVER}B takes", "P217"),
        "twice": money(f"{DOUBLED}B takes", "C305"),
        "side": money(f"{OPENED}W doubles 2\nW takes", "C305"),
        "board": money(f"{OPENED}B takes", "C305"),
    },
    m.Drop: {
        "head": money("B drops", "C305"),
        "in": money(OVER, "sound"),
        "late": money(f"{OVER}W drops", "P217"),
        "twice": money(f"{OVER}B drops", "P217"),
        "side": money(f"{OPENED}W doubles 2\nW drops", "C305"),
        "board": money(f"{OPENED}B drops", "C305"),
    },
    m.AutomaticDouble: {
        "head": money("auto double 2\nW 31: 8/5 6/5", "C313", "modern,auto_doubles=1"),
        "in": money(
            "opening 3-3\nauto double 2\nopening 3-1\nW 31: 8/5 6/5", "sound", "modern,auto_doubles=1"
        ),
        "late": money(f"{OVER}auto double 2", "P217", "modern,auto_doubles=1"),
        "twice": money("opening 3-3\nauto double 2\nauto double 4", "C313", "modern,auto_doubles=2"),
        "side": money("opening 3-3\nauto double 2", "no side", "modern,auto_doubles=1"),
        "board": money(f"opening 3-1\nauto double 2\n{OPENED}", "C313", "modern,auto_doubles=1"),
    },
    m.Resignation: {
        "head": money("W resigns single\nB accepts\nB wins 1", "S420"),
        "in": money(f"{OPENED}W resigns single\nB accepts\nB wins 1", "sound"),
        "late": money(f"{OVER}B resigns", "P217"),
        "twice": money(f"{OPENED}W resigns single\nW resigns gammon\nB accepts\nB wins 2", "sound"),
        "side": money(f"{OPENED}B resigns single\nW accepts\nW wins 1", "either"),
        "board": money(f"{OPENED}W resigns backgammon\nB accepts\nB wins 3", "more"),
    },
    m.ResignationAnswer: {
        "head": money("B accepts", "S411"),
        "in": money(f"{OPENED}W resigns single\nB refuses\nW 52: 13/8 24/22", "sound"),
        "late": money(f"{OVER}B accepts", "P217"),
        "twice": money(f"{OPENED}W resigns single\nB refuses\nB accepts", "S411"),
        "side": money(f"{OPENED}W resigns single\nW accepts", "S411"),
        "board": money(f"{OPENED}B refuses", "S411"),
    },
    m.Settlement: {
        "head": money("settled W 1\nW wins 1", "S420"),
        "in": money(f"{OPENED}settled W 1\nW wins 1", "sound"),
        "late": money(f"{OVER}settled W 1", "P217"),
        "twice": money(f"{OPENED}settled W 1\nsettled W 1", "P217"),
        "side": money(f"{OPENED}settled B 1\nB wins 1", "either"),
        "board": money(f"{OPENED}settled W 1\nB wins 1", "S402"),
    },
    m.Forfeit: {
        "head": money("W forfeits game 1\nB wins 1", "S423"),
        "in": money(f"{OPENED}W forfeits game 1\nB wins 1", "S423"),
        "late": money(f"{OVER}W forfeits game 1", "P217"),
        "twice": money(f"{OPENED}W forfeits game 1\nW forfeits game 1", "P217"),
        "side": money(f"{OPENED}W forfeits game\nB forfeits game", "P217"),
        "board": money(f"{OPENED}W forfeits game\nW wins 1", "S402"),
    },
    m.Draw: {
        "head": money("draw", "S441"),
        "in": money(f"{OPENED}draw", "S441"),
        "late": money(f"{OVER}draw", "S427"),
        "twice": money(f"{OPENED}settled W 0\ndraw\ndraw", "same"),
        "side": money(f"{OPENED}settled W 0\ndraw", "no side"),
        "board": money(f"{OPENED}settled W 0\ndraw\nW wins 1", "S402"),
    },
    m.SetPosition: {
        "head": money(f"{BARE}\nW 66: 6/off(2)\nW wins 1", "P244"),
        "in": money(f"{OPENED}{SAME}\nW 52: 13/8 24/22", "sound"),
        "late": money(f"{OVER}{BARE}", "P217"),
        "twice": money(f"{BARE}\n{SAME}\nW 52: 13/8 24/22", "P245"),
        "side": money(f"W 31: 8/5 6/5\nB 64: 24/14\n{SAME}\nB 52: 13/8 13/11", "P246"),
        "board": money(f"{OPENED}{BARE}\nW 66: 6/off(2)\nW wins 1", "P245"),
    },
    m.PhaseStart: {
        "head": old("B after throws", "P241"),
        "in": old(f"{WON}W wins 2\nB after throws\nB 32: g/j/l\nB scores meistari 13", "sound"),
        "late": old(
            f"{WON}W wins 2\nB after throws\nB 32: g/j/l\nB scores meistari 13\nB after throws", "P241"
        ),
        "twice": old(
            f"{WON}W wins 2\nB after throws\nB after throws\nB 32: g/j/l\nB scores meistari 13", "same"
        ),
        "side": old(f"{WON}W wins 2\nW after throws", "P241"),
        "board": old("W 64: a/e a/g\nB after throws", "P241", "forn-1977"),
    },
    m.ResultClaim: {
        "head": money("W wins 1", "S420"),
        "in": money(f"{OPENED}W wins 1", "sound"),
        "late": money(f"{OVER}W wins 1", "sound"),
        "twice": money(f"{OVER}W wins 1\nW wins 2", "S415"),
        "side": money(f"{OVER}B wins 1", "S402"),
        "board": money(f"{OVER}W wins 2", "S401"),
    },
    m.ScoreClaim: {
        "head": money("score 0-3\nW 31: 8/5 6/5", "S403"),
        "in": money(f"{OVER}W wins 1\nscore 1-0", "sound"),
        "late": money(f"{OVER}W wins 1\nscore 0-3", "S403"),
        "twice": money(f"{OVER}W wins 1\nscore 1-0\nscore 1-0", "same"),
        "side": money(f"{OVER}W wins 1\nscore 1-0", "no side"),
        "board": money(f"{OVER}W wins 1\nscore 9-9", "S403"),
    },
    m.AwardClaim: {
        "head": old("W scores jan 15", "S419"),
        "in": old(f"{MEISTARI}W scores meistari 13", "sound"),
        "late": old(f"{WON}W wins 2\nW scores jan 15", "S419"),
        "twice": old(f"{MEISTARI}W scores meistari 13\nW scores meistari 13", "S419"),
        "side": old(f"{MEISTARI}B scores meistari 13", "S419"),
        "board": money(f"{OPENED}W scores jan 15", "S419"),
    },
    m.Comment: _remark("# words"),
    m.Mark: _remark("mark play ?"),
    m.Evaluation: _remark("eval play"),
    m.Clock: _remark("W clock 11:48 used 0:12"),
    m.Video: _remark("video 1:02:05"),
    m.Extra: {
        **_remark('extra xg:note "words"'),
        "board": money(f'{OPENED}extra kotra:line "B dobules"', "N102"),
    },
}

REACHED = "[W: 24x2 13x5 8x2 6x5 3x1; B: 24x2 13x5 8x3 6x5; B to play]"
LAWFUL = "[W: 24x2 13x5 8x2 6x4 5x2; B: 24x2 13x5 8x3 6x5; B to play]"


def standing(parts: str, answer: str = "P246", length: int = 3) -> Cell:
    """A cell of a position that says something of the match around it."""
    return Cell(f"kotra 1\nlength: {length}\ngame 1 0-0\n{OPENED}{SAME}; {parts}\n", answer)


def remembered(flag: str) -> Cell:
    """A cell of a position that says something of how far a game of the old kind has come."""
    return old(f"W 64: a/e a/g\nsetup W: a13 e1 g1; B: m15; B to play; {flag}", "P245", "forn-1977")


FIELDS: dict[type, Mapping[str, Cell]] = {
    m.Opening: {"dice": money("opening 7-1\nW 31: 8/5 6/5", "P211")},
    m.Turn: {
        "seat": EVENTS[m.Turn]["side"],
        "dice": money("W 71: 8/1", "P211"),
        "deed": EVENTS[m.Turn]["board"],
        "text": money("W 31: 8/5   6/5", "text"),
        "singly": money("W 3+1: 8/5 6/5", "P237"),
    },
    m.Play: {"hops": money("W 31: 8/5 6/1", "P201"), "half": money("W 31: 8/5 6/5 half", "P238")},
    m.Hop: {
        "source": money("W 31: 9/6 6/5", "P202"),
        "target": money("W 51: 6/1 24/23", "P203"),
        "taken": money("W 31: 8/5* 6/5", "P213"),
    },
    m.CannotMove: {"(itself)": money("W 31: cannot move\nB 64: 24/14", "P207")},
    m.Blank: {"(itself)": money("W 31:\nB 64: 24/14", "P222")},
    m.NotRecorded: {"(itself)": money("W 31: ????\nB 64: 24/14", "P216")},
    m.Reached: {
        "position": money(f"W 31: reaches {REACHED}\nB 64: 24/14", "P221"),
        "illegal": money(f"W 31: illegal {LAWFUL}\nB 64: 24/14", "P224"),
    },
    m.Unread: {"text": money('W 31: unread "8/5 6-5"\nB 64: 24/14', "N103")},
    m.VoidThrow: {
        "seat": EVENTS[m.VoidThrow]["side"],
        "dice": money(f"{OPENED}W void cocked 99", "P211"),
        "reason": EVENTS[m.VoidThrow]["board"],
    },
    m.Ruling: {
        "outcome": EVENTS[m.Ruling]["board"],
        "play": money("W 31: 8/5 6/4\nruling corrected 8/5 6/2\nB 64: 24/14", "P201"),
        "text": money("W 31: 8/5 6/4\nruling corrected 8/5   6/5\nB 64: 24/14", "P201"),
    },
    m.Double: {"seat": EVENTS[m.Double]["side"], "value": three(f"{OPENED}W doubles 8\nB takes", "C304")},
    m.Beaver: {
        "seat": EVENTS[m.Beaver]["side"],
        "value": money(f"{OPENED}W doubles 2\nB beavers 8\nW takes", "C304", "modern,beavers=on"),
        "level": money(f"{OPENED}W doubles 2\nB raccoons 4\nW takes", "C307", "modern,beavers=on"),
    },
    m.Take: {"seat": EVENTS[m.Take]["side"]},
    m.Drop: {"seat": EVENTS[m.Drop]["side"]},
    m.AutomaticDouble: {
        "value": money(
            "opening 3-3\nauto double 8\nopening 3-1\nW 31: 8/5 6/5", "C304", "modern,auto_doubles=1"
        )
    },
    m.Resignation: {
        "seat": money(f"{OPENED}W resigns\nW wins 1", "S402"),
        "size": money(f"{OPENED}W resigns 7\nB accepts", "S422"),
    },
    m.ResignationAnswer: {
        "seat": EVENTS[m.ResignationAnswer]["side"],
        "accepted": EVENTS[m.ResignationAnswer]["board"],
    },
    m.Settlement: {
        "seat": EVENTS[m.Settlement]["board"],
        "points": three(f"{OPENED}settled W 99\nW wins 99 and the match", "S422"),
    },
    m.Forfeit: {
        "seat": EVENTS[m.Forfeit]["board"],
        "scope": three(f"{OPENED}W forfeits match\nW wins 3 and the match", "S402"),
        "reason": EVENTS[m.Forfeit]["in"],
        "points": three(f"{OPENED}W forfeits game 99", "S422"),
    },
    m.Draw: {"(itself)": EVENTS[m.Draw]["board"]},
    m.SetPosition: {"position": EVENTS[m.SetPosition]["board"]},
    m.PhaseStart: {
        "phase": old(f"{WON}W wins 2\nB last throw", "P242"),
        "seat": EVENTS[m.PhaseStart]["side"],
    },
    m.ResultClaim: {
        "seat": EVENTS[m.ResultClaim]["side"],
        "points": EVENTS[m.ResultClaim]["board"],
        "lost": money(f"{OVER}W loses 1", "S402"),
        "match": three(f"{OVER}W wins 1 and the match", "S404"),
        "kind": money(f"{BARE}\nW 66: 6/off(2)\nW wins 1 by gammon", "S425"),
        "derived": money(f"{OVER}W wins 2 derived", "S401"),
    },
    m.ScoreClaim: {
        "score": EVENTS[m.ScoreClaim]["board"],
        "derived": money(f"{OVER}W wins 1\nscore 1-0 derived", "ours"),
    },
    m.AwardClaim: {
        "seat": EVENTS[m.AwardClaim]["side"],
        "kind": replace(old(f"{MEISTARI}W scores langi 5", "S419"), beside="S418"),
        "points": old(f"{MEISTARI}W scores meistari 5", "S417"),
    },
    m.Comment: {
        "text": EVENTS[m.Comment]["in"],
        "author": money(f"{OPENED}#[Ýmir] words", "words"),
        "language": money(f"{OPENED}#[; is] orð", "words"),
    },
    m.Mark: {"sign": EVENTS[m.Mark]["in"], "aspect": money(f"{OPENED}mark cube ??", "words")},
    m.Evaluation: {
        "aspect": EVENTS[m.Evaluation]["in"],
        "candidates": money(f'{OPENED}eval play\nchoice "8/7 6/1" 9.5', "N137"),
        "luck": money(f"{OPENED}eval play luck 9.5", "words"),
        "source": money(f'{OPENED}eval play by "nobody"', "words"),
        "extras": money(f'{OPENED}eval play plies="99"', "words"),
    },
    m.Candidate: {
        "choice": money(f'{OPENED}eval play\nchoice "8/7 6/1" 9.5', "N137"),
        "equity": money(f'{OPENED}eval play\nchoice "24/14" 9.5', "words"),
        "chances": money(f'{OPENED}eval play\nchoice "24/14" 0.1 (0.5 0.9 0 0 0)', "N137"),
        "outcomes": money(f'{OPENED}eval play\nchoice "24/14" 0.1 (jan:1.7)', "N137"),
        "level": money(f'{OPENED}eval play\nchoice "24/14" 0.1 at "x"', "words"),
        "extras": money(f'{OPENED}eval play\nchoice "24/14" 0.1 a="b"', "words"),
    },
    m.Clock: {
        "seat": EVENTS[m.Clock]["in"],
        "left": money(f"{OPENED}W clock 0:00", "words"),
        "used": money(f"{OPENED}W clock 0:10 used 99:00", "words"),
    },
    m.Video: {"seconds": EVENTS[m.Video]["in"], "source": money(f'{OPENED}video 1:00 "no.mp4"', "words")},
    m.Extra: {"key": EVENTS[m.Extra]["in"], "value": EVENTS[m.Extra]["board"]},
    Position: {
        "points": EVENTS[m.SetPosition]["board"],
        "seat": EVENTS[m.SetPosition]["side"],
        "men": money(
            f"{OPENED}setup W: 24x2 13x5 8x2 6x4 5x1; B: 24x1 14x1 13x5 8x3 6x5; men W 14; W to play", "P245"
        ),
        "turning": money(
            f"{OPENED}setup points 0{' 0' * 24} 15; count 15 0; turned twelve; W to play", "P246"
        ),
        "cube": money(f"{OPENED}{SAME}; cube 8 W", "P245"),
        "dice": money(f"{OPENED}{SAME}; dice 11\nW 52: 13/8 24/22", "P246"),
        "offer": money(f"{BARE}; offer double\nW 66: 6/off(2)\nW wins 1", "P246"),
        "standing": standing("score 2-2; length 3"),
        "memory": remembered("began B"),
    },
    Memory: {
        "fresh": remembered("first W"),
        "unlocked": remembered("un W"),
        "stack": remembered("v66 W"),
        "began": remembered("began B"),
        "scored": remembered("scored W langi"),
        "phase": remembered("phase last B"),
        "phase_seat": remembered("phase after B 3"),
        "throws": remembered("phase after B 3"),
        "main": remembered("main W"),
    },
    Cube: {
        "value": money(f"{OPENED}{SAME}; cube 3", "P246"),
        "owner": money(f"{DOUBLED}{SAME}; cube 2 W", "P245"),
    },
    Standing: {
        "score": standing("score 2-2; length 3"),
        "length": standing("length 9"),
        "crawford": standing("length 3; crawford"),
        "jacoby": money(f"{OPENED}{SAME}; jacoby", "P246"),
        "beavers": money(f"{OPENED}{SAME}; beavers", "P246"),
        "cube_limit": money(f"{OPENED}{SAME}; limit 4", "P246"),
    },
    m.Game: {
        "number": bare(f"length: 0\ngame 1 0-0\n{OVER}W wins 1\ngame 7 1-0\n{OVER}W wins 1", "N107"),
        "score": bare(f"length: 0\ngame 1 0-0\n{OVER}W wins 1\ngame 2 0-1\n{OVER}W wins 1", "S403"),
        "events": money("W 31: 8/5 6/5", "sound"),
    },
    m.Player: {
        "name": bare(f"white: A\nblack: A\nlength: 0\ngame 1 0-0\n{OVER}W wins 1", "N143"),
        "rating": bare(f"white rating: -5\nlength: 0\ngame 1 0-0\n{OVER}W wins 1", "names"),
        "extras": bare(f"white club: x\nlength: 0\ngame 1 0-0\n{OVER}W wins 1", "names"),
    },
    m.Match: {
        "players": bare(f"white: A\nwhite: B\nlength: 0\ngame 1 0-0\n{OVER}W wins 1", "N102"),
        "length": bare(f"length: -3\ngame 1 0-0\n{OVER}W wins 1", "S422"),
        "rules": bare(f"length: 0\nrules: modern,dice.max_use=off\ngame 1 0-0\n{OVER}W wins 1", "D506"),
        "info": bare(f"length: 0\nruels: forn-1977\ngame 1 0-0\n{OVER}W wins 1", "N119"),
        "remarks": bare(f"length: 0\n# words\ngame 1 0-0\n{OVER}W wins 1", "words"),
        "games": bare("length: 0", "N106"),
    },
}

# The match as a whole, its headers, and the order of its games.
MATCHES: dict[str, Cell] = {
    "`length` twice": bare(f"length: 0\nlength: 3\ngame 1 0-0\n{OVER}W wins 1", "N102"),
    "a header after the first `game`": bare(f"length: 0\ngame 1 0-0\nrules: modern\n{OVER}W wins 1", "N102"),
    "points before the first game": bare(f"length: 0\ngame 4 3-0\n{OVER}W wins 1", "S421"),
    "points before the first game, more than the length": bare(
        f"length: 3\ngame 1 99-0\n{OVER}W wins 1", "S443"
    ),
    "a game after the match was won": bare(
        f"length: 1\ngame 1 0-0\n{OPENED}W wins 1 and the match\ngame 2 1-0\n{OPENED}W wins 1", "S405"
    ),
    "a game after the match was forfeited": bare(
        f"length: 0\ngame 1 0-0\n{OPENED}W forfeits match 1\ngame 2 0-1\n{OPENED}W wins 1", "P247"
    ),
    "an unfinished game before another": bare(
        f"length: 0\ngame 1 0-0\n{OPENED}\ngame 2 0-0\n{OVER}W wins 1", "S408"
    ),
    "an unfinished last game": bare(f"length: 0\ngame 1 0-0\n{OPENED}", "S408"),
    "a turn after jan, or after a formation that ends the game": old(
        "setup W: a10 b1 c1 d1 f1 g1; B: m10 n1 x1 e3; B to play\nB 61: x/f* e/f\nW 31: cannot move", "P264"
    ),
    "a match that ends early": bare(f"length: 3\ngame 1 0-0\n{OVER}W wins 1", "S416"),
    "“and the match” in a session": bare(f"length: 0\ngame 1 0-0\n{OVER}W wins 1 and the match", "P247"),
    "an unknown rule set": bare(f"length: 0\nrules: modren\ngame 1 0-0\n{OVER}W wins 1", "D501"),
    "an option unknown to the rule set": bare(
        f"length: 0\nrules: modern,foo=1\ngame 1 0-0\n{OVER}W wins 1", "D502"
    ),
    "a value unknown to the option": bare(
        f"length: 0\nrules: modern,texas=7\ngame 1 0-0\n{OVER}W wins 1", "D503"
    ),
    "an option without effect": bare(
        f"length: 0\nrules: modern,beavers=on,cube.limit=1\ngame 1 0-0\n{OPENED}W wins 1", "D505"
    ),
    "a rule that only the results show": bare(
        f"length: 0\ngame 1 0-0\n{OPENED}W doubles 2\nB beavers 4\nW drops\nB wins 2", "D504"
    ),
    "an unknown kind of shorthand": bare(
        f"length: 0\nnotation: shorthand, backwards\ngame 1 0-0\n{OVER}W wins 1", "D503"
    ),
    "a header with an unknown value": mat('; [Crawford "Perhaps"]\n 1 point match', "N120"),
    "a misspelled header (match text)": mat('; [Crawfrod "Off"]\n 1 point match', "N119"),
    "no match length": mat("", "N108"),
    "a win after a refused resignation": money(f"{OPENED}W resigns gammon\nB refuses\nB wins 2", "P247"),
    "a last roll without a play": money(f"{OPENED}W 66: ????\nW wins 3", "resigned"),
    "points that no win scores": bare(f"length: 0\ngame 1 0-0\n{OPENED}W wins 1004", "S401"),
}


def cells() -> Iterator[tuple[str, Cell]]:
    """Every cell with a name for it."""
    for kind, row in EVENTS.items():
        yield from ((f"{title(kind)} {place}", cell) for place, cell in row.items())
    for kind, row in FIELDS.items():
        yield from ((f"{title(kind)}.{name}", cell) for name, cell in row.items())
    yield from MATCHES.items()


def held() -> set[type]:
    """Everything a record is made of: events, what is done with dice, and what stands in and around them."""
    events, deeds = get_args(m.Event), get_args(m.Deed)
    return {*events, *deeds, m.Hop, m.Candidate, Position, Cube, Standing, Memory, m.Game, m.Player, m.Match}


def title(kind: type) -> str:
    """The name of a class as the document has it."""
    return kind.__name__


def shown_name(name: str) -> str:
    """Return the name of a field as the document has it."""
    return f"`{name}`" if name.isidentifier() else name


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table in Markdown."""
    lines = [list(head), ["---"] * len(list(head)), *map(list, rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def document() -> str:
    """The whole document."""
    events = [[f"`{title(kind)}`", *(row[place].shown for place in PLACES)] for kind, row in EVENTS.items()]
    parts = [
        [f"`{title(kind)}`", ", ".join(f"{shown_name(name)} {cell.shown}" for name, cell in row.items())]
        for kind, row in FIELDS.items()
    ]
    used = {cell.answer for _, cell in cells()}
    return (
        "\n\n".join(
            [
                HEAD,
                "## Events",
                table(["event", *PLACES.values()], events),
                "## Their fields",
                "Each field, with the finding for a false value.",
                table(["of", "fields"], parts),
                "## The match",
                table(["what", "judged by"], ([name, cell.shown] for name, cell in MATCHES.items())),
                "## Headers and properties of each format",
                judged_heads.ABOUT,
                table(["format", "header", *judged_heads.PLACES.values()], judged_heads.shown_rows()),
                "## What nothing judges",
                table(
                    ["word", "reason"],
                    [*((word, why) for word, why in SENTENCES.items() if word in used), *LENIENCIES.items()],
                ),
            ]
        )
        + "\n"
    )


if __name__ == "__main__":
    DOCUMENT.write_text(document(), encoding="utf-8")
