"""Tasks of the desk on records of strangers, each a function of files and wishes that a worker runs.

They return plain data, all sentences in the language of the desk. A ValueError with a phrase refuses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import PurePath

import kotra_notation as kn
from kotra_notation.cli.losses import group_alike
from kotra_notation.desk.work import DeskTask, file_row, unpack
from kotra_notation.features.analyse.job import Analysing, can_hold
from kotra_notation.features.anonymize.job import anonymize_reading
from kotra_notation.features.check.job import Checked, check_file, sound_file
from kotra_notation.features.check.results import results_of, rows
from kotra_notation.features.check.text import render_file, render_ignored, render_replay
from kotra_notation.features.diff.job import diff_files
from kotra_notation.features.diff.text import diff_page
from kotra_notation.features.explain.job import explain
from kotra_notation.features.fix import job as fix
from kotra_notation.features.fix.job import Decision, Fixing
from kotra_notation.features.fix.text import WORDS, proposal_place, standing
from kotra_notation.features.merge.job import merged_records, prepare_merge
from kotra_notation.features.merge.text import render_merged
from kotra_notation.features.quiz.job import QuizOptions, gather_quiz
from kotra_notation.features.report.job import PublishOptions, boards_at, file_view, match_page, match_view
from kotra_notation.features.stats.match import ErrorsWanted, MatchStats, match_stats
from kotra_notation.features.stats.text import cube_word, render_match
from kotra_notation.jobs.engine import open_engine, use_one_thread
from kotra_notation.jobs.notations import ConvertOptions, name_in_notation, read_for, write_contents
from kotra_notation.jobs.paths import STDIN
from kotra_notation.jobs.records import choose_match, read_matches
from kotra_notation.jobs.rows import Row, finding_row
from kotra_notation.replay import replay
from kotra_notation.report.live import live
from kotra_notation.report.templating import environment
from kotra_notation.report.text_layout import board_svg
from kotra_notation.report.view import Diagram
from kotra_notation.report.wishes import Diagrams, Wishes
from kotra_notation.statistics.counts import frames_of
from kotra_notation.statistics.questions import QuizQuestion
from kotra_notation.words import phrase, sentences
from kotra_notation.words.phrases import told
from kotra_notation.words.tongues import Tongue

SEVERITIES = ("error", "warning", "note")
# The parts of the row of a finding that go with its card.
PLACE = ("code", "severity", "line", "column", "end_column", "match", "meant")
# What the boards of a match are drawn from.
BOARD_FACTS = ("names", "called", "map", "view", "cube", "men", "games", "stops", "texts")
# A choice of a proposal, both by their numbers.
CHOICE = re.compile(r"([0-9]{1,6})\.([0-9]{1,3})")
# The notation of an analysed record whose own notation cannot hold an analysis.
ROOMY = "kotra"
# So many errors of a match are looked at, and so many are told when it is over.
MOST_ERRORS, WORST = 1000, 3
# The most characters of a word that is looked up.
LONGEST_WORD = 60


def check(asked: DeskTask) -> Row:
    """Return the table of a file: a row for each match, and the verdict."""
    return _check_row(asked, sound_file(asked.file) or check_file(asked.file, hints=False))


def _check_row(asked: DeskTask, checked: Checked) -> Row:
    tongue = asked.tongue
    results = results_of(asked.file.path, checked)
    verdict = results.verdict
    counts = verdict.errors, verdict.warnings, verdict.notes
    worst = next((name for name, count in zip(SEVERITIES, counts, strict=True) if count), "")
    positions = len(checked.reading.positions)
    return {
        "unknown": not checked.reading.format,
        "why": told(sentences(checked.reading.findings[0]), tongue) if verdict.failed else "",
        "rows": [row[1:5] for row in rows(results, tongue)] if results.results else [],
        "positions": tongue.count("{number} position", "{number} positions", positions) if positions else "",
        "words": verdict.words(tongue),
        "worst": "failed" if verdict.failed else worst,
        "counts": (*counts, verdict.ignored),
    }


def card(asked: DeskTask) -> Row:
    """Return the verdict on a file and the last board of its first match."""
    checked = check_file(asked.file, hints=False)
    row = _check_row(asked, checked)
    if checked.replays and (games := frames_of(checked.replays[0])) and games[-1]:
        position = games[-1][-1].after.position
        row["board"] = str(board_svg(Diagram(position=position), asked.tongue, small=True))
    return row


def look(asked: DeskTask) -> Row:
    """Return a file with its lines and a card for each finding."""
    file, tongue = asked.file, asked.tongue
    view = file_view(file, tongue)
    checked, reading = view.checked, view.checked.reading
    if not reading.format:
        raise ValueError(sentences(reading.findings[0]))
    card = environment(tongue).get_template("desk_card.html.j2")
    return {
        **_check_row(asked, checked),
        "target": _likely_target(checked),
        "about": render_file(file.path, reading.format, reading.dialect, reading.encoding, tongue),
        "matches": [render_replay(replay, tongue).strip() for replay in checked.replays],
        "ignored": list(render_ignored(checked.ignored, tongue)),
        "lines": view.lines,
        "length": view.length,
        "findings": [
            {
                **{name: row[name] for name in PLACE},
                "place": finding.card.place,
                "card": card.render(found=finding.card, language=tongue.language),
            }
            for finding in view.found
            for row in [finding_row(finding.finding, tongue)]
        ],
        "left_out": view.left_out,
        "boards": [str(board_svg(Diagram(position=position), tongue)) for position in view.positions],
    }


def _likely_target(checked: Checked) -> str:
    """Return the likeliest notation to convert to: ours; of a record in it, one that others read."""
    if checked.reading.format != ROOMY:
        return ROOMY
    return "mat" if all(replay.ruleset.facts.cube for replay in checked.replays) else "json"


def match(asked: DeskTask) -> Row:
    """Return a match as its report shows it: the board of each turn, the turns, and those with findings.

    A match without games has no turns, and no data for their boards.
    """
    reading, tongue = read_matches(asked.file, None), asked.tongue
    number = choose_match(asked.file.path, reading, asked.number("match") or 1)
    options = PublishOptions(
        language=tongue.language, download=False, wishes=Wishes(diagrams=Diagrams("none"))
    )
    page = match_view(asked.file, reading, number, options).page
    facts = live(page, tongue, spelled=False)
    return {
        "match": number,
        "lettered": page.lettered,
        "html": environment(tongue)
        .get_template("desk_match.html.j2")
        .render(page=page, language=page.language),
        "data": {name: facts[name] for name in BOARD_FACTS if name in facts} if page.games else None,
        "places": {f"{found.code} {found.place}": found.anchor for found in page.found if found.anchor},
    }


def boards(asked: DeskTask) -> Row:
    """Return the boards that the events of a line met."""
    line_boards = boards_at(asked.file, asked.number("line") or 0, asked.tongue)
    svgs = [
        board_svg(board.diagram, asked.tongue, names=board.names, view=board.view) for board in line_boards
    ]
    return {"boards": [str(svg) for svg in svgs]}


def proposals(asked: DeskTask) -> Row:
    """Return the proposals where the record cannot be right, place by place."""
    fixed, tongue = _fixing(asked), asked.tongue
    row = fix.fix_row(fixed, lambda place: None, None, fixed.name, tongue)
    for proposal, place in zip(row["proposals"], fixed.places, strict=True):
        proposal["word"] = tongue.say(WORDS[proposal["confidence"]])
        proposal["where"] = proposal_place(fixed, place, tongue)
        for row_choice, choice in zip(proposal["choices"], place.proposal.choices, strict=True):
            row_choice["standing"] = standing(choice, tongue)
    return {"proposals": row["proposals"]}


def mend(asked: DeskTask) -> Row:
    """Return the file with the choices that were made, `0.0,3.1`, what they change, and the errors left."""
    fixed, tongue = _changeable(_fixing(asked)), asked.tongue
    decide = _parse_choices(fixed, asked.wishes.get("choices", ""))
    data = fix.data_of(fixed, fix.plan_fixes(fixed, decide))
    left = fix.errors_left(fixed, data, None)
    name = PurePath(fixed.name).name
    return {
        "files": [file_row(name_in_notation(name, fixed.reading.format, ""), data)],
        "diff": fix.difference(fixed, data, fixed.name),
        "changed": data != fixed.file.data,
        "left": tongue.count("{number} error left", "{number} errors left", left)
        if left
        else tongue.say("no errors left"),
    }


def _fixing(asked: DeskTask) -> Fixing:
    use_one_thread()
    return fix.fixing(asked.file, read_matches(asked.file, None), None, None)


def _changeable(fixed: Fixing) -> Fixing:
    """Return the same proposals for the record in `.kotra`, where its own notation cannot be changed."""
    name = name_in_notation(PurePath(fixed.name).name, "kotra")
    file, reading, _ = fix.in_notation(fixed.file, fixed.reading, name)
    if reading is fixed.reading:
        return fixed
    again = fix.fixing(file, reading, None, None)
    edits, same = (
        [[choice.edit.new for choice in place.proposal.choices] for place in each.places]
        for each in (fixed, again)
    )
    return again if edits == same else fixed


def _parse_choices(fixed: Fixing, text: str) -> Decision:
    """Return the choices by the numbers of their places; ValueError where there is no such choice."""
    decided = {}
    for part in filter(None, text.split(",")):
        numbers = CHOICE.fullmatch(part)
        place = fixed.places[int(numbers[1])] if numbers and int(numbers[1]) < len(fixed.places) else None
        if numbers is None or place is None or int(numbers[2]) >= len(place.proposal.choices):
            raise ValueError(phrase("There is no such repair: {word}.", word=repr(part)))
        decided[id(place)] = place.proposal.choices[int(numbers[2])].edit
    return lambda place: decided.get(id(place))


def convert(asked: DeskTask) -> Row:
    """Return a record in another notation, one file or several, and what that could not hold."""
    name, _, dialect = asked.wishes.get("to", "").partition(":")
    options = ConvertOptions(name, dialect or None, split="split" in asked.wishes)
    reading = read_for(asked.file, options)
    texts, lost = write_contents(reading, options)
    names = [name_in_notation(PurePath(asked.file.path).name, name)]
    if options.split:
        path, width = PurePath(names[0]), len(str(len(texts)))
        names = [f"{path.stem}-{number:0{width}}{path.suffix}" for number in range(1, len(texts) + 1)]
    return {
        "files": [file_row(each, content) for each, content in zip(names, texts, strict=True)],
        "findings": _losses((*reading.findings, *lost), asked.tongue),
    }


def anonymize(asked: DeskTask) -> Row:
    """Return a record without the persons in it, in its own notation."""
    options = ConvertOptions("")
    reading = read_for(asked.file, options)
    done = anonymize_reading(reading, options)
    name = name_in_notation("anonymous", reading.format)
    return {"files": [file_row(name, done.content)], "findings": _losses(done.findings, asked.tongue)}


def report(asked: DeskTask) -> Row:
    """Return the page of a match of a file."""
    reading = read_matches(asked.file, None)
    number = choose_match(asked.file.path, reading, asked.number("match") or 1)
    options = PublishOptions(language=asked.tongue.language)
    return {"page": match_page(asked.file, reading, number, options, "").content}


def analyse(asked: DeskTask) -> Row:
    """Return the record with the verdicts of the engine, and the statistics of the players."""
    tongue = asked.tongue
    use_one_thread()
    engine = open_engine(asked.wishes.get("level", "quick"))
    reading = read_for(asked.file, ConvertOptions(ROOMY))
    work = Analysing(reading, engine)
    asked.progress(0, work.games)
    for number in work.run():
        asked.progress(number, work.games)
    done = work.result()
    name = reading.format if can_hold(reading.format) else ROOMY
    texts, lost = write_contents(replace(reading, matches=done.matches), ConvertOptions(name))
    summary = tongue.say(
        "Analysed {weighed} of {throws} rolls and cube decisions ({engine}, {level})",
        weighed=done.weighed,
        throws=done.throws,
        engine=done.engine,
        level=done.level,
    )
    return {
        "files": [file_row(name_in_notation(PurePath(asked.file.path).name, name, "-analysed"), texts[0])],
        "findings": _losses(lost, tongue),
        "said": [*(told(warning, tongue) for warning in done.warnings), summary],
        "stats": ["\n".join(render_match(stats, tongue)) for stats in done.stats],
    }


def summary(asked: DeskTask) -> Row:
    """Return what an analysed record says of its players: rates, losses, and the worst errors of a `seat`."""
    tongue, seat = asked.tongue, asked.number("seat")
    match = read_matches(asked.file, None).matches[0]
    stats = match_stats(replay(match), wanted=ErrorsWanted(most=MOST_ERRORS))
    sides = stats.sheet.sides if stats.sheet else ()
    errors = [error for error in stats.worst or () if seat in (None, error.seat)]
    return {
        "word": tongue.say(stats.convention.rate),
        "rates": [_number(side.rate, stats.convention.digits, tongue) for side in sides],
        "lost": [_number(side.total.equity, 2, tongue) for side in sides],
        "worst": [_worst_row(error, stats, tongue) for error in errors[:WORST]],
    }


def _number(value: float | None, digits: int, tongue: Tongue) -> str:
    return "" if value is None else tongue.number(value, digits)


def _worst_row(error: QuizQuestion, stats: MatchStats, tongue: Tongue) -> Row:
    """Return one of the worst errors in words."""
    best, dice = error.best, error.position.dice
    made, better = (cube_word(text, tongue) for text in (error.chosen.text, best.text))
    return {
        "place": tongue.say("game {number}, turn {turn}", number=error.number, turn=error.turn),
        "name": stats.names[error.seat],
        "made": f"{max(dice)}{min(dice)}: {made}" if dice else made,
        "best": better,
        "loss": tongue.number(error.loss, 2),
    }


def quiz(asked: DeskTask) -> Row:
    """Return the quiz of an analysed record as a page: the decisions of a `player`, or of both."""
    made = gather_quiz([asked.file], QuizOptions(player=asked.wishes.get("player", "")))
    if not made.decisions:
        raise ValueError(phrase("No decision lost enough to be asked."))
    return {"page": made.page(asked.tongue.language)}


def diff(asked: DeskTask) -> Row:
    """Return two records side by side, as a page."""
    if len(asked.files) != 2:
        raise ValueError(phrase("Only two records can be compared at a time; choose two."))
    file, other = asked.files
    comparison = diff_files(file, other)
    return {"page": diff_page(comparison, asked.tongue), "equal": comparison.equal}


def merge(asked: DeskTask) -> Row:
    """Return one record out of several of one match, the decisions, and the number of open conflicts."""
    if len(asked.files) < 2:
        raise ValueError(phrase("Choose two or more records of the same match."))
    use_one_thread()
    sources = prepare_merge(asked.files, None, None, STDIN, asked.number("match"))
    done = merged_records(sources, None, asked.tongue)
    name = name_in_notation(PurePath(asked.file.path).name, sources.format, "-merged")
    return {
        "files": [file_row(name, done.content)],
        "findings": _losses(done.lost, asked.tongue),
        "said": render_merged(done, asked.tongue),
        "conflicts": len(done.conflicts),
    }


def _losses(findings: Iterable[kn.Finding], tongue: Tongue) -> list[Row]:
    """Return findings as they are listed beside a file."""
    return [
        {
            "severity": finding.severity.value,
            "code": finding.code,
            "line": finding.span.line if finding.span else None,
            "message": f"{finding.told(tongue).message}{often}",
        }
        for finding, often in group_alike(findings, tongue)
    ]


def explain_word(asked: DeskTask) -> Row:
    """Return what a `word` means: a word of the game, a rule, a finding."""
    word = asked.wishes.get("word", "")[:LONGEST_WORD].strip()
    return {"text": explain(word, language=asked.tongue.language)}


TASKS: Mapping[str, Callable[[DeskTask], Row]] = {
    task.__name__: task
    for task in (
        *(check, card, look, match, boards, proposals, mend, convert, anonymize, report),
        *(analyse, diff, merge, quiz, summary, unpack, explain_word),
    )
}
