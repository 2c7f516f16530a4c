"""Differences between two records of one match, in files or an archive: in sentences, and as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from kotra_notation.compare.naming import words
from kotra_notation.compare.same import MatchRecord, SameMatch, SameRecord
from kotra_notation.compare.same.sketches import Naming, Resemblance
from kotra_notation.jobs.files import printable
from kotra_notation.jobs.rows import Row, row
from kotra_notation.words.phrases import Plural, n_, oneline, phrase, told
from kotra_notation.words.tongues import Tongue

BY = "number"


# A record of one kind: one that was just read, or one of an archive.
Record = TypeVar("Record", bound=MatchRecord)


def group_rows(
    group: SameMatch, records: Mapping[int, Record], record_row: Callable[[Record], Row], tongue: Tongue
) -> list[Row]:
    """The records of a group as JSON, the best first; `against` is the place here of the one compared."""
    rows = [record_row(records[group.best]) | {"against": None}]
    for other in group.others:
        record, against = records[other.record], records[other.against]
        rows.append(
            record_row(record)
            | {
                "against": group.records.index(other.against),
                "kind": kind(record, against, other.resemblance),
                "reason": reason(group, other, records, tongue),
                "differences": differences(other.resemblance),
            }
        )
    return rows


def render_group(
    group: SameMatch,
    records: Mapping[int, Record],
    tongue: Tongue,
    soundness: Callable[[Record], str] | None = None,
) -> Iterator[str]:
    """A group in lines: the best record, and each of the others with what it has otherwise."""
    best = records[group.best]
    throws = tongue.count("{number} roll", "{number} rolls", best.throws)
    yield f"{name(best, tongue)}: {players(best)}"
    yield f"    {throws}, {soundness(best)}" if soundness else f"    {throws}"
    for other in group.others:
        record = records[other.record]
        yield f"  = {name(record, tongue)}"
        why = reason(group, other, records, tongue)
        if soundness and soundness(record) != soundness(best):
            why += " " + tongue.say("It has {soundness}.", soundness=soundness(record))
        yield f"    {why}"
    yield ""


def render_sums(groups: Sequence[SameMatch], matches: int, files: int, tongue: Tongue) -> str:
    """Return how many records are of how many matches."""
    counted = {
        "matches": tongue.count("{number} match", "{number} matches", matches),
        "files": tongue.count("{number} file", "{number} files", files),
    }
    if not groups:
        return tongue.say("{matches} in {files}: no duplicates.", **counted)
    return tongue.count(
        "{matches} in {files}: {records} of them are records of only {number} match.",
        "{matches} in {files}: {records} of them are records of only {number} matches.",
        len(groups),
        records=sum(len(group.records) for group in groups),
        **counted,
    )


def render_without_throws(number: int, tongue: Tongue) -> str:
    """Return the sentence that so many records are left out."""
    return tongue.count(
        "{number} record without a roll is left out.", "{number} records without a roll are left out.", number
    )


def name(record: MatchRecord, tongue: Tongue) -> str:
    """The file of a record, and which of its matches it is where it holds several."""
    path = printable(record.path)
    return tongue.say("{path}, match {number}", path=path, number=record.number) if record.of > 1 else path


def render_left_out(
    left_out: Mapping[int, int], records: Sequence[MatchRecord], tongue: Tongue
) -> Iterator[str]:
    """Yield how many records do not count because another one records the match, and names that differ."""
    if left_out:
        yield tongue.say(
            "Copies, which are not counted: {count} (kotra same lists them).", count=len(left_out)
        )
    for number, kept in left_out.items():
        record, other = records[number], records[kept]
        if sorted(map(words, record.players)) != sorted(map(words, other.players)):
            yield "    " + tongue.say(
                "{path} ({players}): the same match as {other}. {why}",
                path=name(record, tongue),
                players=players(record),
                other=name(other, tongue),
                why=told(other_players(other.players), tongue),
            )


def other_players(names: Iterable[str]) -> str:
    """Return the sentence that the other record of a match names other players."""
    return phrase("The players there are {names}.", names=" – ".join(oneline(name) or "?" for name in names))


def players(record: MatchRecord) -> str:
    """The names of a record."""
    return " – ".join(oneline(name) or "?" for name in record.players)


def reason(group: SameMatch, same_record: SameRecord, records: Mapping[int, Record], tongue: Tongue) -> str:
    """Return how a record of a group differs from the one it is held against."""
    record, against = records[same_record.record], records[same_record.against]
    sentences = [] if same_record.against == group.best else [_beside(against, tongue)]
    if is_copy(record, against):
        return " ".join([*sentences, copy(tongue)])
    return " ".join([*sentences, *_sentences(record, against, same_record.resemblance, tongue)])


def copy(tongue: Tongue) -> str:
    """Return the sentence that a record is a copy."""
    return tongue.say("It is an exact copy.")


def kind(record: MatchRecord, against: MatchRecord, resemblance: Resemblance) -> str:
    """Return how a record is the same, in a word for programs."""
    return "copy" if is_copy(record, against) else "exact" if resemblance.exact else "near"


def differences(resemblance: Resemblance) -> Row:
    """Return what a record has otherwise, as data."""
    return {
        "same_throws": resemblance.matched,
        "share": round(resemblance.share, 4),
        "swapped": resemblance.swapped,
        "names": resemblance.naming.value,
        **row(resemblance, "begins ends"),
        "throws_missing": resemblance.lost,
        "throws_added": resemblance.added,
        "throws_other": resemblance.throws,
        "plays_other": resemblance.plays,
        "plays_unrecorded": resemblance.unplayed,
        "cube": resemblance.cube,
        "results": list(resemblance.won),
        "remarks": resemblance.notes,
    }


def _beside(against: MatchRecord, tongue: Tongue) -> str:
    return tongue.say(
        "It has nothing in common with the first; it is compared with {name}.", name=name(against, tongue)
    )


def is_copy(record: MatchRecord, against: MatchRecord) -> bool:
    """Return whether two records are the same bytes."""
    return (record.digest, record.number) == (against.digest, against.number)


def _sentences(
    record: MatchRecord, against: MatchRecord, resemblance: Resemblance, tongue: Tongue
) -> Iterator[str]:
    """Yield what is the same, and everything that is not."""
    if resemblance.exact:
        yield tongue.count(
            "{number} roll, with its play and result, is the same.",
            "All {number} rolls, plays and results are the same.",
            resemblance.matched,
        )
    else:
        yield tongue.count("{number} roll is the same.", "{number} rolls are the same.", resemblance.matched)
    if (record.format, record.dialect) != (against.format, against.dialect):
        yield tongue.say("It is in {one}, not {other}.", one=_notation(record), other=_notation(against))
    yield from _about_names(record, resemblance, tongue)
    yield from _about_extent(resemblance, tongue)
    yield from _about_turns(resemblance, tongue)
    if resemblance.notes > 0:
        yield tongue.count(
            "It has {number} more comment.", "It has {number} more comments.", resemblance.notes
        )
    elif resemblance.notes < 0:
        yield tongue.count(
            "It has {number} fewer comment.", "It has {number} fewer comments.", -resemblance.notes
        )


def _notation(record: MatchRecord) -> str:
    return f"{record.format}:{record.dialect}" if record.dialect else record.format


def _about_names(record: MatchRecord, resemblance: Resemblance, tongue: Tongue) -> Iterator[str]:
    if resemblance.swapped:
        yield tongue.say("The sides are swapped.")
    if resemblance.naming is Naming.OTHERWISE:
        yield tongue.say("The names are spelled differently: {names}.", names=players(record))
    elif resemblance.naming is Naming.OTHER:
        yield tongue.say("The names differ: {names}.", names=players(record))


def _about_extent(resemblance: Resemblance, tongue: Tongue) -> Iterator[str]:
    yield from _count_sentences(
        (
            (resemblance.begins, n_("It begins {number} roll later.", "It begins {number} rolls later.", BY)),
            (
                -resemblance.begins,
                n_("It begins {number} roll earlier.", "It begins {number} rolls earlier.", BY),
            ),
            (-resemblance.ends, n_("It ends {number} roll earlier.", "It ends {number} rolls earlier.", BY)),
            (resemblance.ends, n_("It ends {number} roll later.", "It ends {number} rolls later.", BY)),
        ),
        tongue,
    )


def _about_turns(resemblance: Resemblance, tongue: Tongue) -> Iterator[str]:
    yield from _count_sentences(
        (
            (
                resemblance.lost,
                n_("{number} roll in between is missing.", "{number} rolls in between are missing.", BY),
            ),
            (
                resemblance.added,
                n_("{number} roll in between is added.", "{number} rolls in between are added.", BY),
            ),
            (
                resemblance.throws,
                n_("{number} roll has different dice.", "{number} rolls have different dice.", BY),
            ),
            (resemblance.plays, n_("{number} play differs.", "{number} plays differ.", BY)),
            (
                resemblance.unplayed,
                n_("{number} play is not recorded.", "{number} plays are not recorded.", BY),
            ),
            (
                len(resemblance.won),
                n_("The result of {number} game differs.", "The results of {number} games differ.", BY),
            ),
        ),
        tongue,
    )
    if resemblance.cube:
        yield tongue.say("The cube actions differ.")


def _count_sentences(counts: Sequence[tuple[int, Plural]], tongue: Tongue) -> Iterator[str]:
    """A sentence for each number that is there."""
    for number, text in counts:
        if number > 0:
            yield tongue.count(text.one, text.many, number)
