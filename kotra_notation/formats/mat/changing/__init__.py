"""Cells and rows of two columns changed in place, and how a file lays out its rows."""
