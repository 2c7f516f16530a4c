"""Explain a finding, a rule or a word."""
