"""What the plans of a game do, one at a time among copies of another: markdown tables.

    python tools/plan_habits.py GAME PLAN,PLAN,.. --among balanced --players 4 --deals 100

A row is a plan in one seat, all other seats play `--among`, each deal in all rotations. Told are means of a game: win share, games ended by
a stall rule, score, turns, points by category, and items that tell what happened (placements, captures) or those that `--show` names, with
`+` where several are one. `--option NAME=VALUE` sets an option of the game.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np

from simcli.config import Strategy, load_config
from simcli.config.players.fields import field_of
from simcli.config.players.strategies import load_strategies
from simcli.engine.batch import RECORD_ENDED, RECORD_FIXED, RECORD_ROUNDS, RECORD_SHARE
from simcli.engine.header import STOPPED
from simcli.errors import SimcliError, UserError, nearest
from simcli.game import SITUATION
from simcli.studies.candidates import CANDIDATE, Candidates


def habits(table: Candidates, plan: Strategy, deals: int, show: list[list[str]]) -> list[float]:
    """Means of a plan among the others, in the order of the columns."""
    catalogue = table.cell.catalogue
    lineups = np.full((deals, table.players), CANDIDATE + 1)
    lineups[:, 0] = CANDIDATE
    own = table.records(table.packed(plan), lineups, 0)
    ids = [item.id for item in catalogue.items]
    points = own[:, RECORD_FIXED : RECORD_FIXED + len(catalogue.categories)]
    held = own[:, RECORD_FIXED + len(catalogue.categories) :]
    share, stopped = 100 / 60 * own[:, RECORD_SHARE].mean(), 100 * (own[:, RECORD_ENDED] == STOPPED).mean()
    means = [share, stopped, points.sum(axis=1).mean(), own[:, RECORD_ROUNDS].mean(), *points.mean(axis=0)]
    return [float(x) for x in [*means, *(held[:, [ids.index(name) for name in names]].sum(axis=1).mean() for names in show)]]


def shown(table: Candidates, given: list[str]) -> list[list[str]]:
    """Items of each column: those given, or all that tell what happened; UserError for a name the game has not."""
    items = table.cell.catalogue.items
    ids = [item.id for item in items]
    columns = [text.split("+") for text in given] or [[item.id] for item in items if item.role == SITUATION]
    for name in (name for names in columns for name in names):
        if name not in ids:
            raise UserError.of(f"--show {name}", f"the game has no item '{name}'", nearest(name, ids))
    return columns


def main(words: list[str] | None = None) -> int:
    """Exit code: 0, or 2 for a user's mistake."""
    parser = argparse.ArgumentParser(prog="plan_habits.py", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("plans", type=lambda text: text.split(","))
    parser.add_argument("--among", default="balanced")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=lambda text: text.split(","), default=[], metavar="A,B+C,..")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    arguments = parser.parse_args(words)
    try:
        config = {"game": arguments.game, "players": arguments.players, "strategies": ["random"], "deals": 1}
        run = load_config(config, sets=[f"options.{text}" for text in arguments.option], seed=arguments.seed)
        plans = load_strategies(run.game, arguments.plans, "PLANS")
        table = Candidates(run, field_of(run.game, [arguments.among], "--among"))
        show = shown(table, arguments.show)
        head = ["plan", "wins %", "stopped %", "score", "turns", *table.cell.catalogue.categories, *map(" + ".join, show)]
        print(f"| {' | '.join(head)} |\n|---|{'---:|' * (len(head) - 1)}".replace("_", " "))
        for plan in plans:
            print(f"| {plan.name} | {' | '.join(f'{x:.1f}' for x in habits(table, plan, arguments.deals, show))} |", flush=True)
    except SimcliError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
