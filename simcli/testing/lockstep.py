"""A compiled game beside an oracle: the same choices, what is legal compared at every decision, all else as often as asked for.

The oracle is the game once more in plain Python, written from RULES.md alone. It is handed what chance gave and says its own position in
the words of the game's named fields; where both disagree, RULES.md decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from simcli.base.restrictions import Restrictions
from simcli.sim.scenario import Table


class Oracle(Protocol):
    """A game in plain Python."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    def view(self) -> Mapping[str, Any]:
        """The position as named fields; those it leaves out are not compared."""

    def legal(self) -> list[str]:
        """Texts of the legal actions, in any order."""

    def apply(self, text: str) -> None:
        """Carries out one of them."""

    def totals(self) -> Mapping[int, int]:
        """Points by seat, from 1."""

    def shares(self) -> list[int]:
        """Win shares in sixtieths by seat."""

    @property
    def decisions(self) -> int:
        """Decisions taken so far."""


def compare_named(table: Table, oracle: Oracle) -> None:
    """The fields that the oracle names are those of the compiled game."""
    expected, actual = oracle.view(), table.fields()
    assert {name: actual[name] for name in expected} == expected


def compare_all(table: Table, oracle: Oracle) -> Mapping[str, object]:
    """All fields of the compiled game are those of the oracle; those that differ are named. Returns the fields."""
    expected, actual = oracle.view(), table.fields()
    assert actual.keys() == expected.keys()
    different = {name: (actual[name], expected[name]) for name in expected if actual[name] != expected[name]}
    assert different == {}, f"kernel and oracle tell different {different}"
    return actual


def any_of(dice: Random, texts: list[str]) -> str:
    """One of the legal texts, each as likely."""
    return dice.choice(texts)


Liking = tuple[tuple[tuple[str, ...], float], ...]
"""Beginnings of texts, and how much a player likes them; the first that fits holds, 1 where none does."""


def liked_choice(dice: Random, texts: list[str], liking: Liking) -> str:
    """One of the legal texts, each as likely as it is liked."""
    return dice.choices(texts, [how_liked(text, liking) for text in texts])[0]


@cache
def how_liked(text: str, liking: Liking) -> float:
    """How much a text is liked."""
    return next((weight for beginnings, weight in liking if text.startswith(beginnings)), 1.0)


AnyOracle = TypeVar("AnyOracle", bound=Oracle)
Points = Mapping[int, Mapping[str, int]]
"""Points by seat, from 1, and category; categories that give nothing may be left out."""
POINTS_EVERY = 12
VIEW_EVERY = 3
"""Of a game whose view is compared, every so manyeth decision is; all are where every deal is viewed."""


class Checks(NamedTuple, Generic[AnyOracle]):
    """What is compared beside the legal texts: positions by `compare` after the deal and at each `every`-th decision (0: neither), what
    the oracle says by `points` at each twelfth, both counted from the deal's number on, and both at the end."""

    compare: Callable[[Table, AnyOracle], object] = compare_named
    points: Callable[[AnyOracle], Points] | None = None
    every: int = 1


def compare_points(table: Table, expected: Points) -> None:
    """The points by category are those of the compiled game."""
    rows, _ = table.results()
    categories = table.catalogue.categories
    actual = {p + 1: dict(zip(categories, row[: len(categories)].tolist(), strict=True)) for p, row in enumerate(rows)}
    assert {seat: _that_count(points) for seat, points in actual.items()} == {
        seat: _that_count(points) for seat, points in expected.items()
    }


def _that_count(points: Mapping[str, int]) -> dict[str, int]:
    return {category: number for category, number in points.items() if number}


def ban(table: Table, bans: Mapping[int, Sequence[str]], musts: Mapping[int, Sequence[str]] = {}) -> dict[int, set[str]]:
    """Takes items from seats, counted from 1, in the game just dealt, and makes them take those of `musts`; returns what is taken from
    whom as an oracle may take it."""
    if bans or musts:
        of_players = ({f"seat {seat}": items for seat, items in rows.items()} for rows in (bans, musts))
        table.restrict(Restrictions(next(of_players), musts=next(of_players)))
    return {seat: set(bans.get(seat, ())) for seat in {*bans, *musts}}


Given = Mapping[int, Sequence[str]]
"""Items that seats, counted from 1, begin with."""


def grant(table: Table, given: Given) -> dict[int, list[str]]:
    """Gives seats items in the game just dealt; returns them as an oracle may take them."""
    table.restrict(Restrictions(grants={f"seat {seat}": items for seat, items in given.items()}))
    return {seat: list(items) for seat, items in given.items()}


def swap(table: Table, swaps: Given) -> dict[int, list[str]]:
    """Has chance deal seats items in the game just dealt; returns them as an oracle may take them."""
    if swaps:
        table.restrict(Restrictions(swaps={f"seat {seat}": items for seat, items in swaps.items()}))
    return {seat: list(items) for seat, items in swaps.items()}


def play_deals(play: Callable[[int, int], Counter[str]], deals: range, viewed: int) -> Counter[str]:
    """What happened in games side by side; `play` is told at each how manyeth decision it compares the view, and counts its `games`.

    That is every third one of each `viewed`-th deal, and every one where all deals are viewed; in the others the end only (0).
    """
    every = 1 if viewed == 1 else VIEW_EVERY
    seen: Counter[str] = Counter()
    for deal in deals:
        seen += play(deal, 0 if deal % viewed else every)
    assert seen["games"] == len(deals)
    return seen


def play_side_by_side(
    table: Table,
    oracle: AnyOracle,
    deal: int,
    checks: Checks[AnyOracle] | None = None,
    *,
    before: Callable[[Table, AnyOracle, str], None] | None = None,
    after: Callable[[Table, AnyOracle, str], None] | None = None,
    choose: Callable[[Random, list[str]], str] = any_of,
) -> list[str]:
    """Plays the game just dealt at `table` at random (the choices follow from `deal`) and in the oracle; returns the texts chosen.

    Legal texts are compared at every decision, totals and win shares at the end, all else as `checks` say. `before` and `after` are
    called around each choice with its text: an oracle may learn there of rolls to come.
    AssertionError at the first difference, with the deal and the texts up to there: the seed of a fixture.
    """
    dice = Random(deal)
    done: list[str] = []
    compare, points, every = Checks() if checks is None else checks
    try:
        while not oracle.over:
            if every and (not done or len(done) % every == deal % every):
                compare(table, oracle)
            if points is not None and len(done) % POINTS_EVERY == deal % POINTS_EVERY:
                compare_points(table, points(oracle))
            actions, expected = table.actions(), oracle.legal()
            texts = {table.text.action_text(table.s, table.t, table.names, action): action for action in actions}
            assert texts.keys() == set(expected)
            assert len(actions) == len(texts) == len(expected)
            text = choose(dice, list(texts))
            done.append(text)
            if before is not None:
                before(table, oracle, text)
            table.apply(texts[text])
            oracle.apply(text)
            if after is not None:
                after(table, oracle, text)
        compare(table, oracle)
        assert table.s["over"]
        assert table.actions() == []
        if points is not None:
            compare_points(table, points(oracle))
        rows, shares = table.results()
        assert {p + 1: int(row.sum()) for p, row in enumerate(rows)} == dict(oracle.totals())
        assert shares.tolist() == oracle.shares()
        assert int(table.s["decisions"]) == oracle.decisions == len(done)
    except AssertionError as error:
        raise AssertionError(f"deal {deal} after {done}: {error}") from error
    return done
