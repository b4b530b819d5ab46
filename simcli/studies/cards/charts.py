"""The charts of what items are worth: what is lost without each beside what force and a deal bring, and over how often it is used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from simcli.base.grouped import grouped
from simcli.report import formatting as fmt
from simcli.report.charts.chart import Band, Chart
from simcli.report.charts.chart import row as chart_row
from simcli.stats.summary import NO_INTERVAL, CardResult, Summary
from simcli.studies.cards.estimate import worth
from simcli.studies.cards.words import by_players, lost
from simcli.studies.run.item_charts import MOST_ROWS, Effect, effect_rows, no_effect

TOPIC = "cards"
EFFECTS: tuple[Effect[CardResult], ...] = (
    Effect(lost, "used (cause)"),
    Effect(lambda row: row.gained_if_forced or NO_INTERVAL, "forced (cause)"),
    Effect(lambda row: row.dealt_instead or NO_INTERVAL, "dealt (cause)"),
)


def cards_charts(summary: Summary) -> Iterator[Chart]:
    """What a copy is worth, by itself and over how often it is used; of many items those at both ends.

    Without what is lost of items that are seldom used, whose figures would set the scale; a panel for each number of players.
    """
    groups = by_players([row for row in summary.cards or () if row.test.verdict or row.forced_verdict])
    names = _names(groups)
    if not names:
        return
    by_id = [{row.item: row for row in rows} for rows in groups.values()]
    note = ""
    if len(names) > MOST_ROWS:
        half = MOST_ROWS // 2
        note = f" The {half} that are worth most and the {half} that are worth least of {len(names)}; the tables have all."
        names = dict([*list(names.items())[:half], *list(names.items())[-half:]])
    asked = ["what is lost without each one used"]
    asked += ["what each one used by force gains"] * any(row.gained_if_forced for rows in groups.values() for row in rows)
    asked += ["what one gains that is dealt in place of a random card"] * any(row.dealt_instead for rows in groups.values() for row in rows)
    what = fmt.listing(asked)
    caption = f"A copy, in points of win share: {what}.{note}"
    players, first = next(iter(groups.items()))
    texts = [f"{row.name} {fmt.signed(row.lost_per_copy.value)}" for row in first if row.item in names and row.test.verdict]
    alt = f"Points of win share lost per copy used, {fmt.players_text(players)}: {', '.join(texts)}."
    titles, unit = [fmt.players_text(n) for n in groups], "points of win share"
    rows = effect_rows(titles, names, by_id, EFFECTS)
    yield Chart(TOPIC, TOPIC, caption, alt, "dots", rows, "points", unit, bands=no_effect(titles))
    yield from _over_use(summary, names, note)


def _over_use(summary: Summary, names: Mapping[str, str], note: str) -> Iterator[Chart]:
    """What a copy is worth over how many are used, around the middle of the kind: where there is one kind, and one with a middle."""
    shown = [one for one in summary.cards or () if one.against_kind.value is not None and one.item in names]
    if len(shown) < 2 or len({one.kind for one in shown}) > 1:
        return
    tolerance = {cell.players: cell.tolerance for cell in summary.cells}
    rows = [chart_row(fmt.players_text(one.players), one.lost_per_copy, label=one.name, x=round(one.used or 0.0, 4)) for one in shown]
    middles = {one.players: one.lost_per_copy.known - one.against_kind.known for one in shown}
    bands = [Band(fmt.players_text(n), middle - tolerance[n], middle, middle + tolerance[n]) for n, middle in middles.items()]
    caption = f"What a copy is worth over how many are used. The band is the middle of the kind with the tolerance.{note}"
    first = [one for one in shown if one.players == shown[0].players]
    texts = [f"{one.name} {fmt.signed(one.lost_per_copy.value)} at {fmt.points(one.used, 2)}" for one in first]
    alt = f"Points of win share lost per copy used at copies used a game, {fmt.players_text(shown[0].players)}: {', '.join(texts)}."
    yield Chart("used", TOPIC, caption, alt, "lines", rows, "points", "points of win share", "copies used a game", bands)


def _names(groups: Mapping[int, Sequence[CardResult]]) -> dict[str, str]:
    """Names by id, by what is lost a copy over all numbers of players."""
    every = [row for rows in groups.values() for row in rows]
    names, lost = {row.item: row.name for row in every}, grouped((row.item, worth(row)) for row in every)
    return {item: names[item] for item in sorted(names, key=lambda item: -sum(lost[item]) / len(lost[item]))}
