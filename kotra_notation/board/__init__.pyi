from kotra_notation.board.points import BAR as BAR
from kotra_notation.board.points import CENTRED as CENTRED
from kotra_notation.board.points import EMPTY as EMPTY
from kotra_notation.board.points import MONEY as MONEY
from kotra_notation.board.points import OFF as OFF
from kotra_notation.board.points import Cube as Cube
from kotra_notation.board.points import Memory as Memory
from kotra_notation.board.points import Points as Points
from kotra_notation.board.points import Standing as Standing
from kotra_notation.board.points import Turning as Turning
from kotra_notation.board.points import flip_points as flip_points
from kotra_notation.board.points import on_board as on_board
from kotra_notation.board.points import pips as pips
from kotra_notation.board.position import Position as Position
from kotra_notation.board.position import position as position

__all__: list[str]
