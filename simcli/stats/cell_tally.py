"""What was counted at one number of players of one variant, with what the counts are of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from simcli.base.escapes import ordinal
from simcli.base.restrictions import NOBODY, SEAT, Restrictions
from simcli.game import SIXTIETHS
from simcli.stats.held import Gain, Held, jackknifed
from simcli.stats.intervals import FEWEST_EFFECTIVE, Estimate, Row, beyond_luck, difference, is_thin, rest_of, share_ratio, slope_ratio
from simcli.stats.pairs import FEWEST_PAIRS, Together, pairs_together
from simcli.stats.per_copy import gained_per_copy, lost_per_copy
from simcli.stats.together import Floats, inverse_from, joint_slopes
from simcli.tally_parts import Counts, Figures, TallyParts, Term, held_terms, n_products

UNKNOWN = 1e-6
"""A contrast that loses more than this part in the sums cannot be separated from other terms."""


@dataclass(frozen=True)
class Terms:
    """Sums of the terms of one kind by group of deals: A [groups, terms, terms] and X'y [groups, terms, gains]."""

    terms: tuple[Term, ...]
    spread: Floats
    gain: Floats

    @classmethod
    def of(cls, terms: Sequence[Term], spread: Counts, gain: Counts) -> Terms:
        """The terms that differ at all; spread and gain: the kind's parts of `term_spread` and `term_gain`."""
        lower = np.tril_indices(len(terms))
        square = np.zeros((len(spread), len(terms), len(terms)))
        square[:, lower[0], lower[1]] = square[:, lower[1], lower[0]] = spread
        varied = np.flatnonzero(square.sum(axis=0).diagonal() > 0)
        return cls(tuple(terms[int(t)] for t in varied), square[:, varied][:, :, varied], gain[:, varied].astype(np.float64))


def copies_together(
    terms: Sequence[Term], spread: Counts, gain: Counts, both: dict[tuple[int, int], int], player_games: int
) -> list[Together]:
    """The pairs of one kind with enough data; `both`: player-games that hold a copy of both items of a pair.

    That is what is known from half of the groups of deals or more: of each pair, how much the groups tell of it by Kish's number.
    """
    sums = Terms.of(terms, spread, gain)
    pairs = np.array([t for t, term in enumerate(sums.terms) if term.is_product], np.int64)
    total = sums.spread.sum(axis=0)
    size = np.sqrt(total.diagonal())
    inverse = _inverse(total, size) if len(pairs) else total
    while len(pairs) >= FEWEST_PAIRS:
        contrasts = _contrasts(sums, pairs)
        known = _known(sums, contrasts, inverse, size)
        if known.all():
            break
        pairs = pairs[known]
    else:
        return []
    points, share = _estimates(sums, contrasts, inverse, size, (Gain.POINTS, Gain.SHARE))
    items = [(sums.terms[t].item, sums.terms[t].other) for t in pairs]
    return [Together(pair, one, other, both[pair] / player_games) for pair, one, other in zip(items, points, share, strict=True)]


def _inverse(spread: Floats, size: Floats) -> Floats:
    """The pseudo-inverse, of terms brought to one size."""
    inverse: Floats = inverse_from(*np.linalg.eigh(spread / size / size[:, None])) / size / size[:, None]
    return inverse


def _varied(sums: Terms, pairs: npt.NDArray[np.int64]) -> Floats:
    """How much each product varies beside what the items pay by themselves: its sum of squares left by their terms."""
    total = sums.spread.sum(axis=0)
    own = np.array([t for t, term in enumerate(sums.terms) if not term.is_product], np.int64)
    of_own = total[np.ix_(own, own)]
    across = total[np.ix_(own, pairs)]
    left: Floats = total.diagonal()[pairs] - (across * (_inverse(of_own, np.sqrt(of_own.diagonal())) @ across)).sum(axis=0)
    least: Floats = np.maximum(left, UNKNOWN * total.diagonal()[pairs])
    return least


