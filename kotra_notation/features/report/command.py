"""`kotra report` and `kotra site`: an annotated page of a match, or a folder of pages with an index."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from kotra_notation.cli.failing import (
    DONE,
    FAILED,
    FOUND,
    complain,
    complain_at,
    fail,
    leave,
    nothing_done,
    or_fail,
)
from kotra_notation.cli.files import (
    check_folder,
    guard,
    in_bytes,
    in_seconds,
    is_folder,
    is_forced,
    make_folder,
    not_itself,
    writable,
)
from kotra_notation.cli.names import check_choice, check_code, check_notations, form_by_suffix, ruleset_named
from kotra_notation.cli.options import (
    Analyse,
    AnalyseLevel,
    From,
    Ignore,
    MatchNumber,
    MaxSize,
    Paths,
    Rules,
    TimeLimit,
    file_option,
    flag,
    level_to_analyse,
    option,
    shared_option,
)
from kotra_notation.cli.progress import track_files, track_parts
from kotra_notation.cli.speaking import count, error_text, say, user_tongue
from kotra_notation.cli.streams import echo, echo_lines, to_stdout
from kotra_notation.errors import KotraError
from kotra_notation.findings import Severity
from kotra_notation.jobs.files import MAX_SIZE, STDIN, files_in, printable, write_or_refuse
from kotra_notation.jobs.guarding import LIMIT, NotDoneError
from kotra_notation.jobs.sources import is_single, named_source, outside
from kotra_notation.words import reason
from kotra_notation.words.tongues import N_

if TYPE_CHECKING:
    from kotra_notation.features.report.job import PublishOptions
    from kotra_notation.report.wishes import Diagrams


Title = Annotated[str | None, shared_option("--title", "The title of the page, or of the index.", "TEXT")]
PageLanguage = Annotated[str, shared_option("--language", "Page language: en, is, de, da, sv.", "CODE")]
Theme = Annotated[str, shared_option("--theme", "The colours of the boards.", "NAME")]
DiagramChoice = Annotated[
    str,
    shared_option(
        "--diagrams", "Turns with a board: marked, findings, blunders, every=N or none.", "WHERE", rare=True
    ),
]
Template = Annotated[str | None, shared_option("--template", "Use your own templates.", "FOLDER", rare=True)]
PathNumbers = Annotated[
    bool,
    shared_option("--path-numbers", "Number the points of the old game 1 to 24 for each side.", rare=True),
]
Anonymous = Annotated[
    bool, shared_option("--anonymous", "Leave out names, ratings, places and the source file.")
]
NoSource = Annotated[
    bool, shared_option("--no-source", "Do not offer the record for download on the page.", rare=True)
]
Address = Annotated[
    str, shared_option("--address", "The address where the page will be published.", "URL", rare=True)
]
Watch = Annotated[bool, shared_option("--watch", "Rebuild the page at every change, until Ctrl-C.")]

# Said to those who want one file of several matches.
SEVERAL = N_("several matches become a file each, in a folder: give it with -o FOLDER/ --to {form}.")


def report(
    context: typer.Context,
    paths: Paths,
    out: Annotated[str | None, file_option(help="A file (--force overwrites it) or a folder.")] = None,
    to: str | None = option("--to", "html, md, txt, json or pdf.", "FORM"),
    language: PageLanguage = "auto",
    title: Title = None,
    theme: Theme = "paper",
    diagrams: DiagramChoice = "marked",
    template: Template = None,
    path_numbers: PathNumbers = False,
    embed: bool = flag("--embed", "Make a fragment for a page of your own.", rare=True),
    anonymous: Anonymous = False,
    no_source: NoSource = False,
    address: Address = "",
    picture: str | None = option(
        "--picture", "Draw the final position too, for link previews.", "FILE", rare=True
    ),
    paper: str = option(
        "--paper", "The paper size of a PDF: a4, letter or a5.", "SIZE", default="a4", rare=True
    ),
    watch: Watch = False,
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

    Several files, a folder or a zip become a site, as with kotra site; with --to pdf (or md, txt, json) each
    match becomes a file in the folder.

    Status as in check: 1 if the record has an error. The page is written anyway.

    With --analyse the engine evaluates the match first; the record stays as it is.

    Without -o the page of final.mat becomes final.html beside it. Without --language the page is in the
    language of the record, or else of the system.

    Example: kotra report match.mat -o match.html
    """  # fmt: skip
    from kotra_notation.report.rendering import OUTPUTS

    single = is_single(paths)
    if single and out is not None:
        not_itself(paths[0], out)
    suffixes = {output.name: output.suffixes for output in OUTPUTS.values()}
    if to or out is None or out == STDIN or is_folder(out) or not single:
        form = check_choice("--to", to or "html", OUTPUTS)
    else:
        form = form_by_suffix(out, suffixes)
    if embed and form != "html":
        fail("{option} is for HTML; it cannot be combined with --to {form}.", option="--embed", form=form)
    options = publish_options(context.params, form)
    if not single:
        one_page = {"--embed": embed, "--picture": picture, "--match": match}
        for name in (name for name, given in one_page.items() if given):
            fail("{option} is for one page; name one file.", option=name)
        raise typer.Exit(make_site(paths, out, options, watch=watch))
    [source] = paths
    folder = out and (out if is_folder(out) else os.path.dirname(out))
    if out is None or is_folder(out):
        out = page_beside(source, out, suffixes[form][0])
    if folder:
        make_folder(folder)
    writable(out, [] if source == STDIN else [source])
    if picture:
        writable(picture, [out, source])
    make = _page(source, out, options, picture, match)
    if watch:
        _watch([source], out, options, make)
    with or_fail():
        status = make(False)
    for path in filter(None, (out, picture)):
        if path != STDIN:
            complain("Wrote {file}.", file=printable(path))
    raise typer.Exit(status)


