"""Findings and matches of `check` for other programs: JSON, SARIF, JUnit XML, or annotations of GitHub."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from kotra_notation.cli.streams import put, to_stdout
from kotra_notation.features.check.job import Checked, document, errors_among
from kotra_notation.features.check.text import place_words
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
    from xml.etree.ElementTree import Element

    from kotra_notation.features.day.job import Across

LEVELS = {"error": "error", "warning": "warning", "note": "notice"}
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def placed_message(finding: Finding, tongue: Tongue) -> str:
    """Return what was found; behind its match, game and turn where no line tells them."""
    where = "" if finding.span else ", ".join(place_words(finding, tongue, several=True))
    return ": ".join(filter(None, [where, finding.told(tongue).message]))


def sentences(finding: Finding, tongue: Tongue) -> str:
    """Return what was found, and what was probably meant where somebody knows."""
    return f"{placed_message(finding, tongue)} {told(finding.meant, tongue)}".rstrip()


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


# XML has no place for these, however they are written.
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class JUnitPrinter:
    """Prints one document at the end; if `strict`, a file fails for its warnings too."""

    def __init__(self, tongue: Tongue, *, strict: bool) -> None:
        self.tongue, self.strict = tongue, strict
        self.found: dict[str, list[Finding]] = {}

    def note_unchecked(self, path: str) -> None:
        """A file that could not be opened is reported at the end."""

    def file(self, checked: Checked) -> None:
        """Keep the findings of one file."""
        self.found.setdefault(checked.path, []).extend(checked.findings)

    def across(self, across: Across) -> None:
        """Keep the findings across the files, each with its file."""
        for path, finding in across.findings:
            self.found.setdefault(path, []).append(finding)

    def end(
        self, checked: list[Checked], passed_over: int, unchecked: int, troubles: Sequence[Trouble] = ()
    ) -> None:
        """Print the document."""
        from xml.etree.ElementTree import Element, SubElement, indent, tostring

        suite = Element("testsuite", name="kotra check")
        failures = sum([self._add_case(suite, path, findings) for path, findings in self.found.items()])
        for trouble in troubles:
            case = _case(suite, printable(trouble.path) or "kotra check")
            SubElement(case, "error", message=_text(told(trouble.why, self.tongue)))
        suite.set("tests", str(len(suite)))
        suite.set("failures", str(failures))
        suite.set("errors", str(len(troubles)))
        indent(suite)
        to_stdout(tostring(suite, encoding="UTF-8", xml_declaration=True) + b"\n")

    def _add_case(self, suite: Element, path: str, findings: Sequence[Finding]) -> bool:
        """Add the test case of a file: a failure with all its errors, and the rest as output."""
        from xml.etree.ElementTree import SubElement

        case = _case(suite, printable(path))
        errors = errors_among(findings, strict=self.strict)
        others = [finding for finding in findings if finding not in errors]
        if errors:
            first = errors[0]
            message = _text(placed_message(first, self.tongue))
            failure = SubElement(case, "failure", type=first.code, message=message)
            failure.text = self._lines(path, errors)
        if others:
            SubElement(case, "system-out").text = self._lines(path, others)
        return bool(errors)

    def _lines(self, path: str, findings: Sequence[Finding]) -> str:
        """Return a line for each finding: its place, its kind, and what was found."""
        lines = []
        for finding in findings:
            span = f":{finding.span.line}:{finding.span.column}" if finding.span else ""
            sign = f"{finding.severity.value} {finding.code} {finding.kind.name}"
            lines.append(_text(f"{printable(path)}{span}: {sign}  {placed_message(finding, self.tongue)}"))
        return "\n".join(lines)


def _case(suite: Element, name: str) -> Element:
    from xml.etree.ElementTree import SubElement

    return SubElement(suite, "testcase", classname="kotra", name=_text(name))


def _text(text: str) -> str:
    """Return a text without characters that XML cannot hold."""
    return NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)
