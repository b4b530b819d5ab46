"""How many plans are worth playing, in words and as a table: for matchups and for a run with `measure: variety`."""

from __future__ import annotations

from collections.abc import Sequence

from simcli.report import formatting as fmt
from simcli.report.table.view import TEXT, VERDICT, Column, View
from simcli.stats.measured import VIABLE, VarietyCell
from simcli.stats.summary import Interval
from simcli.stats.verdicts import EVEN, LESS, MORE, UNKNOWN, Verdict

WIDE = 0.25
"""Part of all plans from which on an interval of the plans worth playing is called wide."""
LEAST = 0.05
"""A difference below it reads 0.0."""
WORDS = {MORE: "more", LESS: "fewer", EVEN: "as many", UNKNOWN: "unclear"}
TONES = {WORDS[MORE]: "uneven", WORDS[LESS]: "uneven", WORDS[EVEN]: "even"}


def number_text(number: Interval, plans: int) -> str:
    """`2.9 of 9 plans are worth playing`."""
    return f"{fmt.points(number.value)} of {plans} plans {'is' if number.known < 1 + LEAST else 'are'} worth playing"


def even_text(tolerance: float) -> str:
    """What counts as even."""
    return f"a lead of up to {fmt.tolerance_text(tolerance)} counts as even" if tolerance else "any lead counts"


def is_wide(number: Interval, plans: int) -> bool:
    """Whether more deals would say more."""
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
    return f"Whether it is more or fewer than in {base} is unclear: {apart_text(difference)}."


def headline(cells: Sequence[VarietyCell]) -> str:
    """How many plans are worth playing; of variants what they change of it, the largest certain change first."""
    played = [cell for cell in cells if cell.deals]
    if not played:
        return "No matchups were played."
    compared = [cell for cell in played if cell.difference is not None]
    sure = sorted((cell for cell in compared if cell.change in (MORE, LESS)), key=lambda cell: -abs(_apart(cell)))
    if sure:
        return _changed(sure, compared)
    own = [cell for cell in played if cell.base is None]
    return _number([cell.viable_plans for cell in own or played], max(cell.plans for cell in played), _unsure(compared))


def _number(numbers: Sequence[Interval], plans: int, more: str) -> str:
    """`2.9 of nine plans are worth playing.` Over all numbers of players; where an interval is wide all that it holds."""
    of, known = fmt.number_word(plans), [number for number in numbers if number.bounds is not None]
    if len(known) < len(numbers):
        return f"It is unclear how many of {of} plans are worth playing{more}."
    ends = [bound for number in known for bound in ((number.known,) * 2 if not is_wide(number, plans) else number.bounds or ())]
    low, high = (fmt.points(end) for end in (min(ends), max(ends)))
    if low != high:
        return f"Between {low} and {high} of {of} plans are worth playing{more}."
    return f"{low} of {of} plans {'is' if min(ends) < 1 + LEAST else 'are'} worth playing{more}."


def _apart(cell: VarietyCell) -> float:
    return 0.0 if cell.difference is None else cell.difference.known


def _changed(sure: Sequence[VarietyCell], compared: Sequence[VarietyCell]) -> str:
    """`In short more plans are worth playing than in long: 2.0 instead of 1.0.`"""
    first = sure[0]
    alike = [cell for cell in sure if cell.change == first.change]
    names, several = list(dict.fromkeys(str(cell.variant) for cell in alike)), len(alike) > 1
    where = fmt.at_tables([cell.players for cell in alike], [cell.players for cell in compared])
    text = f"In {fmt.few(names)} {WORDS[str(first.change)]} plans are worth playing than in {first.base}{where}"
    if others := list(dict.fromkeys(str(cell.variant) for cell in sure if cell.change != first.change)):
        return f"{text}; in {fmt.few(others)} {WORDS[LESS if first.change == MORE else MORE]}."
    now, was = (fmt.points(number) for number in (first.viable_plans.known, first.viable_plans.known - _apart(first)))
    return f"{text}." if several or now == was else f"{text}: {now} instead of {was}."


def _unsure(compared: Sequence[VarietyCell]) -> str:
    """What is known of variants where none is certain to change it."""
    if not compared:
        return ""
    return (
        "; as many in every variant" if all(is_none(cell.difference) for cell in compared if cell.difference) else "; no change is certain"
    )


def lead(cells: Sequence[VarietyCell], rerun: str) -> str:
    """What it is, and what says more; `rerun` is the command of the matchups, '' where none repeats them."""
    text = f"{headline(cells)} Every plan plays alone against copies of each other plan, on the first deals of the run; all line-ups and "
    text += "variants play the same ones. The number is the effective number of plans (exponential of the entropy) in the mix that no plan "
    where = f" with {fmt.players_text(cells[0].players)}" if len({cell.players for cell in cells}) > 1 else ""
    text += f"gains on ({even_text(cells[0].tolerance)}{where}): "
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
    word = WORDS[UNKNOWN if cell.difference.bounds is None else EVEN if is_none(cell.difference) else cell.change or UNKNOWN]
    return [fmt.signed_number(cell.difference.value, 2), fmt.signed_number_interval(cell.difference, 2), word]
