"""What `jobs/editing` says, in the values of the protocol."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lsprotocol import types

from kotra_notation.findings import Finding, Severity
from kotra_notation.lsp.positions import EditorPlaces
from kotra_notation.record.editing.completions import Completion
from kotra_notation.record.editing.edited_text import EditedText
from kotra_notation.record.editing.fixes import Fix, TextChange
from kotra_notation.record.editing.views import Hover, Inlay, OutlineEntry
from kotra_notation.words.phrases import told
from kotra_notation.words.tongues import Tongue

SOURCE = "kotra"
# So many findings of a text are shown: an editor is sent all of them at every key.
MOST_SHOWN = 1000
SYMBOLS = {
    "match": types.SymbolKind.Package,
    "game": types.SymbolKind.Class,
    "turn": types.SymbolKind.Event,
}
COMPLETIONS = {
    "play": types.CompletionItemKind.Value,
    "dice": types.CompletionItemKind.Constant,
    "word": types.CompletionItemKind.Keyword,
    "header": types.CompletionItemKind.Property,
    "option": types.CompletionItemKind.EnumMember,
}
SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.NOTE: types.DiagnosticSeverity.Information,
}


def diagnostics(text: EditedText, places: EditorPlaces, tongue: Tongue) -> list[types.Diagnostic]:
    """A diagnostic for each finding, in their order; of very many the first, and how many more there are."""
    shown = [_diagnostic(finding, places, tongue) for finding in text.findings[:MOST_SHOWN]]
    if more := len(text.findings) - len(shown):
        said = tongue.say("And {count} more; kotra check lists them all.", count=more)
        shown.append(
            types.Diagnostic(shown[-1].range, said, types.DiagnosticSeverity.Information, source=SOURCE)
        )
    return shown


def _diagnostic(finding: Finding, places: EditorPlaces, tongue: Tongue) -> types.Diagnostic:
    message, hint = finding.told(tongue)
    lines = [message]
    if plays := " | ".join(filter(None, finding.expected)):
        lines.append(tongue.say("expected: {plays}", plays=plays))
    lines += filter(None, (hint, told(finding.meant, tongue) if finding.meant else ""))
    return types.Diagnostic(
        range=places.range(finding.span),
        message="\n".join(lines),
        severity=SEVERITIES[finding.severity],
        code=finding.code,
        source=SOURCE,
        data={"name": finding.kind.name, "rule": finding.rule},
    )


def symbols(entries: Iterable[OutlineEntry], places: EditorPlaces) -> list[types.DocumentSymbol]:
    """An outline of matches, games and turns."""
    return [
        types.DocumentSymbol(
            name=entry.name,
            detail=entry.detail,
            kind=SYMBOLS[entry.kind],
            range=places.lines(entry.first, entry.last),
            selection_range=places.range(entry.at),
            children=symbols(entry.parts, places),
        )
        for entry in entries
    ]


def inlay_hints(inlays: Iterable[Inlay], places: EditorPlaces) -> list[types.InlayHint]:
    """Words behind lines."""
    return [
        types.InlayHint(places.end(inlay.line), inlay.words, padding_left=True, tooltip=inlay.meaning or None)
        for inlay in inlays
    ]


def completion_items(
    completions: Sequence[Completion], line: int, places: EditorPlaces
) -> list[types.CompletionItem]:
    """Return what may be put in, in this order."""
    return [
        types.CompletionItem(
            label=completion.text.strip(),
            kind=COMPLETIONS[completion.kind],
            detail=completion.detail or None,
            sort_text=f"{at:04}",
            filter_text=completion.text,
            text_edit=types.TextEdit(
                places.between((line, completion.start), (line, completion.end)), completion.text
            ),
        )
        for at, completion in enumerate(completions)
    ]


def code_actions(
    fixes: Iterable[Fix],
    uri: str,
    shown: Sequence[types.Diagnostic],
    places: EditorPlaces,
) -> list[types.CodeAction]:
    """Changes that may be chosen, each with those of the findings shown that it is about."""
    return [
        types.CodeAction(
            title=fix.title,
            kind=types.CodeActionKind.SourceFixAll if fix.kind == "all" else types.CodeActionKind.QuickFix,
            diagnostics=[about for about in shown if _explains(fix, about, places)],
            is_preferred=fix.first or None,
            edit=types.WorkspaceEdit(changes={uri: text_edits(fix.changes, places)}),
        )
        for fix in fixes
    ]


def _explains(fix: Fix, shown: types.Diagnostic, places: EditorPlaces) -> bool:
    return any(
        finding.code == shown.code and places.range(finding.span) == shown.range for finding in fix.explains
    )


def text_edits(changes: Iterable[TextChange], places: EditorPlaces) -> list[types.TextEdit]:
    """Changes of a text."""
    return [types.TextEdit(places.between(change.start, change.end), change.text) for change in changes]


def folding_ranges(found: Iterable[tuple[int, int]]) -> list[types.FoldingRange]:
    """Return what may be folded, by its lines."""
    return [types.FoldingRange(start_line=first - 1, end_line=last - 1) for first, last in found]


def hover(said: Hover, places: EditorPlaces) -> types.Hover:
    """A hover in Markdown."""
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, said.markdown), places.range(said.span))
