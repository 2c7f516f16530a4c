"""Match equity and cube points at a score."""
