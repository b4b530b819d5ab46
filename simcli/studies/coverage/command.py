"""`simcli coverage`: does everything come that can come, and with whom."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simcli.cli import ui
from simcli.cli.arguments import Config, Players, Sets, whole, word
from simcli.cli.ui import TableForm
from simcli.studies.run.command import Quiet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from simcli.config import ResolvedRun
    from simcli.studies.coverage.play import Coverage, Thing

TITLES = {"decision": "Decisions", "effect": "Effects", "points": "Points"}
"""Titles of tables by kind; all other kinds are items'."""
EXAMPLES = (
    "simcli coverage guildes/plans --deals 2000",
    "simcli coverage guildes/plans --deals 2000 --set strategies=[random]",
    "simcli coverage my.yaml --deals 2000 --format json",
)


def coverage(
    config: Config,
    players: Players = None,
    deals: Annotated[
        int | None, typer.Option(help="Deals played; those of the config if not given.", show_default=False, **whole("--deals"))
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of all chance.", show_default=False, **whole("--seed"))] = None,
    sets: Sets = None,
    workers: Annotated[
        int | None, typer.Option(help="Threads; all usable cores if not given.", show_default=False, **whole("--workers", 1, 1024))
    ] = None,
    form: Annotated[TableForm, typer.Option("--format", help="How it is printed.", **word("--format", TableForm))] = TableForm.TABLE,
    quiet: Quiet = False,
) -> int:
    """Counts by strategy how often decisions are asked, effects fire and items come; exits with 1 if one in play never does."""
    from simcli.cli.kernels import announce_compiling, announce_python
    from simcli.cli.origins import tell_files
    from simcli.config import load_config

    run = load_config(config, deals=deals, seed=seed, sets=sets or (), players=players or ())
    tell_files(run, quiet=quiet)
    announce_python(run.strategies, quiet=quiet)
    from simcli.engine.mark import WARM

    announce_compiling(run.game, WARM, strategies=run.strategies, quiet=quiet)
    from simcli.sim.subprocesses import usable_cores
    from simcli.studies.coverage.play import cover

    found = cover(run, workers or usable_cores())
    names = [strategy.name for strategy in run.strategies]
    text = partial(ui.json_text, coverage_data(run, names, found))
    ui.write_study(answer(found), form, quiet=quiet, tables=lambda: _tables(run, names, found), text=text)
    return ui.GATE_SAYS_NO if found.missing else ui.DONE


def answer(found: Coverage) -> str:
    """Whether everything in play came, in words."""
    from simcli.report.formatting import few

    in_play = sum(not thing.why for thing in found.things)
    if not found.missing:
        return f"All that is in play came: {in_play:,} of {in_play:,}."
    return f"{len(found.missing):,} of {in_play:,} in play never came: {few([thing.id for thing in found.missing])}."


def coverage_data(run: ResolvedRun, names: Sequence[str], found: Coverage) -> dict[str, Any]:
    """What came as plain data: of every thing two counts by strategy, by their names; `why` where it is out of play."""
    about = {"game": run.game.id, "answer": answer(found), "players": list(run.players), "deals": run.deals, "games": found.games}
    games = dict(zip(names, found.player_games.tolist(), strict=True))
    return about | {"player_games": games, "missing": len(found.missing), "things": [_thing_data(thing, names) for thing in found.things]}


def _thing_data(thing: Thing, names: Sequence[str]) -> dict[str, Any]:
    counts = {what: dict(zip(names, thing.counts[:, i].tolist(), strict=True)) for i, what in enumerate(thing.counted)}
    return {"kind": thing.kind, "id": thing.id, "name": thing.name, "is_missing": thing.is_missing, "why": thing.why or None} | counts


def _tables(run: ResolvedRun, names: Sequence[str], found: Coverage) -> list[Any]:
    """What never came, then a table for each kind of counts, then what is out of play."""
    from simcli.report.table.grid import Facts, Listing

    came = [thing for thing in found.things if not thing.why or thing.counts.any()]
    unheld = [thing.id for thing in came if thing.counts[:, 0].any() and not thing.counts[:, 1].any() and thing.is_item]
    facts = {
        "Game": run.game.title,
        "Players": ", ".join(map(str, run.players)),
        "Games": f"{found.games:,}",
        "Player-games": ", ".join(f"{name} {n:,}" for name, n in zip(names, found.player_games, strict=True)),
        "Never came": f"{len(found.missing)} of {sum(not thing.why for thing in found.things)} in play",
        **({"Offered, never held": ", ".join(unheld)} if unheld else {}),
    }
    shown: list[Any] = [Facts(tuple(facts.items()))]
    if found.missing:
        rows = tuple((thing.id, thing.kind, thing.name) for thing in found.missing)
        shown.append(Listing(("Never came", "Kind", "What it is"), rows, prose=frozenset((2,))))
    shown += [_table([thing for thing in came if thing.counted == counted], names) for counted in dict.fromkeys(t.counted for t in came)]
    if out := tuple((thing.id, thing.kind, thing.why) for thing in found.things if thing.why):
        shown.append(Listing(("Out of play", "Kind", "Why"), out, prose=frozenset((2,))))
    return shown


def _table(things: Sequence[Thing], names: Sequence[str]) -> Any:
    """A row a thing: both counts, over all strategies and for each."""
    from simcli.report.table.grid import Grid

    first, second = things[0].counted
    what = TITLES.get(things[0].kind, "Items")
    rows = tuple((t.id, t.kind, *(f"{a:,} / {b:,}" for a, b in (t.counts.sum(axis=0), *t.counts))) for t in things)
    return Grid(("Id", "Kind", "All", *names), rows, f"{what}: {first} / {second}", heads=2, right=frozenset(range(2, len(names) + 3)))
