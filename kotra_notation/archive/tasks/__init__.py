"""What is done with an archive: the answers to questions, pages, and records written from it."""
