"""Show a match in the terminal."""