def site(
    context: typer.Context,
    paths: Paths,
    out: Annotated[
        str | None, file_option("FOLDER", "The folder of the site; --force overwrites other files.")
    ] = None,
    language: PageLanguage = "auto",
    title: Title = None,
    theme: Theme = "paper",
    diagrams: DiagramChoice = "marked",
    template: Template = None,
    path_numbers: PathNumbers = False,
    anonymous: Anonymous = False,
    no_source: NoSource = False,
    address: Address = "",
    watch: Watch = False,
    analyse: Analyse = False,
    level: AnalyseLevel = None,
    from_: From = None,
    rules: Rules = None,
    ignore: Ignore = None,
    max_size: MaxSize = MAX_SIZE,
    time_limit: TimeLimit = LIMIT,
) -> None:
    """Publish many matches as a website, with an index and a feed.

    The same command again brings the site up to date: pages that kotra wrote are replaced, and those whose
    record is gone are reported and kept. Other files are overwritten only with --force.

    Status as in check: 1 if a record has an error. The pages are written anyway.

    Example: kotra site tournament/ -o site/
    """  # fmt: skip
    raise typer.Exit(make_site(paths, out, publish_options(context.params, "html"), watch=watch))


def publish_options(asked: Mapping[str, Any], form: str) -> PublishOptions:
    """Return the options of pages from those of the command; leave with a complaint about a bad one."""
    from kotra_notation.board.themes import THEMES
    from kotra_notation.features.report.job import AUTO, PublishOptions
    from kotra_notation.report.pdf import PAPERS
    from kotra_notation.report.wishes import Wishes
    from kotra_notation.words.tongues import LANGUAGES

    address, ignore = asked["address"], asked["ignore"] or ()
    check_notations(asked["from_"])
    for code in ignore:
        check_code(code)
    if address and not address.startswith(("https://", "http://")):
        fail("--address must begin with https:// or http://, not {address}.", address=repr(address))
    return PublishOptions(
        to=form,
        from_=asked["from_"],
        rules=ruleset_named(asked["rules"]),
        language=check_choice("--language", asked["language"], (AUTO, *LANGUAGES)),
        anonymous=asked["anonymous"],
        download=not asked["no_source"],
        max_size=in_bytes(asked["max_size"]),
        limit=in_seconds(asked["time_limit"]),
        ignore=ignore,
        level=level_to_analyse(asked["level"], analyse=asked["analyse"]),
        wishes=Wishes(
            title=asked["title"],
            theme=check_choice("--theme", asked["theme"], THEMES),
            diagrams=_diagrams(asked["diagrams"]),
            templates=Path(asked["template"]) if asked["template"] else None,
            embed=asked.get("embed", False),
            paths=asked["path_numbers"],
            address=address,
            picture=os.path.basename(asked.get("picture") or ""),
            paper=check_choice("--paper", asked.get("paper", "a4"), PAPERS),
        ),
    )


