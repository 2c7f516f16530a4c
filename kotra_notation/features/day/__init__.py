"""Hold the records of one day against each other and against its results."""
