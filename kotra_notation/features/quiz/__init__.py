"""Quiz on the worst errors of analysed matches."""
