"""The rows of what rules judge: the kinds of findings of play, cube, score and result."""

from __future__ import annotations

from kotra_notation.findings.kind import Row
from kotra_notation.words import n_
from kotra_notation.words.tongues import N_

ROWS: dict[str, Row] = {
    # P2xx play
    "P201 die-not-thrown error MOD-MOVE-1": (
        N_("{step}: none of the dice {dice} takes {player} that far"),
        N_("Compare the dice and the points with the recording."),
    ),
    "P202 no-man-there error MOD-MOVE-1": (
        N_("{step}: {player} has no {checker} on {source}"),
        N_("Compare the point, and the turns before this one, with the recording."),
    ),
    "P203 point-held error MOD-MOVE-1": (
        N_("{step}: {count_word} {checkers} of {holder} hold point {point}"),
        N_("Compare the point, and the turns before this one, with the recording."),
    ),
    "P204 man-on-bar error MOD-ENTER-1": (
        n_(
            "{step}: {player} has {bar_word} on the bar, to be entered first",
            "{step}: {player} has {bar_word} on the bar, to be entered first",
            by="bar",
        ),
        N_("See whether a hit before this was played, and whether the {checker} was entered."),
    ),
    "P205 not-all-home error MOD-OFF-1": (
        N_("{step}: {player} bears off with {checkers} outside {zone}"),
        N_("See whether an earlier play left a {checker} outside."),
    ),
    "P206 higher-man-first error MOD-OFF-1": (
        N_("{step}: {player} has a {checker} further back, which the {die} must move first"),
        N_("Compare the point with the recording."),
    ),
    "P207 dice-unplayed error MOD-USE-1": (
        n_(
            "{written}: {player} can play {die_word} number of {dice} and must",
            "{written}: {player} can play {die_word} numbers of {dice} and must",
            by="die",
        ),
        N_("See whether a step was left out."),
    ),
    "P208 lower-die-played error MOD-USE-1": (
        N_("{written}: only one number of {dice} can be played, and it must be the {die}"),
        N_("Compare the play with the recording."),
    ),
    "P209 too-many-steps error MOD-MOVE-1": (
        N_("{written}: {player} plays more steps than {dice} gives"),
        N_("See whether a step is written twice, or the dice are wrong."),
    ),
    "P210 backward-step error MOD-SET-1": (
        N_("{step}: {player} moves backward"),
        N_("See whether the points are numbered from the other side, or exchanged."),
    ),
    "P211 impossible-dice error MOD-OPEN-1": (
        N_("{dice}: a die shows 1 to 6"),
        N_("Compare the dice with the recording."),
    ),
    "P212 hit-unmarked note MOD-HIT-1": N_("{written}: a {checker} is hit on {point}, and no mark says so"),
    "P213 hit-invented note MOD-HIT-1": N_("{written}: nothing is hit on {point}, though a mark says so"),
    "P214 turn-missing error MOD-OPEN-1": (
        N_("{player} acts twice in succession; a turn of {other} is missing"),
        N_("See whether a turn was left out or stands in the wrong column."),
    ),
    "P215 turn-twice error MOD-OPEN-1": (
        N_("{written}: this turn of {player} stands here a second time"),
        N_("Remove one of the two."),
    ),
    "P216 play-unknown warning": N_("{written}: what {player} played is not recorded"),
    "P217 action-after-end error MOD-WIN-1": N_("{player} goes on after the game has ended"),
    "P219 opening-double error MOD-OPEN-1": N_(
        "{player} begins with {dice}; ties are {rerolled} before the first play"
    ),
    "P220 opening-mismatch error MOD-OPEN-1": (
        N_("The opening {roll} was {dice}, so {starter} begins and plays both numbers"),
        N_("Compare the opening {roll}, and who plays first."),
    ),
    "P221 position-unreached error": N_("No legal play of {dice} leads to the position written here"),
    "P222 play-blank error MOD-USE-1": (
        N_("{player} {rolls} {dice} and nothing is written, though there is a legal play"),
        N_("Write the play, or say that the player resigned."),
    ),
    "P223 throw-not-void warning MOD-IRR-3": N_(
        "The early {roll} of {player} is called void, and the rules let it stand"
    ),
    "P224 lawful-play-disputed note MOD-IRR-2": N_("{written}: a ruling is given on a legal play"),
    "P225 cocked-throw-changed warning MOD-IRR-1": (
        N_("{player} {rolls} {dice} after cocked dice {void}; one of the dice was to stay"),
        N_("Compare both {rolls} with the recording."),
    ),
    "P226 starter-wrong error FORN-OPEN-4": (
        N_("{starter} begins this game, not {player}"),
        N_("Compare the opening {roll}, or who won the game before, with the recording."),
    ),
    "P227 shorthand-ambiguous warning": (
        N_("{written}: with {dice} {player} can have played this in {count} ways"),
        N_("Write the play in full."),
    ),
    "P228 shorthand-unplayable error": (
        N_("{written}: no play of {dice} agrees with this"),
        N_("Compare the dice, the points, and the turns before this one, with the recording."),
    ),
    "P229 shorthand-settled note": (
        N_("{written}: of the plays that agree, only {meant} fits what follows"),
        N_("Write the play in full, so that there is no doubt."),
    ),
    "P230 entry-on-enemy error FORN-ENTER-2": N_(
        "{step}: {player} enters on {point}, where an enemy man stands"
    ),
    "P231 entry-on-own error FORN-ENTER-3": (
        N_("{step}: {player} enters on {point}, where an own man stands"),
        N_("See whether a man was meant to move on before another entered."),
    ),
    "P232 crossed-too-early error FORN-FIVE-1": (
        N_("{step}: {player} may not go so far before five men have left the start"),
        N_("Count the men on the start point."),
    ),
    "P233 point-doubled error FORN-STACK-2": (
        N_("{written}: {player} may not have two men on {point}"),
        N_("Compare the point with the recording, and see where two men may stand yet."),
    ),
    "P234 first-double-parted error FORN-FIRST-1": N_(
        "{step}: one man makes all steps of a double thrown first"
    ),
    "P235 first-sixes-elsewhere error FORN-FIRST-2": N_(
        "{step}: a 6-6 thrown first takes four men from the start to the seventh point"
    ),
    "P236 block-broken-needlessly error FORN-PRIME-3": N_(
        "{step}: {player} breaks the block, and the throw can be played otherwise"
    ),
    "P237 dice-thrown-singly error FORN-HALF-3": N_(
        "{player} {rolls} the dice one after the other, which is not the custom here"
    ),
    "P238 half-not-won error FORN-HALF-1": (
        N_("{written}: no formation stands there that could be declared half"),
        N_("See which formation was meant, and whether the throw could be played to its end."),
    ),
    "P239 half-undeclared error FORN-HALF-1": (
        N_("{written}: {award} stands with a part of the throw, and nobody declares it"),
        N_("Write `half` behind the play, or the rest of the throw."),
    ),
    "P240 play-after-end error FORN-JAN-4": (
        N_("{step}: {player} plays on after a step that has ended the game"),
        N_("See whether the win was noticed; the rest of the throw is not played."),
    ),
    "P241 after-throws-not-due error FORN-AFTER-1": (
        N_("{player} has no after-throws here"),
        N_("See whether the loser has borne off a man, and what the rules line says."),
    ),
    "P242 last-throw-not-due error FORN-LAST-1": N_("{player} has no last throw here"),
    "P243 throw-after-phase warning FORN-AFTER-3": N_(
        "{player} throws on where no formation can be won any more"
    ),
    "P244 position-set-up note": N_("A position is set up here; what led to it is not judged"),
    "P245 set-up-differs warning": (
        N_(
            "A position is set up within the game, and the record leads to another: {what}; "
            "what lies between is not judged"
        ),
        N_("Compare the position with the turns before it."),
    ),
    "P246 set-up-contradicted error": (
        N_("The position set up here says {written}, and the record {derived}"),
        N_("Take out of the position what belongs to another match, or fix the record."),
    ),
    "P247 out-of-place error MOD-OPEN-1": N_("{what} is out of place here: {why}"),
    "P250 landing-not-thrown error MOD-MOVE-1": N_(
        "{step}: {player} cannot land so with {dice}; {meant} ends where this play does"
    ),
    "P260 hit-miscounted note MOD-HIT-1": n_(
        "{written}: {count_word} {checker} is hit on {point}, not {claimed}",
        "{written}: {count_word} {checkers} are hit on {point}, not {claimed}",
        by="count",
    ),
    "P261 position-impossible warning": (
        N_("No game comes to this position: {why}"),
        N_("Compare the cube, the score and the length with where the position is from."),
    ),
    "P263 point-absent error MOD-SET-1": (
        N_("{step}: there is no such point"),
        N_("Compare the point with the recording."),
    ),
    "P264 win-played-on error FORN-END-2": (
        N_("{player} had {award} here, which ends the game"),
        N_("Write what was won, or see whether a play before this was another."),
    ),
    "P265 tie-played error MOD-OPEN-1": (
        N_("The opening {roll} {dice} is a tie; it is {rerolled} before {player} plays"),
        N_("Write the opening {roll} that was no tie."),
    ),
    # C3xx cube
    "C301 cube-not-owned error MOD-CUBE-2": (
        N_("{player} doubles while {owner} owns the cube"),
        N_("Compare who doubles, and the cube before it, with the recording."),
    ),
    "C302 double-after-throw error MOD-CUBE-2": (
        N_("{player} doubles after rolling"),
        N_("If it was offered before the roll, put it there."),
    ),
    "C303 double-in-crawford error MOD-MATCH-2": (
        N_("{player} doubles in the Crawford game"),
        N_("See whether the score at the head of the game is right."),
    ),
    "C304 cube-value error MOD-CUBE-4": (
        N_("The cube goes to {right}, not to {value}"),
        N_("Look at the doubles before this one."),
    ),
    "C305 answer-without-double error MOD-CUBE-3": N_("{player} answers ({written}), and nobody has doubled"),
    "C306 double-unanswered error MOD-CUBE-3": (
        N_("Nobody answers the double to {value} by {player}"),
        N_("Write whether it was taken or dropped."),
    ),
    "C307 beaver-not-allowed error MOD-OPT-2": N_(
        "{player} beavers, which the rules of this record do not allow"
    ),
    "C308 double-out-of-turn error MOD-CUBE-2": N_("{player} doubles when it is not {player}'s turn"),
    "C309 cube-limit-passed error MOD-CUBE-1": N_("{player} doubles beyond the limit of {limit}"),
    "C310 automatic-double-not-allowed error MOD-OPT-1": N_(
        "Equal opening dice turn the cube; the rules {allow}"
    ),
    "C311 double-without-use note MOD-MATCH-1": N_(
        "{player} doubles at {value} and needs no more than {needed}"
    ),
    "C312 cube-absent error MOD-CUBE-1": N_("{player} doubles in a game without the cube"),
    "C313 automatic-double-without-tie error MOD-OPT-1": (
        N_("The cube is turned for equal opening dice: {why}"),
        N_("Write the opening rolls, or take the automatic double out."),
    ),
    # S4xx score and result
    "S401 points-wrong error MOD-WIN-1": (
        N_("{player} wins {derived}, not {claimed}"),
        N_("Look at the last position, and at the cube where there is one."),
    ),
    "S402 winner-wrong error MOD-WIN-1": (
        N_("{winner} wins this game, not {player}"),
        N_("Look at the column the result stands in."),
    ),
    "S403 score-wrong error MOD-MATCH-1": (
        N_("The score is {derived} here, not {claimed}"),
        N_("Look at the result of the game before."),
    ),
    "S404 match-not-over error MOD-MATCH-1": N_("The match is not over at {score}; it goes to {length}"),
    "S405 match-already-over error MOD-MATCH-1": N_(
        "The {length}-point match was over at {score} before this game"
    ),
    "S406 points-capped note MOD-MATCH-1": N_(
        "{player} wins {derived}; the record counts {claimed}, as far as the match goes"
    ),
    "S407 result-missing note": N_("{player} wins {points}, and the record does not say so"),
    "S408 game-unfinished warning": (
        N_("The record breaks off before the game is over"),
        N_("See whether the file was cut short."),
    ),
    "S411 answer-without-resignation error MOD-MATCH-4": N_(
        "{player} answers a resignation that nobody has offered"
    ),
    "S412 length-doubtful note MOD-MATCH-1": (
        N_(
            "A single game that ends no match is read as a money game, "
            "though its head says {length}-point match"
        ),
        N_("If it was a match, write its length, or name the rules with --rules."),
    ),
    "S413 draw-unsaid note": N_("The game is drawn, and the record does not say so"),
    "S415 result-twice error": N_("The record gives this game two different results"),
    "S416 match-unfinished note": N_("The record of this {length}-point match ends at {score}"),
    "S417 award-points-wrong error FORN-SCORE-1": N_("{award} scores {derived}, not {claimed}"),
    "S418 award-missed warning FORN-SCORE-1": (
        N_("{player} had {award} here"),
        N_("Write what was won, or see whether a play before this was another."),
    ),
    "S419 award-not-earned error FORN-SCORE-1": (
        N_("{player} has no {award} here"),
        N_("Look at the last position."),
    ),
    "S420 game-without-throws warning": (
        N_("The record says how this game ended, and has no {roll} of it"),
        N_("See whether the game was lost in copying; if it was forfeited, say so."),
    ),
    "S421 score-from-before note": N_("The record begins at {written}; how it came to that is not judged"),
    "S422 points-impossible error MOD-MATCH-1": (
        N_("{written} cannot be here: {why}"),
        N_("Compare the points with the score and the length of the match."),
    ),
    "S423 decided-elsewhere note MOD-MATCH-6": N_(
        "{player} {did}; no rule of play decides that, and it is not judged"
    ),
    "S425 win-misnamed error MOD-WIN-1": N_("This win is called {written}, and is another: {kind}"),
    "S426 win-word-unknown warning MOD-WIN-1": N_(
        "No win of this game is called {written}, so the word is not judged"
    ),
    "S427 draw-wrong error MOD-WIN-1": N_("{winner} wins this game; it is no draw"),
    "S431 end-unrecorded note": (
        N_("{player} wins {points}, and the record does not say how the game ended"),
        N_("See whether a resignation, or the end of the play, was left out."),
    ),
    "S441 draw-without-reason warning MOD-MATCH-5": (
        N_("The game is called drawn, and nothing in the record makes it so"),
        N_("Write `settled W 0` where the players agreed, or see whether the end was left out."),
    ),
    "S442 match-undecided warning MOD-MATCH-1": (
        N_("This {length}-point match ends at {score}, with a game settled for nothing, and nobody wins it"),
        N_("See whether games are missing; a match that is given up is `W forfeits match`."),
    ),
    "S443 start-beyond-length error MOD-MATCH-1": (
        N_("The record begins at {written}, and its match goes to {length}"),
        N_("Compare the length with the score at the start; the games are judged as from 0-0."),
    ),
    "S444 automatic-double-uncounted error MOD-OPT-1": (
        N_("The score leaves out the automatic double of the game before: it is {derived}, not {claimed}"),
        N_("GNU Backgammon writes such files. Correct this score and those after it."),
    ),
    "S445 games-out-of-order error MOD-MATCH-1": (
        N_("The games stand in the wrong order: {what}"),
        N_("Move the games; `kotra fix` does it."),
    ),
}
