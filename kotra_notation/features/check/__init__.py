"""Check match files for illegal plays, cube and score errors."""
