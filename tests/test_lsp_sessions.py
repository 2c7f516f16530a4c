"""The language server in Neovim and with an editor at random: all is answered, no process is left behind."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("pygls")

import kotra_notation as kn
from kotra_notation.lsp.server import LARGEST_MESSAGE
from referees.editor_sessions import ENDS, Editor, faults
from referees.edits import SAMPLES, sample_texts
from referees.seeds import SEED, SESSIONS, some
from tests.calls import outside

pytestmark = pytest.mark.middle
NEOVIM = shutil.which("nvim")
SCRIPT = Path(__file__).parent / "neovim.lua"
SLIP = SAMPLES / "faulty" / "slip.mat"


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
    done = outside("lsp", input=b"Content-Length: 100000000000000\r\n\r\n{")
    said = f"kotra: The editor sent a message of 100000000000000 bytes; the limit is {LARGEST_MESSAGE}.\n"
    assert (done.returncode, done.stdout, done.stderr.decode()) == (2, b"", said)


@pytest.mark.skipif(NEOVIM is None, reason="no Neovim here: apt install neovim")
def test_findings_boards_plays_a_fix_and_columns_in_neovim(tmp_path: Path) -> None:
    record, answers = tmp_path / "kvold.mat", tmp_path / "answers.json"
    shutil.copy(SLIP, record)
    # Behind the dice of the left cell of the first row.
    row = SLIP.read_text("utf-8").split("\n").index("  1) 52: 8/3 8/6                 64: 6/2 24/18 ")
    environment = {"KOTRA_PYTHON": sys.executable, "KOTRA_ANSWERS": str(answers), "KOTRA_ROW": str(row)}
    environment |= {"KOTRA_COLUMN": "9", "KOTRA_LANGUAGE": "en"}
    words = [str(NEOVIM), "--headless", "-n", "-u", "NONE", str(record), "-c", f"luafile {SCRIPT}"]
    words += ["-c", "qall!"]
    done = subprocess.run(words, env={**os.environ, **environment}, capture_output=True, timeout=120)
    assert answers.exists(), done.stderr
    said = json.loads(answers.read_text("utf-8"))
    [found] = kn.check(SLIP).findings
    assert found.span is not None
    assert (said["line"], said["column"]) == (found.span.line - 1, found.span.column - 1)
    assert said["codes"] in ([], ["P201"])  # versions of Neovim keep codes in different places
    assert "P201" in said["hover"]
    assert "┌" in said["hover"]
    assert "13/8 13/11" in said["plays"]
    assert said["title"].startswith("Almost certainly meant: 31: 7/6 18/15*")
    assert said["mended"]
    assert said["text"] == kn.fix(SLIP).text
    assert said["straight"]
