"""Play the old game by the engine, and count how games end."""
