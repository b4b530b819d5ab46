"""Plan, executors, stop rules, tallies and the resumable run folder."""
