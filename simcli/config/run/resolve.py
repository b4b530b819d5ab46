"""From a config file (or the name of a shipped one) to a run with everything settled, or all problems at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypedDict

from simcli.base.restrictions import NOBODY
from simcli.base.several import Assignments, assignments, bare, several
from simcli.base.strangers import composed
from simcli.config.data.components import FaultPlaces, check_components, component_data, readable_components
from simcli.config.data.options import OptionValue, read_options, resolve_options
from simcli.config.data.patch import apply_patch
from simcli.config.data.relative import settle
from simcli.config.data.restrictions import most_seats
from simcli.config.data.shipped import SUFFIXES, find_configs, is_shipped, known_configs
from simcli.config.players.strategies import FUNCTION, LEARNED, Strategy
from simcli.config.run.asks import Asks, names_an_item
from simcli.config.run.context import Context
from simcli.config.run.measures import VARIETY, check_line_ups, check_measure, different, line_ups
from simcli.config.run.models import ConfigFile, FieldOf, FixedTable, parse_config
from simcli.config.run.resolved import DRAWN, FIXED, MIRROR, ReportTexts, ResolvedRun, Variant
from simcli.config.run.seating import Seated, seat_strategies
from simcli.config.run.sets import VARIED, apply_changes, apply_measure, apply_players, apply_sets, apply_shorthand
from simcli.config.run.variants import check_size, count_variants, has_variants, resolve_variants
from simcli.config.run.warnings import run_warnings
from simcli.config.yaml.document import Document
from simcli.config.yaml.given_data import data_document
from simcli.config.yaml.problems import Problems
from simcli.config.yaml.text_files import meant_file, nearest_file, read_mapping
from simcli.errors import UserError, Where, nearest
from simcli.game import Components, Game, Item
from simcli.games import game_ids, game_of_file, get_game
from simcli.games.onefile.places import is_game_file

__all__ = ["ReportTexts", "ResolvedRun", "find_config", "load_config", "resolve_document"]


class Overrides(TypedDict, total=False):
    """What every study lays over its config."""

    players: int | Sequence[int]
    deals: int | None
    seed: int | None
    sets: Assignments


def load_config(
    config: str | Path | Mapping[str, object],
    sets: Assignments = (),
    deals: int | None = None,
    seed: int | None = None,
    changes: Assignments = (),
    measure: str | None = None,
    players: int | Sequence[int] = (),
    meets: str = "",
) -> ResolvedRun:
    """Run of a config: a file, a name such as `guildes/seats` (in ./configs first, then among the shipped ones), or the keys of one.

    `sets` are `path=value` texts that override it; `deals`, `seed`, `measure` (names with commas between) and `players` over those. With
    `changes`, texts of the form of `sets`, the run has two variants: the config as it is, and with them. Paths in a mapping start in the
    current folder. `meets` is who asks that every strategy meets every other. UserError with every problem found.
    """
    problems = Problems()
    file, document, laid = read_config(config, sets, deals, seed, problems, players)
    measured = apply_measure(document, measure)
    varied: tuple[str, ...] = ()
    if changes:
        varied = apply_changes(document, assignments(changes), problems)
        problems.raise_any()
    run = resolve_document(document, file, problems, meets)
    problems.raise_any()
    assert run is not None
    typed = "" if isinstance(config, Mapping) else str(config if is_shipped(file) else file)
    return replace(run, config=typed, sets=(*laid, *varied, *measured))


def read_config(
    config: str | Path | Mapping[str, object],
    sets: Assignments,
    deals: int | None,
    seed: int | None,
    problems: Problems,
    players: int | Sequence[int] = (),
) -> tuple[Path, Document, list[str]]:
    """File and document of a config, with what the command line lays over it; arguments as of `load_config`.

    The texts are the sets that do the same, numbers in the place of steps such as +1.
    """
    file = Path() if isinstance(config, Mapping) else find_config(config)
    document = data_document(config) if isinstance(config, Mapping) else read_mapping(file)
    problems.extend(document.problems)
    laid = apply_sets(document, assignments(sets), problems)
    apply_shorthand(document, "deals", bare(deals))
    apply_shorthand(document, "seed", bare(seed))
    return file, document, [*(one.text for one in laid), *apply_players(document, several(players))]


def find_config(path: str | Path) -> Path:
    """File that a config argument means: the file itself, one in ./configs, a shipped one.

    UserError when there is none, or several share the name.
    """
    given = Path(path)
    if given.suffix == ".py" and is_game_file(given):
        return game_of_file(given).folder / "configs" / f"{given.stem}.yaml"
    try:
        str(given).encode()
    except UnicodeEncodeError:
        raise UserError.of(given, "the name of the file is not UTF-8, so no report could say it", "rename the file") from None
    given = meant_file(given)
    try:
        exists = given.exists()
    except OSError as error:  # a name longer than any file can have
        raise UserError.of(given, f"the file cannot be read: {error.strerror}") from None
    if exists and not (given.is_dir() and find_configs(given.as_posix())):
        return given
    beside = [p for suffix in SUFFIXES if (p := meant_file(given.with_name(given.name + suffix))).is_file()] if given.name else []
    named = beside[:1] or find_configs(given.as_posix())
    if len(named) == 1:
        return named[0]
    if named:
        names = [name for name, p in known_configs().items() if p in named]
        raise UserError.of(given, f"several configs are called that: {', '.join(names)}", f"write {names[0]}")
    own = [name for name in known_configs() if name.startswith(f"{given}/")]
    hint = f"it is a game: name one of its configs, {', '.join(own)}" if own else nearest_file(given, list(known_configs()))
    raise UserError.of(given, "there is no such file or shipped config", hint)


def name_game(document: Document, folder: Path, problems: Problems) -> None:
    """Puts the id of the game in the place of the path of its file (`game: ./stones.py`), which starts where the config lies."""
    given = document.data.get("game") if isinstance(document.data, dict) else None
    if isinstance(given, str) and given.endswith(".py"):
        game = problems.attempt(partial(game_of_file, folder / given))
        document.data["game"] = Path(given).stem if game is None else game.id


def resolve_document(document: Document, file: Path, problems: Problems, meets: str = "") -> ResolvedRun | None:
    """Run described by a config document read from `file`; None when `problems` has grown. `meets` as in `load_config`."""
    before = len(problems)
    name_game(document, file.parent, problems)
    settle(document)
    config, bad = parse_config(document, problems)
    if config is not None and config.game not in game_ids():
        problems.add(document.value(("game",)), f"game: there is no game '{config.game}'", nearest(config.game, game_ids()))
    if config is None or config.game not in game_ids():
        return None
    game = get_game(config.game)
    players = _players(config, game, document, problems) if "players" not in bad else ()
    if not check_size(config, document, players, problems):
        return None
    seated = seat_strategies(config, bad, game, document, file.parent, problems)
    if not _check_meetings(config, seated.strategies, players, meets, problems):
        return None
    alike = isinstance(config.strategies, FieldOf)
    tables = DRAWN if seated.field else MIRROR if alike else FIXED if isinstance(config.tables, FixedTable) else config.tables
    context = _context(config, game, players, seated, tables, document, problems)
    if context is None:
        return None
    components, options = context.patched.data, context.options
    if not has_variants(document):
        check_components(game, FaultPlaces(context.files, context.patched, document), options, context.players, problems)
    # where `bad` has one of VARIED, what variants are laid over cannot be read, which has been told
    variants = () if bad & set(VARIED) else resolve_variants(config, document, context, problems)
    base = _base(config, variants, (options, components), document, problems) if "base" not in bad else ""
    if len(problems) > before or bad:
        return None
    restrictions = context.restrictions(components, options, document, problems) if config.restrict else NOBODY
    items: list[Item] = []
    if len(problems) == before and names_an_item(config):
        setups = [(v.components, v.options) for v in variants] or [(components, options)]
        items = [item for data, chosen in setups for item in game.catalogue(data, chosen).items]
    texts = Asks(config, game, context.strategies, players, items, document, problems).texts()
    if len(problems) == before:
        check_measure(config, game, seated.strategies, players, document, problems)
    if len(problems) > before:
        return None
    run = ResolvedRun(
        game=game,
        players=players,
        strategies=seated.strategies,
        tables=tables,
        lineup=seated.lineup,
        weights={n: seated.field.weights_at(n) for n in players} if seated.field else {},
        measure=config.measure,
        deals=config.deals,
        half_width=config.until.half_width,
        minutes=config.until.minutes,
        seed=config.seed,
        options=options,
        patch=config.patch,
        components=components,
        restrictions=restrictions,
        tolerance=config.tolerance,
        report=texts,
        name=composed(file.stem),
        variants=variants,
        base=base,
    )
    return replace(run, warnings=(*document.notes, *run_warnings(run, seated.field, document)))


def _context(
    config: ConfigFile, game: Game, players: tuple[int, ...], seated: Seated, tables: str, document: Document, problems: Problems
) -> Context | None:
    """The game with the config's own patch and options, and who plays it; None where its files cannot be read."""
    files = readable_components(game, problems)
    if files is None:
        return None
    known_options = read_options(files.get("options"), problems)
    patched = apply_patch(component_data(files), config.patch, document, problems, game.models)
    before = len(problems)
    options = resolve_options(game, known_options, patched.data, document, config.options, problems)
    playable = players if len(problems) == before else ()
    names = tuple(strategy.name for strategy in seated.strategies)
    python = tuple(s.name for s in seated.strategies if s.kind in (FUNCTION, LEARNED))
    often = partial(most_seats, list(names), tables, seated.lineup)
    has_rivals = len(names) > 1 and config.tables != MIRROR
    return Context(game, files, known_options, patched, options, playable, names, has_rivals, python, often)


