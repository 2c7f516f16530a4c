"""What the words of the field mean, for `kotra explain`: of today's game, of the old one, of analyses."""

from __future__ import annotations

from typing import NamedTuple

from kotra_notation.words.tongues import N_


class Term(NamedTuple):
    """A word with the other words for it, what it means, and the rules that say so."""

    names: tuple[str, ...]
    meaning: str
    rules: tuple[str, ...] = ()


TERMS = (
    Term(
        ("gammon", "hálfkotra"),
        N_("A game whose loser has borne no checker off: it counts twice the cube."),
        ("MOD-WIN-1",),
    ),
    Term(
        ("backgammon", "kotra"),
        N_(
            "A game whose loser has borne no checker off and has one on the bar or in the winner's home "
            "board: it counts three times the cube. The game as a whole is called so too, in Iceland kotra."
        ),
        ("MOD-WIN-1",),
    ),
    Term(
        ("nackgammon",),
        N_(
            "Today's game begun with two checkers of each side on the 23-point too, one less on the 13-point "
            "and on the 6-point."
        ),
        ("MOD-SET-1",),
    ),
    Term(
        ("hypergammon",),
        N_("Today's game with three checkers a side, one each on the 24-, the 23- and the 22-point."),
        ("MOD-SET-1",),
    ),
    Term(
        ("cube", "doubling cube"),
        N_(
            "The die that shows what the game is worth: 1, 2, 4 and so on. Who has it in hand alone may "
            "turn it."
        ),
        ("MOD-CUBE-1", "MOD-CUBE-2"),
    ),
    Term(
        ("double", "redouble"),
        N_("The offer to play on for twice as much, made before the roll; the other side takes or drops."),
        ("MOD-CUBE-2",),
    ),
    Term(
        ("take",),
        N_("To accept a double: the game goes on for twice as much, and the cube is in the taker's hand."),
        ("MOD-CUBE-4",),
    ),
    Term(
        ("drop", "pass"),
        N_("To decline a double: the game is lost for what the cube showed before."),
        ("MOD-CUBE-3",),
    ),
    Term(
        ("beaver", "beavers", "raccoon"),
        N_(
            "Who is doubled may turn the cube once more at once and keep it: a beaver. The doubler may "
            "answer so again: a raccoon. Not in matches."
        ),
        ("MOD-OPT-2",),
    ),
    Term(
        ("automatic double", "automatic doubles"),
        N_("Where both first dice are equal the cube is turned once, and both throw again; only for money."),
        ("MOD-OPT-1",),
    ),
    Term(
        ("jacoby", "texas"),
        N_("For money, gammons and backgammons count single while nobody has doubled."),
        ("MOD-OPT-3",),
    ),
    Term(
        ("crawford",),
        N_(
            "The first game after a player comes within one point of winning the match is played without "
            "the cube; in those behind it doubling is allowed again."
        ),
        ("MOD-MATCH-2",),
    ),
    Term(
        ("bar",),
        N_("Where checkers stand that were hit, until they enter the other side's home board."),
        ("MOD-ENTER-1",),
    ),
    Term(
        ("dance",),
        N_("To have a checker on the bar and no point open for either die; the turn passes."),
        ("MOD-ENTER-1", "MOD-USE-1"),
    ),
    Term(("blot",), N_("A checker that stands alone on its point and can be hit."), ("MOD-HIT-1",)),
    Term(
        ("prime",),
        N_("Points in a row that one side holds; nobody passes six of them."),
        ("MOD-MOVE-1",),
    ),
    Term(
        ("anchor",),
        N_("A point that is held in the other side's home board."),
        ("MOD-MOVE-1",),
    ),
    Term(
        ("bear off", "bearing off", "bear-off"),
        N_("To take checkers off the board, once all of one's own are home."),
        ("MOD-OFF-1",),
    ),
    Term(
        ("pip", "pips", "pip count"),
        N_("A point's worth of way. The pip count is what a side has still to go with all its checkers."),
    ),
    Term(
        ("equity",),
        N_(
            "What a position is worth to a side, in points of the cube as it stands: 1 is as good as "
            "winning it, -1 as bad as losing it."
        ),
    ),
    Term(
        ("error", "blunder", "millipoint", "emg"),
        N_(
            "What a play or a cube action loses in equity beside the best one. Of which size it is called "
            "doubtful, an error or a blunder, kotra stats says."
        ),
    ),
    Term(
        ("pr", "performance rating", "error rate"),
        N_(
            "How much equity a player gives away for each decision that mattered, times 500: the lower, the"
            " better. Below 5 is strong."
        ),
    ),
    Term(
        ("luck",),
        N_("What a roll brought beyond the mean of all rolls, each played at its best."),
    ),
    Term(
        ("rollout",),
        N_("A position played to the end many times, to see what comes of it in the mean."),
    ),
    Term(
        ("match equity", "met"),
        N_("How likely a match is won at a score; a table of that is called a MET."),
    ),
    Term(
        ("take point",),
        N_("The chance to win from which a double is rightly taken."),
        ("MOD-CUBE-4",),
    ),
    Term(
        ("forn kotra", "old kotra", "forn", "verkehren"),
        N_(
            "The old Icelandic game: fifteen men on one point, both sides walk the same way round, and "
            "games end by jan, by úttekt or are paid for formations."
        ),
        ("FORN-GEO-2", "FORN-END-1"),
    ),
    Term(
        ("jan", "stór jan"),
        N_(
            "A side is jan when it has more dead men than points to bring them in on: the game is lost. "
            "Stór jan, with no such point at all, counts the same: 15 points."
        ),
        ("FORN-JAN-1", "FORN-SCORE-1"),
    ),
    Term(
        ("úttekt", "uttekt"),
        N_("All fifteen men taken off the board: the ordinary way to win old kotra."),
        ("FORN-OFF-1", "FORN-END-1"),
    ),
    Term(
        ("meistari", "litli meistari"),
        N_(
            "The formation with all men on the last point: 13 points. The little one, litli meistari, is "
            "known to the German article only."
        ),
        ("FORN-FORM-1",),
    ),
    Term(
        ("múkur", "mukur", "stutti múkur", "langi múkur"),
        N_(
            "Two formations: stutti múkur, five men on each of the last three points, and langi múkur, "
            "three men on each of the last five."
        ),
        ("FORN-FORM-1",),
    ),
    Term(
        ("rasslangur", "langi hryggur"),
        N_("The formation with three men on each of the five points before the last."),
        ("FORN-FORM-1",),
    ),
    Term(("mor", "mar"), N_("Two points on top of a win in old kotra."), ("FORN-MOR-1",)),
    Term(
        ("aukaköst", "aukakast", "after-throws"),
        N_("Rolls that the loser of an úttekt makes alone, to win a formation after all."),
        ("FORN-AFTER-1",),
    ),
    Term(
        ("dead man", "dauð tafla"),
        N_("A man of old kotra that was hit, until it enters again."),
        ("FORN-HIT-1", "FORN-ENTER-1"),
    ),
)
BY_NAME = {name: term for term in TERMS for name in term.names}


def term(word: str) -> Term | None:
    """The word of that name, whatever its letters and the signs between its parts."""
    return BY_NAME.get(" ".join(word.casefold().replace("_", " ").split()))
