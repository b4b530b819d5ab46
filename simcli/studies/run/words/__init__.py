"""Sentences of a run's report by what they are about."""
