"""Building an archive: sources listed, files judged by workers into rows, parts written that count."""
