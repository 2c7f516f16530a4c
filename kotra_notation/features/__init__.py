"""Features: a folder for each thing that people do with records."""
