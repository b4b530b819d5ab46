"""What `simcli check` plays of a game: random players at the least and the greatest number, first in plain Python, then compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcli.base.files import shown
from simcli.config import ResolvedRun, load_config
from simcli.config.data.shipped import known_configs
from simcli.engine.batch import (
    CAME_DEAL,
    CAME_DECISIONS,
    CAME_HIGH,
    CAME_LEGAL,
    CAME_LOW,
    CAME_MOST,
    CAME_OVER,
    CAME_ROTATION,
    CAME_WINNERS,
    Came,
)
from simcli.engine.code.doors import WARM_COVERAGE
from simcli.engine.code.store import mark_warm
from simcli.engine.header import RUNNING
from simcli.errors import Problem, SimcliError, UserError, Where, counted
from simcli.game import Decision, Effect, Game, Item, ruled_out_by
from simcli.games.onefile.columns import columns_of
from simcli.games.onefile.find import known
from simcli.sim.faults.ends import see_command, where_of
from simcli.sim.faults.rules import Raised, told
from simcli.sim.plan import Batch, Cell, Plan, make_plan
from simcli.sim.pool.player import Player
from simcli.sim.pool.subprocesses import call_in_subprocess
from simcli.studies.coverage.play import played
from simcli.studies.coverage.record import TOLD

Ints = NDArray[np.int64]
GAMES, PLAIN_GAMES = 1000, 20
"""Games at each number of players; games that are played in plain Python, at all of them."""
SECONDS = 120
"""After so long plain Python is given up."""


@dataclass(frozen=True)
class AtTable:
    """The games at one number of players: each as `Came.rows`, and what never came or was undone."""

    players: int
    rows: Ints
    never_asked: tuple[str, ...]
    """Decisions that nobody was asked, and actions that nobody took."""
    never_dealt: tuple[str, ...]
    never_held: tuple[str, ...]
    undone: tuple[tuple[str, float], ...]
    """Decisions that were undone in the same turn, as a share of how often they were asked; only of those that are to be told."""

    @property
    def games(self) -> int:
        """How many were played."""
        return len(self.rows)

    @property
    def lengths(self) -> tuple[float, int, int]:
        """Decisions of a game: mean, fewest, most."""
        decisions = self.rows[:, CAME_DECISIONS]
        return float(decisions.mean()), int(decisions.min()), int(decisions.max())

    @property
    def legal(self) -> tuple[float, int]:
        """Legal actions of a decision: mean, most."""
        return float(self.rows[:, CAME_LEGAL].sum() / max(1, self.rows[:, CAME_DECISIONS].sum())), int(self.rows[:, CAME_MOST].max())

    @property
    def shared(self) -> float:
        """Share of the games that several seats have won."""
        return float(np.mean(self.rows[:, CAME_WINNERS] > 1))

    @property
    def scores(self) -> tuple[int, int]:
        """The lowest and the highest."""
        return int(self.rows[:, CAME_LOW].min()), int(self.rows[:, CAME_HIGH].max())


@dataclass(frozen=True)
class GamePlayed:
    """A game that was played: at each number of players, and games that went the same way in plain Python.

    shows_hidden: columns that are made from the file, of which what a seat cannot know can be read; no_room: columns that would be too
    many.
    """

    title: str
    tables: tuple[AtTable, ...]
    plain: int
    shows_hidden: tuple[str, ...]
    no_room: tuple[str, ...]


def tried(game: Game, before_compiling: Callable[[], None]) -> GamePlayed:
    """Plays a game. UserError with what its rules do wrong."""
    plan = make_plan(run_of(game))
    plain = _plain(plan)
    problems = _hidden_problems(plan, plain["told"]) + [
        one for cell in plan.cells for one in _problems(plan, cell, np.array(plain["rows"][cell.number], np.int64).reshape(-1, 10))
    ]
    if problems:
        raise UserError(problems)
    before_compiling()
    player = Player(plan)
    tables = [_at_table(plan.run, cell, _compiled(player, cell, plain["rows"][cell.number])) for cell in plan.cells]
    mark_warm(game, WARM_COVERAGE)
    seen = [name for key, (name, *_) in plain["told"].items() if key.startswith("column ")]
    return GamePlayed(game.title, tuple(tables), sum(map(len, plain["rows"])), tuple(seen), tuple(_no_room(game)))


def run_of(game: Game) -> ResolvedRun:
    """Random players at the least and the greatest number."""
    players = sorted({game.min_players, game.max_players})
    if game.file is not None:
        return load_config(shown(game.file), ["strategies=[random]"], deals=GAMES, players=players)
    named = f"{game.id}/seats"
    if named in known_configs():
        return load_config(named, ["strategies=[random]", "tables=mixed"], deals=GAMES, players=players)
    return load_config({"game": game.id, "strategies": ["random"]}, deals=GAMES, players=players)


def _plain(plan: Plan) -> dict[str, Any]:
    """What `plain_games` says; no games where plain Python cannot play them. UserError with what the rules raised."""
    game = plan.run.game
    nothing: dict[str, Any] = {"rows": [[] for _ in plan.cells], "told": {}}
    arguments = {"run": plan.run.to_json(), "games": PLAIN_GAMES}
    try:
        found: dict[str, Any] = call_in_subprocess(
            "simcli.studies.coverage.plain", "plain_games", arguments, {"NUMBA_DISABLE_JIT": "1"}, SECONDS
        )
    except (SimcliError, OSError):  # no second process to be had, or rules that take it too long: said in the answer
        return nothing
    if fault := found["fault"]:
        where = fault.pop("where")
        raise told(game.id, Raised(**fault), f" ({where})")
    if found["refused"]:
        raise UserError([Problem(Where(file, line, column), what, hint) for file, line, column, what, hint in found["refused"]])
    if found["endless"]:
        number, deal, rotation = found["endless"]
        raise UserError([_endless(plan, plan.cells[number], "a game", deal, rotation)])
    return found


def _compiled(player: Player, cell: Cell, plain: Sequence[Sequence[int]]) -> Came:
    """All games at one number of players. UserError with what is wrong with them, after the first ones where these show it."""
    first, parts = max(1, len(plain) // cell.rotations), list[Came]()
    for begin, end in ((0, first), (first, -(-GAMES // cell.rotations))):
        parts.append(played(player, Batch(0, cell.number, begin, end - begin), one_by_one=True))
        rows = np.concatenate([part.rows for part in parts])
        if problems := [*_differences(player.plan, cell, plain, rows), *_problems(player.plan, cell, rows)]:
            raise UserError(problems)
    return Came._make([*(one + other for one, other in zip(parts[0][:-1], parts[1][:-1], strict=True)), rows])


def _problems(plan: Plan, cell: Cell, rows: Ints) -> Iterator[Problem]:
    """Games without an end, and scores that the file excludes."""
    run, endless = plan.run, rows[rows[:, CAME_OVER] == RUNNING]
    if len(endless):
        yield _endless(plan, cell, f"{len(endless):,} of {len(rows):,} games", *endless[0, [CAME_DEAL, CAME_ROTATION]].tolist())
    low, high = cell.catalogue.score_low, cell.catalogue.score_high
    outside = rows[(rows[:, CAME_LOW] < low) | (rows[:, CAME_HIGH] > high)]
    if len(outside):
        least, most = int(rows[:, CAME_LOW].min()), int(rows[:, CAME_HIGH].max())
        what = f"scores went from {least:,} to {most:,} in {len(rows):,} games with {_players(cell)}, SCORES are {low:,} to {high:,}"
        wider = (
            f"SCORES = ({min(low, 2 * least)}, {max(high, 2 * most)}) holds them"
            if run.game.file is not None
            else "the catalogue says them"
        )
        yield Problem(
            where_of(run.game, "SCORES", "points"), what, f"{wider}; {_see(plan, cell, *outside[0, [CAME_DEAL, CAME_ROTATION]].tolist())}"
        )


def _endless(plan: Plan, cell: Cell, games: str, deal: int, rotation: int) -> Problem:
    what = f"{games} with {_players(cell)} had no end after {plan.run.game.max_decisions:,} decisions (deal {deal}, rotation {rotation})"
    return Problem(where_of(plan.run.game, "over"), what, _see(plan, cell, deal, rotation))


def _players(cell: Cell) -> str:
    return counted(cell.players, "player")


def _see(plan: Plan, cell: Cell, deal: int, rotation: int) -> str:
    return f"see it: {see_command(plan.run, cell, deal, rotation)}"


def _differences(plan: Plan, cell: Cell, plain: Sequence[Sequence[int]], compiled: Ints) -> Iterator[Problem]:
    """The first game that goes otherwise without the compiler."""
    for given, row in zip(plain, compiled, strict=False):
        if list(given) != row.tolist():
            deal, rotation = int(row[CAME_DEAL]), int(row[CAME_ROTATION])
            what = f"compiled, a game with {_players(cell)} does not go as in plain Python (deal {deal}, rotation {rotation})"
            should = f"NUMBA_DISABLE_JIT=1 {see_command(plan.run, cell, deal, rotation)} is how it should go"
            yield Problem(where_of(plan.run.game), what, f"numbers of more than 32 bits are the usual reason; {should}")
            return


def _hidden_problems(plan: Plan, told_: dict[str, Sequence[Any]]) -> list[Problem]:
    """Legal actions, and columns that the author wrote, that say what the seat that is asked cannot know."""
    game, problems = plan.run.game, []
    own = [column.name for column in known(game.package).own_columns] if game.file is not None else []
    for key, (name, players, deal, decisions, seat) in told_.items():
        cell = next(cell for cell in plan.cells if cell.players == players)
        see = _see(plan, cell, deal, 0)
        when = f"({_players(cell)}, deal {deal}, after {decisions} decisions)"
        if key.startswith("legal "):
            what = f"whether '{name}' is legal hangs on what seat {seat} cannot know {when}"
            problems.append(Problem(where_of(game, f"legal_{name.partition(' ')[0]}"), what, f"what is legal must not tell it; {see}"))
        elif game.file is None:
            problems.append(Problem(where_of(game), f"the column '{name}' shows what seat {seat} cannot know {when}", see))
        elif context := next((one for one in own if name == one or name.endswith(f"_{one}")), None):
            what = f"the column '{context}' shows what seat {seat} cannot know {when}"
            problems.append(Problem(where_of(game, f"column_{context}"), what, f"plans may weigh only what a seat sees; {see}"))
    return list({(one.where, one.what.partition(" (")[0]): one for one in problems}.values())


def _at_table(run: ResolvedRun, cell: Cell, came: Came) -> AtTable:
    asked, undone = came.asked.sum(axis=(0, 2)), came.undone.sum(axis=0)
    fired, items = came.fired.sum(axis=0), came.items.sum(axis=0)
    decisions = [one.name for one in run.game.decisions]

    def missing(things: Sequence[Decision | Effect | Item], came_of: Iterable[bool]) -> Iterator[str]:
        return (one.name for one, came in zip(things, came_of, strict=False) if not came and not ruled_out_by(one, run.options))

    return AtTable(
        players=cell.players,
        rows=came.rows,
        never_asked=(*missing(run.game.decisions, asked > 0), *missing(run.game.effects, fired[:, 0] > 0)),
        never_dealt=tuple(missing(cell.catalogue.items, items[:, 0] > 0)),
        never_held=tuple(missing(cell.catalogue.items, (items[:, 0] == 0) | (items[:, 1] > 0))),
        undone=tuple((name, float(back / n)) for name, back, n in zip(decisions, undone, asked, strict=True) if n and back / n >= TOLD),
    )


def _no_room(game: Game) -> list[str]:
    """Columns that a decision has no room for."""
    if game.file is None:
        return []
    rules = known(game.package)
    return [column.name for decision in rules.decisions for column in columns_of(rules, decision)[1]]
