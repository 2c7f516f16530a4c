"""`kn.publish`: a folder of matches as a folder of pages and an index that links them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace
from functools import partial
from urllib.parse import urljoin

from kotra_notation.compare.naming import usual_spellings
from kotra_notation.dates import iso_day
from kotra_notation.errors import KotraError, wrong_type
from kotra_notation.features.anonymize.job import anonymous
from kotra_notation.features.board.job import drawable
from kotra_notation.features.report.job import AUTO, MatchPage, PublishOptions, match_page, with_analysis
from kotra_notation.features.same.job import SketchedFiles
from kotra_notation.features.stats.match import match_stats
from kotra_notation.formats.format import Reading, Source
from kotra_notation.jobs.files import (
    STDIN,
    Trouble,
    check_free,
    check_inside,
    is_ours,
    printable,
    write_or_refuse,
)
from kotra_notation.jobs.guarding import NotDoneError, guard
from kotra_notation.jobs.parallel import map_in_order
from kotra_notation.jobs.records import why_no_match
from kotra_notation.jobs.sources import BUILT_ARCHIVE, InputFile, is_archive, named_source, outside
from kotra_notation.model import Match
from kotra_notation.reading import read_in_full
from kotra_notation.report.cleaning import name as clipped
from kotra_notation.report.index import Entry, entry, feed, heading, index, index_title
from kotra_notation.report.rendering import OUTPUTS
from kotra_notation.report.site_map import FEED, HOME, PagePlace, SiteMatch, mark, page_names, site_map
from kotra_notation.report.site_pages import PlayedMatch, site_pages
from kotra_notation.report.table_page import html
from kotra_notation.statistics.conventions import XG
from kotra_notation.values import dataclass
from kotra_notation.words import phrase, reason, sentences
from kotra_notation.words.tongues import Tongue, preferred_language, tongue


@dataclass(frozen=True, slots=True)
class PlannedPages:
    """A file to publish: the names of its pages, and what is known about its matches."""

    source: InputFile
    hrefs: tuple[str, ...]
    matches: tuple[SiteMatch, ...]


EachFile = Callable[[Sequence[PlannedPages]], Iterable[PlannedPages]]


@dataclass(frozen=True, slots=True)
class SiteRecord:
    """A file before its matches are replayed: a mark of its content, and its reading without games."""

    source: InputFile
    mark: str
    matches: tuple[SiteMatch, ...]
    reading: Reading


@dataclass(frozen=True, slots=True)
class PagesTask:
    """Pages to write, and the place of each among the others."""

    plan: PlannedPages
    around: tuple[PagePlace, ...]


@dataclass(frozen=True, slots=True)
class PagesOptions:
    """Options for all pages, and the folder they go to."""

    options: PublishOptions
    target: str
    speech: Tongue
    pictures: bool


@dataclass(slots=True)
class WrittenPages:
    """The matches of a file whose pages were written; `faulty`: one has an error."""

    sketched: SketchedFiles = field(default_factory=SketchedFiles)
    played: list[PlayedMatch] = field(default_factory=list)
    faulty: bool = False
    trouble: Trouble | None = None


@dataclass(slots=True)
class Site:
    """A published folder: its matches, messages about files, and pages left from before.

    `left_out` are the numbers in `sketched` of further records of a match, each with the one that counts for
    players and events. `passed_over` counts files without a match. `faulty`: a record has an error.
    `troubled`: a file has no page.
    """

    played: list[PlayedMatch] = field(default_factory=list)
    sketched: SketchedFiles = field(default_factory=SketchedFiles)
    left_out: dict[int, int] = field(default_factory=dict)
    said: list[Trouble] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    passed_over: int = 0
    faulty: bool = False
    troubled: bool = False

    @property
    def entries(self) -> list[Entry]:
        """Return the lines of the index, in which copies are marked."""
        return [replace(match.entry, copy=match.record in self.left_out) for match in self.played]

    def leave_out_copies(self) -> None:
        """Note which matches do not count: of each match the analysed record without an error does."""
        worth = {
            match.record: (match.sheet is not None, match.entry.worst != "error") for match in self.played
        }
        self.left_out = self.sketched.copies_left_out(lambda number: worth.get(number, (False, False)))

    def add(self, written: WrittenPages) -> None:
        """Take in the matches of a file."""
        before = self.sketched.join(written.sketched)
        self.played += [
            match if match.record is None else replace(match, record=before + match.record)
            for match in written.played
        ]
        self.faulty = self.faulty or written.faulty
        if written.trouble:
            self.trouble(written.trouble)

    def trouble(self, trouble: Trouble) -> None:
        """Record why a file has no page, or not of all its matches."""
        self.said.append(trouble)
        self.troubled = True


def publish(
    source: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    target: str | os.PathLike[str],
    options: PublishOptions | None = None,
    *,
    force: bool = False,
    each: EachFile = iter,
) -> Site:
    """Write the pages of records and an index; return what was written.

    `source` is a file, a folder, a zip, or several of them; `target` is the folder of the pages. Only HTML
    has an index, and pages of players and events; in another form each match has a file. Pages that
    kotra wrote are replaced; `force` overwrites other files too. The address of the site is that of its
    folder or of its index. `each` receives the planned pages and yields them, for a progress display. Raise
    ValueError if nothing can be written.
    """
    options = _in_folder(options or PublishOptions())
    named = source if isinstance(source, Iterable) and not isinstance(source, str) else [source]
    for path in (*named, target):
        if not isinstance(path, str | os.PathLike):
            raise wrong_type(path, phrase("a path"))
    sources, target = [os.fspath(path) for path in named], os.fspath(target)
    _refuse(sources, target)
    made = Site()
    plan = _plan_pages(sources, target, options, made)
    language = options.language if options.language != AUTO else preferred_language(os.environ)
    speech, wishes = tongue(language), replace(options.wishes, language=language)
    if options.to != "html":
        _check_names([href for pages in plan for href in pages.hrefs], target, force=force)
        tasks = [PagesTask(pages, (PagePlace(),) * len(pages.hrefs)) for pages in plan]
        _write_all(tasks, PagesOptions(options, target, speech, pictures=False), made, each)
        return made
    home = index_title(wishes, speech)
    site = site_map(
        (match for planned_pages in plan for match in planned_pages.matches),
        home,
        persons=not options.anonymous,
    )
    pictures = options.wishes.address != "" and drawable()
    hrefs = [href for planned_pages in plan for href in planned_pages.hrefs]
    names = [HOME, *site.hrefs, *hrefs, *(map(picture_of, hrefs) if pictures else ())]
    _check_names(names, target, force=force)
    tasks = [
        PagesTask(planned_pages, tuple([site.around[href] for href in planned_pages.hrefs]))
        for planned_pages in plan
    ]
    shared = PagesOptions(options, target, speech, pictures)
    _write_all(tasks, shared, made, each)
    made.leave_out_copies()
    counted = [match for match in made.played if match.record not in made.left_out]
    for href, page in site_pages(counted, site, home, speech):
        _write(target, href, html(page, speech, wishes.templates))
    persons = {name for match in counted for name in match.match.players}
    events = {match.match.event for match in counted}
    listed = replace(
        site,
        players={name: href for name, href in site.players.items() if name in persons},
        events={name: href for name, href in site.events.items() if name in events},
    )
    _write(target, FEED, feed([match.entry for match in counted], home, wishes, speech))
    _write(target, HOME, index(made.entries, wishes, listed))
    made.left = [os.path.join(target, name) for name in _leftover_pages(target, names)]
    return made


def _check_names(names: Sequence[str], target: str, *, force: bool) -> None:
    """Raise KotraError where two pages have one name, or a file is there that is not ours."""
    if twice := [name for name, times in Counter(names).items() if times > 1]:
        raise KotraError("Two records would both become {file}; rename one of them.", file=twice[0])
    for name in names:
        check_free(os.path.join(target, name), force=force)


def _write_all(tasks: Sequence[PagesTask], shared: PagesOptions, made: Site, each: EachFile) -> None:
    """Write the pages of all files, and take in their matches."""
    plan = [task.plan for task in tasks]
    for _, written in zip(each(plan), map_in_order(partial(_write_pages, shared=shared), tasks), strict=True):
        made.add(written)


def _in_folder(options: PublishOptions) -> PublishOptions:
    """Return the options with a slash behind the address, unless that is a page's."""
    address = options.wishes.address
    if not address or address.endswith(("/", ".html", ".htm")):
        return options
    return replace(options, wishes=replace(options.wishes, address=f"{address}/"))


