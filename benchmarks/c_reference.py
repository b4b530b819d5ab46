"""How near the compiled Python comes to C: the random playout of Guildes against the same playout in simcli/sim/reference.

    python benchmarks/c_reference.py [--players N] [--variant base|events|tricks|both] [--deals N] [--repeats N]

Both play the same deals with the same streams: deal, legal list, uniform choice, apply, score, shares, checksum. Neither keeps a tally.
Each measurement is a fresh process (numba from a warm cache), C and numba in turns; printed are medians of CPU time. "checked" means
array bounds checks: numba's own, and gcc's -fsanitize=bounds for C. Only processes whose checksums agree are compared.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from types import SimpleNamespace
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from simcli.sim.reference import SEED, Played, build_reference, build_tables, run_reference  # noqa: E402

BUILD = HERE / "build"
VARIANTS = {"base": {}, "events": {"events": "on"}, "tricks": {"tricks": "on"}, "both": {"events": "on", "tricks": "on"}}


def run_kernel(tables: Any, deals: int, first: int = 0, seed: int = SEED) -> Played:
    """Plays the same deals in this process with the compiled Python."""
    import time

    import numpy as np
    from c_reference_kernel import play_checksum

    from simcli.engine import layout
    from simcli.engine.batch import Match
    from simcli.engine.loop import lineup
    from simcli.game import MIXED
    from simcli.games import get_game

    game = layout.load(get_game("guildes"))
    random = SimpleNamespace(name="random", kind="random", weights={}, temperature=0, source="", where="here", columns={}, trees={})
    strategies = lineup.pack_strategies(game, [random])
    sums, status = np.zeros(3, np.uint64), np.zeros(6, np.int64)
    none, pairs = np.zeros(0, np.int64), np.zeros((0, 2), np.int64)

    def play(n: int) -> None:
        states, scratch = layout.new_states(game), lineup.new_scratch(game)
        sums[:] = 0
        match = Match(
            np.uint64(seed), first, n, MIXED, none, int(tables["players"][0]), game.max_decisions, 0, none, none, *[pairs] * 2, none, pairs
        )
        play_checksum(states, tables[0], match, strategies, scratch, np.zeros(1, np.int64), status, sums)
        if status[0]:
            raise RuntimeError(f"status {status}")

    play(min(deals, 100))
    start = time.process_time()
    play(deals)
    seconds = time.process_time() - start
    return Played(int(sums[0]), int(sums[1]), int(sums[2]), seconds)


def run_kernel_process(players: int, variant: str, deals: int, checked: bool) -> Played:
    """`run_kernel` in a fresh process, with or without bounds checks."""
    environment = os.environ | {"SIMCLI_FAST": "0" if checked else "1"}
    environment["PYTHONPATH"] = os.pathsep.join([str(HERE.parent), environment.get("PYTHONPATH", "")])
    command = [sys.executable, str(Path(__file__)), "--players", str(players), "--variant", variant, "--deals", str(deals), "--worker"]
    words = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout.split()
    return Played(int(words[0]), int(words[1]), int(words[2]), float(words[3]))


def compare(players: int, variant: str, deals: int, repeats: int) -> None:
    """Prints games a second of both and the ratio, checked and unchecked."""
    tables = build_tables(players, VARIANTS[variant])
    programs = {checked: build_reference(BUILD, checked) for checked in (False, True)}
    for checked in (False, True):
        run_kernel_process(players, variant, 10, checked)  # fills the cache
    times: dict[tuple[str, bool], list[float]] = {}
    results = set()
    for _ in range(repeats):
        for checked in (False, True):
            for name, played in (
                ("C", run_reference(programs[checked], tables, deals)),
                ("numba", run_kernel_process(players, variant, deals, checked)),
            ):
                times.setdefault((name, checked), []).append(played.seconds / played.games)
                results.add(played.result)
    if len(results) != 1:
        raise SystemExit(f"C and numba disagree: {results}")
    _, games, decisions = results.pop()
    print(f"guildes, {players} players, {variant}: {games} games, {decisions / games:.0f} decisions a game, checksums equal")
    for checked in (False, True):
        c, numba = (1 / median(times[name, checked]) for name in ("C", "numba"))
        print(f"  {'checked  ' if checked else 'unchecked'}  C {c:9,.0f} games/s   numba {numba:9,.0f} games/s   numba/C {numba / c:.2f}")


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=4, choices=range(3, 7))
    parser.add_argument("--variant", default="base", choices=VARIANTS)
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.worker:
        print(*run_kernel(build_tables(given.players, VARIANTS[given.variant]), given.deals))
    else:
        compare(given.players, given.variant, given.deals, given.repeats)


if __name__ == "__main__":
    main()
