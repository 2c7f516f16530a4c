"""What is wrong in a source, as its reader says, and is not seen in what was written from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from kotra_notation.findings import Finding, Severity, finding
from kotra_notation.formats.format import Content, Reading, Source
from kotra_notation.jobs.contents import ConvertOptions, of_source
from kotra_notation.reading import read_in_full


def hidden_faults(reading: Reading, files: Sequence[Content], options: ConvertOptions) -> list[Finding]:
    """Return the finding that names the errors and warnings of a reading that its files do not show."""
    wrong = _codes(reading.findings)
    if not wrong:
        return []
    options = of_source(reading, options)
    for content in files:
        data = content if isinstance(content, bytes) else content.encode("utf-8", "replace")
        source = Source(data, stated_encoding=options.to_encoding, shorthand=options.shorthand)
        wrong -= _codes(read_in_full(source, options.name).findings)
    return [finding("fault-hidden", codes=", ".join(sorted(wrong)))] if wrong else []


def _codes(findings: Iterable[Finding]) -> Counter[str]:
    """Count the errors and warnings by their codes."""
    return Counter(one.code for one in findings if one.severity is not Severity.NOTE)
