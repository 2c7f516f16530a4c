"""Take the persons out of a record."""