def _check_meetings(config: ConfigFile, strategies: Sequence[Strategy], players: Sequence[int], meets: str, problems: Problems) -> bool:
    """Whether strategies that are to meet have too many line-ups for it, before components are read and variants are built."""
    asks = meets or (f"measure: {VARIETY}" if VARIETY in (config.measure or ()) else "")
    variants = count_variants(config)
    n = line_ups(different(strategies), max(1, variants), players) if asks else 0
    return check_line_ups(n, strategies, variants, Where(asks), problems)


def _base(
    config: ConfigFile,
    variants: Sequence[Variant],
    rules: tuple[dict[str, OptionValue], Components],
    document: Document,
    problems: Problems,
) -> str:
    """The variant that the others are compared with: of `every` the run's own rules, if they are among them; '' for the first."""
    if config.base is None:
        own = (variant.name for variant in variants if config.every is not None and (variant.options, variant.components) == rules)
        return next(own, "")
    names = [variant.name for variant in variants]
    if not has_variants(document):
        problems.add(document.key(("base",)), "base: there are no variants to compare", "write `variants` or `every` beside it")
    elif names and config.base not in names:
        message = f"base: no variant is called '{config.base}'"
        problems.add(document.value(("base",)), message, nearest(config.base, names))
    return config.base


def _players(config: ConfigFile, game: Game, document: Document, problems: Problems) -> tuple[int, ...]:
    for i, count in enumerate(config.players):
        if not game.min_players <= count <= game.max_players:
            message = f"players: found {count}, {game.title} is for {game.min_players} to {game.max_players}"
            problems.add(document.value(("players", i)), message)
    return tuple(n for n in config.players if game.min_players <= n <= game.max_players)
