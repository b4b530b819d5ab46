"""The checks: each plays a little, and says line by line what it found."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom

from simcli.config import ResolvedRun
from simcli.errors import InterruptedRun
from simcli.game import SIXTIETHS
from simcli.games import GAME_IDS, get_game
from simcli.report import formatting as fmt
from simcli.sim.folder.merge import merge, read_shards
from simcli.sim.folder.names import SUMMARY
from simcli.sim.plan import make_plan
from simcli.sim.pool.cluster import Cluster, Workers
from simcli.sim.pool.interrupts import Interrupts
from simcli.sim.pool.player import Player
from simcli.sim.pool.pool import LostPoolError
from simcli.sim.pool.subprocesses import call_in_subprocess
from simcli.sim.shard import Shard
from simcli.stats.balance import half_width
from simcli.stats.intervals import LEVEL
from simcli.studies.counted import summarise_tallies
from simcli.studies.run.play import play, play_shard
from simcli.studies.selftest.digests import digests_of, kept_digests, shipped_run, tallies_of
from simcli.studies.selftest.record import NOT_TRIED, Tried

PLAYER = "balanced"
CHEAP = "guildes"
"""The game that compiles and plays fastest; its choices are all made at once, so that its seats are alike."""
EVEN_DEALS = 10
PAIRED_DEALS = 400
PLANTED = {"guilds": {"knight": {"prizes": {"round_1": [22], "round_2": [22, 12], "round_3": [22, 12, 6]}}}}
"""Twice the printed prizes of a guild."""
INNOCENT = {"guilds": {"knight": {"name_en": "Cavalier"}}}
BATCHES = 4
INTERVALS, INTERVAL_DEALS = 200, 200
BAND = 0.999
GENERIC = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
"""Machine code that any CPU of this kind runs: no wide vectors, no fused steps."""

STOPPED = "interrupted; nothing is kept"

Counts = NDArray[np.int64]


def even() -> Iterator[Tried]:
    """The same strategy on all seats, copies of it with other names: in every deal each copy wins one n-th exactly, by rotation.

    All rotations of a deal are one game with the copies moved on, so that each copy has every seat of that game once. Whole numbers are
    compared, and none of them is an estimate.
    """
    for game_id in GAME_IDS:
        game, games, uneven = get_game(game_id), 0, []
        counts = range(max(2, game.min_players), game.max_players + 1)
        for players in counts:
            (tally,) = tallies_of(Player(make_plan(copies_of(game_id, players))))
            games += tally.games
            if not np.array_equal(tally.parts.strategy_share, even_shares(players, EVEN_DEALS)):
                uneven.append(fmt.players_text(players))
        found = f"not even with {fmt.listing(uneven)}" if uneven else f"each wins exactly as often, {games} games"
        yield Tried.so("even", f"copies of one player, {game.title}", found, not uneven)


def copies_of(game_id: str, players: int) -> ResolvedRun:
    """A run of one strategy under as many names as there are seats, one on each."""
    run = shipped_run(game_id, players, PLAYER, tables="mirror", deals=EVEN_DEALS)
    copies = tuple(replace(run.strategies[0], name=f"copy {k + 1}") for k in range(players))
    return replace(run, strategies=copies, tables="fixed", lineup=tuple(range(players)))


def even_shares(players: int, deals: int) -> Counts:
    """Ratio rows int64[players, 5] of copies that win one n-th of the games of each deal."""
    row = [deals * n for n in (players, SIXTIETHS, players**2, SIXTIETHS * players, SIXTIETHS**2)]
    return np.array([row] * players, np.int64)


def planted() -> Iterator[Tried]:
    """On the same deals: a guild with twice its prizes is found, and one with another name differs in nothing."""
    variants = {"as printed": {}, "twice the prizes": {"patch": PLANTED}, "another name": {"patch": INNOCENT}}
    plan = make_plan(shipped_run(CHEAP, 4, PLAYER, tables="mirror", deals=PAIRED_DEALS, variants=variants))
    base, _, innocent = tallies = tallies_of(Player(plan))
    _, found, same = summarise_tallies(plan, tallies, "deals").cells
    (row,) = (row for row in found.differences or () if (row.figure, row.of) == ("points per copy held", "knight"))
    low, high = row.value.bounds or (0.0, 0.0)
    text = f"{fmt.signed_number(row.value.value)} {fmt.signed_number_interval(row.value)} points a copy"
    yield Tried.so("planted", "a guild with twice its prizes", text, low > 0.0 or high < 0.0)
    n, differing = len(same.differences or ()), sum(bool(row.value.value or row.differing) for row in same.differences or ())
    counts = base.flat.size
    is_same = np.array_equal(base.flat, innocent.flat[:counts])
    text = f"{differing} of {n} figures differ, counts are {'the same' if is_same else 'others'}"
    yield Tried.so("planted", "a guild with another name", text, n > 0 and not differing and is_same)


def same() -> Iterator[Tried]:
    """A run of several batches leaves the same bytes of results, whoever plays it."""
    with tempfile.TemporaryDirectory(prefix="simcli-selftest-") as folder, Interrupts() as interrupts:
        run = shipped_run(CHEAP, 4, PLAYER, "denier", "random")
        run = replace(run, deals=BATCHES * make_plan(run).batch_deals - 7)  # some batches, the last of them short
        first = summary_bytes(run, Path(folder) / "one", 1)
        ways: dict[str, Callable[[Path], bytes]] = {
            "two threads": partial(summary_bytes, run, workers=2),
            "half the deals, then all": partial(resumed_bytes, run),
            "two shards, merged": partial(merged_bytes, run),
        }
        if find_spec("distributed"):
            ways["two processes of a cluster"] = partial(cluster_bytes, run)
        for k, (way, bytes_of) in enumerate(ways.items()):
            try:
                is_same = bytes_of(Path(folder) / f"way-{k}") == first
                text = f"{'the same' if is_same else 'other'} bytes as one thread"
            except LostPoolError as error:
                is_same, text = False, str(error).partition(";")[0]
            if interrupts.asked:
                raise InterruptedRun(STOPPED)
            yield Tried.so("same", way, text, is_same)
        if not find_spec("distributed"):
            yield Tried("same", "two processes of a cluster", "needs distributed, which is not installed", NOT_TRIED)


def summary_bytes(run: ResolvedRun, folder: Path, workers: Workers) -> bytes:
    """What a run writes of its results, played or resumed in `folder`."""
    play(run, folder, workers=workers, write_report=False)
    return (folder / SUMMARY).read_bytes()


def resumed_bytes(run: ResolvedRun, folder: Path) -> bytes:
    """The same of a run that was ended after half its deals, within a batch."""
    summary_bytes(replace(run, deals=run.deals // 2), folder, 1)
    return summary_bytes(run, folder, 1)


def merged_bytes(run: ResolvedRun, folder: Path) -> bytes:
    """The same of both shards of a run; nothing is played of the merged one."""
    parts = [folder / str(number) for number in (1, 2)]
    for number, part in enumerate(parts, 1):
        play_shard(run, part, Shard(number, 2), workers=1)
    merge(read_shards(parts)[1], folder / "whole", half_width)
    return summary_bytes(run, folder / "whole", 1)


def cluster_bytes(run: ResolvedRun, folder: Path) -> bytes:
    """The same of a run that other processes of this machine play."""
    with Cluster("local:2") as cluster:
        return summary_bytes(run, folder, cluster)


def intervals() -> Iterator[Tried]:
    """Of many 95 % intervals, each of deals of its own, about 95 % hold the truth, which is known exactly.

    One strategy sits on all four seats of Guildes, once a deal. All choose at once, packs go round, and chance knows no seat: with the
    table turned by a seat a deal is another deal, as likely. So each seat wins 1/4 of the games, without any run. How many of
    independent intervals hold is binomial; it must lie in the middle 99.9 %.
    """
    plan = make_plan(shipped_run(CHEAP, 4, PLAYER, tables="mirror", deals=INTERVAL_DEALS))
    player, covering = Player(plan), 0
    for k in range(INTERVALS):
        seat = summarise_tallies(plan, tallies_of(player, k * plan.run.deals), "deals").cells[0].seats[0]
        low, high = seat.win_share.bounds or (1.0, 0.0)
        covering += low <= seat.even_share <= high
    least, most = (int(n) for n in binom.interval(BAND, INTERVALS, LEVEL))
    text = f"{covering} of {INTERVALS} hold the truth, {least} to {most} may"
    yield Tried.so("intervals", f"win share of seat 1, {INTERVAL_DEALS} deals each", text, least <= covering <= most)


def kept(*, generic: bool = False) -> Iterator[Tried]:
    """Tallies have the digests that the package keeps, as this machine compiles its games, and as any CPU could run them.

    The second is another compilation: of the game that compiles fastest, with `generic` of all.
    """
    expected = kept_digests()
    for game_id in GAME_IDS:
        yield _like_kept(f"{get_game(game_id).title}, this CPU", expected[game_id], digests_of(game_id))
    for game_id in GAME_IDS if generic else (CHEAP,):
        made = call_in_subprocess(digests_of.__module__, "digests_of", {"game_id": game_id}, GENERIC)
        yield _like_kept(f"{get_game(game_id).title}, any CPU", expected[game_id], made)


def _like_kept(of: str, expected: object, made: dict[str, str]) -> Tried:
    """Whether the digests of a game are the kept ones."""
    text = f"{'the' if made == expected else 'not the'} counts that are kept, with {fmt.listing(list(made))} players"
    return Tried.so("kept", of, text, made == expected)


CHECKS: dict[str, Callable[[], Iterator[Tried]]] = {"even": even, "planted": planted, "same": same, "intervals": intervals, "kept": kept}
