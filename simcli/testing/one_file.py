"""A game in one file under the contract tests: its cases, and what can be said of a table of any such game.

class TestContract(ContractTests):
    cases, witness = cases_of(GAME), witness_of(GAME)
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simcli.game import Game
from simcli.games.onefile.folder import prefix
from simcli.games.onefile.records import had, now
from simcli.games.onefile.spec import Shape, Table
from simcli.games.onefile.text import NONE
from simcli.games.onefile.words import Cards, Deck
from simcli.testing.contract import Witness
from simcli.testing.playthrough import Array, Case, Playthrough
from simcli.testing.secrets import Counts, Hidden, Place, Row, Secret


def shape_of(game: Game) -> Shape:
    """What the file of a game said, also of one that has grown out of it."""
    shape: Shape = importlib.import_module(game.package).RULES
    return shape


def cases_of(game: Game) -> list[Case]:
    """Every number of players, and each option the other way."""
    rules = shape_of(game)
    switched = [Case(game, game.max_players, ((switch.name, not switch.default),)) for switch in rules.options]
    return [Case(game, n) for n in range(game.min_players, game.max_players + 1)] + switched


def witness_of(game: Game, *, keeps_all: bool = False) -> Witness:
    """No card is doubled, and by a redeal none is lost; hidden hands and decks are all that a seat does not see, and what is held was
    offered. keeps_all: rules lose no card either, as they do where one leaves the game and lies on no pile.

    Of a game with a `redeal` of its own, say it in a `Witness` of its own.
    """
    rules = shape_of(game)

    def complete(table: Playthrough) -> bool:
        decks = [one for one in rules.tables if rules.fields_of(Deck, one, by_seat=False)]
        there = [(n, int(copies)) for one in decks for n, copies in zip(_count(rules, one, table.s), table.t[one.copies], strict=True)]
        return all(n == copies if keeps_all else n <= copies for n, copies in there)

    def seen(table: Playthrough, p: int) -> Any:
        fields = table.fields() | {f"all {one.stem}": _count(rules, one, table.s) for one in rules.tables}
        for name, field in rules.fields.items():
            if isinstance(field, Deck):
                row = fields[name]
                fields[name] = {seat: len(deck) for seat, deck in row.items()} if field.is_by_seat else len(row)
            elif field.hidden and field.is_by_seat:
                fields[name] = {
                    seat: row if _knows(rules, name, table.s, p, seat - 1) else _size(field.hidden, row)
                    for seat, row in fields[name].items()
                }
            elif field.hidden:
                fields[name] = sum(fields[name].values())
        return fields

    def hidden(table: Playthrough, _player: int) -> object:
        names = [name for name, field in rules.fields.items() if field.hidden]
        return int(table.s["key"]), table.s["chance"].tolist(), [table.s[name].tolist() for name in names]

    def holdable(_table: Playthrough, held: Array) -> bool:
        return bool((held[:, :, 1] <= held[:, :, 0]).all())

    def secrets(table: Playthrough, p: int) -> list[Secret]:
        pools = [pool for one in rules.tables if rules.is_hidden(one) for pool in _pools(rules, one, table, p)]
        return [Secret(tuple(places)) for places in pools if places]

    lines = tuple(_lines(rules)) if not hasattr(game.kernels, "redeal") else ()
    notes = frozenset(name for name, field in rules.fields.items() if field.hidden and not field.of)  # drawn anew, whatever they were
    return Witness(complete, seen, hidden, holdable, notes, secrets=secrets, table=lines)


def _knows(rules: Shape, name: str, s: Any, p: int, q: int) -> bool:
    """Whether seat p knows what seat q has in a hidden field."""
    seen = rules.seen_by(name)
    return p == q or bool(seen and s[seen][q, p])


def _size(hidden: Any, row: Any) -> object:
    """What others see of a hidden hand, number or sealed card: how many cards, or whether there is one."""
    if isinstance(row, dict):
        return sum(row.values())
    return row != NONE if isinstance(row, str) else row >= hidden[0] or row


def _count(rules: Shape, table: Table, s: Any) -> list[int]:
    """How many there are of each row, wherever they lie."""
    counts = np.zeros(table.room, np.int64)
    for name in rules.fields_of(Cards, table):
        counts += s[name].reshape(-1, table.room).sum(0)
    for name in rules.fields_of(Deck, table):
        for deck in s[name].reshape(-1, s[name].shape[-1]):
            counts += np.bincount(deck[int(deck[0]) : int(deck[1])], minlength=table.room)
    return [int(count) for count in counts]


@dataclass
class Hand(Counts):
    """Hidden cards of a seat, with what the record notes of them."""

    notes: tuple[Array, Array] | None = None

    def lay(self, things: Sequence[int]) -> None:
        """As many others in its place."""
        before = np.array(self.array)
        super().lay(things)
        for note in self.notes or ():
            note[:] += self.array - before


def _pools(rules: Shape, one: Table, table: Playthrough, p: int) -> list[list[Place]]:
    """What lies where seat p cannot know, of a table, as pools that are mixed in themselves: of each seat, where each has a deck."""
    s, seats = table.s, range(table.case.players)
    kinds = range(int(table.t[one.count]))
    own: dict[int, list[Place]] = {q: [] for q in seats}
    for name in rules.fields_of(Cards, one, by_seat=True, hidden=True):
        for q in seats:
            if not _knows(rules, name, s, p, q):
                own[q].append(Hand(name, s[name][q], kinds, notes=(s[had(one)][q], s[now(one)][q])))
    common: list[Place] = [Counts(name, s[name], kinds) for name in rules.fields_of(Cards, one, by_seat=False, hidden=True)]
    common += [_deck(name, s[name]) for name in rules.fields_of(Deck, one, by_seat=False)]
    decks = rules.fields_of(Deck, one, by_seat=True)
    if not decks:
        return [[place for places in own.values() for place in places] + common]
    return [*([*own[q], *(_deck(name, s[name][q]) for name in decks)] for q in seats), common]


def _deck(name: str, deck: Array) -> Row:
    return Row(name, deck, range(int(deck[0]), int(deck[1])))


def _lines(rules: Shape) -> list[Hidden]:
    rule = f"{prefix(rules)}-01"
    fields = [(name, field) for name, field in rules.fields.items() if field.of and field.hidden]
    return [Hidden(name, "the others", rule, also=_also(rules, name)) for name, _ in fields]


def _also(rules: Shape, name: str) -> tuple[str, ...]:
    table = rules.table_of(rules.fields[name])
    return (had(table), now(table)) if rules.hands(table) else ()
