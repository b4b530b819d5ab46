"""Compiled code: where it is kept, how it is found, loaded and called; numba is needed only to make it."""