def _refuse(sources: Sequence[str], target: str) -> None:
    if target == STDIN or os.path.isfile(target):
        raise KotraError("{file}: an index and its pages need a folder; name one.", file=printable(target))
    for source in sources:
        if source == STDIN:
            raise KotraError("An index needs a folder or a file, not standard input.")
        if not (os.path.exists(source) or named_source(source).packed):
            raise KotraError("{file}: there is no such file or folder.", file=printable(source))
        if is_archive(source):
            path = printable(source)
            raise KotraError("{file}: {why}.", file=path, why=phrase(BUILT_ARCHIVE, folder=path))
        if os.path.realpath(source) == os.path.realpath(target):
            raise KotraError(
                "{file}: the target is the source itself; name another folder.", file=printable(target)
            )


def _plan_pages(
    sources: Sequence[str], target: str, options: PublishOptions, made: Site
) -> list[PlannedPages]:
    """Return what is to be written; files that cannot be read are told, those of no known format counted."""
    records: list[SiteRecord] = []
    files, troubles = outside(sources, target)
    for source, record in zip(files, map_in_order(partial(_read, options=options), files), strict=True):
        if isinstance(record, Trouble):
            made.trouble(record)
        elif record.matches:
            records.append(record)
        else:
            _without(source, record, made)
    for trouble in troubles:
        made.trouble(trouble)
    if options.anonymous:
        names = _nameless([record.mark for record in records])
    else:
        names = page_names([record.source.name for record in records])
    players = [name for record in records for match in record.matches for name in match.players]
    place = partial(SiteMatch.with_page, spelling=usual_spellings(players))
    return [
        PlannedPages(record.source, hrefs, tuple(map(place, record.matches, hrefs)))
        for name, record in zip(names, records, strict=True)
        for hrefs in [tuple(_hrefs(name, len(record.matches), OUTPUTS[options.to].suffixes[0]))]
    ]


