"""A hand on a board of a page: it drags and taps checkers where the points of a side lie on the screen."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Page

from kotra_notation.board.arrows import BOARD

PLACE = """([selector, x, y]) => {
  const matrix = document.querySelector(selector).getScreenCTM();
  const {x: left, y: top} = new DOMPoint(x, y).matrixTransform(matrix);
  return [left, top];
}"""


@dataclass
class Hand:
    """Who plays on a board that is seen by the side on roll, or else, `across`, by the other."""

    page: Page
    board: str
    across: bool = False

    def place(self, point: int | str) -> tuple[float, float]:
        """Where the outermost checker of a point is on the screen, or the bar, off, or the dice."""
        if point == "dice":
            x, y = BOARD.left_half_x if self.across else BOARD.right_half_x, BOARD.middle
        elif point == "off":
            x, y = BOARD.turn_x, BOARD.middle
        elif point == "bar":
            x, y = BOARD.bar_x, BOARD.on_bar(0, self.across)
        else:
            number = 25 - int(point) if self.across else int(point)
            x = BOARD.column(number - 13 if number > 12 else 12 - number)
            y = BOARD.on_point(0, number > 12)
        left, top = self.page.evaluate(PLACE, [self.board, x, y])
        return left, top

    def drag(self, source: int | str, target: int | str) -> None:
        """Take a checker from one place to another."""
        mouse = self.page.mouse
        mouse.move(*self.place(source))
        mouse.down()
        mouse.move(*self.place(target), steps=4)
        mouse.up()

    def tap(self, point: int | str) -> None:
        """Touch what lies at a place."""
        self.page.mouse.click(*self.place(point))
