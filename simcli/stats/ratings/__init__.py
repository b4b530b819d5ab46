"""Ratings of plans from games between them: cycles, mixes, strengths."""