def _contrasts(sums: Terms, pairs: npt.NDArray[np.int64]) -> Floats:
    """For each pair the weights [pairs, terms] that take from it what all others say of its two items; 0 where they say nothing."""
    two = [(sums.terms[t].item, sums.terms[t].other) for t in pairs]
    of_items = np.array([[float(i in items) for i in sorted({i for items in two for i in items})] for items in two])
    known = np.sqrt(_varied(sums, pairs))
    rest = np.eye(len(pairs)) - of_items @ np.linalg.pinv(of_items * known[:, None]) * known
    alone = rest.diagonal()
    weights = np.zeros((len(pairs), len(sums.terms)))
    weights[:, pairs] = np.where(alone[:, None] > UNKNOWN, rest / np.maximum(alone, UNKNOWN)[:, None], 0.0)
    return weights


def _known(sums: Terms, contrasts: Floats, inverse: Floats, size: Floats) -> npt.NDArray[np.bool_]:
    """Whether each contrast can be estimated, and from half of the groups."""
    reach = contrasts @ inverse
    missed = np.abs((reach @ sums.spread.sum(axis=0) - contrasts) / size).max(axis=1)
    told = (missed <= UNKNOWN * np.abs(contrasts / size).max(axis=1)) & contrasts.any(axis=1)
    from_groups = np.einsum("kt,gtu,ku->gk", reach, sums.spread, reach, optimize=True)
    squares = (from_groups**2).sum(axis=0)
    effective = np.divide(from_groups.sum(axis=0) ** 2, squares, out=np.zeros(len(squares)), where=squares > 0)
    known: npt.NDArray[np.bool_] = told & (effective * 2 >= len(sums.spread))
    return known


def _estimates(sums: Terms, contrasts: Floats, inverse: Floats, size: Floats, columns: Sequence[Gain]) -> Iterator[list[Estimate]]:
    """Each contrast of each column with its jackknife error over the groups in which anything was counted."""
    total, used = sums.spread.sum(axis=0), np.flatnonzero(sums.spread.any(axis=(1, 2)))
    without = [contrasts @ _inverse(total - sums.spread[g], size) for g in used]
    for column in columns:
        gain = sums.gain[:, :, column] / (SIXTIETHS if column == Gain.SHARE else 1)
        effects = inverse @ gain.sum(axis=0)
        parts = np.array([reach @ (gain.sum(axis=0) - gain[g]) for reach, g in zip(without, used, strict=True)])
        yield jackknifed(contrasts @ effects, parts, float(np.abs(effects).max()))


NOTHING = Estimate(None, None, 0.0, share=True)
T = TypeVar("T")


class ACopy(NamedTuple):
    """What a player loses who is denied an item, or gains who must take it, for each copy used; copies used in player-games that
    ended, and their number, without the ban or where it must; the share of the player-games, as they are or changed, that did not end."""

    per_copy: Estimate
    copies: int
    player_games: int
    unended: float


class ItemLike(Protocol):
    """A catalogued component: a guild, a card, a board."""

    @property
    def id(self) -> str:
        """Unique within the game."""

    @property
    def kind(self) -> str:
        """What it is: guild, quest, building."""

    @property
    def name(self) -> str:
        """As printed."""

    @property
    def provenance(self) -> str:
        """official, derived or reconstructed."""

    @property
    def role(self) -> str:
        """component, marker or situation."""


