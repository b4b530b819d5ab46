"""What the oracles of all games have in common: how questions are asked and answered, and how a win is shared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any


class AskingOracle:
    """A game that asks its questions one after another: each has a `phase` and `choices`, what to go on with by legal text."""

    NOBODY: Any
    """The question of a game that is over."""
    seats: Sequence[int]
    over = False
    decisions = 0
    _question: Any
    _game: Iterator[Any]

    def play(self) -> Iterator[Any]:
        """The whole game as questions; `winning_seats` and `over` are set at its end."""
        raise NotImplementedError

    def begin(self) -> None:
        """Comes to the first question."""
        self.winning_seats: list[int] = []
        self._question = self.NOBODY
        self._game = self.play()
        self._advance(None)

    @property
    def phase(self) -> str:
        """Phase of the current decision."""
        return self._question.phase

    def legal(self) -> list[str]:
        """The legal texts of the current decision."""
        return list(self._question.choices)

    def apply(self, text: str) -> None:
        """Gives one legal text."""
        if text not in self._question.choices:
            raise ValueError(f"{text!r} is not legal, legal are {self.legal()}")
        self.decisions += 1
        self._advance(self._question.choices[text])

    def points(self) -> dict[int, dict[str, int]]:
        """Points by seat and category."""
        raise NotImplementedError

    def totals(self) -> dict[int, int]:
        """Points by seat."""
        return {seat: sum(points.values()) for seat, points in self.points().items()}

    def shares(self) -> list[int]:
        """Win shares in sixtieths, in seat order."""
        if not self.over:
            raise ValueError("the game is not over")
        return [60 // len(self.winning_seats) if seat in self.winning_seats else 0 for seat in self.seats]

    def _advance(self, answer: object) -> None:
        try:
            self._question = self._game.send(answer)
        except StopIteration:
            self._question = self.NOBODY
