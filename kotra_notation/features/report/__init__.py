"""Publish a match, or a folder of them, as pages."""
