"""Parts of The King's Guild in plain Python, from RULES.md alone: boards, gathering, the row of specialists, auction, scoring."""
