"""Exports of an archive: its tables for other programs, and the files that its matches came from."""
