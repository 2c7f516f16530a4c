"""What came of checking one file, in numbers."""

from __future__ import annotations

from dataclasses import dataclass

from kotra_notation.cli.checking import Checked
from kotra_notation.cli.failing import DONE, FAILED, FOUND
from kotra_notation.cli.output.text import counted
from kotra_notation.cli.speaking import say
from kotra_notation.findings import Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """How many findings of each weight there are; `failed` if the file could not be checked."""

    errors: int = 0
    warnings: int = 0
    notes: int = 0
    failed: bool = False

    @classmethod
    def of(cls, checked: Checked) -> Verdict:
        """The verdict on a file that was checked."""
        return cls(
            errors=checked.count(Severity.ERROR),
            warnings=checked.count(Severity.WARNING),
            notes=checked.count(Severity.NOTE),
        )

    def status(self, *, strict: bool) -> int:
        """The status that `kotra check` would end with."""
        if self.failed:
            return FAILED
        return FOUND if self.errors or (strict and self.warnings) else DONE

    @property
    def said(self) -> str:
        """The verdict in a few words."""
        if self.failed:
            return say("not checked")
        findings = counted(self.errors, self.warnings, self.notes)
        if self.errors or self.warnings:
            return findings
        return say("sound, {findings}", findings=findings) if findings else say("sound")
