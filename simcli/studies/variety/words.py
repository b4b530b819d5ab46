"""How many plans are worth playing, in words and as a table: wherever matchups or a run with `measure: variety` tell it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from simcli.report import formatting as fmt
from simcli.report.table.view import TEXT, VERDICT, Column, View
from simcli.stats.intervals import FEWEST_EFFECTIVE
from simcli.stats.measured import VIABLE, VarietyCell
from simcli.stats.summary import Interval
from simcli.stats.verdicts import EVEN, LESS, MORE, UNKNOWN, Verdict

WIDE = 0.25
"""Part of all plans from which on an interval of the plans worth playing is called wide."""
LEAST = 0.05
"""A difference below it reads 0.0."""
WORDS = {MORE: "more", LESS: "fewer", EVEN: "as many", UNKNOWN: UNKNOWN}
TONES = {WORDS[MORE]: "uneven", WORDS[LESS]: "uneven", WORDS[EVEN]: "even"}


def number_text(number: Interval, plans: int) -> str:
    """`2.9 of 9 plans are worth playing`."""
    return f"{fmt.points(number.value)} of {plans} plans {'is' if number.known < 1 + LEAST else 'are'} worth playing"


def even_text(tolerance: float) -> str:
    """What counts as even."""
    return f"a lead of up to {fmt.tolerance_text(tolerance)} counts as even" if tolerance else "any lead counts"


def is_wide(number: Interval, plans: int) -> bool:
    """Whether more deals would tell more."""
    return number.bounds is not None and number.bounds[1] - number.bounds[0] >= WIDE * plans


def apart_text(difference: Interval) -> str:
    """`+1.0 [+0.8, +1.2]`."""
    return f"{fmt.signed_number(difference.value, 1)} {fmt.signed_number_interval(difference, 1)}"


def is_none(difference: Interval) -> bool:
    """Whether a difference is none to the digits that are shown."""
    return difference.bounds is not None and max(-difference.bounds[0], difference.bounds[1]) < LEAST


def change_sentence(difference: Interval, change: Verdict | None, base: str) -> str:
    """Whether a variant has more of them than the base; '' where that has no interval."""
    if difference.bounds is None:
        return ""
    if is_none(difference):
        return f"That is as many as in {base}."
    if change in (MORE, LESS):
        return f"That is {WORDS[change]} than in {base}: {apart_text(difference)}."
    return f"Whether it is more or fewer than in {base} is not yet known: {apart_text(difference)}."


def headline(cells: Sequence[VarietyCell]) -> str:
    """How many plans are worth playing, a sentence for each number of players; of variants what they change of it for certain."""
    return " ".join(_sentence(players, [cell for cell in cells if cell.players == players]) for players in _counts(cells))


def _counts(cells: Sequence[VarietyCell]) -> list[int]:
    return list(dict.fromkeys(cell.players for cell in cells))


def _sentence(players: int, cells: Sequence[VarietyCell]) -> str:
    """Of one number of players: the base first."""
    base = next((cell for cell in cells if cell.base is None), cells[0])
    where = f"With {fmt.players_text(players)}"
    if not base.deals:
        return f"{where} no matchups were played."
    own = f" in {base.variant}" if base.variant is not None else ""
    within = f" {fmt.points_interval(base.viable_plans)}" if base.viable_plans.bounds else ""
    text = f"{where} {number_text(base.viable_plans, base.plans)}{own}{within}"
    if base.viable_plans.bounds is None:
        return f"{text}; how sure that is takes {FEWEST_EFFECTIVE} deals or more."
    return f"{text}{''.join(f'; {part}' for part in _changes(cells))}."


def _changes(cells: Sequence[VarietyCell]) -> Iterator[str]:
    """What variants change of it: more, fewer, as many, not yet known."""
    told = [(cell, cell.difference) for cell in cells if cell.difference is not None]
    for change in (MORE, LESS):
        if found := [f"{cell.variant} ({apart_text(apart)})" for cell, apart in told if cell.change == change]:
            yield f"{WORDS[change]} in {fmt.few(found)}"
    if found := [str(cell.variant) for cell, apart in told if cell.change not in (MORE, LESS) and is_none(apart)]:
        yield f"as many in {fmt.few(found)}"
    if found := [f"{cell.variant} ({apart_text(apart)})" for cell, apart in told if cell.change not in (MORE, LESS) and not is_none(apart)]:
        yield f"whether more or fewer in {fmt.few(found)} is not yet known"


def lead(cells: Sequence[VarietyCell], rerun: str) -> str:
    """What it is, and what tells more; `rerun` is the command of the matchups, '' where none repeats them."""
    text = f"{headline(cells)} Every plan plays one against so many of each other plan, on the first deals of the run; all line-ups and "
    text += "variants play the same ones. The number is the effective number of plans (exponential of the entropy) in the mix that no plan "
    text += (
        f"gains on ({even_text(cells[0].tolerance)}{' with ' + fmt.players_text(cells[0].players) if len(_counts(cells)) > 1 else ''}): "
    )
    text += "1 where one plan beats all others by more than that, n where n plans are level or beat each other in turn alike. "
    text += "Differences to the base are taken deal by deal."
    deals = max(cell.deals for cell in cells)
    wide = [cell for cell in cells if is_wide(cell.viable_plans, cell.plans)]
    if rerun:
        text += f" Who beats whom: `{rerun} --deals {deals}`"
        text += f"; more deals narrow what is wide here: `{rerun} --deals {4 * deals}`." if wide else "."
    return text


def view(cells: Sequence[VarietyCell]) -> View:
    """A line for each variant and number of players."""
    has_variants, compared = any(cell.variant is not None for cell in cells), any(cell.base is not None for cell in cells)
    columns = [Column("Variant", TEXT)] * has_variants + [Column("Players", TEXT), Column("Viable plans"), Column("95 % interval")]
    columns.append(Column("Of so many"))
    if compared:
        base = next(cell.base for cell in cells if cell.base is not None)
        columns += [Column(f"Difference to {base}"), Column("95 % interval of it"), Column("Change", VERDICT)]
    columns += [Column("Line-ups"), Column("Deals each"), Column("Games")]
    rows = []
    for cell in cells:
        row = [str(cell.variant)] * has_variants + [fmt.players_text(cell.players), fmt.points(cell.viable_plans.value, 2)]
        row += [fmt.points_interval(cell.viable_plans, 2), fmt.count(cell.plans)]
        row += _difference(cell) * compared
        rows.append((*row, fmt.count(cell.line_ups), fmt.count(cell.deals), fmt.count(cell.games)))
    return View(f"Variety: the number of {VIABLE}", tuple(columns), tuple(rows), TONES)


def _difference(cell: VarietyCell) -> list[str]:
    if cell.difference is None:
        return [fmt.DASH] * 3
    word = UNKNOWN if cell.difference.bounds is None else WORDS[EVEN if is_none(cell.difference) else cell.change or UNKNOWN]
    return [fmt.signed_number(cell.difference.value, 2), fmt.signed_number_interval(cell.difference, 2), word]
