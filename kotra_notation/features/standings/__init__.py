"""Make the standings and the cross table of a tournament from its records."""
