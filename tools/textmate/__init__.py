"""The TextMate grammars of the editors, written from the grammars and the words of the readers."""
