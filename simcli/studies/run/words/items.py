"""What chance offers and what a game was like, in sentences. Every claim has its interval and is corrected for all items of the run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from simcli.report import formatting as fmt
from simcli.report.answer import Answer
from simcli.stats.summary import Cell, ItemResult, Summary

FALSE_DISCOVERIES = 0.05
SMALL = "All of these effects lie within the tolerance: no reason by itself to change a card."
ASKED_BY = "`simcli cards` denies them to a seat on the same deals and shows what they are worth."
FEW = 3
"""Most items of a kind in question that are named one by one."""
SITUATION, MARKER = "situation", "marker"


def answer(summary: Summary, cells: Sequence[Cell], _rerun: str) -> Answer:
    """The answer for a question about items, or those of one kind: situations if there are any, else what an offer does.

    An item is named that stands out with any number of players; of variants that are compared those of the base.
    """
    base = next((cell.base for cell in cells if cell.base is not None), None)
    shown = [cell for cell in cells if base is None or cell.variant == base]
    because = () if base is None else (f"These are the figures of {base}; what the other variants change stands below.",)
    few = [kind for kind in summary.about_kinds if all(_are_few(cell, kind) for cell in shown)]
    kinds = [kind for kind in summary.about_kinds if kind not in few]
    if few and not kinds:
        return Answer(_few_claim(shown, few), because=because)
    if not kinds and (claim := _situation_claim(shown)):
        return Answer(claim, because=because)
    found = _offer_answer(shown, kinds)
    return replace(found, because=(*found.because, *because))


def _few_claim(cells: Sequence[Cell], kinds: Sequence[str]) -> str:
    """How often the first item of these kinds comes, or who ends with one. What its holders win is no answer."""
    for cell in cells:
        for row in cell.items:
            if row.kind in kinds and row.holders.value is not None:
                where = f" with {fmt.players_text(cell.players)}" if len(cells) > 1 else ""
                share = fmt.spoken(row.holders)
                how = f"in {share} of the games" if row.role == SITUATION else f"{share} of the players have any"
                return f"{fmt.capital(row.name)}: {how}{where}."
    return f"Nothing is known of any {fmt.listing([kind.replace('_', ' ') for kind in kinds])}."


def _situation_claim(cells: Sequence[Cell]) -> str:
    """How often the most frequent situation comes; empty where a game has none."""
    rows = [row for cell in cells for row in cell.items if row.role == row.kind == SITUATION and row.holders.value is not None]
    if not rows:
        return ""
    most = max(rows, key=lambda row: row.holders.known)
    return f"{fmt.capital(most.name)}: in {'up to ' if len(cells) > 1 else ''}{fmt.spoken(most.holders)} of the games."


class Wording(NamedTuple):
    """How it is said what stands out; `{}` stands for names, in `none` for the kind."""

    more: str
    less: str
    only_less: str
    none: str
    sure: str = ""


IN_TWENTY = "; one in twenty such results is chance"
DEALT = Wording(
    *("a player wins more often with {}", "less often with {}", "a player wins less often with {}"),
    *("No {} is certain to win more or less often.", IN_TWENTY),
)
OFFERED = Wording(
    *("an offer of {} helps a player", "{} harms", "an offer of {} harms a player"),
    *("No {} offered is certain to help or harm a player.", IN_TWENTY),
)


def _offer_answer(cells: Sequence[Cell], kinds: Sequence[str]) -> Answer:
    """Which items help or harm a player who is offered them; where all are offered the same, how to ask what they are worth."""
    rows = [(cell, row) for cell in cells for row in _asked(cell, kinds)]
    own = {row.kind for _, row in rows if all(_is_dealt_to_each([r for r in cell.items if r.kind == row.kind]) for cell in cells)}
    dealt = [(row, _share(row) - 1 / cell.players, row.p_bh) for cell, row in rows if row.kind in own and row.p_bh is not None]
    if dealt:
        return _standing_out(dealt, DEALT)
    if any(row.offer_differs for _, row in rows):
        offered = [(row, row.offer.known, row.p_offer) for _, row in rows if row.p_offer is not None]
        sure = [row for row, _, p in offered if p is not None and p < FALSE_DISCOVERIES]
        is_small = bool(sure) and all(max(map(abs, row.offer.bounds or (math.inf,))) <= cells[0].tolerance for row in sure)
        return replace(_standing_out(offered, OFFERED), because=(SMALL,) if is_small else ())
    asked = {row.kind.replace("_", " ") for _, row in rows}
    what = fmt.plural(asked.pop()) if len(asked) == 1 else "cards"
    return Answer(f"What {what} are worth cannot be seen from who ends up with them.", ASKED_BY)


def _standing_out(tested: Sequence[tuple[ItemResult, float, float | None]], words: Wording) -> Answer:
    """Names of the items whose effect stands out, the largest first; `tested`: item, effect and corrected p-value."""
    kinds = {row.kind for row, _, _ in tested}
    kind = kinds.pop().replace("_", " ") if len(kinds) == 1 else "card"
    if not tested:
        return Answer("It is unclear what these cards are worth: there are too few deals.")
    effects: dict[str, float] = {}
    for row, effect, p in sorted(tested, key=lambda one: -abs(one[1])):
        if p is not None and p < FALSE_DISCOVERIES:
            effects.setdefault(row.name, effect)
    if not effects:
        return Answer(words.none.format(kind))
    more, less = ([name for name in effects if effects[name] * side > 0] for side in (1, -1))
    parts = [words.more.format(fmt.few(more))] if more else []
    parts += [(words.less if more else words.only_less).format(fmt.few(less))] if less else []
    n = len({row.name for row, _, _ in tested})
    sure = f"{fmt.count(len(effects))} of {fmt.count(n)} {fmt.plural(kind)} {'stands' if len(effects) == 1 else 'stand'} out{words.sure}."
    return Answer(f"{fmt.capital('; '.join(parts))}.", sure)


def _asked(cell: Cell, kinds: Sequence[str]) -> list[ItemResult]:
    """The items of these kinds, or of all that chance offers."""
    return [row for row in cell.items if row.kind in kinds] if kinds else chance_items(cell)


def spread_answer(cells: Sequence[Cell], kinds: Sequence[str]) -> Answer | None:
    """Which of the items that a player alone gets one of, such as ratings, the plan with most points gets most often."""
    cell = cells[0]
    best = max(cell.strategies, key=lambda row: row.score_mean.value or 0.0, default=None)
    rows = [item for item in cell.items if item.kind in kinds and best and best.held and item.item in best.held]
    if best is None or not rows:
        return None
    found = [(item.name.partition(",")[0], (best.held or {})[item.item]) for item in rows]
    shares = sorted(found, key=lambda pair: -(pair[1].value or 0.0))
    listed = fmt.listing([f"{name} in {fmt.spoken(share)}" for name, share in shares[:2]])
    return Answer(f"{best.name} ends as {listed} of its games.")


def chance_items(cell: Cell) -> list[ItemResult]:
    """Items that chance may offer to one player more than to another; markers are the seats' matter."""
    return [item for item in cell.items if item.role not in (MARKER, SITUATION)]


def chance_kinds(cells: Sequence[Cell]) -> list[str]:
    """Kinds of such items, in order; each has its own part of the page."""
    return list(dict.fromkeys(item.kind for cell in cells for item in chance_items(cell)))


def _are_few(cell: Cell, kind: str) -> bool:
    """Whether the items of a kind are named one by one, by who has them: few, and chance offers none to one player more than another."""
    rows = [item for item in cell.items if item.kind == kind]
    return 0 < len(rows) <= FEW and not _is_dealt_to_each(rows) and not any(row.offer_differs for row in rows)


def _is_dealt_to_each(rows: Sequence[ItemResult]) -> bool:
    """Whether each player has one of them, from chance and to the end."""
    return all(row.offered == row.held for row in rows) and math.isclose(sum(row.offered or 0.0 for row in rows), 1.0)


def _share(row: ItemResult) -> float:
    return row.win_share_if_offered.known
