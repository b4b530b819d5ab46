"""Leaves that everything may use: files written whole, escapes of foreign texts, games by entry point, the garbage collector."""
