"""An engine of our own: what positions are worth, what should have been played, who was lucky."""
