"""The pages that write a record or play a match: games, options, and all their sentences."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from kotra_notation.desk.pages import DeskSite, render_page
from kotra_notation.jobs.engine import INSTALL
from kotra_notation.jobs.notations import written_notations
from kotra_notation.record.draft.words import ENTRIES
from kotra_notation.report.live import bare_table, board_facts
from kotra_notation.report.rendering import script_json
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
    "beginner": N_("The engine, as a beginner"),
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
    "followed": N_("This match is being continued in another tab; it is shown here too."),
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
    # The video.
    "film_marks": N_("Roll at {begin}, play at {end}"),
    "film_at": N_("Open the video at {time}"),
    "film_other": N_("This record names {name}. Choose that file to go on with it."),
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
}

# The other sentences of a match that is played.
PLAY_TEXTS = {
    # What the player may do.
    "throw_first": N_("Roll for the first turn"),
    "throw_yours": N_("{name} is on roll"),
    "throw_own": N_("It is your roll"),
    "play_yours": N_("{name} has {dice}: move the checkers"),
    "play_own": N_("You have {dice}: move the checkers"),
    "done_yours": N_("Done? Tap the dice, or undo"),
    "double_yours": N_("{name} doubles to {value}. Does {other} take?"),
    "double_own": N_("{name} doubles to {value}. Do you take?"),
    "resigned_yours": N_("{name} resigns. Does {other} accept?"),
    "resigned_own": N_("{name} resigns. Do you accept?"),
    "thinking": N_("{name} is thinking …"),
    "doubt": N_("That loses {loss}. Take it back?"),
    # What happened.
    "tie": N_("Both rolled {die}: a tie. The next roll follows."),
    "opened": N_("{name} begins with {dice}."),
    "stuck": N_("{name} rolled {dice}: no legal play."),
    "hits": N_("{name} hits."),
    "doubles": N_("{name} doubles."),
    "takes": N_("{name} takes."),
    "drops": N_("{name} drops."),
    "beavers": N_("{name} beavers."),
    "resigns": N_("{name} resigns."),
    "accepts": N_("{name} accepts."),
    "refuses": N_("{name} refuses."),
    "timeout": N_("{name}’s time is up."),
    "chosen": N_("Point {point}"),
    "chosen_bar": N_("The bar"),
    "chosen_off": N_("Off the board"),
    # How it ended.
    "won_points": N_("{name} wins {points} points: {kind}"),
    "won_point": N_("{name} wins 1 point: {kind}"),
    "won_none": N_("Nobody wins: {kind}"),
    "at_cube": N_("The cube stood at {value}."),
    "stands": N_("{first} {won}, {second} {lost}"),
    "match_won": N_("{name} wins the match {won}–{lost}"),
    "rate": N_("{name}: {word} {rate}"),
    "lost_in_all": N_("{name}: {loss} lost in all"),
    "worst": N_("loses {loss}; {best} was best ({place})"),
    "faultless": N_("No error worth telling."),
    "you": N_("Player"),
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


def record_page(site: DeskSite, name: str) -> str:
    """Return the page for a match, by its name: write or play."""
    say = site.tongue.say
    entries = [
        (entry.keys, entry.example, say(entry.meaning), entry.modern, entry.old)
        for entry in ENTRIES
        if entry.keys
    ]
    keeps, plays = site.folder is not None, name == "play"
    facts: dict[str, Any] = {
        "mode": name,
        "engine": site.engine,
        "keeps": keeps,
        "texts": {key: say(text) for key, text in (TEXTS | (PLAY_TEXTS if plays else {})).items()},
        "modern": board_facts(site.tongue, lettered=False),
        "old": board_facts(site.tongue, lettered=True),
    }
    return render_page(
        site,
        name,
        name,
        facts=Markup(script_json(facts)),
        tables=[bare_table(lettered=False), bare_table(lettered=True)],
        games=[(rules, say(title), say(meaning)) for rules, title, meaning in GAMES],
        options={
            game: [(option, say(text), on) for option, text, on in options]
            for game, options in OPTIONS.items()
        },
        entries=entries,
        formats=written_notations(site.tongue),
        heads=[(key, say(label)) for key, label in HEADS],
        plays=plays,
        keeps=keeps,
        levels=[(level, say(LEVELS[level])) for level in LEVELS] if site.engine else [],
        missing=say(TEXTS["no_engine"], command=INSTALL),
        analyses=site.engine,
    )
