"""King's Forge, played slowly from the text of RULES.md; everything random is given from outside."""

from collections.abc import Iterator

from tests.games.kings_forge.oracle.chance import random_chance
from tests.games.kings_forge.oracle.gather import gather_phase
from tests.games.kings_forge.oracle.table import Question, Table
from tests.games.kings_forge.oracle.turn import craft_turn

__all__ = ["Oracle", "random_chance", "winners"]

NOBODY = Question(0, "over", {})


def winners(crafts: dict[int, list[int]], victory_order: str, crafts_to_end: int) -> list[int]:
    """The seats that win with these ranks owned (KF-82, KF-85, GO-02)."""
    finishers = [seat for seat, ranks in crafts.items() if len(ranks) >= crafts_to_end]
    if victory_order == "rank_among_finishers" and finishers:
        return [max(finishers, key=lambda seat: max(crafts[seat]))]
    results = {seat: (len(ranks), max(ranks, default=0)) for seat, ranks in crafts.items()}
    return [seat for seat, result in results.items() if result == max(results.values())]


class Oracle:
    """One game of King's Forge."""

    def __init__(self, players: int, options: dict, chance: dict, components: dict, banned: dict[int, set[str]] | None = None) -> None:
        self.table = Table(players, options, chance, components, banned)
        self.over = False
        self.decisions = 0
        self.winning_seats: list[int] = []
        self._question = NOBODY
        self._game = self._play_game()
        self._advance(None)

    def legal(self) -> list[str]:
        """The legal texts of the current decision."""
        return list(self._question.choices)

    def apply(self, text: str) -> None:
        """Give one legal text."""
        if text not in self._question.choices:
            raise ValueError(f"{text!r} is not legal, legal are {self.legal()}")
        self.decisions += 1
        self._advance(self._question.choices[text])

    def points(self) -> dict[int, dict[str, int]]:
        """Secured crafts of each seat, by the way they were taken."""
        return {seat: self._crafts_of(seat) for seat in self.table.seats}

    def _crafts_of(self, seat: int) -> dict[str, int]:
        stolen = len(self.table.stolen[seat])
        return {"crafted": len(self.table.secured[seat]) - stolen, "stolen": stolen}

    def totals(self) -> dict[int, int]:
        """Secured crafts of each seat."""
        return {seat: sum(points.values()) for seat, points in self.points().items()}

    def shares(self) -> list[int]:
        """Win shares in sixtieths, in seat order."""
        if not self.over:
            raise ValueError("the game is not over")
        return [60 // len(self.winning_seats) if seat in self.winning_seats else 0 for seat in self.table.seats]

    def view(self) -> dict:
        """The full position."""
        return {
            "round": self.table.round,
            "phase": self._question.phase,
            "actor": self._question.actor,
            "over": self.over,
            **self.table.view(),
            "winners": list(self.winning_seats),
        }

    def _advance(self, answer: object) -> None:
        try:
            self._question = self._game.send(answer)
        except StopIteration:
            self._question = NOBODY

    def _play_game(self) -> Iterator[Question]:
        table = self.table
        while True:
            table.begin_round()
            yield from gather_phase(table)
            for seat in table.order():  # KF-50
                yield from craft_turn(table, seat)
            table.secure()
            crafts, table.unsecured = table.unsecured, {}
            if self._ends():
                break
            table.clean_up(crafts)
        self._end_game()

    def _ends(self) -> bool:
        most = max(self.totals().values())
        return most >= self.table.setup["crafts_to_end"] or self.table.round >= self.table.options["max_rounds"]  # KF-80, KF-84

    def _end_game(self) -> None:
        self.over = True
        ranks = {seat: [self.table.rank(card) for card in cards] for seat, cards in self.table.secured.items()}
        self.winning_seats = winners(ranks, self.table.options["victory_order"], self.table.setup["crafts_to_end"])
