"""Standard input and output as they are found: closed, of another encoding, or with nobody there."""

from __future__ import annotations

import codecs
import errno
import os
import stat
import sys
import warnings
from collections.abc import Iterable
from contextvars import ContextVar
from typing import Any, BinaryIO, TextIO

_AS_EVER = warnings.showwarning
# What is printed instead of a sign that a terminal lacks; any other is spelled as its number.
INSTEAD = {
    "–": "-",
    "—": "-",
    "…": "...",
    "→": "->",
    "─": "-",
    "“": '"',
    "”": '"',
    "’": "'",
    "·": ".",
    "×": "x",
}
_PLAINLY = "plainly"
_TRANSIENT: ContextVar[bool] = ContextVar("transient", default=False)
# The columns of a window that does not say how many it has; and of what is no window.
USUAL, ENDLESS = 80, 1 << 16


def prepare() -> None:
    """Make the standard streams safe to print to: what is closed takes everything, as under cron."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # Else the next file to be opened would get the number, and what is printed.
            os.open(os.devnull, os.O_RDWR)
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - it lives until the end
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=_PLAINLY)
    warnings.showwarning = _show_warning


def _plainly(error: UnicodeError) -> tuple[str | bytes, int]:
    """The first of the signs that an encoding lacks, in signs that it has."""
    assert isinstance(error, UnicodeEncodeError)
    if instead := INSTEAD.get(error.object[error.start]):
        return instead, error.start + 1
    error.end = error.start + 1
    return codecs.backslashreplace_errors(error)


codecs.register_error(_PLAINLY, _plainly)


def stdin_is_piped() -> bool:
    """Return whether standard input is a pipe or a file, and so holds a record where none is named."""
    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode
    except (AttributeError, OSError, ValueError):
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISREG(mode)


def has_colours() -> bool:
    """Return whether standard output has colours: a terminal that shows them, or one that is asked to."""
    if any(os.environ.get(name, "0") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
        return True
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def window(*, err: bool = False) -> int:
    """Return how many columns there are: those of the window; in a pipe or a file no line is too long."""
    stream = sys.stderr if err else sys.stdout
    if not stream.isatty():
        return ENDLESS
    try:
        text = os.environ.get("COLUMNS", "")
        return int(text) if text.isdecimal() and int(text) else os.get_terminal_size(stream.fileno()).columns
    except (ValueError, OSError):
        return USUAL


def echo(text: str, *, err: bool = False, nl: bool = True) -> None:
    """Print a text for people, in lines that the window has room for."""
    room = window(err=err)
    if room != ENDLESS and len(text) > room:
        from kotra_notation.words.lines import break_lines

        text = break_lines(text, room)
    put(text, err=err, nl=nl)


def echo_lines(lines: Iterable[str], *, err: bool = False) -> None:
    """Print texts for people, each as it comes."""
    for line in lines:
        echo(line, err=err)


def spell(text: str) -> str:
    """Return a text as standard output prints it, so that the columns of a table stay in line."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, _PLAINLY).decode(encoding)


def transient(text: str) -> None:
    """Write a line to standard error that whatever is printed next takes the place of; "" takes it away."""
    sys.stderr.write(f"\r{text[: window(err=True) - 1]}\x1b[K")
    sys.stderr.flush()
    _TRANSIENT.set(bool(text))


def put(text: str, *, err: bool = False, nl: bool = True) -> None:
    """Print a text as it is; where a stream wants more, as consoles of Windows do, the parser does it."""
    if _TRANSIENT.get():
        transient("")
    stream = sys.stderr if err else sys.stdout
    if _takes(stream, text):
        stream.write(f"{text}\n" if nl else text)
        stream.flush()
    else:
        import typer

        typer.echo(text, err=err, nl=nl)


def _takes(stream: TextIO, text: str) -> bool:
    """Return whether a stream takes a text as it is: its encoding has letters, and it shows colours."""
    if os.name == "nt" or ("\x1b" in text and not has_colours()):
        return False
    try:
        return codecs.lookup(stream.encoding or "ascii").name != "ascii"
    except LookupError:
        return True


def _show_warning(message: Warning | str, *place: Any, **more: Any) -> None:
    """Say on standard error what we warn of; the warnings of others are shown as ever."""
    from kotra_notation.words import Phrase

    if isinstance(message, Warning) and message.args and isinstance(message.args[0], Phrase):
        from kotra_notation.cli.speaking import tell

        echo(f"kotra: {tell(message.args[0])}", err=True)
    else:
        _AS_EVER(message, *place, **more)


def silence() -> None:
    """Keep the interpreter from flushing into a standard output that takes nothing any more."""
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - it lives until the end


def to_stdout(content: str | bytes) -> None:
    """Put out a document as it would stand in a file, whatever the encoding; OSError where it is closed."""
    stream = stdout_bytes()
    stream.write(content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content)
    stream.flush()


def stdout_bytes() -> BinaryIO:
    """Standard output as bytes, behind what was printed before; OSError where it is closed."""
    if sys.__stdout__ is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    sys.stdout.flush()
    return sys.stdout.buffer


def can_print(text: str, *, err: bool = False) -> bool:
    """Return whether standard output, or standard error, has all the signs of a text."""
    encoding = (sys.stderr if err else sys.stdout).encoding or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
