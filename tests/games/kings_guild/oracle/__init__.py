"""Parts of The King's Guild once more, in plain Python, from RULES.md alone: boards, gathering, the row of specialists, auction, scoring."""
