"""Rules tests as data: a table is set, action texts are given, named fields are compared.

name: two-ties-for-the-prize             # optional where a file holds one scenario; several are documents with `---` between
game: guildes
rule: [GU-84]                            # ids of RULES.md
players: 5
options: {events: [one_or_two]}          # optional, like patch (component changes as in a config), deal (0) and seed (1)
restrict: {seat 1: {ban: [noble]}}       # optional: what seats may not take or use, or with `grant` start with, or with `swap` are dealt
set: {round: 3, phase: play, ...}        # named fields, see the game's text/fields.py
do: [play noble, ...]                    # texts as `simcli trace` prints them
expect:
  votes: {1: {artisan: 5}}               # any field; a mapping is compared as far as its keys go, {} says empty
  legal: [...]                           # exactly these texts;   illegal: [...]   none of these
  over: true
  totals: {1: 21}                        # points
  shares: {1: 60}                        # sixtieths of the win
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from simcli.base.files import shown
from simcli.base.restrictions import Restrictions
from simcli.config.data.components import FaultPlaces, check_components, component_data, readable_components
from simcli.config.data.options import read_options, resolve_options
from simcli.config.data.patch import apply_patch
from simcli.config.data.restrictions import BLIND, check_copies, resolve_restrict
from simcli.config.data.scenario_files import check_scenario
from simcli.config.yaml.document import Document
from simcli.config.yaml.problems import Problems, dotted
from simcli.config.yaml.text_files import read_mappings
from simcli.config.yaml.values import is_whole
from simcli.engine import layout
from simcli.engine.code import doors
from simcli.engine.header import OUTGROWN
from simcli.engine.loop import lineup
from simcli.errors import FaultsError, Problem, TooLargeError, nearest
from simcli.game import Components, Game
from simcli.games import get_game
from simcli.sim.bans import apply_restrictions
from simcli.sim.faults.rules import Repeat, first_fault, raise_rules_error

steps: Any = doors

DEAL, SEED = 0, 1
"""Where a scenario starts that names neither."""


class Table:
    """One game stepped through by hand with the compiled rules."""

    def __init__(self, game: Game, components: Components, options: Mapping[str, object], players: int) -> None:
        self.game = layout.load(game)
        self.components, self.options = components, options
        self.text = game.text
        self.names = self.text.make_names(components)
        self._tables = layout.bare(game.tables.build(components, options, players))
        self.catalogue = game.catalogue(components, options)
        self.t: object = self._tables[0]
        self._sit_down()

    def _sit_down(self) -> None:
        self._states = layout.bare(layout.new_states(self.game))
        self._scratch_array = layout.bare(lineup.new_scratch(self.game))
        self.s: Any = self._states[0]
        self._scratch: Any = self._scratch_array[0]

    def another(self) -> Table:
        """A table of the same game, nothing dealt: what is built of components, options and players is built once for both."""
        table = copy(self)
        table._sit_down()
        return table

    def deal(self, deal: int, seed: int, repeat: int = 0) -> None:
        """Deals a game."""
        steps.step_start(self._states, self._tables, deal, repeat, np.uint64(seed), self._scratch_array)

    def restrict(self, restrictions: Restrictions) -> None:
        """Restricts the seats of the game just dealt, and gives them what they start with; players are `seat N` or `all`."""
        nobody = layout.as_records(np.zeros(1, lineup.strategy_dtype(self.game)))
        self._scratch["seats"][:] = 0
        apply_restrictions(restrictions, self.catalogue, (), nobody, self._scratch_array)
        steps.step_restrict(self._states, nobody, self._scratch_array)
        if restrictions.grants or restrictions.swaps:
            steps.step_grant(self._states, self._tables, nobody, self._scratch_array)

    def actions(self) -> list[int]:
        """Codes of the legal actions; empty when the game is over."""
        if self.s["over"]:
            return []
        n = steps.step_legal(self._states, self._tables, self._scratch_array)
        actions: list[int] = self._scratch["actions"][:n].tolist()
        return actions

    def texts(self) -> dict[str, int]:
        """Codes of the legal actions by text."""
        return {self.text.action_text(self.s, self.t, self.names, a): a for a in self.actions()}

    def apply(self, action: int) -> None:
        """Carries out a legal action. TooLargeError where more would wait than the record has room for."""
        steps.step_apply(self._states, self._tables, action)
        if self.s["over"] == OUTGROWN:
            raise TooLargeError.of_game(self.game.title)

    def set(self, fields: Mapping[str, object]) -> None:
        """Sets named fields, and what follows from them; nothing given changes nothing. FaultsError for what does not fit."""
        if not fields:
            return
        self.text.set_fields(self.s, self.t, self.names, fields)
        steps.step_derive(self._states, self._tables)

    def fields(self) -> dict[str, Any]:
        """The named fields; `winners` are the seats that share the win of a finished game."""
        winners = [p + 1 for p, share in enumerate(self.results()[1]) if share > 0] if self.s["over"] else []
        return self.text.get_fields(self.s, self.t, self.names) | {"winners": winners}

    def results(self) -> tuple[Any, Any]:
        """(points int32[players, categories], win shares int32[players] in sixtieths) as things stand."""
        steps.step_results(self._states, self._tables, self._scratch_array)
        n = int(self.s["n_players"])
        return self._scratch["points"][:n], self._scratch["share"][:n]


def scenario_problems(document: Document) -> list[Problem]:
    """What is wrong with a scenario, form and outcome; empty when it holds."""
    problems = Problems()
    problems.extend(document.problems)
    game = check_scenario(document, problems)
    if game is not None and len(problems) == 0:
        problems.extend(run_scenario(document, game))
    return problems.sorted()


def run_scenario(document: Document, game: Game) -> list[Problem]:
    """Plays a scenario whose form is right and compares; a problem for everything that cannot be done or is not as expected.

    UserError at the line of the rules, where those of a game that is not shipped raise.
    """
    try:
        return _run(document, game)
    except Exception as error:
        raise_rules_error(game, error, lambda: Repeat(__name__, "repeat_scenarios", {"file": document.file, "game": game.id}))


def repeat_scenarios(file: str, game: str) -> dict[str, object] | None:
    """Plays the scenarios of a file one after the other until the rules raise, as `first_fault`."""
    known = layout.load(get_game(game))
    plays = ((f"a scenario of {shown(file)}", partial(_run, document, known)) for document in read_mappings(Path(file)))
    return first_fault(known, plays)


def _run(document: Document, game: Game) -> list[Problem]:
    problems = Problems()
    table = _set_up(document, game, problems)
    if table is None:
        return problems.sorted()
    data = document.data
    restrictions = resolve_restrict(game, table.catalogue.items, (), data["players"], document, data.get("restrict", {}), problems)
    check_copies(game, table.components, table.options, (data["players"],), restrictions, lambda _: {}, document, problems)
    for player in restrictions.blind:
        place = document.value(("restrict", player, BLIND))
        problems.add(place, f"restrict.{player}.{BLIND}: no strategy plays in a scenario", "say what is chosen under `play`")
    if len(problems):
        return problems.sorted()
    table.deal(data.get("deal", DEAL), data.get("seed", SEED))
    if restrictions:
        table.restrict(restrictions)
    try:
        table.set(data.get("set", {}))
    except FaultsError as error:
        for fault in error.faults:
            place = document.value(("set", *fault.path))
            problems.add(place, f"{dotted(('set', *fault.path))}: {fault.what}", fault.hint)
        return problems.sorted()
    if _play(table, data.get("do", []), document, problems):
        _compare_all(table, data["expect"], document, problems)
    return problems.sorted()


MOST_SET_UPS = 24
_set_ups: dict[tuple[object, ...], tuple[Table, Game, Sequence[Document]]] = {}
"""Tables by the game, its files as they were read, and what was asked of them; what a key has the address of is kept beside the table."""


def _set_up(document: Document, game: Game, problems: Problems) -> Table | None:
    """A table with the components, options and players of a scenario: set up once for all that ask for the same, as most of a file do."""
    files = readable_components(game, problems)
    if files is None:
        return None
    read = tuple(files.values())
    asked = id(game), *map(id, read), repr([document.data.get(key) for key in ("patch", "options", "players")])
    if asked not in _set_ups:
        table = _table_of(document, game, files, problems)
        if table is None:
            return None
        if len(_set_ups) == MOST_SET_UPS:
            del _set_ups[next(iter(_set_ups))]
        _set_ups[asked] = table, game, read
    return _set_ups[asked][0].another()


def _table_of(document: Document, game: Game, files: Mapping[str, Document], problems: Problems) -> Table | None:
    data = document.data
    patched = apply_patch(component_data(files), data.get("patch", {}), document, problems, game.models)
    known = read_options(files.get("options"), problems)
    options = resolve_options(game, known, patched.data, document, data.get("options", {}), problems)
    if len(problems) == 0:
        check_components(game, FaultPlaces(files, patched, document), options, (data["players"],), problems)
    return Table(game, patched.data, options, data["players"]) if len(problems) == 0 else None


def _play(table: Table, texts: Sequence[str], document: Document, problems: Problems) -> bool:
    """Gives the texts one by one; False when one of them is not legal."""
    for i, text in enumerate(texts):
        legal = table.texts()
        if text not in legal:
            message = f"do: '{text}' is not legal, {_moment(table)}"
            problems.add(document.value(("do", i)), message, "legal: " + ", ".join(legal) if legal else "remove it")
            return False
        try:
            table.apply(legal[text])
        except TooLargeError as error:
            problems.add(document.value(("do", i)), f"do: {error}")
            return False
    return True


def _moment(table: Table) -> str:
    if table.s["over"]:
        return "the game is over"
    phase = table.game.decisions[int(table.s["phase"])].name
    return f"in round {int(table.s['round'])} seat {int(table.s['actor']) + 1} is asked to {phase}"


def _compare_all(table: Table, expect: Mapping[str, Any], document: Document, problems: Problems) -> None:
    fields = table.fields()
    legal = list(table.texts())
    points, share = table.results()
    fields["totals"] = {p + 1: int(row.sum()) for p, row in enumerate(points)}
    fields["shares"] = {p + 1: int(x) for p, x in enumerate(share)}
    for name, expected in expect.items():
        path = ("expect", name)
        if name == "legal":
            _compare_legal(expected, legal, path, document, problems)
        elif name == "illegal":
            for text in (text for text in expected if text in legal):
                problems.add(document.value(path), f"expect.illegal: '{text}' is legal, {_moment(table)}")
        elif name not in fields:
            problems.add(document.key(path), f"expect: there is no field '{name}'", nearest(name, [*fields, "legal", "illegal"]))
        else:
            _compare(expected, fields[name], path, document, problems)


def _compare_legal(expected: Sequence[str], legal: list[str], path: tuple[str, ...], document: Document, problems: Problems) -> None:
    missing = [text for text in expected if text not in legal]
    more = [text for text in legal if text not in expected]
    if missing:
        problems.add(
            document.value(path), f"expect.legal: {', '.join(missing)} should be legal", "legal: " + (", ".join(legal) or "nothing")
        )
    if more:
        problems.add(document.value(path), f"expect.legal: {', '.join(more)} should not be legal")


def _compare(expected: object, actual: object, path: tuple[str | int, ...], document: Document, problems: Problems) -> None:
    """Partial comparison; a number that is not there counts as 0, since fields leave out zeros."""
    if isinstance(expected, Mapping) and isinstance(actual, Mapping) and expected:
        for key, value in expected.items():
            absent: object = {} if isinstance(value, Mapping) else 0 if is_whole(value) else None
            _compare(value, actual.get(key, absent), (*path, key), document, problems)
    elif expected != actual or isinstance(expected, bool) != isinstance(actual, bool):
        problems.add(document.value(path), f"{dotted(path)}: expected {_shown(expected)}, found {_shown(actual)}")


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{k}: {_shown(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_shown(v) for v in value) + "]"
    return "nothing" if value is None else str(value)
