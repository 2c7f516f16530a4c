"""Output of `kotra merge`: its decisions, for people and for programs."""

from __future__ import annotations

from collections.abc import Sequence

from kotra_notation.cli.losses import print_losses
from kotra_notation.cli.speaking import output_tongue, user_tongue
from kotra_notation.cli.streams import echo, put
from kotra_notation.compare.merging import LAWFUL, ONLY, PREFERRED, VOTES, MergeDecision
from kotra_notation.features.merge.job import LETTERS, MergedRecord, events_words, version_words
from kotra_notation.jobs.files import printable
from kotra_notation.jobs.rows import document
from kotra_notation.report.contrast import WHATS
from kotra_notation.report.event_words import capital
from kotra_notation.words.phrases import oneline
from kotra_notation.words.tongues import N_, Tongue

HOW = {
    LAWFUL: N_("{which}: nothing else fits the rules and the rest of the game as well."),
    VOTES: N_("{which}: the alternatives that fit equally well are in fewer records."),
    ONLY: N_("{which}: it is not recorded elsewhere."),
    PREFERRED: N_("{which}, as you preferred."),
    "": N_("Undecided; {which} is kept."),
}
MOST = N_("{which}: most records have it.")
COMMENT_LOST = "L601"
NAMES = {**WHATS, "name": N_("Name")}


def render_merged(done: MergedRecord, tongue: Tongue) -> list[str]:
    """The lines of all that is told."""
    lines = []
    for record, path in enumerate(done.sources.paths):
        name, letter = printable(path), LETTERS[record]
        turned = record in done.merged.swapped
        lines.append(
            tongue.say("{letter} {file}, the sides swapped", letter=letter, file=name)
            if turned
            else tongue.say("{letter} {file}", letter=letter, file=name)
        )
    for number, decision in enumerate(done.merged.decisions):
        lines += ["", *_decision_lines(decision, done, tongue)]
        if number in done.losses:
            lines.append(f"    {_better(decision, done.losses[number], tongue)}")
    for kept in done.merged.kept:
        lines.append("")
        what = tongue.say(NAMES[kept.what]) if kept.what in NAMES else oneline(kept.what)
        value = oneline(kept.kept)
        others = [
            f"{LETTERS[record]}: {oneline(value_there)}"
            for record, value_there in enumerate(kept.said)
            if value_there not in (None, kept.kept)
        ]
        lines.append(
            tongue.say("{what}: {kept} is kept ({others}).", what=what, kept=value, others="; ".join(others))
        )
    return [*lines, "", *_summary(done, tongue)]


def _summary(done: MergedRecord, tongue: Tongue) -> list[str]:
    decided = len(done.merged.decisions) - len(done.merged.conflicts)
    lines = [
        tongue.count("{number} difference decided.", "{number} differences decided.", decided),
        _open(done, tongue),
    ]
    if number := done.merged.times:
        lines.append(
            tongue.count(
                "{number} clock time that differed was left out.",
                "{number} clock times that differed were left out.",
                number,
            )
        )
    if done.wrong:
        lines.append(
            tongue.count(
                "kotra check finds {number} error or warning in the merged record.",
                "kotra check finds {number} errors and warnings in the merged record.",
                done.wrong,
            )
        )
    return lines


def _open(done: MergedRecord, tongue: Tongue) -> str:
    """Return how many conflicts are open, and whether all of them are marked."""
    conflicts = done.merged.conflicts
    if not conflicts:
        return tongue.say("No open conflicts.")
    lost = any(finding.code == COMMENT_LOST for finding in done.lost)
    if lost or not all(conflict.turn for conflict in conflicts):
        return tongue.count("{number} open conflict.", "{number} open conflicts.", len(conflicts))
    return tongue.count(
        "{number} open conflict, marked in the record.",
        "{number} open conflicts, marked in the record.",
        len(conflicts),
    )


def _decision_lines(decision: MergeDecision, done: MergedRecord, tongue: Tongue) -> list[str]:
    where = (
        tongue.say("Game {game}, turn {turn}", game=decision.game, turn=decision.turn)
        if decision.turn
        else tongue.say("Game {game}, the score in its header", game=decision.game)
    )
    lines = version_words(decision, done.merged.match, done.ruleset, LETTERS, tongue)
    which = tongue.say(
        "a mixture ({events})", events=events_words(decision.taken, done.merged.match, done.ruleset, tongue)
    )
    if decision.chosen is not None:
        which = LETTERS[decision.versions[decision.chosen][0][0]]
    how = capital(tongue.say(_how(decision), which=which))
    return [where, *(f"    {line}" for line in lines), f"    {how}"]


def _better(decision: MergeDecision, losses: Sequence[float | None], tongue: Tongue) -> str:
    """Return which of the plays is best, and by how much; it decides nothing."""
    known = sorted([(loss, number) for number, loss in enumerate(losses) if loss is not None])
    (least, best), (next_best, _) = known[:2]
    points = tongue.number(next_best - least, 3)
    letter = LETTERS[decision.versions[best][0][0]]
    return tongue.say("{which} is the better play by {points}.", which=letter, points=points)


def _how(decision: MergeDecision) -> str:
    """The sentence that says what decided."""
    if decision.by == VOTES and decision.chosen is not None:
        having = len(decision.versions[decision.chosen][0])
        if 2 * having > sum(len(records) for records, _ in decision.versions):
            return MOST
    return HOW[decision.by]


def print_merged(done: MergedRecord, output: str, *, err: bool) -> None:
    """Tell what was decided, and what was lost in writing."""
    if output == "json":
        put(document(done.as_json(output_tongue())), err=err)
    else:
        for line in render_merged(done, user_tongue()):
            echo(line, err=err)
    print_losses(done.lost, output)
