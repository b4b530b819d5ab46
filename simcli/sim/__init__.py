"""Plan, workers, stop rules, tallies and the resumable run folder."""
