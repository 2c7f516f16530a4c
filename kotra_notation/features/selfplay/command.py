"""`kotra selfplay`: how games of old kotra go that the engine plays against itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kotra_notation.cli.failing import DONE, FAILED, fail, or_fail
from kotra_notation.cli.files import deliver, writable
from kotra_notation.cli.options import OutOrPage, form_option, option, shared_option
from kotra_notation.cli.progress import track_share
from kotra_notation.cli.speaking import output_tongue, say, user_tongue
from kotra_notation.cli.streams import echo

if TYPE_CHECKING:
    from kotra_notation.features.selfplay.job import SelfPlayed


def selfplay(
    rules: str = option("--rules", "The rules, such as forn-de.", "RULES", default="forn-1977"),
    compare: Annotated[
        list[str] | None, shared_option("--compare", "Also play under these options or rules.", "RULES")
    ] = None,
    games: int = option("--games", "Games for each rule set, such as 1080.", "N", default=72),
    seed: int = option("--seed", "The seed of the dice.", "N", default=1),
    out: OutOrPage = None,
    output: Annotated[str, form_option("text", "csv", "json", "html")] = "text",
    title: str | None = option("--title", "The title of the page.", "TEXT"),
) -> None:
    """Simulate games of old kotra and report how they end.

    It reports the shares of endings and formations, game length, the value of the first throw and of going
    first, mor, and the spread of points, each with a 95 % interval. Under options that the engine's nets
    were not trained on, it plays as they were trained, and says so. The same seed gives the same figures.
    More games give closer figures and take longer: 1080 take some minutes. If stopped (Ctrl-C), it counts
    the finished games and exits with status 2.

    Example: kotra selfplay --compare jan.enemy_points=open -o table.html
    """  # fmt: skip
    from kotra_notation.features.selfplay.job import selfplay as play
    from kotra_notation.jobs.engine import use_one_thread

    if title is not None and output != "html":
        fail("--title is for a page: name one with -o, such as table.html.")
    if out is not None:
        writable(out, [])
    use_one_thread()
    with or_fail(), track_share(1) as progress:
        self_played = play(rules, compare=compare or (), games=games, seed=seed, progress=progress)
    deliver(out, _render(self_played, output, title), for_people=output == "text")
    if self_played.stopped:
        count = ", ".join(f"{table.rules}: {table.games}" for table in self_played.tables)
        echo(say("Stopped; these games are counted: {games}.", games=count), err=True)
    raise typer.Exit(FAILED if self_played.stopped else DONE)


def _render(self_played: SelfPlayed, form: str, title: str | None) -> str:
    if form == "json":
        from kotra_notation.jobs.rows import document

        return document(self_played.as_json(output_tongue())) + "\n"
    if form == "csv":
        from kotra_notation.features.selfplay.job import COLUMNS
        from kotra_notation.jobs.cells import csv_line

        return "".join(csv_line(row) for row in (COLUMNS, *self_played.rows()))
    from kotra_notation.features.selfplay.text import html, lines

    if form == "html":
        return html(self_played, user_tongue(), title)
    return "".join(f"{line}\n" for line in lines(self_played, user_tongue()))
