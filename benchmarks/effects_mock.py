"""What card effects cost as data rows and as functions: compile time and time per effect of a mock of 80 effects.

    python benchmarks/effects_mock.py [--effects N] [--repeats N] [--applied N]

The effects are 80 of Architects of the West Kingdom and The King's Guild, cut down to what one mock state can hold. They are
compiled four ways: one interpreter (`rows`) or a function per effect behind an if-chain (`functions`), each with the kernels of
rare kinds, or the functions of all effects, cold (never inlined) or not. Every compile is a fresh process with an empty cache
folder; effects are timed in another, from that cache. Printed are medians of CPU time. All ways must leave the same state.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from effects_mock_rows import KINDS, all_rows, functions_source, read_effects

HERE = Path(__file__).resolve().parent
GENERATED = "effects_mock_generated"
WAYS = ("rows", "functions")
STATE_NAMES = ("amount", "stock", "hand", "deck_next", "discards", "standing", "spaces", "quests")


def new_states() -> Any:
    """Two equal records: the one played on, and the one each chunk starts from."""
    import numpy as np
    from effects_mock_kernels import STATE

    states = np.zeros(2, STATE).view(np.recarray)
    rng = np.random.default_rng(5)
    s = states[1]
    s.amount[:, :13] = rng.integers(0, 4, (4, 13))
    s.amount[:, 6:8] += 5
    s.stock[:6] = 8
    s.deck[:] = rng.integers(0, 12, s.deck.shape)
    for p in range(4):
        for face in rng.integers(0, 12, 4):
            s.hand[p, face] += 1
        s.amount[p, 13] = 4
    s.amount[:, 14] = (0, 1, 2, 1)
    s.quests[:] = rng.integers(0, 48, 8)
    s.discards[:] = rng.integers(0, 3, 16)
    states[0] = states[1]
    return states


def work(way: str, n_effects: int, applied: int) -> str:
    """In a process of its own: CPU seconds of the first call, then nanoseconds an effect, questions, and a digest of the state."""
    import numpy as np
    from effects_mock_kernels import TABLES, play_rows

    rows, heads = all_rows(read_effects(n_effects))
    tables = np.zeros(1, TABLES).view(np.recarray)
    t = tables[0]
    for i, row in enumerate(rows):
        t.kind[i], t.a[i], t.b[i], t.c[i], t.next[i] = KINDS.index(row.kind), *row[1:]
    t.head[: len(heads)] = heads
    order = np.random.default_rng(7).integers(1, len(heads), 4096).astype(np.uint32)
    states = new_states()
    if way == "rows":
        arguments: tuple[Any, ...] = (states, t, order)
        play = play_rows
    else:
        from importlib import import_module

        arguments = (states, order)
        play = import_module(GENERATED).play_functions
    start = time.process_time()
    play(*arguments, 1)
    compiled = time.process_time() - start
    start = time.process_time()
    asked = play(*arguments, applied)
    nanoseconds = (time.process_time() - start) / applied * 1e9
    digest = hashlib.sha256()
    for name in STATE_NAMES:
        digest.update(states[name][0].tobytes())
    return f"{compiled:.3f} {nanoseconds:.2f} {asked} {digest.hexdigest()[:12]}"


def worker(way: str, is_cold: bool, n_effects: int, applied: int, folder: Path) -> list[str]:
    """`work` in a fresh process with its own cache folder."""
    environment = os.environ | {"SIMCLI_CACHE_DIR": str(folder / "cache"), "EFFECTS_COLD": str(int(is_cold)), "SIMCLI_FAST": "0"}
    environment["PYTHONPATH"] = os.pathsep.join([str(folder), str(HERE), str(HERE.parent), environment.get("PYTHONPATH", "")])
    command = [sys.executable, str(Path(__file__)), "--worker", way, "--effects", str(n_effects), "--applied", str(applied)]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout.split()


def compare(n_effects: int, repeats: int, applied: int) -> None:
    """Prints a line for each way; SystemExit when they do not leave the same state."""
    rows, heads = all_rows(read_effects(n_effects))
    source = functions_source(rows, heads)
    kinds, lines = len({row.kind for row in rows}) - 1, len(source.splitlines())
    print(f"{len(heads) - 1} effects, {len(rows) - 1} rows, {kinds} kinds; {lines} lines of functions")
    results = set()
    ways = [(way, is_cold) for way in WAYS for is_cold in (True, False)]
    compiles: dict[tuple[str, bool], list[float]] = {}
    speeds: dict[tuple[str, bool], list[float]] = {}
    for _ in range(repeats):
        for way, is_cold in ways:
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                (folder / f"{GENERATED}.py").write_text(source, "utf-8")
                compiles.setdefault((way, is_cold), []).append(float(worker(way, is_cold, n_effects, 1, folder)[0]))
                _, per_effect, asked, digest = worker(way, is_cold, n_effects, applied, folder)
                speeds.setdefault((way, is_cold), []).append(float(per_effect))
                results.add((asked, digest))
    for way, is_cold in ways:
        seconds, nanoseconds = median(compiles[way, is_cold]), median(speeds[way, is_cold])
        print(f"  {way:10} {'cold' if is_cold else 'free':5} compile {seconds:6.2f} s   {nanoseconds:6.1f} ns an effect")
    if len(results) != 1:
        raise SystemExit(f"the ways disagree: {results}")
    print(f"  {int(asked) / applied:.2f} questions an effect; all ways leave the same state")


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--effects", type=int, default=len(read_effects()))
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--applied", type=int, default=2_000_000)
    parser.add_argument("--worker", choices=WAYS, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.worker:
        print(work(given.worker, given.effects, given.applied))
    else:
        compare(given.effects, given.repeats, given.applied)


if __name__ == "__main__":
    main()
