"""Sameness: which records are of one match, by their throws; for a few files and for an archive alike."""
