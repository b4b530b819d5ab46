"""Run folders beside each other: a summary in which each run is a variant of the first, and in words how they differ."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from simcli.base.escapes import PROSE, shown_all
from simcli.base.files import REPORTS, write_atomically
from simcli.base.names import said
from simcli.base.version import __version__
from simcli.config.run.changed import Changed, changed_values
from simcli.config.run.resolved import plain
from simcli.errors import UserError
from simcli.report import formatting as fmt
from simcli.report.answer import Answer
from simcli.report.page import Page
from simcli.report.page import written as write_page
from simcli.report.table.csv import CsvTable
from simcli.sim.compare import FEWEST_BLOCKS, Apart, PlayedRun, in_blocks, play_alike, same_place, share_deals, told_apart
from simcli.sim.folder.names import RUN, STUDY
from simcli.sim.folder.results import stored_blocks, stored_results
from simcli.sim.folder.store import writing
from simcli.stats.balance import half_width, summarise
from simcli.stats.cell_tally import CellTally
from simcli.stats.summary import Summary, VariantChanges
from simcli.studies.compare import words
from simcli.studies.counted import cell_tally, open_folder
from simcli.studies.in_run import completed
from simcli.studies.played import tolerance_of
from simcli.studies.result import Result
from simcli.studies.results import is_kept, read_results
from simcli.studies.run.frames import TABLES
from simcli.studies.run.page import run_page

NAMED = 6
"""Most settings in which two runs differ that are named; more are counted."""


@dataclass(frozen=True)
class CompareResult(Result):
    """Runs beside each other. `results` has the cells of each run as a variant of its name; `notes` say how the runs differ."""

    results: Summary
    notes: tuple[str, ...]
    folders: tuple[Path, ...]
    labels: words.Labels
    """for each run the variants of `results` that are its own"""
    changes: words.Changes
    """for each run but the first what it changes of the rules of the first: values with `name`, `was` and `now`"""
    study: str = "compare"
    tables: ClassVar[Mapping[str, CsvTable]] = {"differences": TABLES["differences"], **TABLES}

    @property
    def plan_ids(self) -> set[str]:
        """Those that play in any run."""
        return {row.name for cell in self.results.cells for row in cell.strategies}

    @property
    def answer(self) -> Answer:
        """What is certain to have changed from the first to the last run."""
        return words.answer(self.spoken, self.labels)

    @property
    def folder(self) -> Path:
        """Where the command leaves its page."""
        named = f"{self.results.identity} {' '.join(label for own in self.labels for label in own)}"
        return Path(REPORTS) / f"{self.study}-{self.results.game}-{hashlib.sha256(named.encode()).hexdigest()[:8]}"

    def page(self) -> Page:
        """The answer, what of the rules has changed, who wins in each run, and the page of a run with each run as a variant."""
        results, labels, changes, folders = shown_all((self.spoken, self.labels, self.changes, [*map(str, self.folders)]), PROSE)
        names = [Path(folder).name for folder in folders]
        title = f"{results.title}: {', '.join(names[1:])} against {names[0]}"
        more = {"note": " ".join(self.notes), "version": __version__, "patch": {}, "options": {}}
        page = run_page(self.spoken, {"title": title, "command": shlex.join(["simcli", "compare", *folders]), **more})
        found = words.answer(results, labels)
        first, *_, last = [one.name for one in results.variants or ()]
        return replace(
            page,
            question=f"What changed from {first} to {last}?",
            answer=found,
            own=words.drawn(found.rows, last, apart=any(cell.paired_by == "nothing" for cell in results.played)),
            tiles=[("runs", fmt.count(len(folders))), *(tile for tile in page.tiles if tile[0] != "variants")],
            sections=(*words.sections(results, found, labels, changes), *words.of_all(page.sections)),
        )

    def write(self, folder: Path) -> None:
        """Writes page and JSON into a folder, each atomically. UserError for the folder of a run or another study."""
        if any((folder / name).exists() for name in (RUN, STUDY)):
            raise UserError.of("--out", f"{folder} holds a run or the records of a study", "name another folder")
        with writing(folder):
            write_page(folder, self.page())
            write_atomically(folder / f"{self.study}.json", self.report("json").encode())


def compare(*folders: str | Path) -> CompareResult:
    """Two run folders or more beside each other, in the order in which they are named: what has changed from the first to the last.

    UserError for runs of several games, fewer than two of them, or without a number of players in common; RunFolderError as `load_run`.

    >>> one = simcli.simulate("guildes/seats", players=3, deals=4, out="reports/one")
    >>> other = simcli.simulate("guildes/seats", players=3, deals=4, sets="options.events=on", out="reports/other")
    >>> found = simcli.compare("reports/one", "reports/other")
    >>> found.answer.claim
    "From one to other, nobody's chances are sure to change."
    >>> [value.text for _, changed in found.changes for value in changed]
    ['events off -> on']
    >>> sorted(found.table()["subject"])
    ['seat 1', 'seat 2', 'seat 3']
    """
    played = []
    for path in map(Path, folders):
        if is_kept(path):
            what = f"{path} holds a {read_results(path).study}, and only runs are compared"
            raise UserError.of("compare", what, "name the folders of runs")
        plan, store = open_folder(path)
        plan, tallies, _ = stored_results(plan, store, half_width)
        played.append(PlayedRun(path.name or str(path), path, plan, tallies, stored_blocks(plan, store, tallies)))
    return compare_runs(played)


def compare_runs(runs: Sequence[PlayedRun]) -> CompareResult:
    """Compares each run with the first. UserError where there is nothing to compare."""
    if len(runs) < 2:
        raise UserError.of("compare", "found one run folder, expected at least two", "name the run that the others are compared with first")
    runs = _named(runs)
    base, *others = runs
    for other in others:
        if other.run.game.id != base.run.game.id:
            what = f"{other.folder} is a run of {other.run.game.title}, {base.folder} one of {base.run.game.title}"
            raise UserError.of("compare", what, "compare runs of one game")
    cells = list(_cells(base, others))
    if not any(cell.base for cell in cells):
        what = f"no other run has a number of players (or a variant) in common with {base.folder}"
        raise UserError.of("compare", what, "compare runs with the same numbers of players")
    run, apart = base.run, {one.name: list(told_apart(base.run, one.run)) for one in runs}
    played = Summary(
        game=run.game.id,
        title=run.game.title,
        identity=" ".join(one.run.identity()[:16] for one in runs),
        seed=run.seed,
        deals=max(cell.deals for cell in cells),
        games=sum(cell.parts.counted.games for cell in cells),
        stopped_by="deals",
        tolerance=tolerance_of(run),
        about="variants",
        tables=run.tables,
        variants=tuple(_changes(one, base, apart[one.name]) for one in runs),
    )
    changes = tuple((other.name, tuple(changed_values(other.run, base.run))) for other in others)
    notes = [
        (_differs(one, base, apart[one.name], changed), _in_common(one, base, [cell for cell in cells if _is_of(cell, one) and cell.base]))
        for one, (_, changed) in zip(others, changes, strict=True)
    ]
    results = completed(summarise(played, cells))
    labels = tuple(tuple(dict.fromkeys(_label(one, cell.variant) for cell in one.plan.cells)) for one in runs)
    return CompareResult(results, tuple(_joined(notes)), tuple(one.folder for one in runs), labels, changes)


def _named(runs: Sequence[PlayedRun]) -> list[PlayedRun]:
    """Runs with names that differ: of the folder, or the whole path, or with a number for the same folder twice."""
    short = [run.name for run in runs]
    named: list[PlayedRun] = []
    for run in runs:
        name = run.name if short.count(run.name) == 1 else str(run.folder)
        again = sum(name == one.name or one.name.startswith(f"{name} (") for one in named)
        named.append(replace(run, name=f"{name} ({again + 1})" if again else name))
    return named


def _cells(base: PlayedRun, others: Sequence[PlayedRun]) -> Iterator[CellTally]:
    """The cells of the base, then those of each run with what they are compared with."""
    first = [
        replace(cell_tally(base.run, c, t), variant=_label(base, c.variant)) for c, t in zip(base.plan.cells, base.tallies, strict=True)
    ]
    yield from first
    for other in others:
        for cell, tally in zip(other.plan.cells, other.tallies, strict=True):
            made = replace(cell_tally(other.run, cell, tally), variant=_label(other, cell.variant))
            place = same_place(cell, base.plan)
            if place is None:
                yield made
                continue
            made = replace(made, repeats_base=play_alike(other, cell, base, base.plan.cells[place]))
            units = in_blocks(other, cell.number, base, place) if _in_their_places(made, first[place]) else None
            if units is None:
                yield replace(made, base=first[place], is_apart=True)
            else:
                deals, *tallies = units
                both = zip((made, first[place]), tallies, strict=True)
                own, theirs = (replace(one, parts=tally.parts, batched=deals) for one, tally in both)
                yield replace(made, base=first[place], units=(own, theirs))


def _in_their_places(one: CellTally, other: CellTally) -> bool:
    """Whether the strategies of both runs are as many, and those that both have the same in number: their rows are matched by it."""
    pairs = list(zip(one.strategies, other.strategies, strict=False))
    common = set(one.strategies) & set(other.strategies)
    return len(one.strategies) == len(other.strategies) and all(a == b for a, b in pairs if a in common or b in common)


def _label(run: PlayedRun, variant: str) -> str:
    return f"{run.name}: {variant}" if variant else run.name


def _changes(run: PlayedRun, base: PlayedRun, apart: Sequence[Apart]) -> VariantChanges:
    """What a run changes of the base: options, and the components whose values differ, by id."""
    patch: dict[str, Any] = {}
    for path, _, there in apart:
        first, *steps = path.split(".")
        if first == "components":
            node = patch
            for step in steps[:-1]:
                node = node.setdefault(step, {})
            node[steps[-1]] = plain(there)
    options = {key: plain(value) for key, value in run.run.options.items() if value != base.run.options.get(key)}
    return VariantChanges(name=run.name, options=options, patch=patch)


def _apart_text(path: str, here: object, there: object) -> str:
    """`options.events on (was off)`; of a strategy that only one of both has `denier, which plays` or `balanced, which does not play`."""
    first, _, name = path.partition(".")
    if first == "strategies" and None in (here, there):
        return f"{said(name)}, which {'does not play' if there is None else 'plays'}"
    return f"{path} {_value(there)} (was {_value(here)})"


def _is_of(cell: CellTally, run: PlayedRun) -> bool:
    return cell.variant in {_label(run, one.variant) for one in run.plan.cells}


def _differs(other: PlayedRun, base: PlayedRun, apart: Sequence[Apart], changed: Sequence[Changed]) -> str:
    """How a run differs from the base: in settings and strategies, and in the rules as a person says them."""
    rules = [one.text + (f" in {one.variant}" if one.variant else "") for one in changed]
    told = [_apart_text(*one) for one in apart if not (rules and one[0].startswith(("options.", "components.")))] + rules
    more = f" and {len(told) - NAMED} more" if len(told) > NAMED else ""
    if not told:
        return f"{other.name} and {base.name} ask the same with the same data."
    return f"{other.name} differs from {base.name} in {', '.join(told[:NAMED])}{more}."


def _in_common(other: PlayedRun, base: PlayedRun, compared: Sequence[CellTally]) -> str:
    """Which games or deals a run and the base have in common."""
    units = [cell.units[0].deals for cell in compared if cell.units]
    if compared and all(cell.repeats_base for cell in compared):
        return "Both play the same games, as far as each goes, so nothing can differ."
    if not share_deals(base.run, other.run):
        return (
            "They have no deals in common (another seed, other tables, or another version of the rules), so each stands on its own deals."
        )
    if units:
        return f"Both play the same deals and are compared block by block ({min(units)} of them)."
    what = f"Both play the same deals, but have fewer than {FEWEST_BLOCKS} blocks of them in common, so each stands on its own deals"
    return f"{what}: more deals, or one run with both as variants, would tell more."


def _joined(notes: Sequence[tuple[str, str]]) -> Iterator[str]:
    """The notes of all runs; what all have in common with the base is said once."""
    first, *others = {common for _, common in notes}
    if others or len(notes) == 1:
        yield from (text for pair in notes for text in pair)
        return
    yield from (differs for differs, _ in notes)
    yield first.replace("Both ", "All ").replace("with both ", "with all ")


def _value(value: object) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return text if len(text) <= 40 else f"{text[:39]}…"
