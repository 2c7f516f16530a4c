"""`kotra quiz`: the worst errors of analysed records as a page that asks, as cards for Anki, or as JSON."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated

import typer

from kotra_notation.cli.failing import DONE, FAILED, complain, complain_at, fail, or_fail
from kotra_notation.cli.files import deliver, in_bytes, in_seconds, writable
from kotra_notation.cli.names import check_choice, check_notations, form_by_suffix, ruleset_named
from kotra_notation.cli.options import From, MaxSize, Rules, TimeLimit, argument, file_option, option
from kotra_notation.cli.progress import track_files
from kotra_notation.cli.speaking import count, output_tongue, say
from kotra_notation.jobs.files import MAX_SIZE, STDIN, printable
from kotra_notation.jobs.guarding import LIMIT
from kotra_notation.jobs.sources import file_count, open_paths
from kotra_notation.words.tongues import LANGUAGES

if TYPE_CHECKING:
    from kotra_notation.features.quiz.job import Quiz

FORMS = {"html": (".html", ".htm"), "apkg": (".apkg",), "json": (".json",)}
AUTO = "auto"
EXAMPLE = "kotra analyse match.mat -o match.kotra"
DEFAULT_MOST, DEFAULT_LEAST = 20, 0.05


def quiz(
    sources: Annotated[list[str], argument("SOURCE...", "Analysed records: files, folders, or -.")],
    out: Annotated[str, file_option(help="quiz.html, quiz.apkg (Anki) or quiz.json.")],
    most: int = option("--most", "How many decisions to include.", "N", default=DEFAULT_MOST),
    least: float = option("--least", "Only errors of at least this size.", "POINTS", default=DEFAULT_LEAST),
    player: str = option("--player", "Only decisions of players with this in the name.", "NAME", default=""),
    by: str = option("--by", "Only analyses by engines with this in the name.", "ENGINE", default=""),
    kind: str | None = option("--kind", "Only checker plays (play) or cube actions (cube).", "KIND"),
    seed: int | None = option("--seed", "Random order, from this seed (default: by size).", "N"),
    to: str | None = option("--to", "html, apkg or json (default: by extension).", "FORM"),
    language: str = option("--language", "Page language: en, is, de, da, sv.", "CODE", default=AUTO),
    theme: str = option("--theme", "The colours of the boards.", "NAME", default="paper"),
    from_: From = None,
    rules: Rules = None,
    max_size: MaxSize = MAX_SIZE,
    time_limit: TimeLimit = LIMIT,
) -> None:
    """Make a quiz from the worst errors of analysed matches.

    The page shows a position and the choices. After your answer it shows what each choice is worth, who
    chose what, and where; it counts right answers. The records must be analysed, by kotra analyse, GNU
    Backgammon or XG.

    With -o - the quiz goes to standard output. Errors of the old game are converted to the scale of modern
    kotra. Without --language the page is in the language of the record, or else of the system.

    Status 0: done. 2: nothing to ask, or a file could not be read.

    Example: kotra quiz match.kotra -o quiz.html

    Example: kotra quiz season/ -o quiz.apkg --player Anna --most 50
    """  # fmt: skip
    from kotra_notation.board.themes import THEMES
    from kotra_notation.features.quiz.job import KINDS, QuizOptions, gather_quiz
    from kotra_notation.jobs.rows import document

    if not to and out.lower().endswith(".pdf"):
        fail("a quiz is a page: write quiz.html and print it; the answers come behind all questions.")
    form = check_choice("--to", to, FORMS) if to else form_by_suffix(out, FORMS)
    check_choice("--language", language, (AUTO, *LANGUAGES))
    check_choice("--theme", theme, THEMES)
    if kind is not None:
        check_choice("--kind", kind, KINDS)
    if most < 1:
        fail("--most must be a number of decisions, 1 or more.")
    if not 0 <= least < math.inf:
        fail("--least must be a number of points, 0 or more.")
    check_notations(from_)
    writable(out, [source for source in sources if source != STDIN])
    options = QuizOptions(
        most=most,
        least=least,
        player=player,
        by=by,
        kind=kind,
        seed=seed,
        format=from_,
        rules=ruleset_named(rules),
        limit=in_seconds(time_limit),
    )
    with or_fail():
        made = gather_quiz(
            track_files(open_paths(sources, in_bytes(max_size)), lambda: file_count(sources)), options
        )
        for trouble in made.troubles:
            complain_at(trouble.path, trouble.why)
        if not made.decisions:
            _nothing(made, options.player, options.by)
        chosen = None if language == AUTO else language
        if form == "json":
            deliver(out, document(made.as_json(output_tongue())) + "\n")
        else:
            deliver(out, made.cards(chosen, theme) if form == "apkg" else made.page(chosen, theme))
    _tell(made)
    raise typer.Exit(FAILED if made.troubles else DONE)


def _nothing(made: Quiz, player: str, by: str) -> None:
    """Leave with the reason why nothing can be asked."""
    if not made.matches:
        fail("there is no match to ask about.")
    if made.matches == made.unanalysed:
        fail("no record has been analysed; run kotra analyse first, such as: {example}", example=EXAMPLE)
    if not any(player.casefold() in name.casefold() for name in made.players) and player:
        names = ", ".join(map(printable, made.players))
        fail("there is no player {name}; the players are {names}.", name=repr(player), names=names)
    if not made.weighed and not by:
        fail(
            "no analysed decision can be used as a question; run kotra analyse first, such as: {example}",
            example=EXAMPLE,
        )
    if not any(by.casefold() in name.casefold() for name in made.engines) and by:
        names = ", ".join(map(printable, made.engines))
        fail("there is no analysis by {name} here, only by {names}.", name=repr(by), names=names)
    fail(
        count(
            "{number} decision was considered, and it lost less; try a smaller --least.",
            "none of {number} decisions lost that much; try a smaller --least.",
            made.weighed,
        )
    )


def _tell(made: Quiz) -> None:
    """Print how many decisions were chosen from how many, on standard error."""
    parts = [
        say(
            "The quiz asks {asked} of {weighed} analysed decisions",
            asked=len(made.decisions),
            weighed=made.weighed,
        )
    ]
    if made.unanalysed:
        parts.append(
            count(
                "{number} match is not analysed (run kotra analyse first)",
                "{number} matches are not analysed (run kotra analyse first)",
                made.unanalysed,
            )
        )
    if made.passed_over:
        parts.append(count("{number} skipped", "{number} skipped", made.passed_over))
    complain("; ".join(parts) + ".")
