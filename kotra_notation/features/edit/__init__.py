"""Change the names and headers of a record."""
