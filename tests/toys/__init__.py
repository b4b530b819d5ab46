"""Games kept outside the package: they exist to prove that the engine knows none."""
