"""The report: frames shown as one self-contained page; computes nothing new."""
