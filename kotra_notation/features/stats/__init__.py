"""Error rates, luck and levels of analysed matches."""
