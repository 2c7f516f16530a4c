"""The language server: what `jobs/editing` says of a text, told to editors over LSP."""
