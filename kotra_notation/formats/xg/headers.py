"""The match header: names, length, rules, and what is told of the occasion, in the words of the model."""

from __future__ import annotations

from datetime import datetime, timedelta

from kotra_notation.board import Standing
from kotra_notation.formats.xg import layout
from kotra_notation.model import Player
from kotra_notation.values import dataclass

EPOCH = datetime(1899, 12, 30)
LATEST = 200_000  # days, in the 25th century
MOST_AUTOMATIC = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class XgHeader:
    """The match header; players by seat, the file's player 1 is seat 0."""

    version: int = 0
    marked: bool = False
    players: tuple[Player, Player] = (Player(), Player())
    length: int | None = None
    variation: int = 0
    crawford: bool = True
    jacoby: bool = False
    beavers: bool = False
    automatic: int | None = None
    cube_limit: int | None = None
    info: tuple[tuple[str, str], ...] = ()
    comments: tuple[int, int] = (-1, -1)

    @property
    def start(self) -> bytes:
        """The board at the beginning of a game, the same for both players."""
        return layout.STARTS.get(self.variation, layout.USUAL)

    @property
    def men(self) -> tuple[int, int]:
        """Return how many men each side has."""
        return (3, 3) if self.variation == layout.HYPERGAMMON else (15, 15)

    def rules(self, *, raccoons: bool) -> str | None:
        """Return the rules, None where the header says nothing that a reader would not suppose."""
        stated = []
        if self.variation in layout.VARIANTS:
            stated.append(f"variant={layout.VARIANTS[self.variation]}")
        if self.length:
            stated += ["crawford=off"] * (not self.crawford)
        elif self.length == 0:
            stated += [f"texas={_switch(self.jacoby)}", f"beavers={_switch(self.beavers)}"]
            stated += ["raccoons=on"] * raccoons
        if self.automatic is not None:
            stated.append(f"auto_doubles={self.automatic}")
        if self.cube_limit is not None:
            stated.append(f"cube.limit={self.cube_limit}")
        return ",".join(["modern", *stated]) if stated else None

    def standing(self, score: tuple[int, int], *, crawford: bool) -> Standing:
        """Return what stands around a position of the file."""
        return Standing(
            score=score,
            length=self.length or 0,
            crawford=crawford,
            jacoby=self.jacoby and not self.length,
            beavers=self.beavers and not self.length,
            cube_limit=self.cube_limit,
        )


NO_HEADER = XgHeader()


def _switch(on: bool) -> str:
    return "on" if on else "off"


def wide(content: bytes) -> str:
    """Return a wide string, as far as it goes."""
    text = content.decode("utf-16-le", "replace")
    return text.partition("\0")[0].strip()


def short(content: bytes) -> str:
    """Return a short string of old versions: its length, then bytes of Windows-1252."""
    return content[1 : 1 + content[0]].decode("cp1252", "replace").replace("\0", " ").strip()


def moment(days: float) -> datetime | None:
    """Return a Delphi date, None where there is none."""
    if not 1 <= days <= LATEST:
        return None
    return EPOCH + timedelta(seconds=round(days * 86400))


def read(record: bytes, begin: int) -> XgHeader:
    """Return what a match header says."""
    (
        first, second, length, variation, crawford, jacoby, beavers, automatic, elo1, elo2, experience1,
        experience2, date, event, game_id, level1, level2, _, _, _, place, mode, _, round_, _,
    ) = layout.PLAYERS.unpack_from(record, begin)  # fmt: skip
    version, mark = layout.VERSION.unpack_from(record, begin)
    words = {"event": short(event), "place": short(place), "round": short(round_)}
    names = [short(first), short(second)]
    if version >= layout.WIDE_SINCE:
        event, first, second, place, round_ = map(wide, layout.WIDE.unpack_from(record, begin))
        names = [first or names[0], second or names[1]]
        wide_words = {"event": event, "place": place, "round": round_}
        words = {key: text or words[key] for key, text in wide_words.items()}
    marked = mark == layout.HEADER_MARK
    money = length == layout.UNLIMITED
    ratings = ((elo1, experience1, level1), (elo2, experience2, level2))
    left, right = (_player(name, *rating, marked=marked) for name, rating in zip(names, ratings, strict=True))
    limit, most_automatic = _limits(record, begin, version if marked else 0)
    return XgHeader(
        version=version if marked else 0,
        marked=marked,
        players=(left, right),
        length=0 if money else length if 0 < length < layout.UNLIMITED else None,
        variation=variation,
        crawford=crawford,
        jacoby=jacoby,
        beavers=beavers,
        automatic=min(max(most_automatic, 1), MOST_AUTOMATIC) if automatic and money else None,
        cube_limit=limit,
        info=tuple(_info(record, begin, words, date, version, mode, game_id)) if marked else (),
        comments=layout.MONEY.unpack_from(record, begin)[6:8] if marked else (-1, -1),
    )


def _player(name: str, elo: float, experience: int, level: int, *, marked: bool) -> Player:
    if not marked or not 0 < elo < 10_000:
        return Player(name=name)
    extras = {"experience": str(experience)}
    if level >= 0:
        extras["XG:plays at"] = layout.level_name(level)
    return Player(name=name, rating=f"{elo:.2f}", extras=extras)


def _limits(record: bytes, begin: int, version: int) -> tuple[int | None, int]:
    """Return the cube limit, None where there is none, and how many automatic doubles are allowed."""
    if version < layout.LIMITS_SINCE:
        return None, 1
    power, automatic = layout.LIMITS.unpack_from(record, begin)
    return (1 << power if 0 <= power < layout.NO_CUBE_LIMIT else None), automatic


def _info(
    record: bytes, begin: int, words: dict[str, str], date: float, version: int, mode: int, game_id: int
) -> list[tuple[str, str]]:
    """Return the headers that are stated, in the order and the words of the program's own text export."""
    when = moment(date)
    *_, win, loss, currency, fee, _, site = layout.MONEY.unpack_from(record, begin)
    stated = [
        ("place", words["place"]),
        ("XG:Match ID", str(game_id) if game_id else ""),
        ("event", words["event"]),
        ("round", words["round"]),
        ("date", when.strftime("%Y.%m.%d") if when else ""),
        ("time", when.strftime("%H.%M") if when else ""),
    ]
    if version >= layout.TRANSCRIBER_SINCE:
        stated.append(("transcriber", wide(layout.TRANSCRIBER.unpack_from(record, begin)[0])))
    stated.append(("XG:Site", layout.SITES.get(site, f"site {site}") if site >= 0 else ""))
    stated.append(("XG:Mode", layout.MODES[mode] if 0 < mode < len(layout.MODES) else ""))
    for key, amount in (("Win", win), ("Loss", loss), ("Fee", fee)):
        stated.append((f"XG:{key}", f"{amount:g}" if amount else ""))
    stated.append(("XG:Currency", str(currency) if currency and (win or loss or fee) else ""))
    if version >= layout.CLOCK_SINCE:
        kind, per_game, begin_with, per_turn, penalty, *_ = layout.CLOCK.unpack_from(record, begin)
        clock = layout.CLOCKS[kind] if 0 < kind < len(layout.CLOCKS) else f"clock {kind}" if kind else ""
        every = " for each game" if per_game else ""
        times = f"{begin_with}+{per_turn} seconds{every}, {penalty} points for running out"
        stated.append(("XG:Clock", f"{clock} {times}" if clock else ""))
    return [(key, value) for key, value in stated if value]
