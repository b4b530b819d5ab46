"""Faults of those who write rules and strategies: each told at its line, or with the command that shows the position."""
