"""What `kotra merge` tells of its decisions, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import typer

from kotra_notation.cli.convert import report as report_losses
from kotra_notation.cli.files import shown
from kotra_notation.cli.merge import LETTERS
from kotra_notation.cli.speaking import spoken, written
from kotra_notation.compare.merging import LAWFUL, ONLY, PREFERRED, VOTES, Decision
from kotra_notation.model import Event, Match, ScoreClaim
from kotra_notation.repair.wording import said
from kotra_notation.report.contrasting import WHATS
from kotra_notation.report.deeds import capital
from kotra_notation.rules import Ruleset
from kotra_notation.words.phrases import oneline, told
from kotra_notation.words.tongues import N_, Tongue

if TYPE_CHECKING:
    from kotra_notation.cli.merging import Done

HOW = {
    LAWFUL: N_("{which} is taken: nothing else fits the rules and the rest of the game as well."),
    VOTES: N_("{which} is taken: whatever else fits as well is in fewer records."),
    ONLY: N_("{which} is taken: it is not recorded elsewhere."),
    PREFERRED: N_("{which} is taken, as --prefer decides."),
    "": N_("Nothing decides; {which} is kept."),
}
MOST = N_("{which} is taken: most records have it.")
COMMENT_LOST = "L601"
NAMES = {**WHATS, "name": N_("Name")}


def report(done: Done, output: str, *, err: bool) -> None:
    """Tell what was decided, and what was lost in writing."""
    if output == "json":
        typer.echo(json.dumps(_data(done), ensure_ascii=False, indent=2), err=err)
    else:
        for line in _lines(done, spoken()):
            typer.echo(line, err=err)
    report_losses(done.lost, output)


def _lines(done: Done, tongue: Tongue) -> list[str]:
    lines = []
    for record, path in enumerate(done.work.paths):
        name, letter = shown(path), LETTERS[record]
        turned = record in done.merged.swapped
        lines.append(
            tongue.say("{letter} {file}, the sides swapped", letter=letter, file=name)
            if turned
            else tongue.say("{letter} {file}", letter=letter, file=name)
        )
    for decision in done.merged.decisions:
        lines += ["", *_told(decision, done, tongue)]
    for kept in done.merged.kept:
        lines.append("")
        what = tongue.say(NAMES[kept.what]) if kept.what in NAMES else oneline(kept.what)
        value = oneline(kept.kept)
        others = [
            f"{LETTERS[record]}: {oneline(one)}"
            for record, one in enumerate(kept.said)
            if one not in (None, kept.kept)
        ]
        lines.append(
            tongue.say("{what}: {kept} is kept ({others}).", what=what, kept=value, others="; ".join(others))
        )
    return [*lines, "", *_summary(done, tongue)]


def _summary(done: Done, tongue: Tongue) -> list[str]:
    decided = len(done.merged.decisions) - len(done.merged.conflicts)
    lines = [
        tongue.count("{number} difference is decided.", "{number} differences are decided.", decided),
        _open(done, tongue),
    ]
    if number := done.merged.times:
        lines.append(
            tongue.count(
                "{number} time that differs is left out.", "{number} times that differ are left out.", number
            )
        )
    if done.wrong:
        lines.append(
            tongue.count(
                "kotra check has {number} error or warning about the merged record.",
                "kotra check has {number} errors and warnings about the merged record.",
                done.wrong,
            )
        )
    return lines


def _open(done: Done, tongue: Tongue) -> str:
    """How many conflicts are open, and whether all of them are marked."""
    conflicts = done.merged.conflicts
    if not conflicts:
        return tongue.say("No conflict is open.")
    lost = any(found.code == COMMENT_LOST for found in done.lost)
    if lost or not all(one.turn for one in conflicts):
        return tongue.count("{number} conflict is open.", "{number} conflicts are open.", len(conflicts))
    return tongue.count(
        "{number} conflict is open, and marked in the record.",
        "{number} conflicts are open, and marked in the record.",
        len(conflicts),
    )


def _told(decision: Decision, done: Done, tongue: Tongue) -> list[str]:
    where = (
        tongue.say("Game {game}, turn {turn}", game=decision.game, turn=decision.turn)
        if decision.turn
        else tongue.say("Game {game}, the score at its head", game=decision.game)
    )
    lines = versions(decision, done.merged.match, done.ruleset, LETTERS, tongue)
    which = tongue.say(
        "a mixture ({events})", events=_events(decision.taken, done.merged.match, done.ruleset, tongue)
    )
    if decision.chosen is not None:
        which = LETTERS[decision.versions[decision.chosen][0][0]]
    how = capital(tongue.say(_how(decision), which=which))
    return [where, *(f"    {line}" for line in lines), f"    {how}"]


def _how(decision: Decision) -> str:
    """The sentence that says what decided."""
    if decision.by == VOTES and decision.chosen is not None:
        having = len(decision.versions[decision.chosen][0])
        if 2 * having > sum(len(records) for records, _ in decision.versions):
            return MOST
    return HOW[decision.by]


def versions(
    decision: Decision, match: Match, ruleset: Ruleset, names: Sequence[str], tongue: Tongue
) -> list[str]:
    """Each version with the records that have it."""
    return [
        f"{', '.join(names[record] for record in records)}: {_events(events, match, ruleset, tongue)}"
        for records, events in decision.versions
    ]


def _events(events: Sequence[Event], match: Match, ruleset: Ruleset, tongue: Tongue) -> str:
    return ", ".join(_event(event, match, ruleset, tongue) for event in events) or tongue.say("nothing")


def _event(event: Event, match: Match, ruleset: Ruleset, tongue: Tongue) -> str:
    """What happened, and by whom."""
    seat = getattr(event, "seat", None)
    name = oneline(match.players[seat].name) if seat is not None else ""
    if isinstance(event, ScoreClaim):
        return f"{event.score[0]:g}–{event.score[1]:g}"
    words = told(said(event, ruleset), tongue)
    return f"{name} {words}" if name else words


def _data(done: Done) -> dict[str, Any]:
    match, ruleset = done.merged.match, done.ruleset
    return {
        "version": 1,
        "records": [
            {"letter": LETTERS[record], "path": shown(path), "swapped": record in done.merged.swapped}
            for record, path in enumerate(done.work.paths)
        ],
        "decisions": [
            {
                "game": one.game,
                "turn": one.turn or None,
                "versions": [
                    {
                        "records": [LETTERS[record] for record in records],
                        "events": [_event(event, match, ruleset, written()) for event in events],
                    }
                    for records, events in one.versions
                ],
                "taken": [_event(event, match, ruleset, written()) for event in one.taken],
                "version": one.chosen,
                "by": one.by or None,
            }
            for one in done.merged.decisions
        ],
        "headers": [{"what": one.what, "kept": one.kept, "said": list(one.said)} for one in done.merged.kept],
        "summary": {
            "decided": len(done.merged.decisions) - len(done.merged.conflicts),
            "conflicts": len(done.merged.conflicts),
            "times_left_out": done.merged.times,
            "findings": done.wrong,
        },
    }
