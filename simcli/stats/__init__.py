"""Tallies to estimates: intervals, verdicts, the summary of a run. Knows no game and reads no files."""
