"""Plays that are written short, written out: those of the legal plays that the board and the dice leave."""
