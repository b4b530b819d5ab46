"""The figures that a run will have, by their names, before anything of it is played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from simcli.config import ResolvedRun
from simcli.errors import UserError, nearest
from simcli.sim.plan import make_plan
from simcli.sim.tally import Tally
from simcli.stats.cell_tally import CellTally
from simcli.stats.figures.registry import Topic, by_name, named, plain_name, why_unknown
from simcli.studies.counted import cell_tally


@dataclass(frozen=True)
class KnownFigures:
    """`cells` have no counts; `names` are all names of each figure."""

    cells: tuple[CellTally, ...]
    names: dict[Topic, tuple[str, ...]]

    @classmethod
    def of(cls, run: ResolvedRun) -> KnownFigures:
        """Those of all cells of a run."""
        cells = tuple(cell_tally(run, cell, Tally.empty(cell.layout)) for cell in make_plan(run).cells)
        return cls(cells, {topic: names for cell in cells for names, topic, _ in named(cell)})

    @property
    def items(self) -> dict[str, str]:
        """Names of the items by their ids."""
        return {item.id: item.name for cell in self.cells for item in cell.items}

    def find(self, text: str) -> Topic | None:
        """The figure of that name; None where there is none, or where the name means two."""
        return by_name((names, topic) for topic, names in self.names.items()).get(plain_name(text))

    def asked(self, where: str, text: str, more: Sequence[str] = (), without: Iterable[str] = ()) -> Topic:
        """The same; UserError with the nearest where there is none. more: other words that are known; without: whose figures are not."""
        able = {topic: names for topic, names in self.names.items() if topic.about not in without}
        topic = self.find(text)
        if topic in able:
            return topic
        if topic is None and (why := why_unknown(text)):
            raise UserError.of(where, *why)
        examples = {one.about: one.name for one in reversed(able)}
        words = [*(name for names in able.values() for name in names), *more]
        hint = nearest(text, words, f"figures are called {', '.join(examples.values())}")
        raise UserError.of(where, "this run has no such figure", hint)
