"""`kotra report`: an annotated page of a match, or a folder of pages with an index."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kotra_notation.cli.failing import DONE, FAILED, FOUND, complain, complain_at, fail, nothing_done, or_fail
from kotra_notation.cli.files import guard, in_bytes, in_seconds, not_itself
from kotra_notation.cli.names import check_choice, check_code, check_notations, form_by_suffix, ruleset_named
from kotra_notation.cli.options import (
    Analyse,
    AnalyseLevel,
    From,
    Ignore,
    MatchNumber,
    MaxSize,
    Rules,
    TimeLimit,
    argument,
    file_option,
    flag,
    level_to_analyse,
    option,
)
from kotra_notation.cli.progress import track_files, track_parts
from kotra_notation.cli.speaking import count, error_text, say
from kotra_notation.cli.streams import echo, to_stdout
from kotra_notation.errors import KotraError
from kotra_notation.findings import Severity
from kotra_notation.jobs.files import MAX_SIZE, STDIN, files_in, printable, write_or_refuse
from kotra_notation.jobs.guarding import LIMIT, NotDoneError
from kotra_notation.words import reason

if TYPE_CHECKING:
    from kotra_notation.features.report.job import PublishOptions
    from kotra_notation.report.wishes import Diagrams


def report(
    source: Annotated[str, argument("SOURCE", "A file, - for standard input; with --index a folder.")],
    out: Annotated[str | None, file_option(help="Target (default: the source's name with .html).")] = None,
    to: str | None = option("--to", "html, md, txt, json or pdf.", "FORM"),
    language: str = option("--language", "Page language: en, is, de, da, sv.", "CODE", default="auto"),
    title: str | None = option("--title", "The title of the page, or of the index.", "TEXT"),
    theme: str = option("--theme", "The colours of the boards.", "NAME", default="paper"),
    diagrams: str = option(
        "--diagrams",
        "Turns with a board: marked, findings, blunders, every=N or none.",
        "WHERE",
        default="marked",
        rare=True,
    ),
    template: Path | None = option("--template", "Use your own templates.", "FOLDER", rare=True),
    path_numbers: bool = flag(
        "--path-numbers", "Number the points of the old game 1 to 24 for each side.", rare=True
    ),
    embed: bool = flag("--embed", "Make a fragment for a page of your own.", rare=True),
    anonymous: bool = flag("--anonymous", "Leave out names, ratings, places and the source file."),
    no_source: bool = flag("--no-source", "Do not offer the record for download on the page.", rare=True),
    address: str = option(
        "--address", "The address where the page will be published.", "URL", default="", rare=True
    ),
    picture: str | None = option(
        "--picture", "Draw the final position too, for link previews.", "FILE", rare=True
    ),
    paper: str = option(
        "--paper", "The paper size of a PDF: a4, letter or a5.", "SIZE", default="a4", rare=True
    ),
    index: bool = flag("--index", "Make a page per match, and an index of them."),
    force: bool = flag("--force", "With --index: overwrite files that kotra did not write."),
    watch: bool = flag("--watch", "Rebuild the page at every change, until Ctrl-C."),
    analyse: Analyse = False,
    level: AnalyseLevel = None,
    match: MatchNumber = None,
    from_: From = None,
    rules: Rules = None,
    ignore: Ignore = None,
    max_size: MaxSize = MAX_SIZE,
    time_limit: TimeLimit = LIMIT,
) -> None:
    """Publish a match as a single HTML page.

    Status as in check: 1 if the record has an error. The page is written anyway.

    With --analyse the engine evaluates the match first; the record stays as it is.

    Without -o the page of final.mat becomes final.html beside it, unless that exists. Without --language the
    page is in the language of the record, or else of the system.

    Example: kotra report match.mat -o match.html

    Example: kotra report tournament/ -o site/ --index
    """  # fmt: skip
    from kotra_notation.board.themes import THEMES
    from kotra_notation.features.report.job import AUTO, PublishOptions
    from kotra_notation.report.outputs import OUTPUTS
    from kotra_notation.report.pdf import PAPERS
    from kotra_notation.report.wishes import Wishes
    from kotra_notation.words.tongues import LANGUAGES

    if not index and out is not None:
        not_itself(source, out)
    suffixes = {output.name: output.suffixes for output in OUTPUTS.values()}
    form = (
        check_choice("--to", to, OUTPUTS)
        if to
        else "html"
        if index or out is None
        else form_by_suffix(out, suffixes)
    )
    beside = out is None
    out = _beside(source, form, index=index) if out is None else out
    check_choice("--language", language, (AUTO, *LANGUAGES))
    check_notations(from_)
    for code in ignore or ():
        check_code(code)
    check_choice("--theme", theme, THEMES)
    check_choice("--paper", paper, PAPERS)
    if address and not address.startswith(("https://", "http://")):
        fail("--address must begin with https:// or http://, not {address}.", address=repr(address))
    options = PublishOptions(
        to=form,
        from_=from_,
        rules=ruleset_named(rules),
        language=language,
        anonymous=anonymous,
        download=not no_source,
        max_size=in_bytes(max_size),
        limit=in_seconds(time_limit),
        ignore=ignore or (),
        level=level_to_analyse(level, analyse=analyse),
        wishes=Wishes(
            title=title,
            theme=theme,
            diagrams=_diagrams(diagrams),
            templates=template,
            embed=embed,
            paths=path_numbers,
            address=address,
            picture=os.path.basename(picture or ""),
            paper=paper,
        ),
    )
    _fitting(form, index=index, embed=embed, picture=picture, match=match)
    make = _site(source, out, options, force) if index else _page(source, out, options, picture, match)
    if watch:
        _watch(source, out, options, make)
    with or_fail():
        status = make(False)
    if beside and out != STDIN:
        complain("Wrote {file}.", file=printable(out))
    raise typer.Exit(status)


def _beside(source: str, form: str, *, index: bool) -> str:
    """Return where a page goes that no place was named for: beside its record, but over nothing."""
    if index:
        fail("--index makes a folder of pages; name it with -o.")
    if source == STDIN:
        return STDIN
    from kotra_notation.report.outputs import OUTPUTS

    out = os.path.splitext(source)[0] + OUTPUTS[form].suffixes[0]
    if os.path.lexists(out):
        fail("{name} already exists; choose another name with -o.", name=printable(out))
    return out


def _page(
    source: str, out: str, options: PublishOptions, picture: str | None, match: int | None
) -> Callable[[bool], int]:
    """Return what makes the page of one match and gives the status."""
    if os.path.isdir(source):
        fail("{file}: it is a folder; --index makes a page for every match in it.", file=printable(source))
    ending = _picture(source, out, picture)

    def make(again: bool) -> int:
        from kotra_notation.features.report.job import match_page, with_analysis
        from kotra_notation.jobs.records import choose_match, read_matches, record_file

        file = record_file(source, options.max_size)
        try:
            with guard(options.limit, len(file.data)):
                reading = read_matches(file, options.from_, options.rules)
                number = choose_match(source, reading, match, pages=True)
            with guard(None):
                reading, wished = with_analysis(reading, number, options, track_parts)
            with guard(options.limit, len(file.data)):
                done = match_page(file, reading, number, wished, options.wishes.address)
                drawn = done.picture(ending) if picture else b""
        except NotDoneError as error:
            raise KotraError("{file}: {why}", file=printable(source), why=reason(error)) from error
        _deliver(out, done.content)
        if picture:
            _deliver(picture, drawn)
        if errors := sum(finding.severity is Severity.ERROR for finding in done.findings):
            echo(
                count(
                    "The record has {number} error: see kotra check.",
                    "The record has {number} errors: see kotra check.",
                    errors,
                ),
                err=True,
            )
        return FOUND if done.faulty else DONE

    return make


def _site(source: str, out: str, options: PublishOptions, force: bool) -> Callable[[bool], int]:
    """Return what makes the pages of a folder and their index and gives the status."""

    def make(again: bool) -> int:
        from kotra_notation.features.report.publish import publish

        made = publish(source, out, options, force=force or again, each=track_files)
        for trouble in made.said:
            complain_at(trouble.path, trouble.why)
        for path in made.left:
            complain(
                "no record in the folder matches this page; it was left unchanged.", about=printable(path)
            )
        pages = len(made.entries)
        parts = [count("Wrote {number} page and an index", "Wrote {number} pages and an index", pages)]
        if made.passed_over:
            parts.append(count("{number} skipped", "{number} skipped", made.passed_over))
        if made.faulty:
            parts.append(say("errors in the records (see kotra check)"))
        echo(", ".join(parts), err=True)
        if not (made.entries or made.said):
            return nothing_done(made.passed_over)
        return FAILED if made.troubled else FOUND if made.faulty else DONE

    return make


def _watch(source: str, out: str, options: PublishOptions, make: Callable[[bool], int]) -> None:
    """Make the page now and at every change; the last good one stays where it cannot be made."""
    from kotra_notation.jobs import stamps

    if STDIN in (source, out):
        fail("--watch needs files, not standard input or output.")
    changes = stamps.changes(source, lambda: _looked_at(source, out, options), stamps.pause)
    try:
        make(True)
        complain("Wrote {file}; press Ctrl-C to stop.", file=printable(out))
        for _ in changes:
            try:
                make(True)
                complain("Wrote {file} again.", file=printable(out))
            except ValueError as error:
                complain("{why} {file} was not changed.", why=error_text(error), file=printable(out))
    except ValueError as error:
        fail(error_text(error))
    except KeyboardInterrupt:
        raise typer.Exit(DONE) from None


def _looked_at(source: str, out: str, options: PublishOptions) -> Iterator[str]:
    """The files whose changes change the page."""
    from kotra_notation.features.report.publish import within

    yield from within(source, out)
    if options.wishes.templates:
        yield from files_in(str(options.wishes.templates), [])


def _deliver(path: str, content: str | bytes) -> None:
    """Write a file, or standard output; ValueError where that cannot be done."""
    if path == STDIN:
        to_stdout(content)
    else:
        write_or_refuse(path, content)


def _fitting(form: str, *, index: bool, embed: bool, picture: str | None, match: int | None) -> None:
    """Complain of options that do not go with --index, and of those that are for HTML only."""
    if (embed or index) and form != "html":
        option = "--embed" if embed else "--index"
        fail("{option} is for HTML; it cannot be combined with --to {form}.", option=option, form=form)
    for option, given in (("--embed", embed), ("--picture", picture), ("--match", match)):
        if index and given:
            fail("{option} is for one page; it cannot be combined with --index.", option=option)


def _picture(source: str, out: str, picture: str | None) -> str:
    """The ending of the picture, which is one that we can draw."""
    from kotra_notation.features.report.job import PICTURES

    ending = os.path.splitext(picture or "")[1].lower()
    if picture and ending not in PICTURES:
        names = ", ".join(PICTURES)
        fail("--picture: the name must end in one of {names}, not {file}.", names=names, file=picture)
    if picture == source:
        fail("the target is the source itself; name another file.", about=printable(picture))
    if picture == out:
        fail("--picture: {file} is another output; choose another name.", file=picture)
    return ending


def _diagrams(text: str) -> Diagrams:
    from kotra_notation.report.wishes import CHOICES, diagrams

    try:
        return diagrams(text)
    except ValueError:
        fail("--diagrams must be one of {choices}, not {word}.", choices=", ".join(CHOICES), word=repr(text))
