"""King's Forge, played slowly from the text of RULES.md; everything random is given from outside."""

from collections.abc import Iterator

from tests.games.kings_forge.oracle.chance import random_chance
from tests.games.kings_forge.oracle.gather import gather_phase
from tests.games.kings_forge.oracle.table import Question, Table
from tests.games.kings_forge.oracle.turn import craft_turn
from tests.games.oracles import AskingOracle

__all__ = ["Oracle", "random_chance", "winners"]


def winners(crafts: dict[int, list[int]], victory_order: str, crafts_to_end: int) -> list[int]:
    """The seats that win with these ranks owned (KF-82, KF-85, GO-02)."""
    finishers = [seat for seat, ranks in crafts.items() if len(ranks) >= crafts_to_end]
    if victory_order == "rank_among_finishers" and finishers:
        return [max(finishers, key=lambda seat: max(crafts[seat]))]
    results = {seat: (len(ranks), max(ranks, default=0)) for seat, ranks in crafts.items()}
    return [seat for seat, result in results.items() if result == max(results.values())]


class Oracle(AskingOracle):
    """One game of King's Forge."""

    NOBODY = Question(0, "over", {})

    def __init__(self, players: int, options: dict, chance: dict, components: dict, banned: dict[int, set[str]] | None = None) -> None:
        self.table = Table(players, options, chance, components, banned)
        self.begin()

    @property
    def seats(self) -> list[int]:
        """Seats from 1."""
        return self.table.seats

    def points(self) -> dict[int, dict[str, int]]:
        """Secured crafts of each seat, by the way they were taken."""
        return {seat: self._crafts_of(seat) for seat in self.table.seats}

    def _crafts_of(self, seat: int) -> dict[str, int]:
        stolen = len(self.table.stolen[seat])
        return {"crafted": len(self.table.secured[seat]) - stolen, "stolen": stolen}

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

    def play(self) -> Iterator[Question]:
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
