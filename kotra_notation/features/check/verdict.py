"""What came of checking one file, in numbers."""

from __future__ import annotations

from kotra_notation.features.check.job import Checked
from kotra_notation.findings import Severity
from kotra_notation.jobs.status import DONE, FAILED, FOUND
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, Tongue


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """How many findings of each weight there are; `failed` if the file could not be checked.

    `ignored` are those that the record or the caller asks to ignore.
    """

    errors: int = 0
    warnings: int = 0
    notes: int = 0
    failed: bool = False
    ignored: int = 0

    @classmethod
    def of(cls, checked: Checked) -> Verdict:
        """The verdict on a file that was checked."""
        return cls(
            errors=checked.count(Severity.ERROR),
            warnings=checked.count(Severity.WARNING),
            notes=checked.count(Severity.NOTE),
            ignored=len(checked.ignored),
        )

    def status(self, *, strict: bool) -> int:
        """The status that `kotra check` would end with."""
        if self.failed:
            return FAILED
        return FOUND if self.errors or (strict and self.warnings) else DONE

    def words(self, tongue: Tongue = ENGLISH) -> str:
        """The verdict in a few words."""
        if self.failed:
            return tongue.say("not checked")
        findings = counted(self.errors, self.warnings, self.notes, tongue)
        if self.ignored:
            ignored = tongue.say("{number} ignored", number=self.ignored)
            findings = f"{findings}, {ignored}" if findings else ignored
        if self.errors or self.warnings:
            return findings
        return tongue.say("clean, {findings}", findings=findings) if findings else tongue.say("clean")


def counted(errors: int, warnings: int, notes: int, tongue: Tongue) -> str:
    """Return how many findings of each weight there are, those left out that are none."""
    said = [
        tongue.count("{number} error", "{number} errors", errors) if errors else "",
        tongue.count("{number} warning", "{number} warnings", warnings) if warnings else "",
        tongue.count("{number} note", "{number} notes", notes) if notes else "",
    ]
    return ", ".join(filter(None, said))
