"""Figures by name: differences, goals, and the names that targets use."""
