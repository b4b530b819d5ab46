"""Positions made by hand for the tests of the oracle."""

from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from .chance import Chance
from .position import Asking, Question, Table
from .tables import Row, Tables

GAME = Path(__file__).resolve().parents[4] / "simcli" / "games" / "architects"


@cache
def _read_data() -> Row:
    files = (GAME / "data").glob("*.yaml")
    return {path.stem: YAML(typ="safe", pure=True).load(path.read_text(encoding="utf-8")) for path in files}


def components() -> Row:
    """The data files as written, free to be changed."""
    return deepcopy(_read_data())


class NoChance(Chance):
    """Shuffles nothing; seat 1 starts."""

    def __init__(self) -> None:
        super().__init__(0, 0)

    def below(self, stream: int, n: int) -> int:
        """The first of them."""
        return 0

    def shuffled(self, stream: int, cards: Any) -> list[Any]:
        """The same order."""
        return list(cards)


def empty_table(players: int = 2, board: str = "", **options: Any) -> Table:
    """Virtue 7, no silver; decks and display empty. `board`: what seat 1 plays."""
    tables = Tables(players, options, components())
    table = Table(tables, NoChance())
    table.turn = table.player = 1
    for player in table.players.values():
        player.virtue = 7
    if board:
        table.players[1].board = tables.boards[board]
    return table


def stand(table: Table, place: str, seat: int, number: int) -> None:
    """Workers of a seat at a place, out of the supply."""
    table.workers[place][seat] += number
    table.players[seat].supply -= number


class Played:
    """One run of the program that asks; `question` is the one open, None at the end."""

    def __init__(self, asking: Asking) -> None:
        self.asking = asking
        self.question: Question | None = None
        self._send(None)

    def _send(self, answer: Any) -> None:
        try:
            self.question = self.asking.send(answer)
        except StopIteration:
            self.question = None

    @property
    def legal(self) -> set[str]:
        """Texts of the open question."""
        return set(self.question.choices) if self.question else set()

    def say(self, *texts: str) -> "Played":
        """Answers, one after another."""
        for text in texts:
            assert text in self.legal, (text, self.legal)
            assert self.question is not None
            self._send(self.question.choices[text])
        return self


def play(asking: Asking, *texts: str) -> Played:
    """Runs with these answers."""
    return Played(asking).say(*texts)
