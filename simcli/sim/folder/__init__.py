"""The run folder: what it holds, and how it is locked and resumed."""
