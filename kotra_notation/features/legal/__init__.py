"""List the legal plays of a roll."""
