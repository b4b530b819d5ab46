"""The loops that play games: batches, single steps, searches, and what they count."""
