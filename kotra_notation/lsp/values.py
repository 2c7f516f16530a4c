"""Values of the protocol: positions and ranges, and what `record/editing` makes of a text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lsprotocol import types
from pygls.workspace import PositionCodec

from kotra_notation.findings import Finding, Severity
from kotra_notation.model import Span
from kotra_notation.record.editing import EditedText
from kotra_notation.record.editing.completions import Completion
from kotra_notation.record.editing.fixes import Fix, TextChange
from kotra_notation.record.editing.views import Hover, Inlay, OutlineEntry
from kotra_notation.words.phrases import told
from kotra_notation.words.tongues import Tongue

SOURCE = "kotra"
# The most findings of a text that are shown: an editor is sent all of them at every key.
MOST_SHOWN = 1000
SYMBOLS = {"match": types.SymbolKind.Package, "game": types.SymbolKind.Class, "turn": types.SymbolKind.Event}
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


class EditorPlaces:
    """The places of a text as an editor counts them: lines and characters from 0, in UTF-16 or as agreed."""

    def __init__(self, text: EditedText, codec: PositionCodec) -> None:
        self._lines = text.lines
        self._shift = text.shift
        self._units = codec.client_num_units

    def range(self, span: Span | None) -> types.Range:
        """Return the range of a span, of at least a character; of no span, the beginning of the text."""
        if span is None:
            return types.Range(types.Position(0, 0), types.Position(0, 0))
        line = min(max(span.line, 1), len(self._lines))
        start, end = self.position(line, span.column), self.position(line, span.end_column)
        return types.Range(
            start, end if end.character > start.character else self.position(line, span.column + 1)
        )

    def position(self, line: int, column: int) -> types.Position:
        """Return an editor's position; a column that the line does not have is its end."""
        text = self._lines[line - 1]
        shift = self._shift if line == 1 else 0
        return types.Position(line - 1, self._units(text[: max(column - 1 + shift, 0)]))

    def between(self, start: tuple[int, int], end: tuple[int, int]) -> types.Range:
        """Return the range between two places of ours."""
        return types.Range(self.position(*start), self.position(*end))

    def end(self, line: int) -> types.Position:
        """Return the end of a line."""
        return self.position(line, len(self._lines[line - 1]) + 1)

    def lines(self, first: int, last: int) -> types.Range:
        """Return the range of whole lines, from 1, the last one with them."""
        end = min(last, len(self._lines))
        return types.Range(
            types.Position(first - 1, 0), types.Position(end - 1, self._units(self._lines[end - 1]))
        )

    def place(self, position: types.Position) -> tuple[int, int]:
        """Return the line and column, from 1, of an editor's position, or of the next that is there."""
        number = min(max(position.line, 0), len(self._lines) - 1)
        text, left, column = self._lines[number], position.character, 0
        while left > 0 and column < len(text):
            left -= self._units(text[column])
            column += 1
        return number + 1, max(column - (self._shift if number == 0 else 0), 0) + 1


def diagnostics(text: EditedText, places: EditorPlaces, tongue: Tongue) -> list[types.Diagnostic]:
    """Return diagnostics of the findings, in order; of very many the first, and the number of the others."""
    shown = [_diagnostic(finding, places, tongue) for finding in text.findings[:MOST_SHOWN]]
    if more := len(text.findings) - len(shown):
        sentence = tongue.say("And {count} more; kotra check lists them all.", count=more)
        note = types.DiagnosticSeverity.Information
        shown.append(types.Diagnostic(shown[-1].range, sentence, note, source=SOURCE))
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
    """Return an outline of matches, games and turns."""
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
    """Return words behind lines."""
    return [
        types.InlayHint(places.end(inlay.line), inlay.words, padding_left=True, tooltip=inlay.meaning or None)
        for inlay in inlays
    ]


def completion_items(
    completions: Sequence[Completion], line: int, places: EditorPlaces
) -> list[types.CompletionItem]:
    """Return completions in their order."""
    return [
        types.CompletionItem(
            label=completion.text.strip(),
            kind=COMPLETIONS[completion.kind],
            detail=completion.detail or None,
            sort_text=f"{number:04}",
            filter_text=completion.text,
            text_edit=types.TextEdit(
                places.between((line, completion.start), (line, completion.end)), completion.text
            ),
        )
        for number, completion in enumerate(completions)
    ]


def code_actions(
    fixes: Iterable[Fix], uri: str, shown: Sequence[types.Diagnostic], places: EditorPlaces
) -> list[types.CodeAction]:
    """Return changes to choose from, each with those of the findings shown that it is about."""
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
    """Return changes of a text."""
    return [types.TextEdit(places.between(change.start, change.end), change.text) for change in changes]


def folding_ranges(folds: Iterable[tuple[int, int]]) -> list[types.FoldingRange]:
    """Return folds by their lines."""
    return [types.FoldingRange(start_line=first - 1, end_line=last - 1) for first, last in folds]


def hover(view: Hover, places: EditorPlaces) -> types.Hover:
    """Return a hover in Markdown."""
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, view.markdown), places.range(view.span))
