"""What joins no names: headers that name somebody else, and guesses that only lead from one to the next."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from kotra_notation.archive.decisions import NameDecisions
from kotra_notation.archive.people import people
from kotra_notation.archive.store import Store
from tests.records import rows
from tests.test_archive_people import archived, between, grounds, headed, of, together, with_headers
from tools.archive_people import archived as made_up
from tools.archive_people import judged

pytestmark = pytest.mark.middle
GUESTS = [("annaj", f"gestur{letter}", "Anna Ósk", f"gestur{letter}") for letter in "abc"]
GUESTS += [("ljósið", f"gestur{letter}", "Anna Ósk", f"gestur{letter}") for letter in "de"]


@rows
def test_whom_headers_join(
    tmp_path: Path,
    matches: tuple[tuple[str, str, str, str], ...],
    one: tuple[tuple[str, ...], ...],
    stranger: tuple[str, str] | bool,
) -> None:
    found = of(with_headers(tmp_path, *matches))
    assert sorted(map(sorted, together(found))) == [sorted(spellings) for spellings in one]
    assert not isinstance(stranger, tuple) or grounds(found, *stranger) == {"header", "stranger"}


def test_who_are_named_in_the_headers_of_one_match_are_two(tmp_path: Path) -> None:
    found = of(headed(tmp_path, "annaj", "bjork", "Jón Árnason", "jon arnason"))
    assert not any({"Jón Árnason", "jon arnason"} <= spellings for spellings in together(found))


def test_a_slip_between_two_names_joins_them_not(tmp_path: Path) -> None:
    """Jónsdótir may be a slip for either; they are two letters apart, and both are frequent."""
    matches = [between(seed, "Anna Jónsdóttir", f"Vinur{seed}") for seed in range(4)]
    matches += [between(seed + 10, "Ana Jónsdótir", f"Gestur{seed}") for seed in range(4)]
    found = of(archived(tmp_path, *matches, between(20, "Anna Jónsdótir", "Egill")))
    assert sorted(map(len, together(found))) == [2]
    assert len(found.doubtful) == 1


def test_slips_for_one_name_are_all_joined_with_it(tmp_path: Path) -> None:
    slips = ("Anna Jónsdótir", "Ana Jónsdóttir", "Anna Jónsdótttir")
    matches = [between(seed, "Anna Jónsdóttir", f"Vinur{seed}") for seed in range(4)]
    matches += [between(seed + 10, slip, f"Gestur{seed}") for seed, slip in enumerate(slips)]
    assert together(of(archived(tmp_path, *matches))) == [{"Anna Jónsdóttir", *slips}]


def test_what_is_short_for_a_slip_is_not_joined_by_it(tmp_path: Path) -> None:
    """Two guesses in a row are none: the slip may be the name of another, who has that short form."""
    matches = [between(seed, "Anna Karenina", f"Vinur{seed}") for seed in range(3)]
    matches += [between(11, "Anna Karemina", "X"), between(12, "A. Karemina", "Y")]
    assert together(of(archived(tmp_path, *matches))) == [{"Anna Karenina", "Anna Karemina"}]


def test_a_nick_in_the_brackets_of_two_joins_them_not(tmp_path: Path) -> None:
    names = ("Anna Jónsdóttir (ljósið)", "Egill Ólason (ljósið)", "ljósið")
    found = together(
        of(archived(tmp_path, *(between(seed, name, f"V{seed}") for seed, name in enumerate(names))))
    )
    assert not any({*names[:2]} <= spellings for spellings in found)


def test_most_are_found_and_few_are_wrong(tmp_path: Path) -> None:
    """`python -m tools.archive_people` measures more; what is wrong are headers crosswise, met once."""
    store = Store(tmp_path)
    whose = made_up(store, 1_000, Random(3))
    right, wrong, all = judged(people(store, NameDecisions()), whose)
    assert right > 0.65 * all
    assert wrong < 0.08 * (right + wrong)
