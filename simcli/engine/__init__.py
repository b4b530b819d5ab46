"""The compiled core: contract, random streams, playout loop and policies. Knows no game."""
