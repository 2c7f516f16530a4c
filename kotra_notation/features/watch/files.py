"""Files of a watched folder: which have come to rest, the result beside each, and a command run for it."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import stat
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from hashlib import sha256

from kotra_notation.errors import InvalidCommand, KotraError
from kotra_notation.features.check.job import Checked, document
from kotra_notation.features.check.results import Verdict
from kotra_notation.folder_search import WATCHED
from kotra_notation.formats.notations import TAIL, mark
from kotra_notation.installation import VERSION
from kotra_notation.jobs.files import Trouble, files_in, why, write_whole
from kotra_notation.jobs.rows import document as printed
from kotra_notation.processes import end_process
from kotra_notation.values import dataclass
from kotra_notation.words import phrase
from kotra_notation.words.phrases import told
from kotra_notation.words.tongues import ENGLISH, Tongue


@dataclass(slots=True)
class Arrivals:
    """Files of a folder after some looks; `restless` ones changed between the last two, `said` is news."""

    folder: str
    deep: bool = True
    restless: list[str] = field(default_factory=list)
    said: list[Trouble] = field(default_factory=list)
    _last: dict[str, Stamp] = field(default_factory=dict)
    _done: dict[str, Stamp] = field(default_factory=dict)
    _told: set[Trouble] = field(default_factory=set)
    _away: bool = False

    def look(self) -> list[str]:
        """The files that stood still since the last look and are not done, by name."""
        troubles: list[Trouble] = []
        self.said = []
        now = stamps(files_in(self.folder, troubles, deep=self.deep))
        if away := next((trouble for trouble in troubles if trouble.path == self.folder), None):
            if not self._away:
                gone = not os.path.lexists(self.folder)
                self.said.append(Trouble(self.folder, phrase("the folder is gone") if gone else away.why))
            self._away, self.restless = True, []
            return []
        if self._away:
            self.said.append(Trouble(self.folder, phrase("the folder is back")))
        self._away = False
        self.said += [trouble for trouble in troubles if trouble not in self._told]
        self._told = set(troubles)
        self._done = {path: stamp for path, stamp in self._done.items() if path in now}
        self.restless = [path for path, stamp in now.items() if self._last.get(path) != stamp]
        rested = [path for path, stamp in now.items() if self._last.get(path) == stamp]
        self._last = now
        return [path for path in rested if self._done.get(path) != now[path]]

    def is_unchanged(self, path: str) -> bool:
        """Return whether a file is still what it was at the last look."""
        return stamps([path]) == {path: self._last.get(path)}

    def is_there(self, path: str) -> bool:
        """Return whether a file was seen at the last look, or all files were out of sight."""
        return path in self._last

    def dismiss(self, path: str) -> None:
        """Note that a file need not be offered again as it was at the last look."""
        self._done[path] = self._last[path]

    @property
    def has_trouble(self) -> bool:
        """Return whether the last look did not see everything."""
        return self._away or bool(self._told)


ENDINGS = dict(zip(("text", "json"), WATCHED, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultMark:
    """The content that was checked, if it could be read, the way it was checked, and the verdict."""

    content: str | None
    way: str
    verdict: Verdict

    def __str__(self) -> str:
        verdict = self.verdict
        return (
            f"kotra-watch 1 content:{self.content or 'unread'} way:{self.way}"
            f" errors:{verdict.errors} warnings:{verdict.warnings} notes:{verdict.notes}"
            f" failed:{verdict.failed:d}"
        )


def is_result(path: str, data: bytes) -> bool:
    """Return whether a file is a result, by its name and its mark."""
    return path.endswith(tuple(ENDINGS.values())) and mark(data) is not None


def mark_of(path: str) -> ResultMark | None:
    """The mark of a result; None of anything else, and where nothing is."""
    parts = mark(_end(path))
    if parts is None:
        return None
    content, way, *numbers = (part.decode() for part in parts.groups())
    errors, warnings, notes, failed = map(int, numbers)
    verdict = Verdict(errors=errors, warnings=warnings, notes=notes, failed=bool(failed))
    return ResultMark(content=None if content == "unread" else content, way=way, verdict=verdict)


def _end(path: str) -> bytes:
    """The last bytes of a file; nothing of what is no ordinary file or cannot be read."""
    try:
        status = os.lstat(path)
        if not stat.S_ISREG(status.st_mode):
            return b""
        with open(path, "rb") as file:
            file.seek(max(0, status.st_size - TAIL))
            return file.read(TAIL)
    except OSError:
        return b""


def way(form: str, language: str, *asked: str | None) -> str:
    """A digest of all that a result follows from beside the content of the file."""
    return sha256(json.dumps([VERSION, form, language, *asked]).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The result of one file; its `name` is its path within the folder."""

    name: str
    checked: Checked | Trouble
    mark: ResultMark
    tongue: Tongue = ENGLISH

    @property
    def verdict(self) -> Verdict:
        """The outcome in numbers."""
        return self.mark.verdict

    def as_json(self) -> str:
        """The whole result as a document of JSON."""
        known = [] if isinstance(self.checked, Trouble) else [self.checked]
        why = {"trouble": told(self.checked.why, self.tongue)} if isinstance(self.checked, Trouble) else {}
        whole = {
            **document([checked.as_json(self.tongue) for checked in known], known, 0),
            **why,
            "mark": str(self.mark),
        }
        return printed(whole) + "\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """The place of the results of a folder's files, beside them or in a folder, and their text."""

    form: str
    folder: str
    spell: Callable[[Outcome], str]

    def place(self, name: str) -> str:
        """The path of the result of a file, which need not be there."""
        return os.path.join(self.folder, name + ENDINGS[self.form])

    def mark(self, name: str) -> ResultMark | None:
        """The mark of the result that is there; None where there is none, or a file that is no result."""
        return mark_of(self.place(name))

    def write(self, outcome: Outcome) -> None:
        """Write a result whole; ValueError for a file that is no result, OSError where it cannot be done."""
        path = self.place(outcome.name)
        if os.path.lexists(path) and self.mark(outcome.name) is None:
            raise KotraError("kotra did not write this file, so it is not overwritten; move it away")
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        # A sign that no text can hold is written in a way that JSON can.
        write_whole(path, self.spell(outcome).encode("utf-8", "backslashreplace"))


