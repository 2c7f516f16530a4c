"""List the notations."""
