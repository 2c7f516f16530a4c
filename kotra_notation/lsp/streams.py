"""The two pipes to an editor. A server leaves at once when the editor does, whatever it is still at."""

from __future__ import annotations

import os
from io import BytesIO
from typing import BinaryIO

from kotra_notation.words import phrase

# The most bytes of a message: more than the largest text that is judged has as JSON.
LARGEST_MESSAGE = 100_000_000
LONGEST_LINE = 1_000
_EXIT = b'{"jsonrpc": "2.0", "method": "exit"}'


def leave_at_once(status: int) -> None:
    """End the process without waiting for its threads: nobody hears what they are still at."""
    os._exit(status)


class FromEditor:
    """What an editor sends; one that closes its pipe has left, and so `exit` is read as its last message."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readline(self) -> bytes:
        """Return the next line, or as much of a very long one."""
        line = self._stream.readline(LONGEST_LINE)
        if not line:
            self._stream = BytesIO(b"Content-Length: %d\r\n\r\n%b" % (len(_EXIT), _EXIT))
            line = self._stream.readline()
        return line

    def read(self, size: int) -> bytes:
        """Return so many bytes; ValueError where a message is far too large."""
        if size > LARGEST_MESSAGE:
            raise ValueError(
                phrase(
                    "The editor sends a message of {size} bytes; at most {limit} are read.",
                    size=size,
                    limit=LARGEST_MESSAGE,
                )
            )
        return self._stream.read(size)


class ToEditor:
    """What an editor is sent; where it does not listen any more, the server leaves."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, data: bytes) -> None:
        """Send some bytes."""
        try:
            self._stream.write(data)
            self._stream.flush()
        except OSError:
            leave_at_once(1)

    def flush(self) -> None:
        """Do nothing: all that was written is sent."""

    def close(self) -> None:
        """Close the pipe."""
        self._stream.close()
