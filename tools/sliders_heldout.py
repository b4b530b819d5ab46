"""How often the band of the page with sliders holds what games of other seeds show, with several numbers moved at once.

    python tools/sliders_heldout.py guildes/plans setup.rounds guilds.knight.copies --players 4 --rounds 10 --settings 20

In each round every number is played alone at its steps, as `simcli sensitivity --page` does, and random settings of at least two numbers
are played on deals of another seed. A share counts as held where it lies no farther from the page's than the band and the error of the
fresh games allow together: the root of the sum of the squares of both halves. `--scale` says what another constant would have held.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace

from simcli.config.data.number_names import Number
from simcli.config.run.numbers import load_one_game, named_numbers, varied
from simcli.studies.changes import AS_IT_IS
from simcli.studies.changes import _as_it_is as as_it_is
from simcli.studies.run.play import simulate
from simcli.studies.sensitivity import sliders as module
from simcli.studies.sensitivity.question import ask
from simcli.studies.sensitivity.reach import reach_of, with_pairs
from simcli.studies.sensitivity.sliders import KINDS, Sliders
from simcli.studies.sensitivity.sliders_page import sliders_of

FRESH = 1_000_003


def main() -> int:
    """Reads the arguments, plays, and prints how many shares were held."""
    options = _options()
    played = [row for n in range(options.rounds) for row in _round(options, options.seed + n)]
    for scale in (1.0, *options.scale):
        own = module.INTERACTION
        module.INTERACTION = own * scale
        print(f"interaction {module.INTERACTION:g}, between {module.BETWEEN:g}")
        for kind in (*KINDS, None):
            _say(KINDS[kind] if kind else "All", [row for row in played if kind in (None, row[1].rows[row[2]].kind)])
        module.INTERACTION = own
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("config")
    parser.add_argument("numbers", nargs="+")
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--deals", type=int, default=2000, help="of the page")
    parser.add_argument("--fresh", type=int, default=2000, help="of each random setting")
    parser.add_argument("--by", type=int, default=1)
    parser.add_argument("--pairs", action="store_true", help="with numbers played in pairs")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--settings", type=int, default=20, help="in each round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, nargs="*", default=[], help="factors of the constant to try as well")
    return parser.parse_args()


Row = tuple[Sliders, module.SliderTable, int, tuple[int, ...], float, float]
"""Sliders and table, number of the row, setting, the share of the fresh games and its standard error."""


def _round(options: argparse.Namespace, seed: int) -> Iterator[Row]:
    """A page, and the shares of random settings on other deals."""
    asked = ask(options.config, options.numbers, of=None, by=options.by, players=options.players, deals=options.deals, seed=seed)
    run = replace(asked.run, half_width=None, minutes=None)
    reach = reach_of(run)
    run = with_pairs(run, reach) if options.pairs else run
    sliders = sliders_of(run, simulate(run).results, reach)
    (table,) = sliders.tables
    config = load_one_game(options.config, players=options.players, deals=options.fresh, seed=seed + FRESH)
    own = replace(config, half_width=None, minutes=None)
    named = {number.path: number for number in named_numbers(own, options.numbers, "numbers")}
    numbers = [named[one.path.removeprefix("patch.")] for one in sliders.numbers]
    settings = list(_settings(sliders, random.Random(seed), options.settings))
    variants = [varied(own, _changes(numbers, setting), f"setting {i}") for i, setting in enumerate(settings)]
    fresh = simulate(replace(own, variants=(as_it_is(own), *variants))).results
    cells = [cell for cell in fresh.cells if cell.variant != AS_IT_IS]
    for setting, cell in zip(settings, cells, strict=True):
        watched = list(module._watched(cell, {(): cell}))
        for i, row in enumerate(table.rows):
            about = next((one for one in watched if (one[0], one[2]) == (row.kind, row.label)), None)
            share = module._share(cell, *about[:2]) if about else None
            se = module._error(share) if share else None
            if share is not None and share.value is not None and se is not None:
                yield sliders, table, i, setting, share.value, se


def _changes(numbers: Sequence[Number], setting: Sequence[int]) -> list[tuple[Number, int]]:
    return [(number, to) for number, to in zip(numbers, setting, strict=True) if to != number.value]


def _settings(sliders: Sliders, chance: random.Random, n: int) -> Iterator[tuple[int, ...]]:
    """Random settings of at least two numbers, each another one."""
    given: set[tuple[int, ...]] = set()
    for _ in range(1000 * n):
        setting = tuple(chance.choice(one.values) for one in sliders.numbers)
        moved = sum(to != one.value for one, to in zip(sliders.numbers, setting, strict=True))
        if moved > 1 and setting not in given and sliders.allows(setting):
            given.add(setting)
            yield setting
        if len(given) == n:
            return


def _say(kind: str, rows: Sequence[Row]) -> None:
    """A line with how many of these shares were held."""
    held: list[bool] = []
    halves: list[float] = []
    whole: dict[tuple[int, tuple[int, ...]], bool] = {}
    grey = 0
    for sliders, table, i, setting, fresh, se in rows:
        band = sliders.share(table.rows[i], setting)
        if band.value is None or band.low is None or band.high is None:
            grey += 1
            continue
        half = max(band.high - band.value, band.value - band.low)
        halves.append(half)
        held.append(abs(fresh - band.value) <= math.hypot(half, module.Z * se))
        at = (id(sliders), setting)
        whole[at] = whole.get(at, True) and held[-1]
    if held:
        share, inside = 100 * sum(held) / len(held), sum(whole.values())
        mean = 100 * sum(halves) / len(halves)
        print(
            f"  {kind}: {sum(held):,} of {len(held):,} shares held ({share:.1f} %); in {inside} of {len(whole)} settings all; "
            f"half a band is {mean:.2f} points in the mean; {grey} not measured"
        )


if __name__ == "__main__":
    sys.exit(main())
