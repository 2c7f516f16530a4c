"""Output of `kotra fix`: proposals, patches and JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from kotra_notation.board.diagram import diagram
from kotra_notation.cli.failing import DONE, FAILED, FOUND, complain_at, nothing_done, or_fail
from kotra_notation.cli.progress import track_files
from kotra_notation.cli.speaking import count, output_tongue, say, tell, user_tongue
from kotra_notation.cli.streams import can_print, echo, has_colours, put, to_stdout
from kotra_notation.features.check.text import render_ignored
from kotra_notation.features.fix.folder import FixOptions, fix_files
from kotra_notation.features.fix.job import (
    VERSION,
    Decision,
    Fixed,
    Fixing,
    ProposalPlace,
    difference,
    fix_row,
    patch,
)
from kotra_notation.formats.format import lines_of
from kotra_notation.jobs.files import STDIN, printable, stdin_bytes
from kotra_notation.jobs.rows import Row, document
from kotra_notation.jobs.sources import file_count
from kotra_notation.repair.edits import Edit, meant_text, why, written_text
from kotra_notation.repair.proposals import RepairChoice
from kotra_notation.report.text_layout import wording
from kotra_notation.words.phrases import oneline, shorten
from kotra_notation.words.tongues import N_, Tongue

COLOURS = {"sure": "green", "likely": "cyan", "open": "yellow", "marked": "magenta"}


def print_places(fixed: Fixing, left: int, *, err: bool) -> None:
    """Print every proposal, how many there are of each degree, and how many errors are `left` then."""
    for place in fixed.places:
        echo("\n".join(render_proposal(fixed, place)), err=err)
    counts = Counter(place.proposal.confidence for place in fixed.places)
    parts = [
        count("{number} sure repair", "{number} sure repairs", counts["sure"]),
        count("{number} likely repair", "{number} likely repairs", counts["likely"]),
        count("{number} to decide", "{number} to decide", counts["open"]),
        count("{number} left unchanged", "{number} left unchanged", counts["marked"]),
    ]
    errors = count("{number} error left", "{number} errors left", left)
    counted = [part for part, degree in zip(parts, WORDS, strict=True) if counts[degree]]
    summary = ", ".join(counted) or say("no suggestion")
    for line in render_ignored(fixed.ignored, user_tongue()):
        echo(line, err=err)
    echo(f"{fixed.name}: {summary}; {errors}." if left else f"{fixed.name}: {summary}.", err=err)


def print_end(fixed: Fixing, data: bytes, target: str, left: int, *, err: bool) -> None:
    """Print what was written where, once all questions are answered."""
    changed = render_change_count(lines_of(difference(fixed, data, target))[2:])
    errors = count("{number} error left", "{number} errors left", left)
    errors = errors if left else say("no errors left")
    if target == fixed.file.path and data == fixed.file.data:
        sentence = say("Nothing changed; {errors}.", errors=errors)
    else:
        where = say("standard output") if target == STDIN else printable(target)
        sentence = say("Wrote {target}: {changed}; {errors}.", target=where, changed=changed, errors=errors)
    echo(sentence, err=err)


def render_change_count(diff: Sequence[str]) -> str:
    """Return how many lines a unified diff changes; of lines that stand together the old or the new ones."""
    blocks = [
        Counter(line[:1] for line in block) for _, block in groupby(diff, lambda line: line[:1] in "+-")
    ]
    lines = sum(max(block["+"], block["-"]) for block in blocks)
    if lines and not any(block["+"] for block in blocks):
        return count("{number} line is removed", "{number} lines are removed", lines)
    return (
        count("{number} line is changed", "{number} lines are changed", lines) if lines else say("no changes")
    )


def print_difference(fixed: Fixing, data: bytes, target: str, *, err: bool) -> None:
    """Print what is changed in the file, each line as a terminal can show it."""
    for line in lines_of(difference(fixed, data, target))[:-1]:
        echo(oneline(line), err=err)


def render_proposal(fixed: Fixing, place: ProposalPlace) -> list[str]:
    """Return the lines of a proposal: where, what is written, and what was probably meant."""
    proposal = place.proposal
    ruleset = fixed.repairs[place.match].replayed.ruleset
    at = f":{proposal.span.line}:{proposal.span.column}" if proposal.span else ""
    sign = colour_text(say(WORDS[proposal.confidence]), COLOURS[proposal.confidence])
    lines = [f"{fixed.name}{at}: {sign}  {proposal_place(fixed, place, user_tongue())}"]
    lines.append(f"    {say('written:  {text}', text=tell(written_text(proposal.edit, ruleset)))}")
    for number, choice in enumerate(proposal.choices):
        text, reason = tell(meant_text(choice.edit, ruleset)), tell(why(choice.edit.kind, last=proposal.last))
        if number:
            other = say(
                "or:       {text}   ({share}) {why}",
                text=text,
                share=standing(choice, user_tongue()),
                why=reason,
            )
            lines.append(f"    {other}")
        elif choice.edit.changes or choice.edit.rows:
            share = standing(choice, user_tongue())
            sure = proposal.confidence == "sure"
            meant = N_("meant:    {text}   ({share})") if sure else N_("probably: {text}   ({share})")
            lines.append(f"    {say(meant, text=text, share=share)}")
            lines.append(f"    {reason}{explanation(place, user_tongue())}")
        else:
            lines.append(f"    {reason}")
    return lines


def colour_text(text: str, colour: str) -> str:
    """The text in a colour, on a terminal that shows them."""
    if not has_colours():
        return text
    import typer

    return typer.style(text, fg=colour, bold=True)


SKIP, BOARD, STOP = "s", "b", "q"
YES, NO = {"y", "yes"}, {"n", "no"}


def ask_choices(fixed: Fixing, *, err: bool) -> Decision:
    """Return what was answered for every place; leaving before the last leaves the rest as it is."""
    answers: dict[int, Edit] = {}
    for number, place in enumerate(fixed.places):
        echo("\n".join(render_proposal(fixed, place)), err=err)
        if not any(choice.edit.changes for choice in place.proposal.choices):
            continue
        answer = _answer(fixed, place, err)
        if answer == STOP:
            break
        if answer != SKIP:
            answers[number] = place.proposal.choices[int(answer) - 1].edit
    decided = {id(fixed.places[number]): edit for number, edit in answers.items()}
    return lambda place: decided.get(id(place))


def _answer(fixed: Fixing, place: ProposalPlace, err: bool) -> str:
    """The number of a choice, or a letter; asked until it is one of them."""
    choices = place.proposal.choices
    numbers = [str(number) for number in range(1, len(choices) + 1)]
    for number, choice in zip(numbers, choices, strict=True):
        ruleset = fixed.repairs[place.match].replayed.ruleset
        echo(f"      {number}  {tell(meant_text(choice.edit, ruleset))}", err=err)
    question = say(
        "Choose {numbers}, ({skip}) skip, ({board}) board, ({stop}) stop",
        numbers=", ".join(numbers),
        skip=SKIP,
        board=BOARD,
        stop=STOP,
    )
    while True:
        echo(f"    {question}: ", nl=False, err=err)
        answered = stdin_bytes().readline()
        if not answered:
            echo("", err=err)
            return STOP
        answer = answered.decode("utf-8", "replace").strip().lower() or SKIP
        if answer in NO:
            return SKIP
        if answer in YES and len(numbers) == 1:
            return numbers[0]
        if answer == BOARD:
            echo(_board(fixed, place, err=err), err=err)
        elif answer in (*numbers, SKIP, STOP):
            return answer


def _board(fixed: Fixing, place: ProposalPlace, *, err: bool) -> str:
    """The board before the place as the record has it."""
    proposal = place.proposal
    game = fixed.repairs[place.match].replayed.find_game(proposal.game)
    at = min(max(proposal.edit.place, 0), game.events - 1)
    layout = game.frames_at([at])[0].before.position.layout(wording=wording(user_tongue()))
    drawn = diagram(layout)
    return drawn if can_print(drawn, err=err) else diagram(layout, ascii_only=True)


def print_fixed_files(options: FixOptions, output: str) -> int:
    """Repair every record of the sources, and say what became of each; the status to end with."""
    tally: Counter[str] = Counter()
    rows: list[Row] = []
    with or_fail():
        for file in track_files(fix_files(options), lambda: file_count(options.sources)):
            if file.trouble is not None:
                complain_at(file.trouble.path, file.trouble.why)
                tally["failed"] += 1
            if file.fixed is not None:
                places = file.fixed.proposed.places
                tally["records"] += 1
                tally["changed"] += file.fixed.changed
                tally["open"] += any(place.proposal.confidence == "open" for place in places)
                tally["errors"] += file.fixed.errors_left
                target = printable(file.target) if file.target else file.fixed.proposed.name
                _print(file.fixed, target, output, rows)
            elif file.trouble is None:
                tally["passed over"] += 1
    if output == "json":
        put(document({"version": VERSION, "files": rows}))
    _print_tally(tally, wrote=options.target is not None or options.in_place)
    if not (tally["records"] or tally["failed"]):
        return nothing_done(tally["passed over"])
    return FAILED if tally["failed"] else FOUND if tally["errors"] else DONE


def _print(fixed: Fixed, target: str, output: str, rows: list[Row]) -> None:
    proposed, data = fixed.proposed, fixed.data
    if output == "json":
        rows.append(fix_row(proposed, fixed.decide, data, target, output_tongue()))
    elif output == "diff":
        to_stdout(patch(proposed, data, target))
    elif proposed.places or proposed.ignored or fixed.errors_left:
        print_places(proposed, fixed.errors_left, err=False)
        print_difference(proposed, data, target, err=False)


def _print_tally(tally: Counter[str], *, wrote: bool) -> None:
    parts = [count("{number} record", "{number} records", tally["records"])]
    if number := tally["changed"]:
        parts.append(
            count("{number} fixed", "{number} fixed", number)
            if wrote
            else count(
                "{number} can be fixed (-o FOLDER writes)", "{number} can be fixed (-o FOLDER writes)", number
            )
        )
    if number := tally["open"]:
        parts.append(count("{number} with an open decision", "{number} with open decisions", number))
    if number := tally["errors"]:
        parts.append(count("{number} error left", "{number} errors left", number))
    if number := tally["passed over"]:
        parts.append(count("{number} skipped", "{number} skipped", number))
    echo(", ".join(parts), err=True)


# Of the findings that a repair explains so many are named.
SHOWN = 5

WORDS = {
    "sure": N_("sure"),
    "likely": N_("likely"),
    "open": N_("your choice"),
    "marked": N_("left unchanged"),
}


def standing(choice: RepairChoice, tongue: Tongue) -> str:
    """Return the share of a choice, and how good it is as a play where that is known."""
    if choice.loss is None:
        return _share(choice, tongue)
    if choice.loss < 0.0005:
        return tongue.say("{share}; the best play", share=_share(choice, tongue))
    points = tongue.number(choice.loss, 3)
    return tongue.say(
        "{share}; loses {points} against the best play", share=_share(choice, tongue), points=points
    )


def _share(choice: RepairChoice, tongue: Tongue) -> str:
    """Return how much of all that may have been a choice is; nothing is certain."""
    percent = 100 * choice.share
    if percent > 99:
        return tongue.say("over 99 %")
    return (
        tongue.say("{number} %", number=tongue.number(round(percent)))
        if percent >= 1
        else tongue.say("under 1 %")
    )


def proposal_place(fixed: Fixing, place: ProposalPlace, tongue: Tongue) -> str:
    """The match, the game and the turn that a proposal is for, and whose it is."""
    proposal = place.proposal
    match = fixed.reading.matches[place.match]
    where = [tongue.say("match {number}", number=place.match + 1)] if len(fixed.reading.matches) > 1 else []
    where.append(tongue.say("game {number}", number=proposal.game))
    where += [tongue.say("turn {number}", number=proposal.turn)] if proposal.turn else []
    colours = tongue.say("White"), tongue.say("Black")
    if proposal.seat is not None:
        where.append(match.players[proposal.seat].name or colours[proposal.seat])
    return ", ".join(map(shorten, where))


def explanation(place: ProposalPlace, tongue: Tongue) -> str:
    """The findings that go away with the repair."""
    codes = [
        tongue.say("{code} on line {line}", code=finding.code, line=finding.span.line)
        if finding.span
        else finding.code
        for finding in place.proposal.explains
    ]
    more = len(codes) - SHOWN
    codes[SHOWN:] = [tongue.say("and so on ({number} more)", number=more)] if more > 0 else []
    return f" {tongue.say('This explains {findings}.', findings=', '.join(codes))}" if codes else ""
