"""What has changed from the first to the last of several runs: in a sentence, in the rules, and with a column for each run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from simcli.config.run.changed import Changed
from simcli.report import formatting as fmt
from simcli.report.answer import MOST_WORDS, Answer, of_rows
from simcli.report.charts.chart import Chart
from simcli.report.page import Section
from simcli.report.rows import beside_view, in_order, pictures
from simcli.report.table.view import TEXT, Column, View
from simcli.report.words.differences import certain
from simcli.stats.answer_rows import AnswerRow
from simcli.stats.bounds import NO_INTERVAL
from simcli.stats.summary import Cell, Summary
from simcli.studies.run import findings
from simcli.studies.run.words import scores, unended, variants
from simcli.studies.run.words.claims import named, plan_rows, seat_rows

Labels = Sequence[Sequence[str]]
"""For each run, in the order in which they were named, its variants as a summary of all names them."""
Changes = Sequence[tuple[str, Sequence[Changed]]]
"""Each run but the first, and what it changes of the rules of the first."""
NOT_COMPARED = Answer("The last run has no number of players, or no variant, in common with the first.")
APART = "Differences of runs that have deals in common are taken from these deals; others compare deals of their own. Saved: how many "
APART += "times the deals two separate runs would take to know it as well. Each figure is corrected for all its comparisons (Holm)."
"""What stands above the differences of all figures."""


def answer(results: Summary, labels: Labels) -> Answer:
    """What is certain to have changed from the first to the last run: who wins, where that is certain."""
    ends = {*labels[0], *labels[-1]}
    pair = replace(results, cells=tuple(cell for cell in results.cells if cell.variant in ends))
    cells = [cell for cell in pair.played if cell.variant in labels[-1] and cell.differences]
    if pair.played and not cells:
        return NOT_COMPARED
    found, compared = findings.answer(pair, rerun=""), _judged([cell for cell in cells if not cell.rests_on_unended])
    if compared and all(row.change is None for row in found.rows) and unended.first(pair.played) is None:
        claim, rows, because = variants.told(pair, compared)  # of runs with many variants
        found = of_rows(claim, rows, because=(*found.because, *because), result="change")
    if len(labels[0]) == len(labels[-1]) == 1:
        found = _from_to(found, *labels[0], *labels[-1])
    sure = [row for row in found.rows if row.is_sure and row.figure == variants.WIN_SHARE and row.about != "item"]
    return replace(found, claim=_moved_claim(sure, compared)) if sure and sure[0] is found.rows[0] else found


def _judged(cells: Sequence[Cell]) -> list[Cell]:
    """The tables whose chances are compared; those that nobody wins against another where there are no others."""
    return [cell for cell in cells if cell.is_contest] or list(cells)


def _from_to(found: Answer, first: str, last: str) -> Answer:
    """The answer on two runs of one variant each: both are named in the claim, and above the figures of the rows."""
    rows = [row if row.change is None else replace(row, now=row.variant) for row in found.rows]
    for lead, said in ((f"With {last} and ", f"From {first} to {last} with "), (f"With {last}, ", f"From {first} to {last}, ")):
        if found.claim.startswith(lead):
            return replace(found, claim=said + found.claim.removeprefix(lead), rows=rows)
    return replace(found, rows=rows)


def _moved_claim(sure: Sequence[AnswerRow], compared: Sequence[Cell]) -> str:
    """`denier wins 3 in 100 games less than in the first run, early_bird more; nothing else is certain.` Both are of one table."""
    first, (several, tables) = sure[0], ({cell.variant for cell in compared}, [cell.players for cell in compared])
    at = [row for row in sure if (row.players, row.variant) == (first.players, first.variant) and row.subject != first.subject]
    where = f" in {first.variant}" if len(several) > 1 else ""
    where += fmt.at_tables([first.players or 0], tables)

    def sentence(most: int) -> str:
        beside = at[: most > 1]
        left = len(sure) - 1 - len(beside)
        text = f"{named(first)} wins {_size(first)} in 100 games {_way(first)} than in the first run{where}"
        text += "".join(f", {named(row)} {_way(row)}" for row in beside)
        others = any(certain(row) for cell in compared for row in cell.differences or () if not variants.is_chance(row, cell))
        rest = "no other win share is sure to change" if others else "nothing else is certain"
        rest = f"{fmt.many(left)} more win share{' changes' if left == 1 else 's change'}" if left else rest
        return fmt.capital_name(f"{text}; {rest}.", named(first))

    return fmt.shortened(sentence, MOST_WORDS)


def _size(row: AnswerRow) -> str:
    """`3` of 100 games; of a wide interval the nearer end: `at least 3`."""
    return fmt.size(row.change or NO_INTERVAL, lambda share: f"{float(f'{100 * share:.2g}'):g}")


def _way(row: AnswerRow) -> str:
    return "more" if row.effect.known > 0 else "less"


def sections(results: Summary, found: Answer, labels: Labels, changes: Changes) -> Iterator[Section]:
    """What stands below the answer: what of the rules has changed, and who wins in each run."""
    last = [one.text for one in changes[-1][1]]
    lead = " ".join(f"{name}: {', '.join(one.text for one in own) or 'the rules of the first run'}." for name, own in changes)
    says = f"{fmt.few(last)}." if last else "The last run has the rules of the first."
    table = (changes_view(changes),) if any(own for _, own in changes) and len(changes) > 1 else ()
    yield Section("changes", "What changed in the rules", lead, (), table, says=says)
    if tables := tuple(runs_views(results, labels)):
        lead = "Who wins how often in which run, the first run first."
        yield Section("runs", "Run by run", lead, (), tables, says=_in_each(results, found, labels))


def _in_each(results: Summary, found: Answer, labels: Labels) -> str:
    """`denier wins 34 %, 32 % and 31 %.`: who moves most, in each run."""
    rows, ends = [row for own in _shares(results) for row in own], [own[0] for own in labels]
    subject, players = next(((row.subject, row.players) for row in found.rows if row.about != "games"), (rows[0].subject, rows[0].players))
    own = [row for row in rows if (row.subject, row.players) == (subject, players)]
    shares = {str(row.variant): (fmt.percent if row.unit == "share" else fmt.points)(row.value.value, 0) for row in own}
    return f"{subject}: {fmt.listing([shares[label] for label in ends if label in shares])}." if shares else ""


def _shares(results: Summary) -> list[list[AnswerRow]]:
    """The win shares of plans, and those of seats, as far as there are any; where nobody wins against another the scores."""
    cells = _judged(results.played)
    alone = [row for cell in cells for row in scores.score_rows(cell)] if variants.is_by_score(cells) else []
    return [rows for rows in (alone, plan_rows(cells), seat_rows(cells)) if rows]


def changes_view(changes: Changes) -> View:
    """A row for each rule that differs, a column for each run but the first."""
    own = [{_rule(one): f"{one.was} -> {one.now}" for one in changed} for _, changed in changes]
    rows = tuple((rule, *(run.get(rule, fmt.DASH) for run in own)) for rule in dict.fromkeys(rule for run in own for rule in run))
    return View("Rules against those of the first run", (Column("Rule", TEXT), *(Column(name, TEXT) for name, _ in changes)), rows)


def _rule(one: Changed) -> str:
    return one.name if one.variant is None else f"{one.name} in {one.variant}"


def runs_views(results: Summary, labels: Labels, *, wide: bool = True) -> Iterator[View]:
    """A row for each plan, a column for each run, a table for each number of players; `wide`: of the seats too where there are plans."""
    order = [label for own in labels for label in own]
    for rows in _shares(results)[: None if wide else 1]:
        for players in sorted({row.players or 0 for row in rows}):
            view = beside_view(in_order([row for row in rows if row.players == players]), order, "")
            lead, *more = view.caption.split(": ", 1)
            caption = ": ".join((f"{lead} with {fmt.players_text(players)}", *more))
            lines = [dict(zip((column.title for column in view.columns), row, strict=True)) for row in view.rows]
            texts = tuple((row[0], *(line.get(label, fmt.DASH) for label in order)) for row, line in zip(view.rows, lines, strict=True))
            yield replace(view, caption=caption, columns=(view.columns[0], *map(Column, order)), rows=texts)


def of_all(found: Iterable[Section]) -> Iterator[Section]:
    """The sections of a run with variants that hold for runs of any deals: a ranking rests on common ones, plans stand run by run."""
    for section in found:
        if section.id == "differences":
            yield replace(section, title="What differs", lead=APART)
        elif section.id not in ("variants", "plans"):
            yield replace(section, title=section.title.replace(" by variant", " by run"))


def drawn(rows: Sequence[AnswerRow], last: str, *, apart: bool) -> list[Chart]:
    """The pictures of an answer, which name the last run; `apart`: some stand on deals of their own."""
    made = [replace(one, caption=one.caption.replace("Mark: changed", f"Mark: {last}")) for one in pictures(rows)]
    return [replace(one, caption=one.caption.replace(" on the same deals", "")) for one in made] if apart else made