Stamp = tuple[int, int, int]
PAUSE = 0.4  # seconds


def pause(seconds: float = PAUSE) -> None:
    """Wait until it is worth looking again."""
    time.sleep(seconds)


def changes(source: str, paths: Callable[[], Iterable[str]], wait: Callable[[], None]) -> Iterator[None]:
    """Yield once for each change of any of the paths after this call.

    A change that takes the source away is not told: programs that save put another file in its place.
    """
    return _changes(source, paths, wait, stamps(paths()))


def _changes(
    source: str, paths: Callable[[], Iterable[str]], wait: Callable[[], None], before: dict[str, Stamp]
) -> Iterator[None]:
    while True:
        wait()
        now = stamps(paths())
        if now != before and os.path.exists(source):
            before = now
            yield


def stamps(paths: Iterable[str]) -> dict[str, Stamp]:
    """Return what tells one content of a file from the next: which file it is, its time and its size."""
    return {path: stamp for path in paths if (stamp := _stamp(path))}


def _stamp(path: str) -> Stamp | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size


PLACEHOLDER = re.compile(r"\{(\w+)\}")
PLACEHOLDERS = ("file", "result", "status", "verdict", "errors", "warnings", "notes")
STANDARD_ERROR = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """The words of a command with its placeholders, and how many seconds it may take."""

    words: tuple[str, ...]
    limit: float

    def run(self, facts: Mapping[str, str], data: bytes) -> str:
        """Run it with data on its standard input; what went wrong, or nothing.

        What it prints goes to standard error, so that standard output holds our lines alone.
        """
        words = [PLACEHOLDER.sub(lambda match: facts[match[1]], word) for word in self.words]
        try:
            process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=STANDARD_ERROR, start_new_session=True
            )
        except (OSError, ValueError) as error:
            reason = why(error) if isinstance(error, OSError) else str(error)
            return phrase("the command could not be run: {why}", why=reason)
        with process:
            try:
                process.communicate(data, timeout=self.limit)
            except subprocess.TimeoutExpired:
                end_process(process)
                return phrase(
                    "the command took longer than {seconds} seconds and was stopped", seconds=self.limit
                )
            except BaseException:
                end_process(process)
                raise
        if process.returncode:
            return phrase("the command ended with status {status}", status=process.returncode)
        return ""


def parse_command(text: str, limit: float) -> Command:
    """The command that a text spells; ValueError where it spells none that can be run."""
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise InvalidCommand("the command has an unclosed quotation mark.") from error
    if not words:
        raise InvalidCommand("the command is empty.")
    if PLACEHOLDER.search(words[0]):
        raise InvalidCommand("the command must begin with the name of a program, not with a placeholder.")
    known = ", ".join(f"{{{name}}}" for name in PLACEHOLDERS)
    for name in PLACEHOLDER.findall(" ".join(words)):
        if name not in PLACEHOLDERS:
            raise InvalidCommand(
                "there is no placeholder {word}; known: {known}.", word=f"{{{name}}}", known=known
            )
    if shutil.which(words[0]) is None:
        raise InvalidCommand("there is no program {name} to run.", name=repr(words[0]))
    return Command(words=words, limit=limit)