@dataclass(frozen=True)
class CellTally:
    """Everything counted at one number of players of one variant ('' when the run has none).

    With `has_start_player` the seats are places in turn order, counted from the player who began. Without `has_rivals` every table has one
    strategy in all seats; `together` its players win or lose as one. `sights` says what the sights mean that a player may not have, and
    `unweighed` who of these weighs nothing that needs them; `who` numbers of the strategies that may sit at its tables, all if empty;
    `by_strategy` numbers of items that are counted by strategy, `offer_pairs` numbers of two items dealt in the same packs, `held_pairs` of
    two items (or one with itself) whose copies held are judged together, `asked` of those that one player is denied in turn. `base` is what
    a variant is compared with deal by deal; with `repeats_base` both play the same game.
    Of two runs that are compared, `units` holds the counts of this cell and its base with batches for deals, `batched` deals in all; with
    `is_apart` they share no deals. `usual_scores`: see `game.Catalogue`.
    """

    players: int
    strategies: tuple[str, ...]
    items: tuple[ItemLike, ...]
    categories: tuple[str, ...]
    score_low: int
    parts: TallyParts
    variant: str = ""
    has_start_player: bool = False
    has_rivals: bool = True
    together: bool = False
    restrictions: Restrictions = NOBODY
    sights: Mapping[str, str] = field(default_factory=dict)
    unweighed: tuple[str, ...] = ()
    who: tuple[int, ...] = ()
    by_strategy: tuple[int, ...] = ()
    offer_pairs: tuple[tuple[int, int], ...] = ()
    held_pairs: tuple[tuple[int, int], ...] = ()
    asked: tuple[int, ...] = ()
    base: CellTally | None = None
    repeats_base: bool = False
    units: tuple[CellTally, CellTally] | None = None
    batched: int = 0
    is_apart: bool = False
    usual_scores: tuple[int, int] | None = None

    @property
    def is_contest(self) -> bool:
        """Whether a player can win against another."""
        return self.players > 1 and not self.together

    @property
    def even(self) -> float:
        """The even win share."""
        return 1.0 / self.players

    @property
    def compares(self) -> bool:
        """Whether strategies meet, so that their win shares are not even by construction."""
        return self.has_rivals and len(self.playing) > 1

    @cached_property
    def playing(self) -> dict[str, int]:
        """The strategies that may sit at its tables, by name with their numbers: of a field those with a weight there."""
        return {self.strategies[i]: i for i in self.who or range(len(self.strategies))}

    def once(self, make: Callable[[CellTally], T]) -> T:
        """What is made of these counts, worked out once: many variants have one base."""
        if make not in self._made:
            self._made[make] = make(self)
        made: T = self._made[make]
        return made

    @cached_property
    def _made(self) -> dict[Callable[[CellTally], Any], Any]:
        return {}

    def paired_with(self, part: str) -> Counts:
        """`parts.paired_with`, worked out once."""
        rows = self._paired.get(part)
        if rows is None:
            rows = self._paired[part] = self.parts.paired_with(part)
        return rows

    @cached_property
    def _paired(self) -> dict[str, Counts]:
        return {}

    @cached_property
    def deals(self) -> int:
        """Deals counted."""
        return self.parts.counted.deals

    @property
    def player_games(self) -> int:
        """Seats played, over the games that ended."""
        return int(self.parts.strategy_score[:, 0].sum())

    @property
    def unended(self) -> float:
        """Share of the games that did not end."""
        counted = self.parts.counted
        return counted.unended / counted.games if counted.games else 0.0

    def unended_of(self, i: int) -> float:
        """Share of the player-games of strategy i that did not end."""
        played = int(self.parts.strategy_share[i, 0])
        return 1.0 - int(self.parts.strategy_score[i, 0]) / played if played else 0.0

    def unended_of_player(self, player: str) -> float:
        """The same of a restricted player, and of the base it is compared with."""
        own = self.unended_of(self.strategies.index(player)) if player in self.strategies else self.unended
        return own + (self.base.unended_of_player(player) if self.base is not None and self.ban_effect(player) is not None else 0.0)

    @property
    def kinds(self) -> list[str]:
        """Kinds of items in the order of the catalogue."""
        return list(dict.fromkeys(item.kind for item in self.items))

    @property
    def restricts_seats(self) -> bool:
        """Whether a seat is restricted, so that shares by seat show the restriction."""
        return bool(self.restrictions.seats)

    @property
    def banned(self) -> list[str]:
        """Who is restricted while others are not; a single strategy's share is 1 / players in any case."""
        named = self.restrictions.players
        seats = [player for player in named if player.startswith(SEAT) and int(player.removeprefix(SEAT)) <= self.players]
        return seats + [name for name in self.playing if name in named and self.compares]

    def share_of(self, player: str) -> Estimate:
        """Win share of a restricted player: a strategy, or a seat by its number at the table."""
        if player in self.strategies:
            return share_ratio(self.parts.strategy_share[self.strategies.index(player)])
        return share_ratio(self.parts.seat_share[int(player.removeprefix(SEAT)) - 1])

    def ban_effect(self, player: str) -> tuple[Estimate, float | None] | None:
        """What a restriction does to the win share of a player, from the same deals without it; None if the base has any itself.

        Where the start player is drawn and one strategy plays, all seats win the even share without a ban: only the luck of these deals
        is taken off, noted (not of few deals or wins: the interval of a share allows for these). Else the difference to the base stands,
        and there is no luck to report. Where both play the same game it is exactly nothing.
        """
        base = self.base
        if base is None or self.units or self.is_apart or base.restrictions or not self.deals:
            return None
        if self.repeats_base:
            return Estimate(0.0, 0.0, self.share_of(player).n, events=0.0), None
        if player in self.strategies:
            i = self.strategies.index(player)
            rows = self.parts.strategy_share[i], base.parts.strategy_share[i], self.paired_with("strategy_share")[i]
            return difference(*rows, SIXTIETHS, share=True), None
        i = int(player.removeprefix(SEAT)) - 1
        rows = self.parts.seat_share[i], base.parts.seat_share[i], self.paired_with("seat_share")[i]
        if self.has_start_player and not self.compares:
            share = self.share_of(player)
            return None if share.n < FEWEST_EFFECTIVE or is_thin(share) else beyond_luck(*rows, self.even, SIXTIETHS)
        return difference(*rows, SIXTIETHS, share=True), None

    @cached_property
    def lost_per_copy(self) -> ACopy | None:
        """Of a variant that denies one player one item: what is lost with each copy used; None of another variant, and where the base does
        not say."""
        return self._per_copy(is_forced=False) if self.restrictions.bans else None

    @cached_property
    def gained_if_forced(self) -> ACopy | None:
        """Of a variant in which one player must take an item: what is gained with each copy it uses there; None as above."""
        return self._per_copy(is_forced=True) if self.restrictions.musts else None

    def _per_copy(self, *, is_forced: bool) -> ACopy | None:
        base = self.base
        if len(self.asked) != 1 or not self.banned or base is None or self.units or self.is_apart or base.restrictions or not self.deals:
            return None
        names = [base.items[i].id for i in base.asked]
        own, free = self.parts.asked_used[0], base.parts.asked_used[names.index(self.items[self.asked[0]].id)]
        player, (counts, copies) = self.banned[0], (self.parts, own) if is_forced else (base.parts, free)
        games = int(counts.strategy_score[self.strategies.index(player), 0]) if player in self.strategies else counts.counted.ended
        worth = (gained_per_copy if is_forced else lost_per_copy)(own, free, self.paired_with("asked_used")[0], SIXTIETHS)
        return ACopy(worth, int(copies[0]), games, self.unended_of_player(player))

    def share_of_group(self, row: Row) -> Estimate:
        """Win share of the player-games of a ratio row, against all others of the same deals."""
        if not self.deals:
            return share_ratio(row)
        counted = self.parts.counted
        if not counted.unended:
            return share_ratio(row, rest_of(row, self.deals, counted.games, self.players))
        # Of how many games a deal has ended is not known, but that they are no more than all: of the others of so many deals at least.
        most, others = counted.games // self.deals * self.players, self.player_games - int(row[0])
        return share_ratio(row, (others, 0, others * most, 0, 0))

    def offered_slope(self, i: int) -> Estimate:
        """Change of the win share with each further copy of item i offered."""
        return slope_ratio(self.parts.item_offered_slope[i], self.players, int(self.parts.item_offered[i]))

    @cached_property
    def offers_in_place(self) -> Mapping[int, Estimate]:
        """Change of the win share with one more copy offered in place of a typical item, of the items dealt in packs of one size."""
        slopes, together = self.parts.item_offered_slope, self.parts.offered_together
        effects: dict[int, Estimate] = {}
        for kind in self.kinds:
            if numbers := sorted({i for pair in self.offer_pairs for i in pair if self.items[i].kind == kind}):
                effects |= joint_slopes(numbers, self.offer_pairs, slopes, together, self.deals)
        return effects

    @cached_property
    def held_kinds(self) -> Mapping[str, Held]:
        """What copies held go with, by kind of item, of the kinds judged together; none where deals are put together in batches."""
        if self.batched or self.players < 2:
            return {}
        spread, gain, slopes = self.parts.held_spread, self.parts.held_gain, self.parts.item_held_slope
        numbers = [i for i, j in self.held_pairs if i == j]
        return {
            kind: Held.of(of_kind, self.held_pairs, spread, gain, slopes, self.deals)
            for kind in self.kinds
            if (of_kind := [i for i in numbers if self.items[i].kind == kind])
        }

    @cached_property
    def pairs(self) -> Mapping[str, list[Together]]:
        """Pairs of items held together, by kind; none where they are not counted. Where somebody holds two copies of an item they are those
        of `copies_together`, in a kind that has terms; else, and of items of which nobody ever holds two, those of `stats/pairs.py`."""
        both, by_pair = self.parts.held_both, {}
        single = set(np.flatnonzero(~self.parts.item_level_games[:, 2:].any(axis=1)).tolist())
        for kind in self.kinds if both.shape[1] and self.players > 1 and self.deals else ():
            of_kind = [k for k, (i, _) in enumerate(self.held_pairs) if self.items[i].kind == kind]
            at = [k for k in of_kind if single.issuperset(self.held_pairs[k])]
            if self.counts_copies(kind):
                by_pair[kind] = self._copies(kind)
            elif of_kind:
                pairs = [self.held_pairs[k] for k in at]
                by_pair[kind] = pairs_together(pairs, both[:, at], self.deals, self.player_games, self.players)
        return by_pair

    def counts_copies(self, kind: str) -> bool:
        """Whether pairs of a kind are judged by the copies held: somebody holds two of an item, and the kind has terms."""
        several = np.flatnonzero(self.parts.item_level_games[:, 2:].any(axis=1))
        judged = {term.item for term in self._terms} if self.parts.term_gain.shape[1] else set()
        return any(self.items[i].kind == kind and i in judged for i in several.tolist())

    @cached_property
    def _terms(self) -> list[Term]:
        return held_terms(self.held_pairs)

    def _copies(self, kind: str) -> list[Together]:
        """Pairs of items of a kind, judged by the copies held."""
        at = [t for t, term in enumerate(self._terms) if self.items[term.item].kind == kind]
        products = slice(n_products(self._terms[: at[0]]), n_products(self._terms[: at[-1] + 1]))
        both = {pair: int(count) for pair, count in zip(self.held_pairs, self.parts.held_both[:, :, 0].sum(axis=0), strict=True)}
        sums = self.parts.term_spread[:, products], self.parts.term_gain[:, at]
        return copies_together([self._terms[t] for t in at], *sums, both, self.player_games)

    def held_slope(self, i: int) -> Estimate:
        """Change of the win share with each further copy of item i held at the end."""
        return slope_ratio(self.parts.item_held_slope[i], self.players, int(self.parts.item_held[i]))

    def holders(self, i: int) -> Estimate:
        """Share of the player-games that ended with at least one copy of item i held."""
        return share_ratio(self.holders_row(i), unit=1) if self.player_games else NOTHING

    def holders_row(self, i: int) -> Row:
        """Ratio row of those who hold item i at the end among all player-games that ended.

        Who holds none is the rest of a deal's player-games, so that the products of both are in the squares of these three.
        """
        held, without = (int(row[0]) for row in (self.parts.item_if_held[i], self.parts.item_if_not_held[i]))
        squares = self.players**2 * int(Figures(*self.parts.figure).rounds[2])
        of_held, of_others = (int(row[2]) for row in (self.parts.item_if_held[i], self.parts.item_if_not_held[i]))
        return held + without, held, squares, (squares + of_held - of_others) // 2, of_held

    def seat_label(self, i: int) -> str:
        """Seat i, or in a game with a start player place i in turn order, as a reader sees it; counted from 0."""
        return f"{ordinal(i + 1)} to move" if self.has_start_player else f"seat {i + 1}"
