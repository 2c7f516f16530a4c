"""What people do with records: a folder for each feature."""
