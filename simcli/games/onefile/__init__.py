"""A game written as one Python file: read, checked, and made into all that a game owes (docs/own-game.md). No game lies here."""
