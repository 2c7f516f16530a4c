"""Reads recorded matches of kotra, checks every play, scores them and publishes them."""
