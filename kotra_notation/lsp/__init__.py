"""The language server: what `record/editing` makes of a text, told to editors over LSP."""
