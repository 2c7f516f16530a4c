"""Check files as they arrive in a folder."""
