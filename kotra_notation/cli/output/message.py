"""What is said of a finding in forms that have one place for it."""

from __future__ import annotations

from kotra_notation.cli.speaking import written
from kotra_notation.findings import Finding
from kotra_notation.words.phrases import told


def sentences(found: Finding) -> str:
    """What was found, and what was probably meant where somebody knows."""
    return f"{found.told(written()).message} {told(found.meant, written())}".rstrip()
