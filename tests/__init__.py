"""Tests and the witnesses they call."""
