"""Merge several records of one match."""
