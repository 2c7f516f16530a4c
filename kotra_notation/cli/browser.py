"""The screen of `kotra show --browse`: a match gone through with the keys that its page has, by Textual.

What is to be seen comes from `jobs/browse.py`; here it is laid out, and keys lead through it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from kotra_notation.cli.speaking import because
from kotra_notation.jobs.browse import Browser
from kotra_notation.jobs.show import Scene, TurnPlace
from kotra_notation.words.tongues import N_

# From so many columns on the turns stand beside the board, and from so many the words beside both; the words
# stand in lines of at most so many. In fewer rows, turns that are not beside the board are left out.
BESIDE, WIDE, LINE, HIGH = 80, 130, 78, 36
BOARD, TURNS = 46, 36
Way = Callable[[Browser], None]
# The keys, how they are shown, and what they do; those of the page do the same.
KEYS: tuple[tuple[str, str, str, Way], ...] = (
    ("left", "←", N_("Previous turn"), lambda seen: seen.go(-1)),
    ("right", "→", N_("Next turn"), lambda seen: seen.go(1)),
    ("up", "↑", N_("Previous game"), lambda seen: seen.go_to_game(-1)),
    ("down", "↓", N_("Next game"), lambda seen: seen.go_to_game(1)),
    ("home", "Home", N_("First turn"), lambda seen: seen.go_to_edge(-1)),
    ("end", "End", N_("Last turn"), lambda seen: seen.go_to_edge(1)),
    ("n", "n", N_("Next finding"), lambda seen: seen.go_to_finding(1)),
    ("p", "p", N_("Previous finding"), lambda seen: seen.go_to_finding(-1)),
    ("b", "b", N_("Next blunder"), lambda seen: seen.go_to_blunder(1)),
    ("B", "B", N_("Previous blunder"), lambda seen: seen.go_to_blunder(-1)),
    ("f", "f", N_("Turn the board round"), lambda seen: seen.turn_round()),
)
OTHER_KEYS = (
    ("g", N_("Go to a game and a turn, such as 3.12")),
    ("PgUp PgDn", N_("Scroll what is said")),
    ("?", N_("Keys")),
    ("q", N_("Leave")),
)
MARKS = N_("On the edge of the board x is where a checker leaves, v or ^ where one comes to.")
# The colours of a terminal for turns that something is wrong with.
COLOURS = {"error": "ansi_red", "blunder": "ansi_red", "warning": "ansi_yellow", "wrong": "ansi_yellow"}


class KeysHelp(ModalScreen[None]):
    """What each key does, until one is pressed."""

    BINDINGS: ClassVar = [(f"{key}", "leave") for key in ("escape", "enter", "space", "q", "question_mark")]

    def __init__(self, say: Callable[[str], str]) -> None:
        super().__init__()
        self.say = say

    def compose(self) -> ComposeResult:
        """A line for each key."""
        say, rows = self.say, [(sign, text) for _, sign, text, _ in KEYS]
        lines = [f"{sign:<10}{say(text)}" for sign, text in (*rows, *OTHER_KEYS)]
        with VerticalScroll(id="keys"):
            yield Static("\n".join([*lines, "", say(MARKS)]), markup=False)

    def action_leave(self) -> None:
        """Back to the match."""
        self.dismiss()


class MatchBrowser(App[None]):
    """The board with the play, the turns of the game, and what is said of the one that is looked at."""

    AUTO_FOCUS = ""
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (BESIDE, "-beside"), (WIDE, "-wide")]  # noqa: RUF012 - theirs
    VERTICAL_BREAKPOINTS = [(0, "-low"), (HIGH, "-high")]  # noqa: RUF012
    CSS = f"""
    Screen {{ background: ansi_default; color: ansi_default; }}
    #head, #foot {{ height: auto; max-height: 3; }}
    #head {{ text-style: bold; }}
    #body, #words, #turns {{ height: 1fr; }}
    #place, #board {{ height: auto; }}
    #board {{ width: {BOARD}; max-width: 100%; }}
    #turns {{ border: none; padding: 0; background: ansi_default; color: ansi_default; }}
    #turns, #turns > .option-list--option {{ text-wrap: nowrap; text-overflow: ellipsis; }}
    #turns > .option-list--option-highlighted {{
        background: ansi_default; color: ansi_default; text-style: reverse; }}
    #turns, #words, #keys {{ scrollbar-size: 0 0; }}
    .-narrow #turns {{ height: 8; }}
    .-narrow.-low #turns {{ display: none; }}
    .-beside #place {{ layout: horizontal; height: 18; }}
    .-wide #body {{ layout: horizontal; }}
    .-wide #place {{ layout: horizontal; width: {BOARD + TURNS + 2}; height: 1fr; }}
    .-beside #turns, .-wide #turns {{ margin: 0 1; }}
    KeysHelp {{ align: center middle; background: ansi_default; }}
    #keys {{ width: 100%; max-width: 60; height: auto; max-height: 100%; border: ascii ansi_default; }}
    #go {{ display: none; border: none; height: 1; padding: 0; background: ansi_default; }}
    #go.asked {{ display: block; }}
    """
    BINDINGS: ClassVar = [
        *(Binding(key, f"way({key!r})") for key, _, _, _ in KEYS),
        Binding("pageup", "scroll_words(-1)"),
        Binding("pagedown", "scroll_words(1)"),
        Binding("g", "ask"),
        Binding("escape", "cancel"),
        Binding("question_mark", "keys"),
        Binding("q", "quit"),
        Binding("ctrl+c", "quit", priority=True),
    ]

    def __init__(self, seen: Browser) -> None:
        super().__init__(ansi_color=True)
        self.seen = seen
        self.ways = {key: way for key, _, _, way in KEYS}
        self.listed: int | None = None

    def compose(self) -> ComposeResult:
        """Head, board, turns, words, and a line of keys."""
        yield Static(id="head", markup=False)
        with Vertical(id="body"):
            with Vertical(id="place"):
                yield Static(id="board", markup=False)
                yield OptionList(id="turns", markup=False)
            with VerticalScroll(id="words", can_focus=False):
                yield Static(id="said", markup=False)
        yield Input(id="go", placeholder="3.12", compact=True)
        yield Static(id="foot", markup=False)

    def on_mount(self) -> None:
        """Nothing on the screen takes keys but the field behind `g`, once it is asked for."""
        self.theme = "ansi-dark"
        self.query_one("#turns", OptionList).can_focus = False
        self.look()

    def on_resize(self) -> None:
        """Lines are as long as the window has room for."""
        self.look()

    def look(self, refused: str = "") -> None:
        """Show the stop that is looked at, and below what was refused."""
        wide = self.size.width
        self._show("head", self.seen.head())
        self._show("board", self.seen.board(min(wide, BOARD)))
        words = wide - (BOARD + TURNS + 2 if wide >= WIDE else 0)
        self._show("said", self.seen.words(min(words, LINE)))
        say = self.seen.tongue.say
        self._show("foot", refused or f"← → ↑ ↓ n p b B f g  ? {say('Keys')}  q {say('Leave')}")
        self.query_one("#words", VerticalScroll).scroll_home(animate=False)
        self._list()

    def _show(self, name: str, text: str) -> None:
        self.query_one(f"#{name}", Static).update(text)

    def _list(self) -> None:
        """The turns of the game, each time another one is looked at, and the stop among them."""
        turns = self.query_one("#turns", OptionList)
        here = self.seen.stops_of_game
        if self.listed != here[0]:
            self.listed = here[0]
            turns.clear_options()
            scenes = [self.seen.scenes[at] for at in here]
            turns.add_options(
                Option(_coloured(row, scene)) for row, scene in zip(self.seen.rows(), scenes, strict=True)
            )
        turns.highlighted = self.seen.at - here[0]

    def action_way(self, key: str) -> None:
        """Go where a key leads."""
        self.ways[key](self.seen)
        self.look()

    def action_scroll_words(self, step: int) -> None:
        """The next words, or those before, where there are more than fit."""
        words = self.query_one("#words", VerticalScroll)
        words.scroll_relative(y=step * max(1, words.size.height - 1), animate=False)

    def action_keys(self) -> None:
        """Say what each key does."""
        self.push_screen(KeysHelp(self.seen.tongue.say))

    def action_ask(self) -> None:
        """Ask for a place to go to."""
        self._asked(True)

    def action_cancel(self) -> None:
        """Ask no more."""
        self._asked(False)

    def _asked(self, asked: bool) -> None:
        field = self.query_one("#go", Input)
        field.set_class(asked, "asked")
        field.value = ""
        self.set_focus(field if asked else None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the place that was typed, or say why not."""
        refused = ""
        try:
            if event.value.strip():
                self.seen.go_to(TurnPlace.read(event.value.strip()))
        except ValueError as error:
            refused = because(error)
        self._asked(False)
        self.look(refused)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Look at the turn that was clicked."""
        self.seen.at = self.seen.stops_of_game[0] + event.option_index
        self.look()


def _coloured(row: str, scene: Scene) -> Content:
    """A turn in the colour of what is wrong with it."""
    stop = scene.stop
    return Content.styled(row, COLOURS.get(stop.severity) or COLOURS.get(stop.grade) or "")
