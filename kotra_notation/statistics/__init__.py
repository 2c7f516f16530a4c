"""Numbers about a replayed match: what can be counted, and what an engine in the record said of it."""
