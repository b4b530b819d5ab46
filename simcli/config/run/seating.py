"""Who plays: the strategies a config names (or all shipped ones), and for fixed tables who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from simcli.config.players.fields import Field, load_field
from simcli.config.players.strategies import NO_PLANS, Strategy, load_strategy
from simcli.config.players.strategy_files import RANDOM, shipped_strategies
from simcli.config.run.models import ConfigFile, FieldOf, FixedTable
from simcli.config.yaml.addresses import KeyPath
from simcli.config.yaml.document import Document
from simcli.config.yaml.problems import Problems
from simcli.errors import counted
from simcli.game import Game


@dataclass(frozen=True)
class Seated:
    """Strategies of a run; for fixed tables the index of the one in each seat, or the field they are drawn from."""

    strategies: tuple[Strategy, ...]
    lineup: tuple[int, ...] = ()
    field: Field | None = None


def seat_strategies(config: ConfigFile, bad: frozenset[str], game: Game, document: Document, folder: Path, problems: Problems) -> Seated:
    """Who plays and who sits where; `bad` keys hold placeholders and are passed over."""
    listed: list[Strategy | None] = []
    if isinstance(config.strategies, FieldOf):
        return _drawn(config.strategies.field, config, bad, game, document, folder, problems)
    if config.strategies is not None:
        paths: list[KeyPath] = [("strategies", i) for i in range(len(config.strategies))]
        listed = _load(config.strategies, paths, game, document, folder, problems)
        _refuse_same_names(listed, paths, document, problems, once="strategies")
    elif not isinstance(config.tables, FixedTable) and not bad & {"strategies", "tables"}:
        names = [name for name in shipped_strategies(game.id) if name != RANDOM]
        if not names:
            message = f"no strategies are given, and none are shipped for {game.title}"
            problems.add(document.value(()), message, "add `strategies: [names]`; `random` always exists")
        loaded = _load(names, [()] * len(names), game, document, folder, problems)
        listed = [s for s in loaded if s is None or s.kind not in NO_PLANS]
    if not isinstance(config.tables, FixedTable):
        return Seated(tuple(s for s in listed if s is not None))
    return _fixed(config, config.tables.fixed, bad, game, document, folder, problems)


def _fixed(
    config: ConfigFile, names: Sequence[str], bad: frozenset[str], game: Game, document: Document, folder: Path, problems: Problems
) -> Seated:
    if "players" not in bad and len(config.players) != 1:
        message = "players: fixed tables need a single number of players"
        problems.add(document.value(("players",)), message, f"write `players: {len(names)}`")
    elif "players" not in bad and len(names) != config.players[0]:
        message = f"tables.fixed: found {len(names)} {'name' if len(names) == 1 else 'names'} for {counted(config.players[0], 'player')}"
        problems.add(document.value(("tables", "fixed")), message, "give one name per seat")
    paths: list[KeyPath] = [("tables", "fixed", i) for i in range(len(names))]
    loaded = _load(names, paths, game, document, folder, problems)
    _refuse_same_names(loaded, paths, document, problems)
    seats = [s for s in loaded if s is not None]
    by_name = {s.name: s for s in seats}
    return Seated(tuple(by_name.values()), tuple(list(by_name).index(s.name) for s in seats))


def _drawn(name: str, config: ConfigFile, bad: frozenset[str], game: Game, document: Document, folder: Path, problems: Problems) -> Seated:
    """The strategies of a field, which draws its line-ups by its weights; one alone is itself, at tables where all are alike."""
    where = document.value(("strategies", "field"))
    if config.tables != "mixed":
        kind = "fixed" if isinstance(config.tables, FixedTable) else config.tables
        message = f"tables: {kind} tables do not draw from a field"
        problems.add(document.value(("tables",)), message, "leave `tables` out, or list the strategies by name")
    drawn = load_field(name, game, _folder_of(where.file, folder), where, problems)
    if drawn is not None and "players" not in bad:
        drawn = drawn.played_at(config.players)
    return Seated(drawn.plans if drawn else (), field=drawn if drawn and drawn.is_drawn else None)


def _load(
    names: Sequence[str], paths: Sequence[KeyPath], game: Game, document: Document, folder: Path, problems: Problems
) -> list[Strategy | None]:
    loaded: dict[str, Strategy | None] = {}
    for name, path in zip(names, paths, strict=True):
        if name not in loaded:
            where = document.value(path)
            loaded[name] = load_strategy(name, game, _folder_of(where.file, folder), where, problems)
    return [loaded[name] for name in names]


def _folder_of(file: str, folder: Path) -> Path:
    """Paths on the command line start where the user stands, paths in a config beside the config."""
    return Path() if file.startswith("--") else folder


def _refuse_same_names(
    loaded: Sequence[Strategy | None], paths: Sequence[KeyPath], document: Document, problems: Problems, once: str = ""
) -> None:
    """Two files of one name would look the same in a table; with `once` (the key at hand) one file may not stand twice either."""
    first: dict[str, tuple[int, Strategy]] = {}
    for i, strategy in enumerate(loaded):
        if strategy is None:
            continue
        at, other = first.setdefault(strategy.name, (i, strategy))
        if other.where != strategy.where:
            message = f"{strategy.where} and {other.where} are both called '{strategy.name}'"
            problems.add(document.value(paths[i]), message, "rename one of the files")
        elif once and at != i and strategy is not other:
            problems.add(document.value(paths[i]), f"{once}: {strategy.name} stands in the list twice", "keep one")
