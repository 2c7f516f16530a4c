"""The desk: pages on one's own machine to check, write, mend and play; they show what jobs give."""
