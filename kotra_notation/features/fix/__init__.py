"""Find and fix transcription errors."""
