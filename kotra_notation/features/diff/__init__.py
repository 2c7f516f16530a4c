"""Compare two records of a match."""
