"""What `jobs/editing` says, in the values of the protocol."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lsprotocol import types

from kotra_notation.findings import Finding, Severity
from kotra_notation.lsp.positions import EditorPlaces
from kotra_notation.record.editing.completions import Completion
from kotra_notation.record.editing.edited_text import EditedText
from kotra_notation.record.editing.fixes import Fix, TextChange
from kotra_notation.record.editing.hovers import Hover
from kotra_notation.record.editing.inlays import Inlay
from kotra_notation.record.editing.outline import OutlineEntry
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
    shown = [_diagnostic(one, places, tongue) for one in text.findings[:MOST_SHOWN]]
    if more := len(text.findings) - len(shown):
        said = tongue.say("And {count} more; kotra check lists them all.", count=more)
        shown.append(
            types.Diagnostic(shown[-1].range, said, types.DiagnosticSeverity.Information, source=SOURCE)
        )
    return shown


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


def inlay_hints(found: Iterable[Inlay], places: EditorPlaces) -> list[types.InlayHint]:
    """Words behind lines."""
    return [
        types.InlayHint(places.end(one.line), one.words, padding_left=True, tooltip=one.meaning or None)
        for one in found
    ]


def completion_items(
    found: Sequence[Completion], line: int, places: EditorPlaces
) -> list[types.CompletionItem]:
    """What may be put in, in this order."""
    return [
        types.CompletionItem(
            label=one.text.strip(),
            kind=COMPLETIONS[one.kind],
            detail=one.detail or None,
            sort_text=f"{at:04}",
            filter_text=one.text,
            text_edit=types.TextEdit(places.between((line, one.start), (line, one.end)), one.text),
        )
        for at, one in enumerate(found)
    ]


def code_actions(
    found: Iterable[Fix],
    uri: str,
    shown: Sequence[types.Diagnostic],
    places: EditorPlaces,
) -> list[types.CodeAction]:
    """Changes that may be chosen, each with those of the findings shown that it is about."""
    return [
        types.CodeAction(
            title=one.title,
            kind=types.CodeActionKind.SourceFixAll if one.kind == "all" else types.CodeActionKind.QuickFix,
            diagnostics=[about for about in shown if _explains(one, about, places)],
            is_preferred=one.first or None,
            edit=types.WorkspaceEdit(changes={uri: text_edits(one.changes, places)}),
        )
        for one in found
    ]


def _explains(fix: Fix, shown: types.Diagnostic, places: EditorPlaces) -> bool:
    return any(one.code == shown.code and places.range(one.span) == shown.range for one in fix.explains)


def text_edits(changes: Iterable[TextChange], places: EditorPlaces) -> list[types.TextEdit]:
    """Changes of a text."""
    return [types.TextEdit(places.between(one.start, one.end), one.text) for one in changes]


def folding_ranges(found: Iterable[tuple[int, int]]) -> list[types.FoldingRange]:
    """What may be folded, by its lines."""
    return [types.FoldingRange(start_line=first - 1, end_line=last - 1) for first, last in found]


def hover(said: Hover, places: EditorPlaces) -> types.Hover:
    """A hover in Markdown."""
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, said.markdown), places.range(said.span))
