"""Findings of `check` as JUnit XML: a test case for each file, which fails if the file has errors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from kotra_notation.cli.streams import to_stdout
from kotra_notation.features.check.job import Checked, errors_among
from kotra_notation.findings import Finding
from kotra_notation.jobs.files import Trouble
from kotra_notation.jobs.paths import printable
from kotra_notation.words.phrases import told
from kotra_notation.words.tongues import Tongue

if TYPE_CHECKING:
    from kotra_notation.features.day.job import Across

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
        case = _case(suite, printable(path))
        errors = errors_among(findings, strict=self.strict)
        others = [finding for finding in findings if finding not in errors]
        if errors:
            first = errors[0]
            failure = SubElement(case, "failure", type=first.code, message=_text(first.told(self.tongue)[0]))
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
            lines.append(_text(f"{printable(path)}{span}: {sign}  {finding.told(self.tongue)[0]}"))
        return "\n".join(lines)


def _case(suite: Element, name: str) -> Element:
    return SubElement(suite, "testcase", classname="kotra", name=_text(name))


def _text(text: str) -> str:
    """Return a text without characters that XML cannot hold."""
    return NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)
