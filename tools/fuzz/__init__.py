"""Coverage-guided fuzzing of readers and replay; see README.md."""
