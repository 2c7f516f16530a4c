"""Pages of an archive, made from its tables alone: what a player has played, how an event went."""
