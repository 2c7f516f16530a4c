"""The questions by name: what each asks, how it is counted, and the columns of its answer."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kotra_notation.archive.ask.questions.columns import COLUMNS, Column
from kotra_notation.words.tongues import N_

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Question:
    """A question that can be asked of every archive; `column_names` are those of its answer.

    It is about matches, each of which counts once, or about `records`, of which every one counts. `needs`
    is what there are no results without (`NEEDS`).
    """

    name: str
    title: str
    explanation: str
    column_names: str
    records: bool = False
    needs: str = ""

    @property
    def sql(self) -> str:
        """Return the statement that answers it."""
        return (FOLDER / f"{self.name}.sql").read_text(encoding="utf-8")

    @property
    def columns(self) -> dict[str, Column]:
        """Return the columns of the answer by name."""
        return {name: COLUMNS[name] for name in self.column_names.split()}


# Rows that a question cannot do without, and what is said if there are none.
NEEDS = {
    "analysis": (
        "decisions WHERE level IS NOT NULL",
        N_("No results, because these matches have no analysis."),
    ),
    "rolls": ("turns", N_("No results, because this archive has no rolls: it was built without turns.")),
    "times": ("turns WHERE seconds IS NOT NULL", N_("No results, because no roll has a time.")),
    "doubles": ("games WHERE doubles > 0", N_("No results, because nobody doubled in these matches.")),
    "modern": ("matches WHERE rules = 'modern'", N_("No results, because no match is of modern backgammon.")),
    "old": ("matches WHERE rules <> 'modern'", N_("No results, because no match is of old kotra.")),
}

QUESTIONS: dict[str, Question] = {
    question.name: question
    for question in (
        Question(
            "players",
            N_("Who plays in it?"),
            N_(
                "Days count where the date has the year first. The PR is from the engine that analysed "
                "most of the player's decisions; see pr-by-player."
            ),
            "player matches first_day last_day events pr",
        ),
        Question(
            "opening-plays",
            N_("How is the first roll played?"),
            N_(
                "The share is out of all games that began with this roll; won shows how often the side "
                "that went first won."
            ),
            "rules opening opening_play games share low high decided won won_low won_high",
        ),
        Question(
            "opening-replies",
            N_("How is the opening answered?"),
            N_(
                "The share is out of all games with this opening and this second roll; won shows how "
                "often the side that replied won."
            ),
            "rules opening opening_play reply reply_play games share low high decided won won_low won_high",
        ),
        Question(
            "starting-advantage",
            N_("How much is going first worth?"),
            N_(
                "The share is the proportion of games with a winner that were won by the side that rolled "
                "first."
            ),
            "rules session games share low high gain",
        ),
        Question(
            "endings",
            N_("How do games end?"),
            N_("Modern games; the share is out of all games in matches, or in money sessions."),
            "session kind games share low high points cube throws",
            needs="modern",
        ),
        Question(
            "gammon-share",
            N_("How many games are gammons, by score and cube?"),
            N_(
                "Games won on the board, or recorded as such, without drops and resignations; the share "
                "is the proportion of gammons and backgammons."
            ),
            "session winner_away loser_away crawford cube games gammons backgammons share low high",
            needs="modern",
        ),
        Question(
            "first-cube",
            N_("When does the first double come, by score?"),
            N_(
                "Each game counts twice, once for each player; the share is the proportion of players "
                "who offered the first double. Crawford games and 1-point matches are left out. The "
                "other columns show which roll of the game it came before."
            ),
            "session own_away other_away players doubled share low high earliest quarter median"
            " three_quarters to_10 to_20 to_30 later",
            needs="doubles",
        ),
        Question(
            "takes-and-drops",
            N_("How often is a double dropped?"),
            N_(
                "By score (from the doubler's side) and by double (first, second …). The share is the "
                "proportion of answered doubles that were dropped. A beaver counts as a take."
            ),
            "session own_away other_away offer offers taken beavers dropped share low high",
            needs="doubles",
        ),
        Question(
            "crawford-points",
            N_("What is a game worth before, during and after the Crawford game?"),
            N_("Modern games with a winner; the share is the proportion of gammons and backgammons."),
            "stage games points spread cube won_double share low high",
            needs="modern",
        ),
        Question(
            "game-lengths",
            N_("How long are games?"),
            N_("Rolls of both sides, by how the game ended; games without a roll are left out."),
            "rules kind games throws shortest quarter median three_quarters longest",
        ),
        Question(
            "match-lengths",
            N_("How long are matches?"),
            N_("By match length in points; rolls count both sides, in matches that were played to the end."),
            "rules session length matches complete games_each throws shortest median longest",
        ),
        Question(
            "hits",
            N_("How many checkers are hit?"),
            N_(
                "Games in which every position is known to the end; the share is the proportion of games "
                "without a hit."
            ),
            "rules kind games hits by_winner by_loser median most share low high",
            needs="rolls",
        ),
        Question(
            "dances",
            N_("How often is there no legal play, by checkers on the bar?"),
            N_(
                "Modern games, without illegal plays; the share is out of all rolls with that many "
                "checkers on the bar."
            ),
            "on_bar throws dances share low high",
            needs="rolls",
        ),
        Question(
            "comebacks",
            N_("How often does a hit during the bear-off turn the game around?"),
            N_(
                "Games in which a side was hit after it had begun to bear off; the share is the "
                "proportion of games won by the side that hit."
            ),
            "off_then games turned share low high",
            needs="rolls",
        ),
        Question(
            "illegal-plays",
            N_("Which plays are illegal, and were they allowed to stand?"),
            N_(
                "The share is the proportion of these plays that were allowed to stand: the record "
                "continues from them."
            ),
            "code name phase plays stood slips corrected share low high",
        ),
        Question(
            "slips-by-transcriber",
            N_("How many errors do records have, by transcriber and program?"),
            N_("The share is the proportion of matches without an error."),
            "transcriber producer matches sound share low high throws errors warnings lost per_1000",
            records=True,
        ),
        Question(
            "dice-fairness",
            N_("Are the dice fair?"),
            N_(
                "Chi-squared tests, for all rolls and for each producer: the six faces; the 21 rolls "
                "(doubles 1/36, others 2/36); the 15 opening rolls; the 21 rolls after each of the 21; "
                "and the same roll twice in a row. The first roll of a game is only in the opening test. "
                "With many tests a small p comes up by chance: look at adjusted p."
            ),
            "producer test throws chi_squared freedom p p_of_all farthest observed expected",
            needs="rolls",
        ),
        Question(
            "time-use",
            N_("How long do players think?"),
            N_("Rolls with a time in the record, by phase of the game."),
            "phase throws seconds median slow longest hours",
            needs="times",
        ),
        Question(
            "old-endings",
            N_("How do games of old kotra end?"),
            N_("The share is out of all games under the rule set."),
            "rules kind games share low high points throws",
            needs="old",
        ),
        Question(
            "jan",
            N_("How often is jan scored, by rule set?"),
            N_("The share is out of all games under the rule set; points and throws are for games with jan."),
            "rules games with_jan great share low high points throws",
            needs="old",
        ),
        Question(
            "forms",
            N_("Which formations are made, and what do they gain?"),
            N_(
                "The share is out of all games under the rule set; won shows how often the side that "
                "made the formation won the game."
            ),
            "rules form times in_games games share low high points won",
            needs="old",
        ),
        Question(
            "pr-by-player",
            N_("How well does each player play?"),
            N_(
                "Engine evaluations of plays and cubes, from the records or from an analysis during the "
                "build: one row per engine. PR is computed as in eXtreme Gammon: 500 times the loss per "
                "decision, 750 in 1-point matches, 476 in nackgammon. A PR is only as good as the engine "
                "behind it."
            ),
            "player engine levels matches decisions faults blunders loss pr pr_error",
            needs="analysis",
        ),
        Question(
            "luck",
            N_("Who was lucky?"),
            N_(
                "Each roll against the average of all rolls, as an engine evaluates them: one row per "
                "engine. Rolls of both sides are counted; won is the proportion of wins in matches with "
                "a winner."
            ),
            "player engine levels matches throws luck other_luck luck_share decided won",
            needs="analysis",
        ),
        Question(
            "openings-judged",
            N_("How do engines rate the ways to play the first roll?"),
            N_(
                "The share is out of all games with this roll that the engine analysed; the loss is an "
                "average over all scores, so the best play may lose a little."
            ),
            "session opening opening_play engine levels games share low high loss_each loss_most",
            needs="analysis",
        ),
        Question(
            "blunders",
            N_("Which were the worst errors?"),
            N_("The 1,000 worst errors (0.080 or more), by any engine."),
            "loss player path number game turn about choice best engine level",
            needs="analysis",
        ),
    )
}
