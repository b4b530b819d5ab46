"""What a plan does at least or at most in games in which it sits in all seats: `captured_worker>=30`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from simcli.errors import UserError, nearest
from simcli.game import Catalogue
from simcli.studies.candidates import CANDIDATE
from simcli.tally_parts import TallyParts

FORM = re.compile(r"([a-z0-9_.+]+)(>=|<=)(-?[0-9]+(?:\.[0-9]+)?)")


@dataclass(frozen=True)
class Habit:
    """A bound for the mean of a player's game: of copies of items held, points (`points.virtue`), `score`, or `turns` (rounds)."""

    text: str
    items: tuple[int, ...]
    categories: tuple[int, ...]
    at_least: bool
    value: float

    @classmethod
    def read(cls, text: str, catalogue: Catalogue) -> Habit:
        """A habit as it is written: names joined by `+`, `>=` or `<=`, a number; UserError for a name the game does not have."""
        form = FORM.fullmatch(text.replace(" ", ""))
        if form is None or float(form[3]) == 0:
            hint = "for example --habit captured_worker>=30"
            raise UserError.of(f"--habit {text}", "expected NAME>=NUMBER or NAME<=NUMBER, the number not 0", hint)
        name, at_least, value = form[1], form[2] == ">=", float(form[3])
        categories = [f"points.{category}" for category in catalogue.categories]
        if name in categories:
            return cls(text, (), (categories.index(name),), at_least, value)
        if name in ("score", "turns"):
            return cls(text, (), tuple(range(len(categories))) if name == "score" else (), at_least, value)
        ids = [item.id for item in catalogue.items]
        for one in name.split("+"):
            if one not in ids:
                what = f"the game has no item or category '{one}'"
                raise UserError.of(f"--habit {text}", what, nearest(one, [*ids, *categories, "score", "turns"]))
        return cls(text, tuple(ids.index(one) for one in name.split("+")), (), at_least, value)

    def shown(self, parts: TallyParts) -> float | None:
        """The mean in some games with the candidate in all seats, of those that ended; None where none did."""
        player_games = float(parts.strategy_score[CANDIDATE][0])
        if not player_games:
            return None
        if self.categories:
            return float(sum(parts.strategy_category[CANDIDATE, k] for k in self.categories)) / player_games
        if self.items:
            return float(sum(parts.item_held[k] for k in self.items)) / player_games
        return parts.counted.rounds / parts.counted.ended

    def missed(self, parts: TallyParts) -> float:
        """By which fraction of the value the mean misses it, 0 if it does not; all of it where no game ended."""
        if (shown := self.shown(parts)) is None:
            return 1.0
        short = (self.value - shown) / abs(self.value)
        return max(0.0, short if self.at_least else -short)
