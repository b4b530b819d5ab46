"""Which number moves a figure most: the sentence, the table, the CSV file."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from simcli.config.run.in_play import changes_of
from simcli.config.run.resolved import ResolvedRun
from simcli.report import formatting as fmt
from simcli.report.answer import Answer, of_rows
from simcli.report.table.view import NUMBER, TEXT, VERDICT, Column, View
from simcli.report.words import differences as d
from simcli.report.words.figures import PLANS, figure_text
from simcli.stats.answer_rows import AnswerRow, even, moved
from simcli.stats.bounds import NO_INTERVAL
from simcli.stats.figures.registry import figure_name
from simcli.stats.intervals import LEVEL
from simcli.stats.left_out import LeftOut
from simcli.stats.measured import VIABLE
from simcli.stats.summary import Cell, Difference, Interval, Summary
from simcli.stats.verdicts import EVEN, UNEVEN
from simcli.studies.played import header
from simcli.studies.run.words.variants import of_base
from simcli.studies.sensitivity.estimate import NumberEffect, NumberStep, Sensitivity, StepEffect, number_effects

SHARE, PLAIN = "share", "number"
NOT_YET = f"Which number moves {PLANS} is not counted yet: the same command goes on."
WHOLE = ("players", "value", "less_to", "more_to", "deals_precise")


def found_in(run: ResolvedRun, summary: Summary, figure: str, left_out: Sequence[LeftOut] = ()) -> Sensitivity:
    """What a run whose variants are numbers one step away says of a figure."""
    steps = {
        name: NumberStep(one[0][0].path, one[0][0].name, one[0][0].value, one[0][1])
        for name, one in changes_of(run).items()
        if len(one) == 1
    }
    numbers = number_effects(summary, figure, steps)
    rows = _rows(summary, figure)
    is_of_plans = figure == VIABLE
    unit = PLAIN if is_of_plans or (rows and d.is_mean(rows[0])) else SHARE
    return Sensitivity(
        **header(run),
        deals=summary.deals,
        figure=figure,
        unit=unit,
        by=run.study.by if run.study else 1,
        numbers=numbers,
        left_out=tuple(left_out),
    )


def _rows(summary: Summary, figure: str) -> list[Difference]:
    return [row for cell in summary.cells for row in _rows_of(cell, figure)]


def _rows_of(cell: Cell, figure: str) -> list[Difference]:
    return [row for row in cell.differences or () if figure_name(row.about, row.of, row.figure, row.part) == figure]


def answer(found: Sensitivity, summary: Summary) -> Answer:
    """Which number moves the figure most; `summary` is that of the run."""
    is_of_plans = found.figure == VIABLE
    if is_of_plans and summary.variety is None:
        return Answer(NOT_YET)
    rows = _rows(summary, found.figure)
    names = {item.item: item.name for cell in summary.cells for item in cell.items}
    what = figure_text(None if is_of_plans else rows[0], names) if rows or is_of_plans else found.figure
    said = answer_of(found.numbers, what, found.unit, len(found.left_out))
    return replace(said, rows=tuple(_placed(row, found, summary) for row in said.rows))


def answer_of(numbers: Sequence[NumberEffect], what: str, unit: str, n_left_out: int) -> Answer:
    """Which number moves a figure most; `what` is the figure in words."""
    if not numbers:
        return Answer(f"No number was moved: the game refuses {fmt.count(n_left_out)} values, or they change nothing here.")
    return of_rows(_claim(numbers, what, unit), [_answer_row(one, what, unit) for one in sure_first(numbers)], result="number")


def _claim(numbers: Sequence[NumberEffect], what: str, unit: str) -> str:
    """The number with the largest certain effect, and those that may have as large a one."""
    counts = list(dict.fromkeys(number.players for number in numbers))
    found = {n: _most([number for number in numbers if number.players == n]) for n in counts}
    firsts = sure_first([first for first, _ in found.values() if first is not None])
    if not firsts:
        if not all(effect.test.verdict == EVEN for number in numbers for effect in number.effects):
            return f"No number is certain to move {what}."
        return f"No number moves {what}{'' if unit == PLAIN else ' by more than the tolerance'}."
    first, name = firsts[0], fmt.capital(firsts[0].name)
    if len({one.name for one in firsts}) > 1:
        return (
            f"Which number moves {what} most depends on the number of players: it is {first.name}{fmt.at_tables([first.players], counts)}."
        )
    where = fmt.at_tables([one.players for one in firsts], counts)
    rivals = list(dict.fromkeys(name for _, others in found.values() for name in others))
    if rivals:
        others = fmt.few(rivals) if len(counts) == 1 else "another number" if len(rivals) == 1 else "other numbers"
        return f"{name} moves {what}{where}; {others} may move it as much."
    return f"{name} moves {what} most{where}{f': {_gives(first, unit)}' if len(counts) == 1 else ''}."


def sure_first(numbers: Sequence[NumberEffect]) -> list[NumberEffect]:
    """The numbers with a certain effect before the others, the largest such effect first."""
    return sorted(numbers, key=lambda number: -max((effect.size for effect in number.effects if certain(effect)), default=-1.0))


def _answer_row(number: NumberEffect, what: str, unit: str) -> AnswerRow:
    """A number with the effect that is spoken of."""
    effect = _spoken_of(number)
    return AnswerRow(
        figure=what.removeprefix("the "),
        about="number",
        subject=number.name,
        players=number.players,
        variant=f"{fmt.count(effect.to)} instead of {fmt.count(number.value)}",
        unit="share" if unit == SHARE else "number",
        value=effect.value,
        change=effect.value,
        test=effect.test,
        says=word(effect),
    )


def _placed(row: AnswerRow, found: Sensitivity, summary: Summary) -> AnswerRow:
    """The row with the figure as it is, and what it becomes."""
    if found.figure == VIABLE:
        met = next((one for one in summary.variety or () if one.base is None and one.players == row.players), None)
        usual, tolerance = (NO_INTERVAL, 0.0) if met is None else (met.viable_plans, met.tolerance)
        return _moved(row, usual, tolerance)
    cell, about = next((cell, one) for cell in summary.cells if cell.players == row.players for one in _rows_of(cell, found.figure))
    base = next((one for one in summary.cells if one.variant == cell.base and one.players == row.players), None)
    is_slope = about.about == "item" and "per copy" in about.figure
    return _moved(
        replace(row, unit="difference") if is_slope else row, NO_INTERVAL if base is None else of_base(base, about), cell.tolerance
    )


def _moved(row: AnswerRow, usual: Interval, tolerance: float) -> AnswerRow:
    if usual.value is None:
        return replace(row, tolerance=tolerance)
    value = moved(usual.value, row.value)
    shown = value.cut(0.0, 1.0) if row.unit == "share" else value
    return replace(row, value=shown, usual=even(usual.value), tolerance=tolerance)


def _most(numbers: Sequence[NumberEffect]) -> tuple[NumberEffect | None, list[str]]:
    """The number that moves the figure most of those that do for certain, if one does, and those that may move it as much."""
    first = sure_first(numbers)[0]
    if not any(map(certain, first.effects)):
        return None, []
    at_least = max(min(map(abs, effect.value.bounds or (0.0,))) for effect in first.effects if certain(effect))
    return first, [number.name for number in numbers if number is not first and _farthest(number) >= at_least]


def _spoken_of(number: NumberEffect) -> StepEffect:
    """Its larger certain effect; the larger one where neither is certain."""
    return max([effect for effect in number.effects if certain(effect)] or number.effects, key=lambda effect: effect.size)


def _gives(number: NumberEffect, unit: str) -> str:
    """`one more changes it by +2.1 in 100 games`: its larger certain effect."""
    effect = _spoken_of(number)
    step = effect.to - number.value
    by = f"{value_text(effect, unit)} in 100 games" if unit == SHARE else value_text(effect, unit)
    return f"{fmt.number_word(abs(step))} {'more' if step > 0 else 'less'} changes it by {by}"


def certain(effect: StepEffect) -> bool:
    """Whether the direction of an effect is certain, also after the correction, regardless of the tolerance."""
    return effect.test.verdict in UNEVEN or (effect.test.p_holm is not None and effect.test.p_holm < 1.0 - LEVEL)


def _farthest(number: NumberEffect) -> float:
    return max(max(map(abs, effect.value.bounds)) if effect.value.bounds else _known(effect.value) for effect in number.effects)


def _known(value: Interval) -> float:
    return 0.0 if value.value == 0.0 else math.inf


def step_text(step: int) -> str:
    """`+1`, `−1`."""
    return f"{step:+d}".replace("-", "−")


def value_text(effect: StepEffect, unit: str) -> str:
    """`+2.1`, in points of 100 of a share."""
    return fmt.signed(effect.value.value) if unit == SHARE else fmt.signed_number(effect.value.value)


def interval_text(effect: StepEffect, unit: str) -> str:
    """`[+1.8, +2.4]`, with a mark where few deals differ."""
    return bounds_text(effect, unit) + (", few differ" if _is_rare(effect) else "")


def bounds_text(effect: StepEffect, unit: str) -> str:
    """`[+1.8, +2.4]`."""
    return fmt.signed_interval(effect.value) if unit == SHARE else fmt.signed_number_interval(effect.value)


def _is_rare(effect: StepEffect) -> bool:
    return effect.few_differ and effect.value.low is not None


def word(effect: StepEffect) -> str:
    """The verdict on an effect, in a table."""
    if effect.value == (0.0, 0.0, 0.0):
        return d.SAME
    return fmt.DASH if effect.test.verdict is None else d.WORDS[effect.test.verdict]


def views(found: Sensitivity) -> tuple[View, ...]:
    """The numbers, the largest effect first, one table for each number of players."""
    less, more = step_text(-found.by), step_text(found.by)
    columns = [Column("Number", TEXT), Column("As it is")]
    for step in (less, more):
        columns += [Column(step, NUMBER), Column("95 % interval"), Column(f"Change by {step}", VERDICT)]
    columns.append(Column("Precision", TEXT))
    made = []
    for players in found.counts:
        rows = tuple(_line(number, found.unit) for number in found.numbers if number.players == players)
        caption = f"{found.figure}, change by one step of each number with {fmt.players_text(players)}: {fmt.count(found.deals)} deals"
        made.append(View(caption + ("; in points of 100" if found.unit == SHARE else ""), tuple(columns), rows))
    return tuple(made)


def _line(number: NumberEffect, unit: str) -> tuple[str, ...]:
    sides: list[str] = []
    for effect in (number.less, number.more):
        sides += [fmt.DASH] * 3 if effect is None else [value_text(effect, unit), bounds_text(effect, unit), word(effect)]
    return (number.name, fmt.count(number.value), *sides, precision_text(number))


def precision_text(number: NumberEffect) -> str:
    """`rough, 20,000 deals` where half the interval is more than a tenth of the effect; and whether few deals differ in an effect."""
    parts = ["rough"] if number.rough else []
    parts += [] if number.deals_precise is None else [f"{fmt.count(number.deals_precise)} deals"]
    parts += ["few differ"] if any(map(_is_rare, number.effects)) else []
    return ", ".join(parts) or fmt.DASH


def rows(found: Sensitivity) -> Iterator[dict[str, object]]:
    """The lines of the CSV file: one a number and number of players."""
    for number in found.numbers:
        line: dict[str, object] = {"players": number.players, "path": number.path, "name": number.name, "value": number.value}
        for side, effect in (("less", number.less), ("more", number.more)):
            low, value, high = effect.value if effect else (None, None, None)
            line |= {f"{side}_to": effect.to if effect else None, f"{side}_low": low, side: value, f"{side}_high": high}
            line |= {f"{side}_verdict": effect.test.verdict if effect else None, f"{side}_p_holm": effect.test.p_holm if effect else None}
        yield line | {"rough": number.rough, "deals_precise": number.deals_precise}
