"""Strategy files (`*.yaml` weights, `*.py` functions) as frozen strategies the engine can be handed."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Self

from simcli.base.strangers import composed
from simcli.config.players.learned_keys import LEARNED_KEYS, PLAN, Learned, check_sums, read_learned
from simcli.config.players.python_strategy import check_source
from simcli.config.players.search_keys import ROLLOUT, read_search
from simcli.config.players.strategy_files import RANDOM, find_strategy, shipped_strategies
from simcli.config.players.weights import Weights, decimal, expanded, merged, read_thousandths, read_weights
from simcli.config.yaml.document import Document
from simcli.config.yaml.problems import Problems, found
from simcli.config.yaml.text_files import read_mapping, read_text
from simcli.config.yaml.values import either
from simcli.errors import Where, nearest
from simcli.game import Game
from simcli.games import game_ids

__all__ = ["Strategy", "load_strategy", "load_strategy_file", "shipped_strategies"]

HEURISTIC = "heuristic"
FUNCTION = "function"
SEARCH = "search"
LEARNED = "learned"
KINDS = (RANDOM, HEURISTIC, SEARCH, LEARNED)
GUIDES = (LEARNED,)
"""Kinds that a search may roll out with as well: it plays on as their plan does, and tries first what they value most."""
NO_PLANS = (SEARCH, LEARNED)
"""Kinds, and names of shipped strategies, that play only where they are named: dear, or of another strength than plans."""
SEARCH_KEYS = ("rollout", "playouts", "best", "lead")
KEYS_OF = {RANDOM: (), HEURISTIC: ("weights", "temperature", "extends"), SEARCH: SEARCH_KEYS, LEARNED: LEARNED_KEYS}
"""What a file of a kind may say of its own."""
LEARNT = ("columns", "trees")
FIELDS_OF = {SEARCH: (*SEARCH_KEYS, "version", *LEARNT), LEARNED: ("rollout", "best", "lead", *LEARNT)}
"""What a strategy of a kind has that others have not."""
KEYS = tuple(dict.fromkeys(("game", "kind", "idea", "extends", "temperature", "weights", *SEARCH_KEYS, *LEARNED_KEYS)))
BUILT_IN = "built in"
WIDTH = 140
"""Columns of a strategy file that is written."""


@dataclass(frozen=True)
class Strategy:
    """How a seat is played.

    `kind` is random, heuristic, function, search or learned; `weights` (x1000, by decision and feature) and `temperature` (x1000) belong
    to a heuristic, `source` (Python text) to a function. A search plays its `playouts` per decision with the weights and temperature of
    the strategy called `rollout`, tries the `best` actions by these at most, or by what that one has learned, and leaves its favourite
    for one that is ahead by `lead` standard errors (x1000); `version` says how it chooses. A learned one takes, of the `best` actions by
    the weights of the strategy called `rollout`, the one that its `trees` value most, by decision, over its `columns` (`base.models`), and
    leaves the first of them for one that is worth more by its `lead` (x1000). `where` is its file.
    """

    name: str
    kind: str
    idea: str = ""
    weights: Weights = field(default_factory=dict)
    temperature: int = 0
    source: str = ""
    where: str = BUILT_IN
    rollout: str = ""
    playouts: int = 0
    best: int = 0
    lead: int = 0
    version: int = 0
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    trees: Mapping[str, str] = field(default_factory=dict)

    @property
    def learned(self) -> Learned:
        """What a learned one has learned."""
        return Learned(self.rollout, self.best, self.lead, self.columns, self.trees)

    def having(self, learned: Learned) -> Self:
        """The same as a learned one that has learned this."""
        return replace(self, rollout=learned.plan, best=learned.best, lead=learned.lead, columns=learned.columns, trees=learned.trees)

    def to_json(self) -> dict[str, object]:
        """All fields as plain data, without those of other kinds."""
        others = {key for fields in FIELDS_OF.values() for key in fields} - {*FIELDS_OF.get(self.kind, ())}
        return {key: value for key, value in asdict(self).items() if key not in others and (key not in LEARNT or value)}


def load_strategy(name: str, game: Game, folder: Path | None, where: Where, problems: Problems, *, family: bool = False) -> Strategy | None:
    """Strategy a config names, or with `family` a field. None when problems stood in the way.

    `where` is the place of the name, `folder` the config's or field's (`find_strategy`).
    """
    before = len(problems)
    path = problems.attempt(partial(find_strategy, name, game.id, folder, where, family=family))
    if len(problems) > before:
        return None
    if path is None:
        return Strategy(RANDOM, RANDOM, "any legal action, each as likely")
    return load_strategy_file(path, game, problems, named_at=where)


def load_strategies(game: Game, given: Sequence[str | Strategy], option: str) -> list[Strategy]:
    """Strategies by name or path from the current folder; those that are there already stay. UserError at `option` if any is wrong."""
    problems = Problems()
    read = [load_strategy(one, game, Path.cwd(), Where(option), problems) if isinstance(one, str) else one for one in given]
    problems.raise_any()
    return [strategy for strategy in read if strategy is not None]


def load_strategy_file(path: Path, game: Game, problems: Problems, named_at: Where | None = None) -> Strategy | None:
    """Strategy of one file. A file of another game is a problem at `named_at`, or in the file itself when it is None."""
    before = len(problems)
    if path.suffix == ".py":
        source = problems.attempt(lambda: read_text(path))
        if source is None or not check_source(source, path, problems):
            return None
        idea = (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0]
        return Strategy(composed(path.stem), FUNCTION, idea, source=source, where=str(path))
    read = _read_file(path, game, problems, named_at, ())
    if read is None or len(problems) > before:
        return None
    weights = expanded(read.weights, game)
    if read.kind == HEURISTIC and not weights:
        hint = "add `weights: {decision: {feature: number}}`, or `kind: random`"
        problems.add(Where(str(path)), "a heuristic strategy needs at least one weight", hint)
        return None
    return replace(read, weights=weights)


def _read_file(path: Path, game: Game, problems: Problems, named_at: Where | None, chain: tuple[Path, ...]) -> Strategy | None:
    """The strategy of a YAML file with what it extends, or rolls out with, merged in; its weights for `all` are not spread yet."""
    document = problems.attempt(lambda: read_mapping(path))
    if document is None:
        return None
    problems.extend(document.problems)
    data = document.data
    problems.refuse_unknown(document, KEYS, "a strategy")
    if not _is_of_game(document, game, problems, named_at):
        return None
    chain = (*chain, path.resolve())
    kind = data.get("kind", HEURISTIC)
    if kind not in KINDS or not isinstance(kind, str):
        problems.add(document.value(("kind",)), f"kind: found {found(kind)}, expected {either(KINDS)}", nearest(kind, KINDS))
        kind = HEURISTIC
    idea = data.get("idea", "")
    if not isinstance(idea, str):
        problems.add(document.value(("idea",)), f"idea: found {found(idea)}, expected text", "quote it")
    for key in KEYS[3:]:
        if key in data and key not in KEYS_OF[kind]:
            hint = f"remove it, or the line `kind: {kind}`" if kind != HEURISTIC else f"add `kind: {_kind_with(key)}`, or remove it"
            problems.add(document.key((key,)), f"a {kind} strategy has no {key}", hint)
    strategy = Strategy(composed(path.stem), kind, str(idea), where=str(path))
    if kind == RANDOM:
        return strategy
    if kind == SEARCH:
        played = _other(document, "rollout", ROLLOUT, path, game, problems, chain) or strategy
        search = read_search(document, problems)
        guide = {"columns": played.columns, "trees": played.trees}
        return replace(strategy, weights=played.weights, temperature=played.temperature, **asdict(search) | guide)
    if kind == LEARNED:
        plan = _other(document, PLAN, None, path, game, problems, chain)
        learned = None if plan is None else read_learned(document, game, plan.name, problems)
        if plan is None or learned is None:
            return strategy
        check_sums(document, game, learned, expanded(plan.weights, game), plan.temperature, problems)
        return replace(strategy, weights=plan.weights, temperature=plan.temperature).having(learned)
    base = _other(document, "extends", None, path, game, problems, chain) or strategy
    temperature = base.temperature
    if "temperature" in data:
        temperature = read_thousandths(document, ("temperature",), data["temperature"], 0, problems) or 0
    return replace(strategy, weights=merged(base.weights, read_weights(document, game, problems)), temperature=temperature)


def _is_of_game(document: Document, game: Game, problems: Problems, named_at: Where | None) -> bool:
    given = document.data.get("game")
    if given == game.id:
        return True
    place = document.value(("game",))
    if "game" not in document.data:
        problems.add(document.value(()), "the key 'game' is missing", f"add `game: {game.id}`")
    elif isinstance(given, str) and given in game_ids():
        message = f"{place.file} is a strategy of {given}, expected one of {game.id}"
        problems.add(named_at or place, message, f"`simcli strategies {game.id}` lists those of {game.id}")
    else:
        problems.add(place, f"game: found {found(given)}, expected the id of a game", nearest(given, game_ids()))
    return False


def _kind_with(key: str) -> str:
    """The kind of strategy whose file may say a key."""
    return next(kind for kind, keys in KEYS_OF.items() if key in keys)


USES = {
    "extends": ("has no weights to extend", "extend a YAML strategy with weights"),
    "rollout": ("has no weights to roll out with", "name a YAML strategy with weights, such as balanced"),
    PLAN: ("has no weights to find favourites with", "name a YAML strategy with weights, such as balanced"),
}
"""Why a strategy cannot be used for a key, and what to write."""


def _other(
    document: Document, key: str, default: str | None, path: Path, game: Game, problems: Problems, chain: tuple[Path, ...]
) -> Strategy | None:
    """The strategy that `key` names, or `default` without the key; None when there is none, or none that can be used."""
    if key not in document.data and default is None:
        if key == PLAN:
            problems.add(document.value(()), f"the key '{PLAN}' is missing", "name the strategy with which it learned")
        return None
    name = document.data.get(key, default)
    where = document.value((key,) if key in document.data else ())
    refused, hint = USES[key]
    if not isinstance(name, str) or not name.strip():
        problems.add(where, f"{key}: found {found(name)}, expected the name or path of a strategy")
        return None
    base = problems.attempt(lambda: find_strategy(name, game.id, path.parent, where, family=True))
    if base is None or base.suffix == ".py":
        if base is not None or name == RANDOM:
            problems.add(where, f"'{name}' {refused}", hint)
        return None
    if base.resolve() in chain:
        names = [p.stem for p in chain[chain.index(base.resolve()) :]]
        problems.add(where, f"{key} goes round: {' -> '.join([*names, base.stem])}", "let one of them stand alone")
        return None
    read = _read_file(base, game, problems, where, chain)
    if read is not None and read.kind not in (HEURISTIC, *(GUIDES if key == "rollout" else ())):
        problems.add(where, f"'{name}' {refused}", hint)
        return None
    return read


def strategy_text(game_id: str, strategy: Strategy, notes: Sequence[str] = ()) -> str:
    """The file of a strategy with weights; `notes` are comments above it, each a line."""
    lines = [f"# {note}" for note in notes]
    lines += [f"game: {game_id}"]
    if words := strategy.idea.split():
        lines += ["idea: >-", *_wrapped(words, "  ", "  ")]
    lines += [f"temperature: {decimal(strategy.temperature)}", "weights:"]
    for decision, row in strategy.weights.items():
        parts = [f"{feature}: {decimal(weight)}," for feature, weight in row.items()]
        parts = [f"{_key(decision)}: {{{parts[0]}", *parts[1:]]
        lines += _wrapped([*parts[:-1], parts[-1].removesuffix(",") + "}"], "  ", "    ")
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    """A name that YAML would read as something else is quoted."""
    return json.dumps(name) if name in ("on", "off", "yes", "no", "true", "false", "null") else name


def _wrapped(words: Sequence[str], first: str, further: str) -> list[str]:
    lines, line, is_begun = [], first, False
    for word in words:
        if is_begun and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line, is_begun = further, False
        line += f" {word}" if is_begun else word
        is_begun = True
    return [*lines, line]
