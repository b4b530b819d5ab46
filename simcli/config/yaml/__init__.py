"""YAML with the place of every value, and problems that name it."""
