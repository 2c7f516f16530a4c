"""Show the settings of a folder."""
