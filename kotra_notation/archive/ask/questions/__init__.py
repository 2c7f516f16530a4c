"""Named questions of an archive: each a statement in a file of its name, told in words in `catalogue`."""
