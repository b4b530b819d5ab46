"""Changes that a study leaves out, in words."""

from __future__ import annotations

from collections.abc import Sequence

from simcli.base.grouped import grouped
from simcli.config.data.number_names import with_value
from simcli.report import formatting as fmt
from simcli.stats.left_out import LeftOut

MOST_WHY = 3
"""Most values left out that are named with the reason; more are counted."""


def left_out_text(left_out: Sequence[LeftOut]) -> str:
    """What was not played, and why; empty where all was."""
    if not left_out:
        return ""
    by_why = grouped(
        (left.why, "" if left.why.startswith(f"{left.path}:") else f"{with_value(left.name, fmt.count(left.to))}: ") for left in left_out
    )
    most_first = sorted(by_why.items(), key=lambda reason: -len(reason[1]))
    shown = [f"{fmt.few([value.removesuffix(': ') for value in values])}: {why}" if all(values) else why for why, values in most_first]
    shown = shown[:MOST_WHY]
    more = sum(len(values) for _, values in most_first[MOST_WHY:])
    end = f" And {fmt.count(more)} more, each with its reason in the JSON." if more else ""
    lead = "One value is left out" if len(left_out) == 1 else f"{fmt.count(len(left_out))} values are left out"
    return f"{lead}. {'. '.join(shown)}.{end}"
