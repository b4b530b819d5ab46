"""One game in words, on the terminal and as a page: which game, each decision and why."""
