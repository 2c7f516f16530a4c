"""The columns of the answers: what stands above them, what they mean, and how their values are shown."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from kotra_notation.words.tongues import N_


class CellForm(Enum):
    """The ways in which values are shown to people."""

    TEXT = auto()
    COUNT = auto()
    NUMBER = auto()
    SHARE = auto()
    CHANCE = auto()
    EQUITY = auto()


@dataclass(frozen=True, slots=True)
class Column:
    """A column that answers have, whichever question they answer."""

    head: str
    meaning: str
    form: CellForm


TEXT, COUNT, NUMBER, SHARE, CHANCE, EQUITY = CellForm

COLUMNS: dict[str, Column] = {
    "rules": Column(N_("rules"), N_("the rule set"), TEXT),
    "session": Column(N_("session"), N_("match, money, or unknown where the record does not say"), TEXT),
    "opening": Column(N_("roll"), N_("the first roll, the higher die first"), TEXT),
    "opening_play": Column(N_("play"), N_("how the first roll was played"), TEXT),
    "reply": Column(N_("reply"), N_("the second roll"), TEXT),
    "reply_play": Column(N_("played"), N_("how the second roll was played"), TEXT),
    "games": Column(N_("games"), N_("number of games counted"), COUNT),
    "share": Column(N_("share"), N_("the share that the question asks for"), SHARE),
    "low": Column(N_("from"), N_("lower bound of the share (95 % Wilson interval)"), SHARE),
    "high": Column(N_("to"), N_("upper bound of the share (95 % Wilson interval)"), SHARE),
    "decided": Column(N_("decided"), N_("number of these games with a winner"), COUNT),
    "won": Column(N_("won"), N_("the share of these that were won"), SHARE),
    "won_low": Column(N_("won from"), N_("lower bound of the share won (95 %)"), SHARE),
    "won_high": Column(N_("won to"), N_("upper bound of the share won (95 %)"), SHARE),
    "gain": Column(N_("gain"), N_("points per game gained by the side that went first"), NUMBER),
    "kind": Column(N_("ending"), N_("how the game ended"), TEXT),
    "points": Column(N_("points"), N_("points scored, on average"), NUMBER),
    "spread": Column(N_("spread"), N_("standard deviation of the points"), NUMBER),
    "cube": Column(
        N_("cube"), N_("the value of the cube at the end (the average, where a row holds several)"), NUMBER
    ),
    "throws": Column(N_("rolls"), N_("rolls: number, or average number"), NUMBER),
    "winner_away": Column(N_("winner away"), N_("points that the winner needed before the game"), COUNT),
    "loser_away": Column(N_("loser away"), N_("points that the loser needed before the game"), COUNT),
    "own_away": Column(
        N_("away"), N_("points that the player (or the doubler) needed before the game"), COUNT
    ),
    "other_away": Column(N_("other away"), N_("points that the other player needed before the game"), COUNT),
    "crawford": Column(N_("Crawford"), N_("whether it was the Crawford game"), TEXT),
    "gammons": Column(N_("gammons"), N_("number of gammons"), COUNT),
    "backgammons": Column(N_("backgammons"), N_("number of backgammons"), COUNT),
    "players": Column(
        N_("players"), N_("number of times a player had this score: each game counts twice"), COUNT
    ),
    "doubled": Column(N_("doubled"), N_("how often that player offered the first double"), COUNT),
    "earliest": Column(N_("earliest"), N_("the earliest roll that it happened before"), COUNT),
    "shortest": Column(N_("shortest"), N_("the fewest rolls"), COUNT),
    "quarter": Column(N_("quarter"), N_("a quarter is at or below this"), NUMBER),
    "median": Column(N_("median"), N_("half is at or below this"), NUMBER),
    "three_quarters": Column(N_("three quarters"), N_("three quarters are at or below this"), NUMBER),
    "to_10": Column(N_("to 10"), N_("number before rolls 1 to 10"), COUNT),
    "to_20": Column(N_("to 20"), N_("number before rolls 11 to 20"), COUNT),
    "to_30": Column(N_("to 30"), N_("number before rolls 21 to 30"), COUNT),
    "later": Column(N_("later"), N_("number before a later roll"), COUNT),
    "offer": Column(N_("offer"), N_("1 for the first double in a game, 2 for the second …"), COUNT),
    "offers": Column(N_("offers"), N_("number"), COUNT),
    "taken": Column(N_("taken"), N_("number taken"), COUNT),
    "beavers": Column(N_("beavers"), N_("number answered with a beaver"), COUNT),
    "dropped": Column(N_("dropped"), N_("number dropped"), COUNT),
    "stage": Column(
        N_("stage"), N_("before, during or after the Crawford game; a one-point match; money"), TEXT
    ),
    "won_double": Column(N_("gammons"), N_("number of gammons and backgammons"), COUNT),
    "length": Column(N_("length"), N_("the match length in points; 0 for money"), COUNT),
    "matches": Column(N_("matches"), N_("number of matches counted"), COUNT),
    "complete": Column(
        N_("complete"), N_("number played to the end; the next columns are about these"), COUNT
    ),
    "games_each": Column(N_("games per match"), N_("games per match, on average"), NUMBER),
    "longest": Column(N_("longest"), N_("the most"), NUMBER),
    "hits": Column(N_("hits"), N_("checkers hit per game, on average"), NUMBER),
    "by_winner": Column(N_("by winner"), N_("of these by the winner"), NUMBER),
    "by_loser": Column(N_("by loser"), N_("of these by the loser"), NUMBER),
    "most": Column(N_("most"), N_("the most in one game"), COUNT),
    "on_bar": Column(N_("on the bar"), N_("own checkers on the bar before the roll"), COUNT),
    "dances": Column(N_("dances"), N_("rolls without a legal play"), COUNT),
    "off_then": Column(
        N_("off"), N_("checkers borne off by the side that was hit, when it was first hit"), COUNT
    ),
    "turned": Column(N_("turned"), N_("number won by the side that hit"), COUNT),
    "code": Column(N_("code"), N_("the code of the finding"), TEXT),
    "name": Column(N_("finding"), N_("the name of the finding; see kotra explain"), TEXT),
    "phase": Column(
        N_("phase"), N_("contact, race or bear-off before the roll; unknown in the old game"), TEXT
    ),
    "plays": Column(N_("plays"), N_("number"), COUNT),
    "stood": Column(N_("stood"), N_("the record continues from it, so it was allowed to stand"), COUNT),
    "slips": Column(
        N_("typos"), N_("another play fits the roll and the rest of the game, so it was a typo"), COUNT
    ),
    "corrected": Column(N_("corrected"), N_("the record says that it was corrected"), COUNT),
    "transcriber": Column(N_("transcriber"), N_("the transcriber, where the record names one"), TEXT),
    "producer": Column(N_("producer"), N_("the notation and its dialect, usually a program; or all"), TEXT),
    "sound": Column(N_("clean"), N_("matches without an error"), COUNT),
    "errors": Column(N_("errors"), N_("findings that are errors"), COUNT),
    "warnings": Column(N_("warnings"), N_("findings that are warnings"), COUNT),
    "lost": Column(
        N_("not recovered"),
        N_("plays that cannot be recovered, since the position before them is uncertain"),
        COUNT,
    ),
    "per_1000": Column(N_("per 1000"), N_("errors per thousand rolls"), NUMBER),
    "test": Column(N_("test"), N_("what is compared with chance; see the question"), TEXT),
    "chi_squared": Column(N_("chi squared"), N_("how far the counts are from what chance predicts"), NUMBER),
    "freedom": Column(N_("df"), N_("number of degrees of freedom"), COUNT),
    "p": Column(
        N_("p"),
        N_("how likely fair dice are to deviate this much; empty where there are too few rolls"),
        CHANCE,
    ),
    "p_of_all": Column(
        N_("adjusted p"), N_("the same, adjusted for the number of tests in the table (Bonferroni)"), CHANCE
    ),
    "farthest": Column(
        N_("farthest"),
        N_("the count that deviates most: of a face, of a roll, or of one roll after another"),
        TEXT,
    ),
    "observed": Column(N_("observed"), N_("how often it was rolled"), COUNT),
    "expected": Column(N_("expected"), N_("how often fair dice would show it"), NUMBER),
    "seconds": Column(N_("seconds"), N_("seconds per roll, on average"), NUMBER),
    "slow": Column(N_("slow"), N_("nine in ten took no longer than this"), NUMBER),
    "hours": Column(N_("hours"), N_("hours in total"), NUMBER),
    "with_jan": Column(N_("jan"), N_("games with jan"), COUNT),
    "great": Column(N_("stór jan"), N_("of these with stór jan"), COUNT),
    "form": Column(N_("formation"), N_("the name of the formation"), TEXT),
    "times": Column(N_("times"), N_("how often it was scored"), COUNT),
    "in_games": Column(N_("in games"), N_("number of games in which it was scored"), COUNT),
    "first_day": Column(N_("first"), N_("the day of the first match, as far as dates are known"), TEXT),
    "last_day": Column(N_("last"), N_("the day of the last match, as far as dates are known"), TEXT),
    "events": Column(N_("events"), N_("number of events"), COUNT),
    "player": Column(N_("player"), N_("the person if known, otherwise the name as recorded"), TEXT),
    "engine": Column(N_("engine"), N_("the program that made the analysis, with its version and nets"), TEXT),
    "levels": Column(N_("level"), N_("the level of the analysis: one word per depth"), TEXT),
    "level": Column(N_("level"), N_("the level of the analysis: one word per depth"), TEXT),
    "decisions": Column(
        N_("decisions"), N_("unforced plays, doubles and answers, and close cube decisions"), COUNT
    ),
    "faults": Column(N_("errors"), N_("decisions that lost 0.020 to 0.080"), COUNT),
    "blunders": Column(N_("blunders"), N_("decisions that lost 0.080 or more"), COUNT),
    "loss": Column(N_("loss"), N_("equity lost, normalised to the current cube"), EQUITY),
    "pr": Column(
        N_("PR"), N_("equity lost per decision, times 500, as in XG; empty where too little is known"), NUMBER
    ),
    "pr_error": Column(
        N_("±"), N_("standard error of the PR, assuming that decisions are comparable"), NUMBER
    ),
    "luck": Column(N_("luck"), N_("luck of the player's rolls, in equity"), EQUITY),
    "other_luck": Column(N_("theirs"), N_("luck of the opponents' rolls, in equity"), EQUITY),
    "luck_share": Column(
        N_("per match"),
        N_("luck minus the opponent's, in match-winning chances, averaged over matches"),
        SHARE,
    ),
    "loss_each": Column(N_("loss"), N_("equity lost, on average"), EQUITY),
    "loss_most": Column(N_("most lost"), N_("the most equity it lost, at any score"), EQUITY),
    "path": Column(N_("file"), N_("path of the record; for copies, the path of the first"), TEXT),
    "number": Column(N_("match"), N_("which match of the file"), COUNT),
    "game": Column(N_("game"), N_("which game of the match"), COUNT),
    "turn": Column(
        N_("turn"),
        N_("the number of the roll in the game; a cube action counts with the roll after it"),
        COUNT,
    ),
    "about": Column(N_("about"), N_("play, cube, or the answer to a double"), TEXT),
    "choice": Column(N_("chosen"), N_("what was done"), TEXT),
    "best": Column(N_("best"), N_("the best action"), TEXT),
}
