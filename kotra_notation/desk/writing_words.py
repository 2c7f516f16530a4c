"""Sentences of the pages for writing and playing, and the games and options of a new match."""

from __future__ import annotations

from kotra_notation.words.tongues import N_

# The games by their rules: a name for people, and a line of what they are.
GAMES = (
    ("modern", N_("Modern kotra"), N_("backgammon, with the doubling cube")),
    ("forn-1977", N_("Old kotra"), N_("as in Iceland in 1977")),
    ("forn-de", N_("Old kotra, German text"), N_("from a German article")),
    ("davidsson", N_("Old kotra, Davíðsson"), N_("according to Fiske")),
)
# Options that are ticked, by the game, and whether they are in force unless taken away; any other is typed as
# `kotra rules` names it.
OPTIONS = {
    "modern": (
        ("crawford", N_("Crawford game"), True),
        ("texas", N_("Gammons count only after a double (Jacoby)"), False),
        ("beavers", N_("Beavers"), False),
        ("raccoons", N_("Raccoons"), False),
    ),
    "old": (
        ("last_throw", N_("A last throw for the side that threw second"), False),
        ("after", N_("After-throws after an úttekt"), False),
    ),
}

# The engine as an opponent, by its level.
LEVELS = {
    "quick": N_("The engine, quick"),
    "normal": N_("The engine, looking ahead"),
    "deep": N_("The engine, looking far ahead"),
}
# The advice of the engine about the cube, by the entry for it.
DEEDS = {
    "": N_("The engine would roll."),
    "d": N_("The engine would double."),
    "t": N_("The engine would take."),
    "p": N_("The engine would drop."),
    "b": N_("The engine would beaver."),
    "y": N_("The engine would accept."),
    "n": N_("The engine would refuse."),
}
# The lines of the head that can be changed.
HEADS = (
    ("white", N_("White")),
    ("black", N_("Black")),
    ("length", N_("Length")),
    ("event", N_("Event")),
    ("round", N_("Round")),
    ("date", N_("Date")),
    ("place", N_("Place")),
    ("transcriber", N_("Transcriber")),
)

TEXTS = {
    # What comes next.
    "wants_opening": N_("The opening roll: {white}’s die, then {black}’s"),
    "wants_dice": N_("{name}: which dice?"),
    "wants_play": N_("{name} has {dice}: what was played?"),
    "wants_double": N_("{name} doubles: what does {other} do?"),
    "wants_resignation": N_("{name} resigns: does {other} accept?"),
    "wants_game": N_("The game is over. The opening roll of the next game:"),
    "wants_nothing": N_("The match is over."),
    "wants_line": N_("Line {line}: what should it say?"),
    "wants_insert": N_("What happened before line {line}?"),
    "throw_first": N_("The opening roll"),
    "throw_yours": N_("{name} is on roll"),
    "play_yours": N_("{name} has {dice}: move the checkers"),
    "tie": N_("Both rolled {die}: a tie. The next roll follows."),
    "game_won": N_("{result}. Roll for the next game."),
    "match_won": N_("{name} wins the match {won}–{lost}."),
    "followed": N_("This match is being continued in another tab; it is shown here too."),
    "thinking": N_("{name} is thinking …"),
    "throw_own": N_("It is your roll"),
    "play_own": N_("You have {dice}: move the checkers"),
    "resigned_own": N_("{name} resigns. Do you accept?"),
    "double_yours": N_("{name} doubles to {value}. Do you take?"),
    # What was done, for those who listen.
    "threw": N_("{name} rolled {dice}."),
    "played": N_("{name} {dice}: {play}."),
    "no_play": N_("{name} {dice}: no play."),
    "taken_back": N_("Undone."),
    "done_again": N_("Redone."),
    "choices": N_("{count} plays"),
    "die": N_("{name}: {die}"),
    "first_die": N_("First die"),
    "second_die": N_("Second die"),
    # A play that is not legal.
    "nearest": N_("Similar:"),
    "stood": N_("It was played like this"),
    "again": N_("Press Enter again if it was played like this and allowed to stand."),
    # The list of turns.
    "game": N_("Game {number}"),
    "score": N_("{white}–{black}"),
    "of": N_("{white}–{black}, match to {length}"),
    "crawford": N_("Crawford game"),
    "breaks": N_("New findings: {count}."),
    "mend": N_("Use this"),
    "found": N_("Findings: {count}"),
    "line": N_("Line {line}"),
    # Keeping.
    "kept_as": N_("Saved as {name}"),
    "kept_here": N_("Saved in this browser"),
    "not_kept": N_("Not saved: {why}"),
    "silent": N_("The desk does not answer; what you write is saved in this browser."),
    "moved": N_("{old} was changed elsewhere. Both are kept: from now on you write to {name}."),
    "name_taken": N_("{old} already exists: this record is saved as {name}."),
    "lost": N_("What could not be kept: {what}"),
    "look": N_("Open the report"),
    "weighed": N_("{done} of {whole} games analysed"),
    "which": N_("Which match?"),
    "unreadable": N_("Unknown file format."),
    "away": N_("Forget"),
    "go_on": N_("Continue"),
    "nameless": N_("Without names"),
    "money": N_("no length"),
    "live_at": N_("Spectators see it at"),
    "live_none": N_("Nobody else sees it."),
    "won": N_("The game is over: {result}"),
    "wins": N_("wins {points}"),
    "lost_equity": N_("−{loss}"),
    "best": N_("best"),
    "no_engine": N_("The engine is not installed ({command}); two people can play at one board."),
    "you": N_("You"),
    "engine": N_("Engine"),
}

# What spectators are told.
LIVE_TEXTS = {
    "turn_dice": N_("{name} is on roll"),
    "turn_play": N_("{name} has {dice}"),
    "turn_answer": N_("{name} is thinking about the double"),
    "turn_resignation": N_("{name} is asked to accept a resignation"),
    "turn_opening": N_("The opening roll"),
    "turn_game": N_("The game is over."),
    "turn_nothing": N_("The match is over."),
    "last": N_("{name} {dice}: {play}"),
    "done": N_("{name} {deed}"),
    "over": N_("The match is no longer shown."),
    "silent": N_("The desk does not answer; trying again …"),
    "of": TEXTS["of"],
    "score": TEXTS["score"],
    "crawford": TEXTS["crawford"],
}
