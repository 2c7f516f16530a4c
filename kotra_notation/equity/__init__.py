"""The worth of chances at a score and with a cube: match equities, cubeful equities, take points."""
