"""Write records in another notation."""
