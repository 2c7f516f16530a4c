"""What `jobs/editing` says, in the values of the protocol."""

from __future__ import annotations

from lsprotocol import types

from kotra_notation.findings import Finding, Severity
from kotra_notation.jobs.editing.edited_text import EditedText
from kotra_notation.jobs.editing.hovers import Hover
from kotra_notation.lsp.positions import EditorPlaces
from kotra_notation.words.phrases import told
from kotra_notation.words.tongues import Tongue

SOURCE = "kotra"
SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.NOTE: types.DiagnosticSeverity.Information,
}


def diagnostics(text: EditedText, places: EditorPlaces, tongue: Tongue) -> list[types.Diagnostic]:
    """A diagnostic for each finding, in their order."""
    return [_diagnostic(one, places, tongue) for one in text.findings]


def _diagnostic(found: Finding, places: EditorPlaces, tongue: Tongue) -> types.Diagnostic:
    message, hint = found.told(tongue)
    lines = [message]
    if plays := " | ".join(filter(None, found.expected)):
        lines.append(tongue.say("expected: {plays}", plays=plays))
    lines += filter(None, (hint, told(found.meant, tongue) if found.meant else ""))
    return types.Diagnostic(
        range=places.range(found.span),
        message="\n".join(lines),
        severity=SEVERITIES[found.severity],
        code=found.code,
        source=SOURCE,
        data={"name": found.kind.name, "rule": found.rule},
    )


def hover(said: Hover, places: EditorPlaces) -> types.Hover:
    """A hover in Markdown."""
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, said.markdown), places.range(said.span))
