"""What is said of two records of one match, of files and of an archive: in sentences, and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from kotra_notation.compare.resemblance import Naming, Resemblance
from kotra_notation.jobs.files import shown
from kotra_notation.words.phrases import Plural, n_, oneline
from kotra_notation.words.tongues import Tongue

BY = "number"


class NamedRecord(Protocol):
    """What is known of a record: where it stands, what it is written in, whose it is."""

    @property
    def path(self) -> str:
        """Its file."""

    @property
    def number(self) -> int:
        """Which match of the file it is."""

    @property
    def of(self) -> int:
        """How many the file holds."""

    @property
    def format(self) -> str:
        """Its notation."""

    @property
    def dialect(self) -> str | None:
        """The dialect of that."""

    @property
    def players(self) -> tuple[str, str]:
        """The names."""

    @property
    def digest(self) -> bytes | str:
        """What the bytes of the file are known by."""


def name(record: NamedRecord, tongue: Tongue) -> str:
    """The file of a record, and which of its matches it is where it holds several."""
    path = shown(record.path)
    return tongue.say("{path}, match {number}", path=path, number=record.number) if record.of > 1 else path


def players(record: NamedRecord) -> str:
    """The names of a record."""
    return " – ".join(oneline(name) or "?" for name in record.players)


def reason(
    record: NamedRecord, against: NamedRecord, found: Resemblance, tongue: Tongue, *, first: bool
) -> str:
    """In what a record differs from the one it is held against, which is the `first` of its group or not."""
    said = [] if first else [_beside(against, tongue)]
    if copied(record, against):
        return " ".join([*said, copy(tongue)])
    return " ".join([*said, *_sentences(record, against, found, tongue)])


def copy(tongue: Tongue) -> str:
    """That a record is a copy."""
    return tongue.say("It is a copy, byte for byte.")


def kind(record: NamedRecord, against: NamedRecord, found: Resemblance) -> str:
    """How a record is the same, in a word for programs."""
    return "copy" if copied(record, against) else "exact" if found.exact else "near"


def differences(found: Resemblance) -> dict[str, Any]:
    """What a record has otherwise, as data."""
    return {
        "same_throws": found.matched,
        "share": round(found.share, 4),
        "swapped": found.swapped,
        "names": found.naming.value,
        "begins": found.begins,
        "ends": found.ends,
        "throws_missing": found.lost,
        "throws_added": found.added,
        "throws_other": found.throws,
        "plays_other": found.plays,
        "plays_unrecorded": found.unplayed,
        "cube": found.cube,
        "results": list(found.won),
        "remarks": found.notes,
    }


def _beside(against: NamedRecord, tongue: Tongue) -> str:
    return tongue.say(
        "It shares nothing with the first, but is held against {name}.", name=name(against, tongue)
    )


def copied(record: NamedRecord, against: NamedRecord) -> bool:
    """Whether two records are the same bytes."""
    return (record.digest, record.number) == (against.digest, against.number)


def _sentences(
    record: NamedRecord, against: NamedRecord, found: Resemblance, tongue: Tongue
) -> Iterator[str]:
    """What is the same, and everything that is not."""
    if found.exact:
        yield tongue.count(
            "{number} roll, and all that was done with it, is the same.",
            "All {number} rolls, plays and results are the same.",
            found.matched,
        )
    else:
        yield tongue.count("{number} roll is the same.", "{number} rolls are the same.", found.matched)
    if (record.format, record.dialect) != (against.format, against.dialect):
        yield tongue.say(
            "It is written as {one}, not as {other}.", one=_notation(record), other=_notation(against)
        )
    yield from _about_names(record, found, tongue)
    yield from _about_extent(found, tongue)
    yield from _about_turns(found, tongue)
    if found.notes > 0:
        yield tongue.count("It has {number} remark more.", "It has {number} remarks more.", found.notes)
    elif found.notes < 0:
        yield tongue.count("It has {number} remark less.", "It has {number} remarks fewer.", -found.notes)


def _notation(record: NamedRecord) -> str:
    return f"{record.format}:{record.dialect}" if record.dialect else record.format


def _about_names(record: NamedRecord, found: Resemblance, tongue: Tongue) -> Iterator[str]:
    if found.swapped:
        yield tongue.say("The sides are swapped.")
    if found.naming is Naming.OTHERWISE:
        yield tongue.say("The names are spelt otherwise: {names}.", names=players(record))
    elif found.naming is Naming.OTHER:
        yield tongue.say("The names are others: {names}.", names=players(record))


def _about_extent(found: Resemblance, tongue: Tongue) -> Iterator[str]:
    yield from _counted(
        (
            (found.begins, n_("It begins {number} roll later.", "It begins {number} rolls later.", BY)),
            (
                -found.begins,
                n_("It begins {number} roll earlier.", "It begins {number} rolls earlier.", BY),
            ),
            (-found.ends, n_("It ends {number} roll earlier.", "It ends {number} rolls earlier.", BY)),
            (found.ends, n_("It ends {number} roll later.", "It ends {number} rolls later.", BY)),
        ),
        tongue,
    )


def _about_turns(found: Resemblance, tongue: Tongue) -> Iterator[str]:
    yield from _counted(
        (
            (
                found.lost,
                n_("{number} roll within it is missing.", "{number} rolls within it are missing.", BY),
            ),
            (
                found.added,
                n_("{number} roll within it is added.", "{number} rolls within it are added.", BY),
            ),
            (found.throws, n_("{number} roll has other dice.", "{number} rolls have other dice.", BY)),
            (found.plays, n_("{number} play is another.", "{number} plays are others.", BY)),
            (found.unplayed, n_("{number} play is not recorded.", "{number} plays are not recorded.", BY)),
            (
                len(found.won),
                n_(
                    "The result of {number} game is another.", "The results of {number} games are others.", BY
                ),
            ),
        ),
        tongue,
    )
    if found.cube:
        yield tongue.say("The cube actions are others.")


def _counted(counts: Sequence[tuple[int, Plural]], tongue: Tongue) -> Iterator[str]:
    """A sentence for each number that is there."""
    for number, text in counts:
        if number > 0:
            yield tongue.count(text.one, text.many, number)
