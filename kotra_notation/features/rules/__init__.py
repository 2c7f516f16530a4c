"""List rule sets and their options."""
