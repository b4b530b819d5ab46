"""Who plays: strategies, fields of strategies, seating."""
