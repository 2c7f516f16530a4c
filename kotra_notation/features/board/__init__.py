"""Draw a position."""
