"""The command line: thin commands over the package; each imports what it needs when it is called."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run the command, and leave with its status; nothing ends in a traceback that the user could cause."""
    from kotra_notation.cli.app import app

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _silence()
        sys.exit(1)
    except OSError as error:
        _silence()
        print(f"kotra: what was to be printed could not be written: {error.strerror}.", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


def _silence() -> None:
    """Keep the interpreter from flushing into a standard output that takes nothing any more."""
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - it lives until the end
