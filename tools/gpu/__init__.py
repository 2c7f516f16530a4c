"""Training on a GPU, lent for a quarter of an hour: `python -m tools.gpu`."""
