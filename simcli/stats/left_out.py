"""Numbers of a config that a study leaves out, and why."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class LeftOut:
    """A value that was not played."""

    path: str
    """where the number stands"""
    name: str
    """how it is spoken of"""
    to: int
    """the value"""
    why: str
    """what the game says against it, or why it is not in play with these options and numbers of players"""
    twin: str | None = None
    """the value that is played in its place, as it makes the same game; left out where there is none"""
