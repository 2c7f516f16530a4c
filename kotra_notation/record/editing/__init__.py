"""A text that is edited: what is found in it, and what an editor may show or offer at a place of it."""
