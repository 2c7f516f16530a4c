"""The pages on which a record is written or a match played, and their requests: text in, text out."""

from __future__ import annotations

import hmac
from importlib.util import find_spec
from pathlib import Path

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kotra_notation.desk.folders import KeptRecord, keep_record, kept_record, proposed_name
from kotra_notation.desk.http import COMPRESSED, json_endpoint, page, run_task, worker_endpoint
from kotra_notation.desk.settings import DeskSettings
from kotra_notation.desk.work import AskedError, fact
from kotra_notation.jobs.engine import INSTALL
from kotra_notation.jobs.notations import written_notations
from kotra_notation.jobs.rows import Row
from kotra_notation.record.draft.words import ENTRIES
from kotra_notation.report.live import bare_table, board_facts
from kotra_notation.report.rendering import script_json
from kotra_notation.words import phrase
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

# Where matches lie that are played, below the folder.
PLAYED = "played/"
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


# Requests that a worker answers by the text alone.
OF_TEXTS = (
    *("write/enter", "write/stand", "write/without", "write/head", "write/film", "write/ranked"),
    "write/meant",
    *("play/enter", "play/hint", "play/loss"),
)


def routes(desk: DeskSettings) -> list[Route]:
    """Return the routes of the pages and of their requests."""
    folder = folder_of(desk)

    def show(request: Request) -> Response:
        request.app.state.writers.begin()
        request.app.state.thinkers.begin()
        return record_page(desk, request.url.path.rpartition("/")[2])

    async def begin(request: Request, asked: Row) -> Row:
        below = PLAYED if request.url.path.endswith("play/begin") else ""
        return await _add_name(await run_task(request, desk, "write/begin", asked), below)

    async def open_record(request: Request, asked: Row) -> Row:
        if folder is None or "text" in asked:
            text = fact(asked, "text", str)
            return await _add_name(await run_task(request, desk, "write/stand", {"text": text}))
        kept = await run_in_threadpool(_find_record, folder, fact(asked, "name", str))
        row = await run_task(request, desk, "write/stand", {"text": kept.data.decode("utf-8-sig")})
        return row | {"name": kept.name, "version": kept.version}

    async def _add_name(row: Row, below: str = "") -> Row:
        players = row["standing"]["players"]
        return row | {"name": await run_in_threadpool(proposed_name, folder, players, below)}

    async def save_record(request: Request, asked: Row) -> Row:
        return await run_in_threadpool(_save, folder, asked)

    async def with_dice(request: Request, asked: Row) -> Row:
        """Ask with the key of the match's dice, which no page knows."""
        match = fact(asked, "match", str).encode("utf-8", "replace")
        key = hmac.digest(request.app.state.dice_key, match, "sha256").hex()
        task = request.url.path.removeprefix(f"{desk.root}/")
        return await run_task(request, desk, task, asked | {"dice": key})

    requests = {
        "write/begin": json_endpoint(begin),
        "play/begin": json_endpoint(begin),
        "write/open": json_endpoint(open_record),
        "write/save": json_endpoint(save_record),
        "play/throw": json_endpoint(with_dice),
        "play/answer": json_endpoint(with_dice),
        **{task: worker_endpoint(desk, task) for task in OF_TEXTS},
    }
    return [
        Route("/write", show, middleware=COMPRESSED),
        Route("/play", show, middleware=COMPRESSED),
        *(Route(f"/{path}", endpoint, methods=["POST"]) for path, endpoint in requests.items()),
    ]


def folder_of(desk: DeskSettings) -> Path | None:
    """Return the folder where records are kept; none on the desk of a network."""
    return None if desk.password else desk.folder


def record_page(desk: DeskSettings, name: str) -> Response:
    """Return the page for a match, by its name: write or play."""
    say = desk.tongue.say
    entries = [
        (entry.keys, entry.example, say(entry.meaning), entry.modern, entry.old)
        for entry in ENTRIES
        if entry.keys
    ]
    engine, plays = find_spec("numpy") is not None, name == "play"
    facts = {
        "mode": name,
        "engine": engine,
        "keeps": folder_of(desk) is not None,
        "texts": {key: say(text) for key, text in (TEXTS | (PLAY_TEXTS if plays else {})).items()},
        "modern": board_facts(desk.tongue, lettered=False),
        "old": board_facts(desk.tongue, lettered=True),
    }
    return page(
        desk,
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
        formats=written_notations(desk.tongue),
        heads=[(key, say(label)) for key, label in HEADS],
        plays=plays,
        keeps=folder_of(desk) is not None,
        levels=[(level, say(LEVELS[level])) for level in LEVELS] if engine else [],
        missing=desk.tongue.say(TEXTS["no_engine"], command=INSTALL),
        analyses=engine,
    )


def _find_record(folder: Path, name: str) -> KeptRecord:
    """Return a record of the folder to write on."""
    kept = kept_record(folder, name)
    if kept is None:
        raise AskedError(phrase("{name} is no longer in the folder.", name=name))
    try:
        kept.data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise AskedError(phrase("{file} is not UTF-8 text; save it as UTF-8.", file=name)) from None
    return kept


def _save(folder: Path | None, asked: Row) -> Row:
    """Keep the record in the folder; under another name where the file was changed elsewhere."""
    if folder is None:
        raise AskedError(phrase("This desk saves nothing."))
    version = asked.get("version")
    known = version if isinstance(version, str) else None
    kept, moved = keep_record(folder, fact(asked, "name", str), fact(asked, "text", str), known)
    return {"name": kept.name, "version": kept.version, "moved": moved}
