"""Find the records of one match."""
