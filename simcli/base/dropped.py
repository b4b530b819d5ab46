"""Interrupts that Python dropped: raised in a destructor or in a callback of foreign code, they are printed and forgotten. A leaf."""

from __future__ import annotations

dropped: list[bool] = []
"""An entry for each. What fails after one may fail for it alone, as a compiler does whose callback never returned."""
