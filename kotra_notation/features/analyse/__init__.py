"""Analyse matches: equities, errors and luck, by kotra's engine or GNU Backgammon."""
