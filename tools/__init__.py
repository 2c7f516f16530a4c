"""What those who build kotra-notation run by hand: documents written from the code, and measures."""
