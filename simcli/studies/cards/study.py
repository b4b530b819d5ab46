"""What cards are worth as the command line asks it: a run with a gate of its own."""

from __future__ import annotations

from collections.abc import Sequence

from simcli.config.run.each_item import FIRST_SEAT
from simcli.report import formatting as fmt
from simcli.report.answer import settled_by
from simcli.stats.summary import CardResult, Summary
from simcli.stats.verdicts import LESS, LESS_OPEN, OPEN, UNEVEN
from simcli.studies.cards.claims import judged
from simcli.studies.cards.question import load_cards
from simcli.studies.cards.words import figure
from simcli.studies.cards.words import word as verdict_word
from simcli.studies.driver import drive
from simcli.studies.run.study import RunStudy, Shown, some
from simcli.terminal import ui
from simcli.terminal.common import Sharded


def gate_answer(summary: Summary, *, rerun: str) -> tuple[str, int]:
    """What the gate says, and the exit code: 1 when an item is strong or weak among its kind, 3 while that is open."""
    rows, left, tests = judged(summary)
    several = len({row.players for row in rows}) > 1
    beyond = [row for row in rows if row.test.verdict in UNEVEN] + [row for row in left if row.forced_verdict == LESS]
    still = [row for row in rows if row.test.verdict in OPEN] + [row for row in left if row.forced_verdict == LESS_OPEN]
    if beyond:
        return f"gate items: no: {_some(beyond, several=several)}", ui.GATE_SAYS_NO
    if still or not rows:
        return f"gate items: unclear: {_some(still, several=several)}. {settled_by(tests, rerun)}".strip(), ui.STOPPED
    return f"gate items: yes: none of {len(rows)} is above or below its kind by more than the tolerance", ui.DONE


def _some(rows: Sequence[CardResult], *, several: bool) -> str:
    """The first items of a long list with their verdicts, and how many more there are."""
    names = [
        f"{row.name}{f' with {fmt.players_text(row.players)}' if several else ''} {verdict_word(row)} "
        f"({fmt.signed(bounds.value)} {fmt.signed_interval(bounds)})"
        for row in rows
        for bounds in (figure(row),)
    ]
    return some(names)


def start(config: str, common: Sharded, shown: Shown, kind: str, *, player: str | None, tolerance: str, is_gate: bool) -> int:
    """Plays what items of a kind are worth; the exit code."""
    resolved = load_cards(config, kind, player=player or FIRST_SEAT, tolerance=tolerance, **common.asked)
    return drive(RunStudy(common, resolved, shown, gate_answer if is_gate else None))
