"""The words for an audit: states of files, suspicions, numbers of things, what is to be mended and why."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping

from kotra_notation.archive.audit import figures
from kotra_notation.explained import page
from kotra_notation.installation import read_table
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import N_, Tongue

SEVERITIES = {"error": N_("error"), "warning": N_("warning"), "note": N_("note")}

WORDS = read_table(__file__, "words.toml")
STATUSES: Mapping[str, str] = WORDS["statuses"]
# What each suspicion is called, and why it is one.
SUSPICIONS: Mapping[str, tuple[str, str]] = WORDS["suspicions"]

HEADING = re.compile(r"\n\n## .+\n\n")
NO_TROUBLE = ("read", "unknown", "container")

SPACE = "\N{NO-BREAK SPACE}"


def whole(number: int) -> str:
    """Return a number with its thousands apart."""
    return f"{number:,}".replace(",", SPACE)


def percent(share: float) -> str:
    """Return a share in percent; 0 and 100 stand for nothing and all alone."""
    hundredths = round(100 * share)
    if share > 0 and hundredths == 0:
        return f"<{SPACE}1{SPACE}%"
    return f"{99 if share < 1 and hundredths == 100 else hundredths}{SPACE}%"


def rate(counted: figures.FileGroup | figures.Period) -> float:
    """Return the errors in 1,000 rolls."""
    return 1000 * counted.errors / counted.turns if counted.turns else 0.0


@dataclass(frozen=True, slots=True)
class AuditWords:
    """An audit in a language; `plain` makes a path fit for a sentence."""

    tongue: Tongue
    plain: Callable[[str], str]

    def so_many(self, number: int, what: str) -> str:
        """Return so many of something, the thousands apart."""
        singular, plural = WORDS["counted"][what]
        return self.tongue.count(singular, plural, number, number=whole(number))

    def lead(self, audit: figures.Audit) -> list[str]:
        """Return the first sentences: how much there is, and in what state."""
        totals = audit.totals
        nouns = {"files": "file", "matches": "match", "turns": "throw"}
        nouns |= {"errors": "error", "warnings": "warning", "notes": "note", "lost": "lost"}
        facts = {name: self.so_many(getattr(totals, name), noun) for name, noun in nouns.items()}
        sentences = [
            self.tongue.say("{files}, {matches}, {turns}.", **facts),
            self.tongue.say("{errors}, {warnings}, {notes}; {lost}.", **facts),
        ]
        unread = sum(status.files for status in audit.statuses if status.status not in NO_TROUBLE)
        return sentences + self.count_each((unread, "unread"), (totals.copies, "copy"))

    def gain(self, audit: figures.Audit) -> str:
        """Return how many files are to be mended, and the share of all that the first of them hold."""
        mending = audit.mending
        if not mending.files:
            return self.tongue.say("There is nothing to fix.")
        sentence = self.so_many(mending.files, "mend")
        listed = [share for share in mending.shares if share.files <= len(mending.first)]
        if not listed or listed[-1].files == mending.files:
            return sentence
        share = self.tongue.count(
            "The first file holds {share} of what needs fixing.",
            "The first {number} files hold {share} of what needs fixing.",
            listed[-1].files,
            share=percent(listed[-1].share),
        )
        return f"{sentence} {share}"

    def reasons(self, mend: figures.Mend) -> list[str]:
        """Return why a file is to be mended, and where to begin."""
        sentences = []
        if mend.unsure:
            text = N_("{number} of {turns} plays cannot be recovered, since the position is uncertain there.")
            facts = {"number": whole(mend.unsure), "turns": whole(mend.turns)}
            sentences.append(self.tongue.say(text, **facts))
        if mend.errors and mend.touched and mend.games > 1:
            errors, games = self.so_many(mend.errors, "error"), self.so_many(mend.games, "game")
            facts = {"errors": errors, "touched": whole(mend.touched), "games": games}
            sentences.append(self.tongue.say("{errors}, in {touched} of {games}.", **facts))
        else:
            worst = ((mend.errors, "error"), (mend.warnings, "warning"), (mend.notes, "note"))
            sentences += [f"{counted}." for counted in self.count_each(*worst)[:1]]
        where = mend.knot and self.place(mend.knot.place, mend.matches)
        if mend.knot and where:
            sentences.append(self._where_to_begin(mend, mend.knot, where))
        gaps = mend.lost - mend.unsure if mend.weight else 0
        sentences += self.count_each((gaps, "gap"), (mend.copies, "again"))
        if mend.container:
            file = self.plain(mend.container)
            sentences.append(self.tongue.say("It is inside {file}: unpack that first.", file=file))
        return sentences

    def count_each(self, *numbers: tuple[int, str]) -> list[str]:
        """Return so many of each thing of which there is any."""
        return [self.so_many(number, what) for number, what in numbers if number]

    def _where_to_begin(self, mend: figures.Mend, knot: figures.Knot, place: str) -> str:
        """Return where to begin in a file, and what hangs on that."""
        say, facts = self.tongue.say, {"code": knot.place.code, "place": place}
        if knot.lost > 1 and knot.lost == mend.unsure:
            return say(
                "One error explains all of this: all plays that cannot be recovered come after {code}, "
                "{place}.",
                **facts,
            )
        if knot.lost > 1 and knot.lost >= mend.unsure / 2:
            return say(
                "One error explains most of this: {number} plays that cannot be recovered come after {code}, "
                "{place}.",
                number=whole(knot.lost),
                **facts,
            )
        if knot.lost:
            return self.tongue.count(
                "Start with {code}, {place}: {number} play after it cannot be recovered.",
                "Start with {code}, {place}: {number} plays after it cannot be recovered.",
                knot.lost,
                number=whole(knot.lost),
                **facts,
            )
        if not mend.unsure and (mend.errors or mend.warnings or mend.notes) == 1:
            return say("It is {code}, {place}.", **facts)
        if knot.errors > 2 and knot.errors > mend.errors / 2 and knot.place.game:
            return say(
                "{number} of the errors are in one game, perhaps all from one mistake: {code}, {place}.",
                number=whole(knot.errors),
                **facts,
            )
        return say("Start with {code}, {place}.", **facts)

    def place(self, place: figures.FindingPlace, matches: int) -> str:
        """Return the line of a finding, and match, game and turn as far as they are known."""
        parts = (
            (N_("line {number}"), place.line),
            (N_("match {number}"), place.match if matches > 1 else None),
            (N_("game {number}"), place.game),
            (N_("turn {number}"), place.turn),
        )
        return ", ".join(self.tongue.say(text, number=number) for text, number in parts if number)

    def suspicion(self, suspicion: figures.Suspicion) -> list[str]:
        """Return the title of a suspicion, and why it is one."""
        return [self.tongue.say(text) for text in SUSPICIONS[suspicion.name]]

    def sight(self, name: str, sight: figures.Sight) -> tuple[str, str, str]:
        """Return the players of a match that is worth a look, its number, and how much is suspected."""
        names = " – ".join(self.plain(player or "?") for player in sight.players)
        amount = ""
        if sight.amount is not None:
            what = {"results": "error", "one-sided": "unlawful"}.get(name, "throw")
            amount = self.so_many(int(sight.amount), what)
        return names, self.tongue.say("match {number}", number=sight.match), amount

    def more(self, suspicion: figures.Suspicion) -> str:
        """Return how many matches are not listed."""
        more = suspicion.matches - len(suspicion.first)
        return self.tongue.say("and {number} more", number=whole(more)) if more else ""

    def groups(
        self, groups: figures.FileGroups, unnamed: str, shown: Callable[[str], str]
    ) -> list[tuple[str, tuple[str, ...], float]]:
        """Return the groups that are listed, and all others as one: names, numbers, errors in 1,000 rolls."""
        named = [(shown(group.name) or unnamed, group) for group in groups.listed]
        if groups.others:
            number = whole(groups.number - len(groups.listed))
            named.append((self.tongue.say("{number} more", number=number), groups.others))
        rows = []
        for name, group in named:
            numbers = map(whole, (group.files, group.turns, group.lost, group.errors, group.warnings))
            rows.append((name, (*numbers, self.tongue.number(rate(group), 2)), rate(group)))
        return rows

    def lesson(self, code: str) -> tuple[str, str]:
        """Return the meaning of a kind of finding and how it is mended, from its page, if any."""
        head, *sections = HEADING.split(page(code, self.tongue.language) or "")
        return (head.split("\n\n")[2], sections[1].split("\n\n")[0]) if sections else ("", "")


def commands(mend: figures.Mend, path_typed: Callable[[str], str]) -> list[tuple[str, str]]:
    """Return commands with their arguments: a fix where plays are in doubt, else a check; then the help.

    `path_typed` makes of a path how it is named where the command is typed.
    """
    path = path_typed(mend.path)
    path = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in path)
    if path.startswith("-"):  # it would be taken for an option
        path = f"./{path}"
    by_plays = mend.unsure or any(code.startswith("P") for code, _ in mend.codes)
    lines = [("kotra fix" if by_plays else "kotra check", shlex.quote(path))]
    code = mend.knot.place.code if mend.knot else mend.codes[0][0] if mend.codes else ""
    return [*lines, ("kotra explain", code)] if code else lines
