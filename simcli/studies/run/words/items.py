"""What chance offers and what a game was like, in sentences. Every claim has its interval and is corrected for all items of the run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from simcli.report import formatting as fmt
from simcli.report.answer import Answer
from simcli.report.words.verdicts import UNCLEAR
from simcli.stats.answer_rows import AnswerRow, bare_test, even
from simcli.stats.summary import Cell, Interval, ItemResult, Summary
from simcli.stats.verdicts import LESS_OPEN, MORE_OPEN, UNKNOWN, Verdict
from simcli.studies.run.words.claims import Picked, picked

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
    item = summary.about_item if summary.about == "items" else None
    if item is None and not kinds and (claim := _situation_claim(shown)):
        return Answer(claim, because=because)
    found = _offer_answer(shown, kinds, item)
    return replace(found, because=(*found.because, *because))


def _few_claim(cells: Sequence[Cell], kinds: Sequence[str]) -> str:
    """How often an item of the first of these kinds comes, or who ends with one. What its holders win is no answer."""
    for cell in cells:
        for row in sorted(cell.items, key=lambda item: kinds.index(item.kind) if item.kind in kinds else len(kinds)):
            if row.kind in kinds and row.holders.value is not None:
                where = f" with {fmt.number_word(cell.players)} players" if len(cells) > 1 else ""
                share = fmt.spoken(row.holders)
                how = f"in {share} of the games" if row.role == SITUATION else f"{share} of the players have any"
                return f"{fmt.capital(row.name.replace(': ', ', '))}: {how}{where}."
    return f"Nothing is known of any {fmt.listing([kind.replace('_', ' ') for kind in kinds])}."


def _situation_claim(cells: Sequence[Cell]) -> str:
    """How often the most frequent situation comes; empty where a game has none."""
    rows = [row for cell in cells for row in cell.items if row.role == row.kind == SITUATION and row.holders.value is not None]
    if not rows:
        return ""
    most = max(rows, key=lambda row: row.holders.known)
    share = fmt.spoken(most.holders)
    return f"{fmt.capital(most.name)}: in {'up to ' if len(cells) > 1 and ' to ' not in share else ''}{share} of the games."


class Wording(NamedTuple):
    """How it is said what stands out; `{}` stands for names, in `none` for the kind; the last two are verdicts in a table."""

    more: str
    less: str
    only_less: str
    none: str
    unclear: str
    helps: str
    harms: str


IN_TWENTY = "; of twenty such results one may be luck"
DEALT = Wording(
    *("a player wins more often with {}", "less often with {}", "a player wins less often with {}"),
    "No {} is certain to win more or less often.",
    "It is unclear whether a player wins more or less often with {}.",
    *("above even", "below even"),
)
OFFERED = Wording(
    *("an offer of {} helps a player", "{} harms", "an offer of {} harms a player"),
    "No {} offered is certain to help or harm a player.",
    "It is unclear whether an offer of {} helps or harms a player.",
    *("helps", "harms"),
)


def _offer_answer(cells: Sequence[Cell], kinds: Sequence[str], item: str | None = None) -> Answer:
    """Which items, or whether one, help or harm a player who is offered them; where all are offered the same, how to ask what they are
    worth."""
    rows = [(cell, row) for cell in cells for row in _asked(cell, kinds) if item in (None, row.item)]
    own = {row.kind for _, row in rows if all(_is_dealt_to_each([r for r in cell.items if r.kind == row.kind]) for cell in cells)}
    dealt = [_row(cell, row, row.win_share_if_offered, row.p_bh, DEALT) for cell, row in rows if row.kind in own and row.p_bh is not None]
    if dealt:
        return _standing_out(dealt, DEALT)
    if any(row.offer_differs for _, row in rows):
        offered = [_row(cell, row, row.offer, row.p_offer, OFFERED) for cell, row in rows if row.p_offer is not None]
        sure = [row for row in offered if row.is_sure]
        is_small = bool(sure) and all(max(map(abs, row.value.bounds or (math.inf,))) <= cells[0].tolerance for row in sure)
        return replace(_standing_out(offered, OFFERED), because=(SMALL,) if is_small else ())
    asked = {row.kind.replace("_", " ") for _, row in rows}
    what = fmt.plural(asked.pop()) if len(asked) == 1 else "cards"
    return Answer(f"What {what} are worth cannot be seen from who ends up with them.", ASKED_BY)


def _row(cell: Cell, row: ItemResult, value: Interval, p: float | None, words: Wording) -> AnswerRow:
    """What an item does to who is dealt or offered it, against nobody's having it before another."""
    usual = 1 / cell.players if words is DEALT else 0.0
    verdict: Verdict = UNKNOWN
    if p is not None and p < FALSE_DISCOVERIES and value.value is not None:
        verdict = MORE_OPEN if value.value > usual else LESS_OPEN
    return AnswerRow(
        figure="win share" if words is DEALT else "worth of an offer",
        about=row.kind.replace("_", " "),
        subject=row.name,
        players=cell.players,
        variant=cell.variant,
        unit="share" if words is DEALT else "difference",
        value=value,
        usual=even(usual),
        tolerance=cell.tolerance if words is DEALT else 0.0,
        test=replace(bare_test(verdict), p=row.p_offered, p_holm=p),
        says={MORE_OPEN: words.helps, LESS_OPEN: words.harms}.get(verdict, UNCLEAR),
    )


def _standing_out(rows: Sequence[AnswerRow], words: Wording) -> Answer:
    """The items whose effect stands out, the largest first."""
    kinds = {row.about for row in rows}
    kind = kinds.pop() if len(kinds) == 1 else "card"
    if not rows:
        return Answer("It is unclear what these cards are worth: there are too few deals.")
    sure = [row for row in rows if row.is_sure]
    is_one_table = len({(row.players, row.variant) for row in rows}) == 1
    kinds_text = kind if len(rows) == 1 else fmt.plural(kind)
    n, what = fmt.count(len(rows)), kinds_text if is_one_table else "results"
    if not sure:
        names = {row.subject for row in rows}
        claim = words.none.format(kind) if len(names) > 1 else words.unclear.format(names.pop())
        return Answer(claim, f"None of {n} {what} stands out." if len(rows) > 1 else "The result is unclear.", rows=rows)
    found = picked(rows, (MORE_OPEN, LESS_OPEN))

    def sentence(found: Picked, most: int) -> str:
        parts = []
        for i, side in enumerate(found.sides):
            form = words.more if side[0].test.verdict == MORE_OPEN else words.less if i else words.only_less
            parts.append(form.format(fmt.few([row.subject for row in side], most)))
        return f"{fmt.capital(found.joined(parts, '; ' if not found.left else ', '))}."

    sure_text = f"{fmt.count(len(sure))} of {n} {what} {'stands' if len(sure) == 1 else 'stand'} out{IN_TWENTY}."
    return Answer(found.said(sentence), sure_text, rows=found.rows)


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
    shown = [
        AnswerRow(
            figure=f"games of {best.name}",
            about=rows[0].kind,
            subject=name,
            players=cell.players,
            variant=cell.variant,
            unit="share",
            value=share,
        )
        for name, share in shares
    ]
    return Answer(f"{best.name} ends as {listed} of its games.", rows=shown)


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
