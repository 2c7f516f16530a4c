"""The command line: thin commands over the package; each imports what it needs when it is called."""

from __future__ import annotations

import gc
import os
import sys

INTERRUPTED = 130


def program() -> None:
    """Run `kotra` as a program of its own, which ends here."""
    try:
        main()
    except SystemExit as leaving:
        # While an interpreter is torn down, Arrow's threads now and then abort it (status 134), and after a
        # Ctrl-C that came while a class was made it ends by the signal. So the program ends at once.
        arrow = "pyarrow" in sys.modules and isinstance(leaving.code, int | None)
        if arrow or leaving.code == INTERRUPTED:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(int(leaving.code or 0))
        raise


def main() -> None:
    """Run the command, and leave with its status; nothing ends in a traceback."""
    from kotra_notation.cli.streams import prepare, silence

    prepare()
    try:
        _run()
    except BrokenPipeError:
        silence()
        sys.exit(2)
    except OSError as error:
        silence()
        print(f"kotra: what was to be printed could not be written: {error.strerror}.", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except Exception as error:
        from kotra_notation.cli.failing import complain
        from kotra_notation.cli.speaking import tell
        from kotra_notation.jobs.guarding import fault_of_ours
        from kotra_notation.words import sentences

        complain(tell(sentences(fault_of_ours(error))))
        sys.exit(2)


def _run() -> None:
    from kotra_notation.features.check.at_once import answer

    gc.disable()  # nothing of what is loaded is garbage
    gc.set_threshold(50_000)  # reading makes many objects, and keeps them
    try:
        if (status := answer(sys.argv[1:])) is not None:
            sys.exit(status)
        from kotra_notation.cli.app import app

        gc.freeze()
        gc.enable()
        app()
    except SystemExit as leaving:
        # So the parser leaves where nobody reads any more what is printed.
        if isinstance(leaving.__context__, BrokenPipeError):
            raise leaving.__context__ from None
        raise
    finally:
        sys.stdout.flush()
        if "duckdb" not in sys.modules:  # which tells of what it still has when it ends
            gc.freeze()  # nothing is looked through on the way out
