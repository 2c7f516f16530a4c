"""The language server with an editor at random: every question is answered, and no process is left behind."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

pytest.importorskip("pygls")

from kotra_notation.lsp.server import LARGEST_MESSAGE
from referees.editor_sessions import ENDS, Editor, faults
from referees.edits import sample_texts
from referees.seeds import SEED, SESSIONS, some

pytestmark = pytest.mark.middle


@pytest.mark.parametrize("number", some(range(max(4, SESSIONS // 3)), 3))
def test_every_question_is_answered_and_no_process_stays(number: int) -> None:
    assert faults(SEED + number) == []


@pytest.mark.parametrize("shut_down", [True, False])
def test_who_leaves_while_four_texts_are_judged_leaves_no_process(shut_down: bool) -> None:
    editor = Editor()
    text = max(sample_texts(), key=lambda path: path.stat().st_size).read_bytes().decode()
    assert not editor.unanswered({editor.ask("initialize", processId=None, rootUri=None, capabilities={})})
    for number in range(4):
        document = {"uri": f"file:///tmp/{number}.kotra", "languageId": "kotra", "version": 0, "text": text}
        editor.tell("textDocument/didOpen", textDocument=document)
    if shut_down:
        editor.ask("shutdown")
        editor.tell("exit")
    else:
        editor.close()
    begun = time.monotonic()
    assert editor.ended()
    assert time.monotonic() - begun < ENDS
    assert editor.process.returncode == int(not shut_down)
    assert editor.complaints == []


def test_a_message_that_is_far_too_large_is_refused_in_a_sentence() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kotra_notation", "lsp"],
        input=b"Content-Length: 100000000000000\r\n\r\n{",
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.decode().splitlines() == [
        f"kotra: The editor sent a message of 100000000000000 bytes; the limit is {LARGEST_MESSAGE}."
    ]
