"""The lines that `check` ends with: what a file is, what came of its match, and how many files there were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from kotra_notation.jobs.paths import printable, without_controls

if TYPE_CHECKING:
    from kotra_notation.fast.proof import Proof
    from kotra_notation.findings import Finding
    from kotra_notation.ignores import Ignored
    from kotra_notation.replay import Replay
    from kotra_notation.words.tongues import Tongue

# So many reasons to ignore findings are told.
MOST_REASONS = 20


def render_file(path: str, format: str, dialect: str | None, encoding: str | None, tongue: Tongue) -> str:
    """Return how a file is written."""
    how = [format]
    how += [tongue.say("dialect {name}", name=dialect)] if dialect else []
    return f"{printable(path)}: {', '.join([*how, *filter(None, [encoding])])}"


def render_result(
    names: Sequence[str],
    length: int | None,
    games: int,
    score: Sequence[float],
    tongue: Tongue,
    *,
    cube: bool = True,
    complete: bool = True,
) -> str:
    """Return what came of a match; `cube`: it is of today's game."""
    colours = tongue.say("White"), tongue.say("Black")
    first, second = (name or colour for name, colour in zip(names, colours, strict=True))
    unlimited = tongue.say("money session") if cube else tongue.say("sitting")
    stated = tongue.say("{length}-point match", length=length) if length else unlimited
    played = tongue.count("{number} game", "{number} games", games)
    points = "–".join(tongue.number(number) for number in score)
    open_end = "" if complete else f", {tongue.say('not played to the end')}"
    line = f"{first} – {second}, {stated}, {played}: {points}{open_end}"
    return f"    {line if line.isprintable() else without_controls(line)}"


def render_proof(proof: Proof, tongue: Tongue) -> str:
    """Return what came of a match that was proved sound."""
    return render_result(proof.players, proof.length, len(proof.games), proof.score, tongue)


def render_replay(replayed: Replay, tongue: Tongue) -> str:
    """Return what came of a match that was replayed."""
    match = replayed.match
    return render_result(
        [player.name for player in match.players],
        match.length,
        len(replayed.games),
        replayed.score,
        tongue,
        cube=bool(replayed.ruleset.facts.cube),
        complete=replayed.complete,
    )


def place_words(finding: Finding, tongue: Tongue, *, several: bool) -> list[str]:
    """Return the game and the turn of a finding; its match too in a file that has `several`."""
    where = [tongue.say("match {number}", number=finding.match)] if several and finding.match else []
    where += [tongue.say("game {number}", number=finding.game)] if finding.game else []
    return [*where, tongue.say("turn {number}", number=finding.turn)] if finding.turn else where


def render_ignored(ignored: Sequence[Ignored], tongue: Tongue) -> Iterator[str]:
    """Yield what is ignored and why, a line for each reason; of very many only the first."""
    of_records = [entry for entry in ignored if entry.by_record]
    if asked := [entry for entry in ignored if not entry.by_record]:
        kinds = Counter(f"{entry.finding.code} {entry.finding.kind.name}" for entry in asked)
        yield tongue.count(
            "{number} finding is ignored, as requested: {kinds}.",
            "{number} findings are ignored, as requested: {kinds}.",
            len(asked),
            kinds=", ".join(f"{number} × {kind}" for kind, number in sorted(kinds.items())),
        )
    reasons = Counter((record.finding.code, record.finding.kind.name, record.reason) for record in of_records)
    if not reasons:
        return
    yield tongue.count(
        "{number} finding is ignored, as the record asks:",
        "{number} findings are ignored, as the records ask:",
        len(of_records),
    )
    for (code, name, reason), number in sorted(reasons.items())[:MOST_REASONS]:
        from kotra_notation.words.phrases import shorten

        why = shorten(reason) or tongue.say("no reason given")
        yield f"    {number} × {code} {name}: {why}"
    if len(reasons) > MOST_REASONS:
        yield "    …"


class CheckSum(NamedTuple):
    """Numbers of files checked, clean, of no known format and not checked, and their findings.

    `findings` are counted in words, notes too; those `passed` over in other words.
    """

    files: int
    clean: int = 0
    passed_over: int = 0
    unchecked: int = 0
    findings: str = ""
    passed: Sequence[str] = ()


def render_sum(total: CheckSum, tongue: Tongue) -> str:
    """Return how many files there were, and their findings; "no problems" only where all were checked."""
    number = tongue.count("{number} file", "{number} files", total.files + total.unchecked)
    if total.passed_over:
        number = tongue.say(
            "{files}, {number} skipped (unknown format)", files=number, number=total.passed_over
        )
    parts = [total.findings]
    if not total.files and not total.unchecked:
        parts = [tongue.say("nothing to check")]
    elif total.unchecked and not total.findings:
        parts = [tongue.say("{number} clean", number=total.clean)]
    elif not total.findings:
        parts = [] if total.passed else [tongue.say("no problems found")]
    parts += total.passed
    if total.unchecked:
        parts.append(tongue.say("{number} not checked", number=total.unchecked))
    return f"{number}: {', '.join(parts)}."
