"""What a strategy file of `kind: learned` says: the plan whose favourites it judges, and the trees that judge them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simcli.base.models import MOST_COLUMNS, MOST_TRIED, PLAN_COLUMNS, TABLE_COLUMNS, column_codes, read_trees
from simcli.config.players.weights import Weights, decimal, read_thousandths
from simcli.config.yaml.document import Document
from simcli.config.yaml.problems import Problems, found
from simcli.config.yaml.values import whole_fault
from simcli.errors import nearest
from simcli.game import Game

PLAN = "plan"
BEST = 8
SUM, MADE_OF = "checksum", "made_of"
LEARNED_KEYS = (PLAN, "best", "lead", "columns", "trees", SUM, MADE_OF)


@dataclass(frozen=True)
class Learned:
    """plan: name of the strategy whose favourites are judged; best: how many of them at most; lead: how much more (x1000) an action is
    worth for which the first of them is left; columns: by decision, by name; trees: by decision, over these (`models.Trees.text`)."""

    plan: str
    best: int
    lead: int
    columns: Mapping[str, tuple[str, ...]]
    trees: Mapping[str, str]


def read_learned(document: Document, game: Game, plan: str, problems: Problems) -> Learned | None:
    """What a file says that a player has learned; None, and problems, where the game has not what it was learned from."""
    before = len(problems)
    best = document.data.get("best", BEST)
    if fault := whole_fault(best, 2, MOST_TRIED):
        problems.add(document.value(("best",)), f"best: {fault[0]}", fault[1])
    lead = read_thousandths(document, ("lead",), document.data["lead"], 0, problems) if "lead" in document.data else 0
    columns, trees = (_mapping(document, key, problems) for key in ("columns", "trees"))
    known = {decision.name: column_codes(game, decision) for decision in game.decisions}
    again = again_hint(game)
    for decision, names in columns.items():
        if decision not in known:
            problems.add(document.key(("columns", decision)), f"columns: {game.title} has no decision '{decision}'", again)
        elif not isinstance(names, list) or not 0 < len(names) <= MOST_COLUMNS:
            problems.add(document.value(("columns", decision)), f"columns.{decision}: found {found(names)}, expected names of columns")
        elif unknown := next((name for name in names if name not in known[decision]), None):
            message = f"columns.{decision}: the decision has no column '{unknown}', from which this player has learned"
            problems.add(document.key(("columns", decision)), message, again)
        elif not _are_trees(trees.get(decision), len(names)):
            problems.add(document.value(("trees",)), f"trees: those of {decision} cannot be read", again)
    if more := next((name for name in trees if name not in columns), None):
        problems.add(document.key(("trees", more)), f"trees: there are no columns for '{more}'", nearest(more, columns))
    if len(problems) > before:
        return None
    return Learned(plan, best, lead or 0, {decision: tuple(names) for decision, names in columns.items()}, dict(trees))


def is_learned(game: Game, learned: Learned) -> bool:
    """Whether a file of the game could say what a player has learned."""
    known = {decision.name: column_codes(game, decision) for decision in game.decisions}
    given, trees = learned.columns, learned.trees
    are_mappings = (
        isinstance(given, dict) and isinstance(trees, dict) and bool(given) and set(given) == set(trees) and set(given) <= set(known)
    )
    return (
        are_mappings
        and all(0 < len(row) <= MOST_COLUMNS and all(name in known[decision] for name in row) for decision, row in given.items())
        and all(_are_trees(trees[decision], len(row)) for decision, row in given.items())
    )


def learned_text(game: Game, learned: Learned, idea: str, plan: str, meant: str, notes: Sequence[str] = ()) -> str:
    """The file of a learned player; plan: its plan as a file names it; meant: `made_of`; `notes` are comments above it, each a line."""
    lines = [f"# {note}" for note in notes]
    lines += [
        f"game: {game.id}",
        "kind: learned",
        f"idea: {_quoted(idea)}",
        f"plan: {_quoted(plan)}",
        f"best: {learned.best}",
        f"lead: {decimal(learned.lead)}",
    ]
    lines += ["columns:", *(f"  {name}: {json.dumps(list(row))}" for name, row in learned.columns.items())]
    lines += ["trees:", *(f"  {name}: {_quoted(text)}" for name, text in learned.trees.items())]
    lines += [f"{SUM}: {_quoted(sum_of(learned))}", f"{MADE_OF}: {_quoted(meant)}"]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def again_hint(game: Game) -> str:
    """How a player is learned for the game as it is."""
    return f"`simcli learn {game.id}` learns one for the game as it is"


def _mapping(document: Document, key: str, problems: Problems) -> dict[Any, Any]:
    given = document.data.get(key)
    if isinstance(given, dict) and given:
        return given
    problems.add(
        document.value((key,) if key in document.data else ()), f"{key}: found {found(given)}, expected something for each decision"
    )
    return {}


def _are_trees(text: object, columns: int) -> bool:
    try:
        return isinstance(text, str) and (trees := read_trees(text)).is_sound(columns) and len(trees.splits) > 0
    except ValueError:
        return False


def check_sums(document: Document, game: Game, learned: Learned, weights: Weights, temperature: int, problems: Problems) -> None:
    """A problem where the file was changed by hand, or where its plan (weights, temperature) or the meaning of its columns is not what it
    was learned with."""
    if document.data.get(SUM) != sum_of(learned):
        problems.add(document.value((SUM,) if SUM in document.data else ()), f"{SUM}: what was learned has been changed", again_hint(game))
    elif document.data.get(MADE_OF) != made_of(game, learned, weights, temperature):
        where = document.value((MADE_OF,) if MADE_OF in document.data else ())
        message = f"the player is outdated: its plan {learned.plan}, or what its columns mean, is not what it was learned with"
        problems.add(where, message, again_hint(game))


def sum_of(learned: Learned) -> str:
    """Checksum of what a player has learned, 16 hexadecimal digits."""
    return _digest(
        [learned.plan, learned.best, learned.lead, {name: list(row) for name, row in learned.columns.items()}, dict(learned.trees)]
    )


def made_of(game: Game, learned: Learned, weights: Weights, temperature: int) -> str:
    """The same of what it was learned with: the weights and the temperature of its plan, and what its columns mean."""
    texts = {one.name: one.text for one in (*TABLE_COLUMNS, *PLAN_COLUMNS, *game.context)}
    meanings = {
        decision.name: [texts | {one.name: one.text for one in decision.features}, list(learned.columns[decision.name])]
        for decision in game.decisions
        if decision.name in learned.columns
    }
    return _digest([game.id, weights, temperature, meanings])


def _digest(matter: object) -> str:
    return hashlib.sha256(json.dumps(matter, sort_keys=True).encode()).hexdigest()[:16]
