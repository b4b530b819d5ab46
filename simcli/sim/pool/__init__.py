"""Where batches are played: threads, processes, other machines."""
