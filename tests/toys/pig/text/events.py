"""What happened between two positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def told_at(fields: Mapping[str, Any]) -> int:
    """A trace tells the position at every round."""
    return int(fields["round"])


def events(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """What happened beyond the choice just made: the face that was rolled."""
    seat = before["actor"]
    faces = [face for face, c in after["rolled"][seat].items() if c > before["rolled"][seat].get(face, 0)]
    return [f"rolled {face}" for face in faces]
