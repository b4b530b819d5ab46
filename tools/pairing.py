"""What playing the same deals saves a config's variants, and why no more: `python tools/pairing.py CONFIG --deals 200 --games 20`.

Told are the median over seats, variants and numbers of players of how many times the deals two runs of their own would take (`saved` of
a difference), of the share of deals in which a seat wins or scores otherwise than in the base, and, of `--games` games told twice, of the
part of decisions before the first that differs: another seat decides, or chooses something else.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from statistics import median

from simcli.config import load_config
from simcli.config.run.resolved import ResolvedRun
from simcli.errors import SimcliError, UserError
from simcli.game import SIXTIETHS
from simcli.sim.plan import make_plan
from simcli.sim.pool.player import Player
from simcli.sim.tally import Tally
from simcli.stats.intervals import difference, ratio, saved_by_pairing
from simcli.trace.trace import Setup, trace

DECISION = re.compile(r" *[0-9]+  (seat [0-9]+ \(.*?\) .*?)(?:  \(.*)?$")
"""A line of a trace that tells a decision; without the alternatives."""


def counted(run: ResolvedRun) -> tuple[list[Tally], list[int | None]]:
    """Tallies of all cells, and the number of the cell that each is compared with."""
    plan = make_plan(run)
    runner = Player(plan)
    tallies = [Tally.empty(cell.layout) for cell in plan.cells]
    for batch in map(plan.batch, range(plan.n_batches)):
        tallies[batch.cell] += Tally(plan.cells[batch.cell].layout, runner.play(batch))
    return tallies, [cell.base for cell in plan.cells]


def saved(run: ResolvedRun) -> Iterator[tuple[str, float | None, float]]:
    """(figure, times the deals that pairing saves, share of deals that differ) of every seat that is compared."""
    tallies, bases = counted(run)
    for tally, number in zip(tallies, bases, strict=True):
        if number is None:
            continue
        for part, unit in (("place_share", SIXTIETHS), ("place_score", 1)):
            rows = getattr(tally.parts, part), getattr(tallies[number].parts, part), tally.parts.paired_with(part)
            for own, base, paired in zip(*rows, strict=True):
                found = difference(own, base, paired, unit, share=unit == SIXTIETHS)
                yield part, saved_by_pairing(ratio(own, unit), ratio(base, unit), found), int(paired[4]) / tally.deals


def decisions(run: ResolvedRun, variant: int, players: int, deal: int) -> list[str]:
    """What was chosen in a game, decision by decision."""
    setup = Setup.of(run, run.played_variants[variant], players)
    return [found.group(1) for line in trace(setup, deal) if (found := DECISION.match(line))]


def alike(run: ResolvedRun, games: int) -> Iterator[float]:
    """Of so many games, variant by variant and deal by deal, the part of the base's decisions before the first that differs."""
    others = [(v, n) for v in range(len(run.played_variants)) if v != run.base_number for n in run.players]
    for game in range(games):
        variant, players = others[game % len(others)]
        base, own = (decisions(run, v, players, game // len(others)) for v in (run.base_number, variant))
        same = next((k for k, (one, other) in enumerate(zip_longest(base, own)) if one != other), len(base))
        yield same / len(base)


def told(config: str, deals: int, games: int) -> str:
    """A line on a config. UserError where nothing is compared."""
    run = replace(load_config(config, deals=deals), half_width=None, minutes=None)
    if len(run.played_variants) < 2:
        raise UserError.of(config, "it has one variant, which is compared with nothing", "name a config with variants or `every`")
    found, parts = list(saved(run)), [config]
    for part, name in (("place_share", "win share"), ("place_score", "score")):
        factors = [factor for which, factor, _ in found if which == part and factor is not None]
        times = f"{median(factors):.2f} times" if factors else "not known"
        differ = median(share for which, _, share in found if which == part)
        parts.append(f"{name}: {times}, {100 * differ:.0f} % of deals differ")
    return "; ".join([*parts, f"{100 * median(alike(run, games)):.0f} % of decisions before the first that differs"])


def main(arguments: Sequence[str]) -> int:
    """A line for each config; 2 for a mistake."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("config", nargs="+")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--games", type=int, default=20)
    asked = parser.parse_args(arguments)
    try:
        for config in asked.config:
            print(told(config, asked.deals, asked.games), flush=True)
    except SimcliError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
