"""Options that all studies have, declared once: a command takes them as one record, and its help shows them as if it had them itself."""

from __future__ import annotations

import functools
import inspect
import os
import shlex
from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from simcli.base.whole_numbers import DEALS, SEEDS, WORKERS
from simcli.errors import UserError
from simcli.terminal.arguments import PLAY, config_names, counts, part, whole, word

if TYPE_CHECKING:
    from simcli.config.run.resolve import Overrides
    from simcli.sim.pool.cluster import Workers

RESULTS = "Results"
CONTEXT = "context"
TYPED = "typed"
"""Marks the field of a record that is no option but the command line."""


def option(help_: str, *names: str, panel: str | None = PLAY, **more: Any) -> Any:
    """An option whose help says its default."""
    return typer.Option(*names, help=help_, rich_help_panel=panel, show_default=False, **more)


def argument(help_: str, metavar: str, **more: Any) -> Any:
    """An argument whose help says its default, if it has one."""
    return typer.Argument(metavar=metavar, help=help_, show_default=False, **more)


CONFIG_HELP = (
    "Config file, a name such as guildes/seats, or the file of a game. A strategy in a Python file is a program that runs with your rights."
)
PlayedConfig = Annotated[str, argument(CONFIG_HELP, "CONFIG", autocompletion=config_names)]

Quiet = Annotated[bool, option("Nothing but the answer and errors.", "--quiet", "-q", panel=RESULTS)]

Sets = Annotated[list[str] | None, option("Lay a value over the config; repeatable.", "--set", metavar="PATH=VALUE")]


class Form(StrEnum):
    """How results are printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


WorkersOption = Annotated[int | None, option("Threads; all usable cores if not given.", "--workers", **whole("--workers", *WORKERS))]
OutOption = Annotated[Path | None, option("Run folder; reports/NAME-IDENTITY if not given.", panel=RESULTS)]
FormOption = Annotated[Form, typer.Option("--format", help="What is printed on stdout.", rich_help_panel=RESULTS, **word("--format", Form))]


def deals_option(help_: str, low: int = DEALS[0], high: int = DEALS[1]) -> Any:
    """A `--deals` that means what it means in one study."""
    return option(help_, **whole("--deals", low, high))


def cluster_option() -> Any:
    """Where else games are played."""
    where = "local:N, tcp://HOST:PORT, tls://HOST:PORT, scheduler-file:PATH or MODULE:FUNCTION"
    return option(f"Play on other processes or machines: {where}.", metavar="WHERE")


@dataclass(frozen=True, kw_only=True)
class Common:
    """The options that every study has which plays a config or a game. None is what was not given."""

    players: Annotated[Any, option("Numbers of players; those of the config if not given.", **counts("--players"))] = None
    deals: Annotated[int | None, deals_option("Most deals played.")] = None
    seed: Annotated[int | None, option("Seed of all chance.", **whole("--seed", *SEEDS))] = None
    sets: Sets = None
    threads: WorkersOption = None
    cluster: Annotated[str | None, cluster_option()] = None
    dry_run: Annotated[bool, option("Print the plan and play nothing.", "--dry-run")] = False
    form: FormOption = Form.TABLE
    quiet: Quiet = False
    command: str = field(default="", metadata={TYPED: True})
    """the command line as it was typed"""

    @functools.cached_property
    def workers(self) -> Workers | None:
        """Where games are played: the cluster, or a number of threads. UserError where both are asked for."""
        if self.cluster is None:
            return self.threads
        from simcli.sim.pool.cluster import Cluster

        if self.threads is not None:
            raise UserError.of("--workers", "are threads of this machine, and --cluster plays elsewhere", "leave out one of both")
        return Cluster(self.cluster)

    @property
    def risk(self) -> str:
        """What is to be known of where games are played, if anything."""
        return getattr(self.workers, "risk", "")

    def close(self) -> None:
        """Ends the cluster, where one was opened."""
        if self.cluster is not None and (cluster := self.__dict__.get("workers")):
            cluster.close()

    @property
    def asked(self) -> Overrides:
        """What `load_config` takes of them, and `ask` of a study."""
        return {"players": self.players or (), "deals": self.deals, "seed": self.seed, "sets": self.sets or []}


@dataclass(frozen=True, kw_only=True)
class Kept(Common):
    """Those of a study that leaves a folder."""

    out: OutOption = None


@dataclass(frozen=True, kw_only=True)
class OfGame(Kept):
    """Those of a study of a game, and of no config."""

    players: Annotated[
        Any, option("Numbers of players, all of the same weight; 4, or the nearest the game allows.", **counts("--players"))
    ] = None
    sets: Annotated[list[str] | None, option("An option or a patch of the game; repeatable.", "--set", metavar="PATH=VALUE")] = None

    @property
    def of_game(self) -> dict[str, Any]:
        """What `ask` of such a study takes of them as it stands."""
        return {"seed": 1 if self.seed is None else self.seed, "sets": self.sets or ()}


@dataclass(frozen=True, kw_only=True)
class Sharded(Kept):
    """Those of a study whose games are one run, which machines may share."""

    shard: Annotated[Any, option("Play part I of N of the run, for `simcli merge`: on machines that share nothing.", **part("--shard"))] = (
        None
    )


def choose_speed(*, fast: bool, plain: bool = False) -> None:
    """Leaves bounds checks out when `fast`, compiles nothing when `plain`: before anything imports the engine, which reads both once."""
    if fast:
        os.environ["SIMCLI_FAST"] = "1"
    if plain:
        os.environ["NUMBA_DISABLE_JIT"] = "1"


def with_options(function: Callable[..., int]) -> Callable[..., int]:
    """The function with the fields of each record among its parameters as options of their own, as typer reads them.

    Arguments and what has no default come first, then the options of the records, then the function's own.
    """
    hints = get_type_hints(function, include_extras=True)
    records = {name: kind for name, kind in hints.items() if isinstance(kind, type) and is_dataclass(kind)}
    own_parameter, absent = functools.partial(inspect.Parameter, kind=inspect.Parameter.KEYWORD_ONLY), inspect.Parameter.empty
    parameters = [own_parameter(CONTEXT, annotation=typer.Context)]
    own = [
        parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=hints[name])
        for name, parameter in inspect.signature(function).parameters.items()
        if name not in records
    ]
    parameters += [parameter for parameter in own if parameter.default is absent]
    for kind in records.values():
        kinds = get_type_hints(kind, include_extras=True)
        parameters += [
            own_parameter(one.name, default=absent if one.default is MISSING else one.default, annotation=kinds[one.name])
            for one in _options(kind)
        ]
    parameters += [parameter for parameter in own if parameter.default is not absent]

    @functools.wraps(function)
    def command(**given: Any) -> int:
        typed = shlex.join(("simcli", *given.pop(CONTEXT).obj))
        made = {}
        for name, kind in records.items():
            values = {one.name: given.pop(one.name) for one in _options(kind)}
            made[name] = kind(**values, **{one.name: typed for one in fields(kind) if TYPED in one.metadata})
        return function(**given, **made)

    del command.__wrapped__  # typer would read the signature of the function behind it
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return command


def _options(kind: type[Any]) -> list[Field[Any]]:
    return [one for one in fields(kind) if TYPED not in one.metadata]
