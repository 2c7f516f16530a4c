"""Findings of `check` for other programs: JSON, SARIF, or annotations of GitHub."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from kotra_notation.cli.streams import put
from kotra_notation.features.check.job import Checked, document
from kotra_notation.findings import BY_CODE, KINDS, Finding, Kind
from kotra_notation.ignores import Ignored
from kotra_notation.installation import VERSION, finding_page
from kotra_notation.jobs.files import Trouble
from kotra_notation.jobs.paths import printable
from kotra_notation.jobs.rows import Row
from kotra_notation.jobs.rows import document as printed
from kotra_notation.words import WordedFacts, hint
from kotra_notation.words.phrases import told
from kotra_notation.words.tongues import Tongue

if TYPE_CHECKING:
    from kotra_notation.features.day.job import Across

LEVELS = {"error": "error", "warning": "warning", "note": "notice"}
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sentences(finding: Finding, tongue: Tongue) -> str:
    """Return what was found, and what was probably meant where somebody knows."""
    return f"{finding.told(tongue).message} {told(finding.meant, tongue)}".rstrip()


class RowsPrinter:
    """Prints one text for programs at the end, in the form that is asked for."""

    def __init__(self, form: str, tongue: Tongue) -> None:
        self.form = form
        self.tongue = tongue
        self.rows: list[Any] = []
        self.kinds: dict[str, Kind] = {}
        self.found: Across | None = None

    def note_unchecked(self, path: str) -> None:
        """A file that could not be opened is told of at the end."""

    def file(self, checked: Checked) -> None:
        """Keep what stands in it about one file."""
        if self.form == "json":
            self.rows.append(checked.as_json(self.tongue))
        else:
            row = _line if self.form == "github" else _result
            self.rows += [row(checked.path, finding, self.tongue) for finding in checked.findings]
            self.kinds |= {finding.code: finding.kind for finding in checked.findings}
        if self.form == "sarif":
            self.rows += [_suppressed_row(checked.path, ignored, self.tongue) for ignored in checked.ignored]
            self.kinds |= {ignored.finding.code: ignored.finding.kind for ignored in checked.ignored}

    def across(self, across: Across) -> None:
        """Keep what was found across the files."""
        self.found = across
        if self.form != "json":
            row = _line if self.form == "github" else _result
            self.rows += [row(path, finding, self.tongue) for path, finding in across.findings]
            self.kinds |= {finding.code: finding.kind for _, finding in across.findings}

    def end(
        self, checked: list[Checked], passed_over: int, unchecked: int, troubles: Sequence[Trouble] = ()
    ) -> None:
        """Print the text."""
        if text := self._text(checked, passed_over, troubles):
            put(text)

    def _text(self, checked: list[Checked], passed_over: int, troubles: Sequence[Trouble]) -> str:
        if self.form == "github":
            return "\n".join(self.rows)
        if self.form == "sarif":
            return printed(_log(self.rows, self.kinds, troubles, self.tongue))
        findings = [finding for _, finding in self.found.findings] if self.found else []
        whole = document(self.rows, checked, passed_over, findings, troubles, self.tongue)
        return printed(whole | {"across": self.found.as_json(self.tongue)} if self.found else whole)


def _line(path: str, finding: Finding, tongue: Tongue) -> str:
    location = f"file={_property(printable(path))}"
    if finding.span:
        location += f",line={finding.span.line},col={finding.span.column},endColumn={finding.span.end_column}"
    title = _property(f"{finding.code} {finding.kind.name}")
    return f"::{LEVELS[finding.severity]} {location},title={title}::{_data(sentences(finding, tongue))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _log(
    results: Sequence[Row], used: Mapping[str, Kind], troubles: Sequence[Trouble], tongue: Tongue
) -> Row:
    """The log, which has one run; kinds of plug-ins stand behind ours."""
    kinds = [kind for kind in KINDS.values() if kind.code in used]
    kinds += [used[code] for code in sorted(used) if code not in BY_CODE]
    places = {kind.code: index for index, kind in enumerate(kinds)}
    run = {
        "tool": {
            "driver": {
                "name": "kotra-notation",
                "version": VERSION,
                "rules": [_rule(kind, tongue) for kind in kinds],
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": not troubles,
                "toolExecutionNotifications": [_notification(trouble, tongue) for trouble in troubles],
            }
        ],
        "results": [{**result, "ruleIndex": places[result["ruleId"]]} for result in results],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _notification(trouble: Trouble, tongue: Tongue) -> Row:
    """Return what is said of a file that was not checked."""
    location = {"artifactLocation": {"uri": quote(PurePath(printable(trouble.path)).as_posix())}}
    return {
        "level": "error",
        "message": {"text": told(trouble.why, tongue)},
        "locations": [{"physicalLocation": location}],
    }


def _rule(kind: Kind, tongue: Tongue) -> Row:
    described: Row = {
        "id": kind.code,
        "name": kind.name,
        "shortDescription": {"text": kind.name.replace("-", " ")},
        "defaultConfiguration": {"level": kind.severity.value},
    }
    if text := hint(kind.hint, WordedFacts({}, tongue)):
        described["help"] = {"text": text}
    if kind.code in BY_CODE and (address := finding_page(kind.code)):
        described["helpUri"] = address
    return described


def _suppressed_row(path: str, ignored: Ignored, tongue: Tongue) -> Row:
    why = {"justification": ignored.reason} if ignored.reason else {}
    kind = "inSource" if ignored.by_record else "external"
    return {**_result(path, ignored.finding, tongue), "suppressions": [{"kind": kind, **why}]}


def _result(path: str, finding: Finding, tongue: Tongue) -> Row:
    location: Row = {"artifactLocation": {"uri": quote(PurePath(printable(path)).as_posix())}}
    if finding.span:
        location["region"] = {
            "startLine": finding.span.line,
            "startColumn": finding.span.column,
            "endColumn": max(finding.span.end_column, finding.span.column),
        }
    return {
        "ruleId": finding.code,
        "level": finding.severity.value,
        "message": {"text": sentences(finding, tongue)},
        "locations": [{"physicalLocation": location}],
    }
