"""eXtreme Gammon's own files, `.xg` (matches) and `.xgp` (positions), with their analysis; read only.

Leniencies of the reader:

- An archive whose index is missing or wrong is unpacked stream by stream, and what can be unpacked of a
  torn file is read. A record that contradicts itself is said and passed over, and the next one is read.
- Names, event, place and round come from the wide strings of version 24 and later, from the old ones where
  those are empty. A missing game header is said, and the records make a game of their own.
- Comments that are no RTF stand for themselves.
- A play whose hops do not lead to the position behind it is read as that position. A board that is not the
  one the game has come to is set up; where nobody has edited it, that is said.

Settled by looking at files of versions 30 and 32, where the published description is silent or says
otherwise:

- The file's player 1 is the left-hand column of a match text, hence seat 0: so in a match imported from one,
  and so it is reported of the program's own export, whose tag `Player 1` names the right-hand column, the
  file's player 2. In an XGID player 1 is X, so in a lone position player 1 sits there, at seat 1.
- Positions before a play and at a cube decision are seen by player 1, those after a play by whoever made
  it.
- Points of plays are counted from 0: 23 is the 24-point, 24 the bar; what lies below 0 is off the board,
  and -1 where a hop would begin ends the play. Hits are not marked, hops may be joined. A throw that could
  not be played has no hops, and its only candidate goes from 0 to 0 (that is no choice and left out).
- A throw without a play and without a position behind it was followed by a resignation: `????` in the text.
- The starting position in a game header may be left empty.
- The seven numbers are lose backgammon, lose gammon, lose, win, win gammon, win backgammon, equity: with
  the cube and normalised for a play, without the cube for a cube decision. Candidates weighed more deeply
  stand before others, whatever their equity; the order is the program's.
- A cube record of -2 was no decision; -1 stands before a resignation. The field that tells whether the
  decision was analysed stands at 120, -100 for not; an equity or error of -1000 stands for none.
- A game's end 104 is a resignation of the match; only the points tell its size. The last score is cut at
  the length of the match after it, and only then.
- The invalid flag 2 of a move marks an illegal play from which the game went on: a ruling that it stood.
- Opening throws are not in the file.

Not settled, for want of files: rollouts (trials and the 95 % interval are taken as they are described),
automatic doubles (counted into the cube; the score tells whether the points count them), beavers,
settlements, clocks, longgammon, what an `.xgp` holds beside its position.

Left out: what the program computes anew or keeps for itself (choices of the computer, tutor's fields, marks
for later rollouts, profile flags, thumbnail, evaluation of the final position, ratings after the match).
"""

from __future__ import annotations

from kotra_notation.findings import finding, phrase
from kotra_notation.formats.format import FileFacts, Format, Reading, Source
from kotra_notation.formats.xg.container import members
from kotra_notation.formats.xg.headers import wide
from kotra_notation.formats.xg.layout import FILE_COMMENTS, MAGIC, RECORD
from kotra_notation.formats.xg.reading import Reader


def looks_like(source: Source) -> bool:
    """Return whether the file begins with the mark of the container."""
    return source.data.startswith(MAGIC)


def read(source: Source) -> Reading:
    """Return what an `.xg` or `.xgp` file says."""
    content = members(source.data)
    reader = Reader(content, wide(source.data[FILE_COMMENTS]))
    findings = list(content.findings)
    if content.game is not None:
        rest = b""
        for piece in content.game.pieces():
            records = rest + piece if rest else piece
            whole = len(records) - len(records) % RECORD
            reader.read(records[:whole])
            rest = records[whole:]
            if reader.stopped:
                break
        reader.close()
        if content.game.fault:
            findings.append(content.game.fault)
        elif rest and not reader.stopped:
            findings.append(finding("file-breaks-off", what=phrase("a record")))
    findings += reader.findings
    if not reader.matches and not findings:
        findings.append(finding("empty-record"))
    return Reading(matches=tuple(reader.matches), findings=tuple(findings))


FORMAT = Format(
    title="eXtreme Gammon, .xg and .xgp",
    suffixes=(".xg", ".xgp"),
    looks_like=looks_like,
    read=read,
    file=FileFacts(binary=True),
)