def _read(source: InputFile, options: PublishOptions) -> SiteRecord | Trouble:
    """Return what is known of a file before its matches are replayed."""
    file = source.open(options.max_size)
    if isinstance(file, Trouble):
        return file
    try:
        with guard(options.limit, len(file.data)):
            reading = read_in_full(Source(file.data, file.path), options.from_, options.rules)
    except NotDoneError as error:
        return Trouble(file.path, reason(error))
    shown = [anonymous(match).match if options.anonymous else match for match in reading.matches]
    return SiteRecord(source, mark(file.data), tuple(map(_site_match, shown)), reading.outline())


def _site_match(match: Match) -> SiteMatch:
    """Return what is known of a match before it is replayed, and before it has a page."""
    info = dict(match.info)
    first, second = (clipped(player.name) for player in match.players)
    return SiteMatch(
        href="",
        players=(first, second),
        event=clipped(info.get("event", "")),
        round=clipped(info.get("round", "")),
        heading=heading(match),
        day=iso_day(info.get("date", "")),
    )


def picture_of(href: str) -> str:
    """The picture that programs show with a link to a page."""
    return f"{href.removesuffix('.html')}.png"


def _without(file: InputFile, record: SiteRecord, made: Site) -> None:
    """Note a file that gives no page."""
    reading = record.reading
    grave = next((finding for finding in reading.findings if finding.severity == "error"), None)
    if not file.searched:
        made.trouble(Trouble(file.path, why_no_match(reading)))
        return
    if not reading.format or grave is None:
        made.passed_over += 1
        return
    made.said.append(Trouble(file.path, sentences(grave)))
    made.faulty = True


def _nameless(marks: list[str]) -> list[str]:
    """Return names of pages that tell nothing of the files but a mark of their content."""
    times: Counter[str] = Counter()
    names = []
    for content in marks:
        times[content] += 1
        names.append(f"match-{content}" + (f"-{times[content]}" if times[content] > 1 else ""))
    return names


def _hrefs(name: str, count: int, ending: str) -> Iterable[str]:
    names = [name] if count == 1 else [f"{name}_{number}" for number in range(1, count + 1)]
    return [name + ending for name in names]


def _write_pages(task: PagesTask, shared: PagesOptions) -> WrittenPages:
    """Write the pages of one file, with their pictures where wished for."""
    plan, options, target = task.plan, shared.options, shared.target
    file = plan.source.open(options.max_size)
    if isinstance(file, Trouble):
        return WrittenPages(trouble=file)
    done = WrittenPages()
    try:
        with guard(options.limit, len(file.data)):
            reading = read_in_full(Source(file.data, file.path), options.from_, options.rules)
        records = done.sketched.add_reading(file, reading)
        for number, match in enumerate(plan.matches[: len(reading.matches)], 1):
            href = match.href
            wishes = replace(
                options.wishes,
                title=None,
                around=task.around[number - 1],
                picture=picture_of(href) if shared.pictures else "",
            )
            with guard(None):
                shown, wished = with_analysis(reading, number, replace(options, wishes=wishes))
            with guard(options.limit, len(file.data)):
                address = urljoin(options.wishes.address, href) if options.wishes.address else ""
                page = match_page(file, shown, number, wished, address)
                played = _played_match(match, page, wished, shared.speech)
                picture = page.picture(".png") if shared.pictures else b""
            _write(target, href, page.content)
            if shared.pictures:
                _write(target, picture_of(href), picture)
            done.played.append(replace(played, record=records[number - 1]))
            done.faulty = done.faulty or page.faulty
    except NotDoneError as error:
        done.trouble = Trouble(file.path, reason(error))
    return done


def _played_match(match: SiteMatch, done: MatchPage, options: PublishOptions, speech: Tongue) -> PlayedMatch:
    """The match as lists show it; rates are of today's game alone, where they are compared."""
    replayed = done.replay
    rated = done.page.evaluated and replayed.ruleset.facts.cube
    return PlayedMatch(
        match=match,
        entry=entry(match.href, replayed, done.findings, speech),
        score=replayed.score,
        winner=replayed.winner if replayed.complete else None,
        sheet=match_stats(replayed, XG, options.wishes.by).sheet if rated else None,
    )


def _write(target: str, name: str, content: str | bytes) -> None:
    path = os.path.join(target, name)
    check_inside(path, target)
    write_or_refuse(path, content, folders=True)


def _leftover_pages(target: str, names: list[str]) -> Iterator[str]:
    """Pages of ours in the folder that this time nothing was written to."""
    for name in sorted(set(os.listdir(target)) - set(names)):
        if name.endswith(".html") and is_ours(os.path.join(target, name)):
            yield name
