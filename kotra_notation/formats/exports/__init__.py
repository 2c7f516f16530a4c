"""What the text exports of analysis have in common: printed numbers, labels, and positions that are shown."""
