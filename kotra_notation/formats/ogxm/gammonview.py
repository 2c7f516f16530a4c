"""GammonView's own dialect: OGXM 1 (`.gvab`) and the same as JSON (`.gva`).

- The cube limit stands where others have the score at the start; place and event stand behind the names.
- Equities are equities in match play too, not chances of winning the match.
- The luck of rolls stands in a chunk `GVAN`, a record for each play that was analysed.

The codec reads all else. Sources: GammonView's description of its OGXM 1, and its samples.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from itertools import pairwise
from math import isfinite
from typing import Any

from kotra_notation.board import BAR
from kotra_notation.formats.ogxm import codec
from kotra_notation.formats.ogxm.codec import Document
from kotra_notation.formats.ogxm.reading import CHANCES

HEAD, FRAME, END = 20, 12, 8  # bytes: of a file, of a chunk, of the mark at the end
NAMES = 24  # where the names begin in the chunk of the match
LIMIT, FLAGS = 16, 3  # the places of the cube limit and of the rules in it
BEAVERS, RACCOONS = 4, 8
PLAY = struct.Struct("<BH17x")  # a play analysed: its game and ply, and what the codec reads
LUCK = {3: struct.Struct("<Bh"), 2: struct.Struct("<Bh4x")}  # its record in GVAN, by the version
HAS_PLAYS, HAS_LUCK = 1, 2
SCALE = 10_000
# What the codec takes of a document in JSON; the equities of a cube.
FIELDS = {
    "match_length", "player_white", "player_black", "crawford", "jacoby", "cube_limit", "event", "timestamp",
}  # fmt: skip
ANALYSES = ("analysis", "analyses")
CUBE = ("no_double_equity", "double_take_equity", "double_pass_equity")
EQUITY = "cubeful_money"  # the unit of a document whose equities are not chances


def decode(data: bytes) -> Document:
    """Return the document of a file, what GammonView wrote in its own way put where it belongs."""
    document = codec.decode(data)
    if data[4:6] != b"\x01\x00":
        return document
    chunks = list(_chunks(data))
    match = next((body for kind, body in chunks if kind == b"MHDR"), b"")
    texts = list(_texts(match[NAMES:]))
    if len(texts) <= 2 and not any(kind == b"GVAN" for kind, _ in chunks):
        return document
    for side in ("white", "black"):
        document.pop(f"{side}_score_start", None)
    for block, (plays, luck) in enumerate(_analyses(chunks)):
        for (game, ply), value in zip(plays, _luck(luck, len(plays)), strict=False):
            if value is not None:
                _roll(document, game, ply, block, value)
    _in_equities(document)
    limit = int.from_bytes(match[LIMIT : LIMIT + 2], "little")
    flags = match[FLAGS]
    return document | _head_fields(limit, flags & BEAVERS, flags & RACCOONS, *texts[2:4])


def adapt(document: Document) -> Document | None:
    """Return GammonView's JSON as a document of the codec; None where a document is not GammonView's.

    The codec reads the games. It refuses some lists of alternatives, so the analyses are read here.
    """
    if "ogxm" in document or "cube_limit" not in document or "beaver" not in document:
        return None
    plain = {key: value for key, value in document.items() if key in FIELDS}
    if not document.get("match_length"):
        plain.pop("crawford", None)
    games = [(game, list(_objects(game.get("plies")))) for game in _objects(document.get("games"))]
    plain["games"] = [
        {**game, "plies": [{key: ply[key] for key in ply if key not in ANALYSES} for ply in plies]}
        for game, plies in games
    ]
    settled = codec.settle(plain)
    for read, (_, plies) in zip(settled["games"], games, strict=True):
        for to, ply in zip(read["plies"], plies, strict=False):
            if analyses := list(_analyses_of(ply)):
                to["analyses"] = analyses
    infos = _objects([document.get("analysis_info"), *_objects(document.get("analyses_info"))])
    engine = next((str(info["model_id"]) for info in infos if "model_id" in info), "")
    settled["analysis_info"] = {"model_name": engine, "currency": EQUITY}
    site = document.get("site")
    words = ("", site if isinstance(site, str) else "")
    return settled | _head_fields(0, document["beaver"], document.get("raccoon"), *words)


def _analyses_of(ply: Document) -> Iterator[Document]:
    for analysis in _objects(ply.get("analyses")) if "analyses" in ply else _objects([ply.get("analysis")]):
        try:
            yield _analysis(analysis)
        except (AttributeError, KeyError, TypeError, ValueError, OverflowError):
            continue


def _analysis(stated: Document) -> Document:
    """Return an analysis with what is read of it, every number being one."""
    plays = [_alternative(play) for play in stated.get("alternatives", ())]
    played = str(stated.get("played_action", "no_double"))
    analysis: Document = {"played_action": played, "alternatives": plays}
    if "luck" in stated:
        analysis["roll"] = {"luck": _number(stated["luck"])}
    for part in ("cube_decision", "missed_double"):
        if part in stated:
            analysis[part] = _equities(stated[part])
    return analysis | _equities(stated) if "no_double_equity" in stated else analysis


def _alternative(said: Document) -> Document:
    steps = [{name: int(step[name]) for name in ("from", "pips")} for step in said["move"]]
    if not all(0 <= step["from"] <= BAR and 0 < step["pips"] <= BAR for step in steps):
        raise ValueError("a step that no board has")
    equity, played = _number(said["equity"]), bool(said.get("is_played"))
    return {"move": steps, "equity": equity, "is_played": played} | _equities(said)


def _equities(said: Document) -> Document:
    """Return chances, the equities of a cube and how deep an engine looked."""
    told: Document = {name: _number(said[name]) for name in CUBE if name in said}
    if isinstance(said.get("eval"), dict):
        told["eval"] = {name: _number(said["eval"].get(name, 0)) for name in CHANCES}
    if said.get("eval_level"):
        told["level"] = {"preset": str(said["eval_level"]).replace("ply", "-ply")}
    return told


def _number(said: Any) -> float:
    number = float(said)
    if not isfinite(number):
        raise ValueError("no number")
    return number


def _head_fields(limit: int, beavers: object, raccoons: object, event: str = "", site: str = "") -> Document:
    rules = {"cube_limit": limit, "beavers": bool(beavers), "raccoons": bool(raccoons)}
    return {key: value for key, value in {**rules, "event": event, "site": site}.items() if value}


def _in_equities(document: Document) -> None:
    """State that equities are none of chances, and take out what was computed of them as if they were."""
    for info in [document.get("analysis_info"), *document.get("analyses_info", ())]:
        if isinstance(info, dict):
            info["currency"] = EQUITY
    plies = [ply for game in _objects(document.get("games")) for ply in _objects(game.get("plies"))]
    for ply in plies:
        for analysis in _objects([ply.get("analysis"), *_objects(ply.get("analyses"))]):
            parts = [analysis, analysis.get("cube_decision"), analysis.get("missed_double")]
            for part in _objects(parts):
                for name in [name for name in part if name.endswith("_norm_eq")]:
                    del part[name]


def _objects(values: object) -> Iterator[dict[str, Any]]:
    if isinstance(values, list):
        yield from (value for value in values if isinstance(value, dict))


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = HEAD
    while at + FRAME <= len(data) - END:
        length = int.from_bytes(data[at + 4 : at + 8], "little")
        yield data[at : at + 4], data[at + FRAME : at + FRAME + length]
        at += FRAME + length


def _texts(data: bytes) -> Iterator[str]:
    at = 0
    while at < len(data):
        end = at + 1 + data[at]
        yield data[at + 1 : end].decode("utf-8", errors="replace")
        at = end


def _analyses(chunks: list[tuple[bytes, bytes]]) -> Iterator[tuple[list[tuple[int, int]], bytes]]:
    """Yield of each analysis the places of its plays, by game and ply, and its chunk `GVAN`."""
    begins = [at for at, (kind, _) in enumerate(chunks) if kind == b"ANAL"]
    for begin, end in pairwise([*begins, len(chunks)]):
        block = dict(chunks[begin:end])
        plays = block.get(b"EVAL", b"")
        whole = len(plays) - len(plays) % PLAY.size
        yield list(PLAY.iter_unpack(plays[:whole])), block.get(b"GVAN", b"")


def _luck(data: bytes, plays: int) -> Iterator[float | None]:
    """Yield the luck of each play, None where it is not known."""
    record = LUCK.get(data[0]) if len(data) > 2 and data[2] & HAS_PLAYS else None
    if record is None or len(data) < 4 + plays * record.size:
        return
    for flags, luck in record.iter_unpack(data[4 : 4 + plays * record.size]):
        yield luck / SCALE if flags & HAS_LUCK else None


def _roll(document: Document, game: int, ply: int, block: int, luck: float) -> None:
    """Put the luck of a roll beside the analysis of its play."""
    games = document["games"]
    if game >= len(games) or ply >= len(games[game]["plies"]):
        return
    here = games[game]["plies"][ply]
    for analysis in here.get("analyses") or [here.get("analysis")]:
        if isinstance(analysis, dict) and analysis.get("analysis_index", block) == block:
            analysis["roll"] = {"luck": luck}
