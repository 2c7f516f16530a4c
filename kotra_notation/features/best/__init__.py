"""Rank the plays of a roll, or judge the cube, at a position."""
