"""Asking an archive: statements of SQL, named questions, positions and patterns that are looked for."""
