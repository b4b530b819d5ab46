"""To whom a study reports what it does."""

from __future__ import annotations

from typing import Protocol


class Reporter(Protocol):
    """Takes what is reported."""

    def say(self, text: str) -> None:
        """Something that stays."""

    def state(self, text: str) -> None:
        """Where it stands, which may come often."""


class Silent:
    """Takes nothing."""

    def say(self, text: str) -> None:
        """Nothing."""

    def state(self, text: str) -> None:
        """Nothing."""
