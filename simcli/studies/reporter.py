"""Who is told what a study does."""

from __future__ import annotations

from typing import Protocol


class Talk(Protocol):
    """Who is told what goes on."""

    def say(self, text: str) -> None:
        """Something to be known."""

    def state(self, text: str) -> None:
        """Where it stands, which may come often."""


class Silent:
    """Nobody is told."""

    def say(self, text: str) -> None:
        """Nothing."""

    def state(self, text: str) -> None:
        """Nothing."""
