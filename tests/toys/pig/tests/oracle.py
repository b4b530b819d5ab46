"""Pig once more in plain Python, written from RULES.md alone. `dice(round, seat)` gives the dice of a turn as they fall."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any


class Oracle:
    """One game."""

    def __init__(
        self, players: int, options: dict[str, Any], components: dict[str, Any], dice: Callable[[int, int], Iterator[str]]
    ) -> None:
        self.players, self.options, self.dice = players, options, dice
        self.faces = {face["id"]: face for face in components["die"]["faces"]}
        self.goal, self.max_rounds = components["setup"]["goal"], components["setup"]["max_rounds"]  # PG-02
        self.banked = dict.fromkeys(range(1, players + 1), 0)  # PG-01
        self.round, self.seat, self.over, self.decisions = 1, 1, False, 0
        self.begin()

    def begin(self) -> None:
        """PG-30: a turn begins."""
        self.at_risk, self.rolls = 0, 0
        self.falling = self.dice(self.round, self.seat)

    def legal(self) -> list[str]:
        """PG-10, PG-11."""
        return ["hold", "roll"] if self.rolls or not self.options["must_roll"] else ["roll"]

    def apply(self, text: str) -> None:
        """PG-12 to PG-14."""
        self.decisions += 1
        if text == "hold":
            self.banked[self.seat] += self.at_risk
            self.end_turn()
            return
        face = self.faces[next(self.falling)]
        self.rolls += 1
        self.at_risk += face["points"]
        if face["bust"]:
            self.end_turn()

    def end_turn(self) -> None:
        """PG-14, PG-20, PG-22."""
        last = self.seat == self.players
        reached = max(self.banked.values()) >= self.goal
        if (reached and (last or not self.options["equal_turns"])) or (last and self.round == self.max_rounds):
            self.over = True
        else:
            self.round += last
            self.seat = 1 if last else self.seat + 1
            self.begin()

    def view(self) -> dict[str, Any]:
        """The position as named fields."""
        view: dict[str, Any] = {"over": self.over, "banked": self.banked, "round": self.round}
        return view if self.over else view | {"actor": self.seat, "rolls": self.rolls, "at_risk": self.at_risk}

    def totals(self) -> dict[int, int]:
        """Banked points by seat."""
        return self.banked

    def shares(self) -> list[int]:
        """PG-21, in sixtieths."""
        best = [points == max(self.banked.values()) for points in self.banked.values()]
        return [60 // sum(best) if is_best else 0 for is_best in best]
