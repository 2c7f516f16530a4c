"""A transcript being written or edited: drafts, an editor's text, and the engine as an opponent."""