def page_beside(source: str, folder: str | None, suffix: str) -> str:
    """Return where the page of a record goes under its name: into a folder, or beside it."""
    if source == STDIN and folder is None:
        return STDIN
    name = os.path.splitext(named_source(source).name)[0] + suffix
    return os.path.join(os.path.dirname(source) if folder is None else folder, name)


def _page(
    source: str, out: str, options: PublishOptions, picture: str | None, match: int | None
) -> Callable[[bool], int]:
    """Return what makes the page of one match and gives the status."""
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
            from kotra_notation.features.stats.text import errors_line

            echo(errors_line(errors), err=True)
        return FOUND if done.faulty else DONE

    return make


def make_site(paths: list[str], out: str | None, options: PublishOptions, *, watch: bool) -> int:
    """Make the pages of records in a folder, in HTML with an index; the status."""
    from kotra_notation.report.rendering import FORMS

    ending = os.path.splitext(out or "")[1].lower()
    form = next((form.name for form in FORMS if ending in form.suffixes), "html")
    if form != "html":
        fail(SEVERAL, about=printable(out or ""), form=form)
    check_folder(out)
    folder = out or ""

    def make(again: bool) -> int:
        from kotra_notation.features.report.publish import publish
        from kotra_notation.features.same.text import render_left_out

        made = publish(paths, folder, options, force=is_forced() or again, each=track_files)
        for trouble in made.said:
            complain_at(trouble.path, trouble.why)
        for path in made.left:
            complain("no record matches this page; it was left unchanged.", about=printable(path))
        pages = len(made.entries)
        if options.to == "html":
            parts = [count("Wrote {number} page and an index", "Wrote {number} pages and an index", pages)]
        else:
            parts = [count("Wrote {number} file", "Wrote {number} files", pages)]
        if made.passed_over:
            parts.append(
                count("{number} file without a match", "{number} files without a match", made.passed_over)
            )
        if made.faulty:
            parts.append(say("some records have errors (see kotra check)"))
        echo(", ".join(parts), err=True)
        echo_lines(render_left_out(made.left_out, made.sketched.records, user_tongue()), err=True)
        if not (made.entries or made.said):
            return nothing_done(made.passed_over)
        return FAILED if made.troubled else FOUND if made.faulty else DONE

    if watch:
        _watch(paths, folder, options, make)
    with or_fail():
        return make(False)


def _watch(paths: list[str], out: str, options: PublishOptions, make: Callable[[bool], int]) -> NoReturn:
    """Make the page now and at every change; the last good one stays where it cannot be made."""
    from kotra_notation.features.watch import files

    if STDIN in (*paths, out):
        fail("--watch needs files, not standard input or output.")
    changes = files.changes(paths[0], lambda: _looked_at(paths, out, options), files.pause)
    try:
        make(False)
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
        pass
    leave(DONE)


def _looked_at(paths: list[str], out: str, options: PublishOptions) -> Iterator[str]:
    """The files whose changes change the page."""
    for source in outside(paths, out)[0]:
        yield source.packed or source.path
    if options.wishes.templates:
        yield from files_in(str(options.wishes.templates), [])


def _deliver(path: str, content: str | bytes) -> None:
    """Write a file, or standard output; ValueError where that cannot be done."""
    if path == STDIN:
        to_stdout(content)
    else:
        write_or_refuse(path, content, folders=True)


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
