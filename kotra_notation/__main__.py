"""`python -m kotra_notation` is the command `kotra`."""

from kotra_notation.cli import program

program()
