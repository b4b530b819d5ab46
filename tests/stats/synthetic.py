"""Plausible tallies without a game: scores drawn from a simple model, counted with plain numpy. Shared by the tests of stats and report."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simcli.engine.header import ENDED, RUNNING, STOPPED
from simcli.stats.cell_tally import CellTally
from simcli.stats.summary import Summary, Tolerance
from simcli.tally_parts import DEAL_GROUPS, NO_ITEM, PAIRED, TERM_BLOCK, TallyParts, held_terms, n_products

LEVELS = 8
GROUPS = 32


@dataclass(frozen=True)
class Card:
    """Stands in for a catalogue item."""

    id: str
    kind: str
    name: str
    provenance: str
    role: str = "component"


@dataclass(frozen=True)
class Table:
    """What happened: all arrays are [deals, games of a deal, players] by seat and then items or categories; from `first` on without seats.

    first: seat that began; rounds, decisions and forced decisions of a game; over: how it ended
    (`engine.header`), by the rules if not given.
    """

    strategy: np.ndarray
    points: np.ndarray
    share: np.ndarray
    offered: np.ndarray
    held: np.ndarray
    first: np.ndarray
    rounds: np.ndarray
    decisions: np.ndarray
    forced: np.ndarray
    over: np.ndarray | None = None

    @property
    def ended(self) -> np.ndarray:
        """bool[deals, games]: whether a game ended by the rules."""
        return np.ones(self.rounds.shape, bool) if self.over is None else self.over == ENDED

    @property
    def place(self) -> np.ndarray:
        """Place of every seat in turn order, counted from 0."""
        players = self.share.shape[2]
        return (np.arange(players) - self.first[..., None]) % players


def play(rng, players, n_strategies, n_items, n_categories, deals, strength=3.0, luck=8.0) -> Table:
    """Duplicate deals: each line-up is played once per rotation, on the same cards and with the same start player."""
    line_up = rng.integers(0, n_strategies, (deals, players)) if n_strategies < players else None
    if line_up is None:
        line_up = np.argsort(rng.random((deals, n_strategies)), axis=1)[:, :players]
    strategy = np.stack([np.roll(line_up, shift, axis=1) for shift in range(players)], axis=1)
    offered = rng.poisson(0.6, (deals, 1, players, n_items)).repeat(players, axis=1)
    held = rng.binomial(offered, 0.5)
    skill = np.linspace(-strength, strength, n_strategies)[strategy]
    power = np.linspace(-1.5, 1.5, n_items) if n_items > 1 else np.zeros(n_items)
    first = rng.integers(0, players, (deals, 1)).repeat(players, axis=1)
    place = (np.arange(players) - first[..., None]) % players
    total = 50 + skill + (held * power).sum(axis=3) - 0.4 * place + luck * rng.standard_normal(strategy.shape)
    parts = rng.dirichlet(np.linspace(1, 4, n_categories), strategy.shape)
    points = np.rint(parts * total[..., None]).astype(np.int64)
    score = points.sum(axis=3)
    best = score == score.max(axis=2, keepdims=True)
    rounds = rng.integers(2, 5, first.shape)
    return Table(strategy, points, best * (60 // best.sum(axis=2, keepdims=True)), offered, held, first, rounds, 10 * rounds, rounds)


def rows(c, y):
    """Ratio rows from per-deal counts and totals [deals, n]."""
    return np.stack([c.sum(0), y.sum(0), (c * c).sum(0), (c * y).sum(0), (y * y).sum(0)], axis=-1).astype(np.int64)


def split(mask, y):
    """Ratio rows where `mask` [deals, games, players, n] selects the player-games counted; y [deals, games, players]."""
    return rows(mask.sum(axis=(1, 2)), (mask * y[..., None]).sum(axis=(1, 2)))


def slope(x, share, players):
    """Ratio rows of the win share per extra copy."""
    c = players * (x * x).sum(axis=2) - x.sum(axis=2) ** 2
    y = players * (x * share[..., None]).sum(axis=2) - 60 * x.sum(axis=2)
    return rows(c.sum(axis=1), y.sum(axis=1))


def by_place(place, x):
    """Ratio rows [players, n] of what the seats have, x [deals, games, seats, n], over the games of each place."""
    players, sums = place.shape[2], []
    for k in range(players):
        here = place == k
        sums.append(rows(here.sum(axis=(1, 2))[:, None] * np.ones(x.shape[3], np.int64), (here[..., None] * x).sum(axis=(1, 2))))
    return np.stack(sums)


def _held(played, held, by_strategy):
    """Ratio rows [items] of what one strategy holds: `played` [deals, games, players] says where it sat."""
    games = played.sum(axis=(1, 2))[:, None].repeat(len(by_strategy), axis=1)
    return rows(games, (held[..., list(by_strategy)] * played[..., None]).sum(axis=(1, 2)))


def together(x, share, players, offer_pairs):
    """For each two items how their copies x vary together within games, and the products of what a deal has of them."""
    apart = x - x.mean(axis=2, keepdims=True)
    spread = np.rint(players * np.einsum("dgpi,dgpj->ij", apart, apart)).astype(np.int64)
    y = (players * (x * share[..., None]).sum(axis=2) - 60 * x.sum(axis=2)).sum(axis=1)
    return np.array([(spread[i, j], (y[:, i] * y[:, j]).sum()) for i, j in offer_pairs], np.int64).reshape(-1, 2)


def held_sums(x, share, score, players, held_pairs, groups=GROUPS):
    """By group of deals (the first deal has number 0): how copies held of two items vary together, and what is associated with each."""
    apart = x - x.mean(axis=2, keepdims=True)
    by_deal = np.rint(players * np.einsum("dgpi,dgpj->dij", apart, apart)).astype(np.int64)
    gains = [players * np.einsum("dgpi,dgp->di", x, y) - (x.sum(axis=2) * y.sum(axis=2)[..., None]).sum(axis=1) for y in (share, score)]
    in_group = np.arange(groups)[:, None] == np.arange(len(x)) % groups
    firsts, seconds = np.array(held_pairs, np.int64).reshape(-1, 2).T
    spread, gain = in_group @ by_deal[:, firsts, seconds], np.stack([in_group @ one for one in gains], axis=2)
    return spread, gain[:, firsts[firsts == seconds]]


def both_sums(x, share, score, players, held_pairs, groups=GROUPS):
    """By group of deals: player-games that hold a copy of both items of a pair, and their shares and scores beyond the mean of the game."""
    in_group, has = (np.arange(len(x)) % groups)[:, None] == np.arange(groups), x > 0
    apart = [players * y - y.sum(axis=2, keepdims=True) for y in (share, score)]
    made = [(both := has[..., i] & has[..., j], *(both * y for y in apart)) for i, j in held_pairs]
    by_deal = np.array([[part.sum(axis=(1, 2)) for part in parts] for parts in made], np.int64).reshape(len(held_pairs), 3, len(x))
    return np.moveaxis(by_deal @ in_group, 2, 0)


def term_sums(x, share, score, strategy, held_pairs, groups=GROUPS):
    """By block of deals: how the terms of each kind vary together between the player-games of a strategy in a deal (-1: of none), and what
    is associated with each. Sums far below 2**53 are exact."""
    terms, block = held_terms(held_pairs), np.arange(len(x)) // TERM_BLOCK % groups
    spread, gain = np.zeros((groups, n_products(terms))), np.zeros((groups, len(terms), 2))
    gains = np.stack([share, score], axis=-1)
    for g in np.unique(block) if terms else ():
        copies, columns = x[block == g], []
        for term in terms:
            held = copies[..., term.item]
            columns.append((held >= term.least) if term.least else held * (1 if term.other == NO_ITEM else copies[..., term.other]))
        t, y = (a.reshape(len(a), -1, a.shape[-1]).astype(np.float64) for a in (np.stack(columns, axis=-1), gains[block == g]))
        seats = strategy[block == g].reshape(len(t), -1)
        for plan in set(np.unique(seats)) - {-1}:
            own = (seats == plan)[..., None]
            apart = own * (own.sum(axis=1, keepdims=True) * t - (own * t).sum(axis=1, keepdims=True))
            square = np.einsum("dpt,dpu->tu", apart, t, optimize=True)
            spread[g] += np.concatenate([square[v, term.first : v + 1] for v, term in enumerate(terms)])
            gain[g] += np.einsum("dpt,dpk->tk", apart, y, optimize=True)
    return np.rint(spread).astype(np.int64), np.rint(gain).astype(np.int64)


def tally(table: Table, n_strategies: int, low: int, high: int, kinds=(), by_strategy=(), offer_pairs=(), held_pairs=()) -> TallyParts:
    """The parts of a tally, counted the obvious way; `kinds` holds the kind of each item, `by_strategy` numbers of items counted so,
    `offer_pairs` those of two items dealt in the same packs, `held_pairs` those of two items whose copies held are judged together."""
    deals, games, players = table.share.shape
    ended = table.ended
    offered, held = (x * ended[..., None, None] for x in (table.offered, table.held))
    place = np.where(ended[..., None], table.place, -1)
    score, share = table.points.sum(axis=3), table.share
    seats = table.strategy[..., None] == np.arange(n_strategies)
    at = np.ones((deals, games, players), bool)[..., None] & np.eye(players, dtype=bool)
    ordered = np.sort(score, axis=2)
    played = seats & ended[..., None, None]
    sums = [x[ended].sum() for x in (table.rounds, table.decisions, table.forced)]
    ahead = ordered[..., -1] - ordered[..., -min(players, 2)]  # of a player alone 0
    tied = share.max(axis=2) < 60
    figures = np.stack([table.rounds, ordered[..., -1], ahead, tied], axis=-1)
    kind_of = np.array([list(dict.fromkeys(kinds)).index(kind) for kind in kinds], np.int64)
    of_kind = [held[..., kind_of == k].sum(axis=3) for k in range(len(set(kinds)))]
    of_kind = np.stack([np.zeros_like(share), *of_kind], axis=-1)[..., 1:]
    here, n = np.broadcast_to(ended[..., None, None], held.shape), deals * games
    levels = (held.clip(0, LEVELS - 1)[..., None] == np.arange(LEVELS)) & here[..., None]
    stopped = [0, 0] if table.over is None else [(table.over == over).sum() for over in (RUNNING, STOPPED)]
    of_plans = np.where(ended[..., None], table.strategy, -1)
    terms = term_sums(held, share, score, of_plans, held_pairs)
    return TallyParts(
        totals=np.array(
            [
                *(deals, n, *sums[:2], tied[ended].sum(), stopped[0], ordered[ended][..., -1].sum(), ahead[ended].sum()),
                *(stopped[1], sums[2], table.decisions[~ended].sum()),
            ],
            np.int64,
        ),
        strategy_share=split(seats, share),
        strategy_score=split(played, score),
        strategy_held=np.stack([_held(played[..., i], held, by_strategy) for i in range(n_strategies)]),
        strategy_score_square=(played * (score**2)[..., None]).sum(axis=(0, 1, 2)),
        strategy_histogram=np.stack([np.bincount(score[played[..., i]] - low, minlength=high - low + 1) for i in range(n_strategies)]),
        strategy_category=np.stack([table.points[played[..., i]].sum(axis=0) for i in range(n_strategies)]),
        seat_share=split(at, share),
        place_share=by_place(table.place, share[..., None])[:, 0],
        place_score=by_place(place, score[..., None])[:, 0],
        place_category=by_place(place, table.points),
        place_held=by_place(place, of_kind),
        figure=rows(ended.sum(axis=1)[:, None].repeat(4, axis=1), (figures * ended[..., None]).sum(axis=1)),
        item_offered=offered.sum(axis=(0, 1, 2)),
        item_held=held.sum(axis=(0, 1, 2)),
        item_if_offered=split(offered > 0, share),
        item_if_held=split(held > 0, share),
        item_if_not_held=split((held == 0) & here, share),
        item_offered_slope=slope(offered, share, players),
        item_held_slope=slope(held, share, players),
        item_level_games=levels.sum(axis=(0, 1, 2)),
        item_level_share=(levels * share[..., None, None]).sum(axis=(0, 1, 2)),
        offered_together=together(offered, share, players, offer_pairs),
        held_both=both_sums(held, share, score, players, held_pairs),
        **dict(zip(("term_spread", "term_gain"), terms, strict=True)),
        **dict(zip(("held_spread", "held_gain"), held_sums(held, share, score, players, held_pairs), strict=True)),
        asked_used=np.zeros((0, 5), np.int64),
        finishes=np.zeros((DEAL_GROUPS, 0), np.int64),
        paired=np.zeros((0, PAIRED), np.int64),
    )


def fake_cell(players=4, strategies=("balanced", "greedy", "rusher"), cards=(), categories=("trade", "votes"), deals=200, seed=1, **model):
    """One cell of a run nobody played."""
    rng = np.random.default_rng([seed, players])
    by_strategy = tuple(range(len(cards))) if len(strategies) > 1 else ()
    table = play(rng, players, len(strategies), len(cards), len(categories), deals, **model)
    return CellTally(
        players,
        tuple(strategies),
        tuple(cards),
        tuple(categories),
        -50,
        tally(table, len(strategies), -50, 250, [card.kind for card in cards], by_strategy),
        by_strategy=by_strategy,
    )


def fake_cards(n, kinds=("guild",)):
    """Cards of mixed provenance."""
    provenance = ("official", "derived", "reconstructed")
    return tuple(Card(f"card_{i:02d}", kinds[i % len(kinds)], f"Card {i}", provenance[i % 3]) for i in range(n))


def empty_cell(players=3, strategies=("balanced", "greedy"), cards=(), categories=("votes",)):
    """A cell in which nothing has been played yet."""
    full = fake_cell(players, strategies, cards, categories, deals=2)
    return CellTally(
        players,
        full.strategies,
        full.items,
        full.categories,
        -50,
        TallyParts(**{name: np.zeros_like(part) for name, part in vars(full.parts).items()}),
        by_strategy=full.by_strategy,
    )


META = Summary(
    game="guildes",
    title="Guildes",
    identity="5f1c0de5f1c0de",
    seed=7,
    deals=200,
    games=800,
    stopped_by="deals",
    tolerance=Tolerance(0.04, of_even=True),
)
