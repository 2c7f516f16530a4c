"""Who the players of an archive are: spellings that may be one person's, and what speaks for it."""
