"""The work of commands and desk on an archive: answers to questions, pages, records written from it."""
