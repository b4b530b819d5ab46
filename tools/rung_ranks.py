"""How verdicts of ladders hang on the players: `python tools/rung_ranks.py reports/ladder-NAME/ladder.json...`.

For each ladder and each two of its rungs: Spearman's correlation of the effects, how many figures there are; of those that either rung
knows, how many both call alike (more, less or even), how many one alone knows, how many turn from more to less or back, and how many
turn to or from even. A direction counts whether its size is open or not.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

SAID = {"more": "more", "more, size open": "more", "less": "less", "less, size open": "less", "even": "even"}
HEAD = "ladder | rungs | figures | Spearman | half widths, points | alike | one alone knows | to or from even | reversed"


def ranks(values: Sequence[float]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Ranks from 1, equal values sharing the mean of theirs."""
    given = np.asarray(values)
    return np.array([(given < x).sum() + ((given == x).sum() + 1) / 2 for x in given], float)


def spearman(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Correlation of the ranks; None where there are fewer than three values or all of a side are equal."""
    if len(one) < 3 or len(set(one)) == 1 or len(set(other)) == 1:
        return None
    return float(np.corrcoef(ranks(one), ranks(other))[0, 1])


def compared(figures: Sequence[dict[str, Any]], one: str, other: str) -> tuple[str, ...]:
    """Cells of the row of two rungs, from the number of figures on."""
    pairs = [({on["rung"]: on for on in figure["rungs"]}, figure["name"]) for figure in figures]
    both = [(on[one], on[other], name) for on, name in pairs if one in on and other in on]
    known = [(a, b) for a, b, _ in both if a["value"][1] is not None and b["value"][1] is not None]
    found = spearman([a["value"][1] for a, _ in known], [b["value"][1] for _, b in known])
    widths = [
        median(half)
        if (half := [50 * (x[side]["value"][2] - x[side]["value"][0]) for x in known if x[side]["value"][0] is not None])
        else None
        for side in (0, 1)
    ]
    said = [(SAID.get(a["verdict"] or ""), SAID.get(b["verdict"] or ""), name) for a, b, name in both]
    clear = [(a, b, name) for a, b, name in said if a and b]
    turned = [f"{name} {a} -> {b}" for a, b, name in clear if {a, b} == {"more", "less"}]
    return (
        str(len(known)),
        "none" if found is None else f"{found:.2f}",
        ", ".join("none" if width is None else f"{width:.1f}" for width in widths),
        str(sum(a == b for a, b, _ in clear)),
        str(sum((a is None) != (b is None) for a, b, _ in said)),
        str(sum(a != b and "even" in (a, b) for a, b, _ in clear)),
        f"{len(turned)} {'; '.join(turned)}".strip(),
    )


def rows(file: Path) -> Iterator[tuple[str, ...]]:
    """A row for each two rungs, kind of figure and number of players of a ladder, the weaker rung first."""
    found = json.loads(file.read_text("utf-8"))
    names = [rung["rung"] for rung in found["rungs"]]
    groups = dict.fromkeys((figure["kind"], figure.get("part", ""), figure["players"]) for figure in found["figures"])
    for kind, part, players in groups:
        figures = [
            figure for figure in found["figures"] if (figure["kind"], figure.get("part", ""), figure["players"]) == (kind, part, players)
        ]
        for one, other in combinations(names, 2):
            yield f"{file.parent.name} {kind} {part} {players}", f"{one}, {other}", *compared(figures, one, other)


def main(args: Sequence[str] | None = None) -> int:
    """0 when all is told."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ladders", nargs="+", type=Path, metavar="LADDER.json")
    print(f"| {HEAD} |")
    print("|---" * (HEAD.count("|") + 1) + "|")
    for file in parser.parse_args(args).ladders:
        for row in rows(file):
            print(f"| {' | '.join(row)} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
