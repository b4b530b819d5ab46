"""Goals about what a copy of an item is worth: the games in which seat 1 is denied each item of its kind in turn."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from simcli.config import ResolvedRun, load_config
from simcli.config.data.restrictions import BAN
from simcli.config.run.commands import to_the_last_deal
from simcli.config.run.each_item import kinds_to_ban
from simcli.config.run.resolved import Variant
from simcli.config.run.targets import EXAMPLE, WrongBoundsError, read_bounds, split_bounds, wrong_unit
from simcli.errors import UserError
from simcli.game import Item
from simcli.report import formatting as fmt
from simcli.stats.figures.goals import Goal
from simcli.stats.figures.registry import BEYOND, LOSS, Topic, by_name, names_of, plain_name
from simcli.stats.figures.worth import Worth
from simcli.stats.per_copy import SELDOM
from simcli.studies.cards.question import not_bannable

EVEN = " even"


def bounded_goal(topic: Topic, text: str, where: str, *, is_share: bool) -> Goal:
    """The goal that a figure keeps to the bounds of a text. UserError where it has none, or in another unit."""
    try:
        bounds = read_bounds(text)
    except WrongBoundsError as wrong:
        raise UserError.of(where, *wrong.args) from wrong
    if bounds is None:
        raise UserError.of(where, f"found no bounds of {topic.name}", EXAMPLE)
    if wrong_bounds := wrong_unit(bounds, is_share=is_share):
        raise UserError.of(where, *wrong_bounds)
    return Goal(topic, bounds.low, bounds.high)


def goal_of_copies(run: ResolvedRun, text: str) -> Goal | None:
    """The goal that a text such as `guild knight even` or `knight loss per copy at most 5 %` names; None for any other. UserError for an
    item where that cannot be estimated."""
    where, name = f"--goal {text}", plain_name(text)
    figure, bounds_text = (f"{name.removesuffix(EVEN)} {BEYOND}", "") if name.endswith(EVEN) else split_bounds(name)
    items = run.game.catalogue(run.components, run.options).items
    asked = by_name((_names(item, one), (item, one)) for one in (LOSS, BEYOND) for item in items).get(figure)
    if asked is None:
        return None
    topic = Topic("copy", asked[0].id, asked[1])
    _check_item(run, asked[0], items, where, has_middle=topic.figure == BEYOND)
    if name.endswith(EVEN):
        return Goal(topic)
    return bounded_goal(topic, bounds_text, where, is_share=True)


def _names(item: Item, figure: str) -> tuple[str, ...]:
    """All that the figure of an item may be called, by its id or name."""
    own, printed = (Topic("copy", who, figure) for who in (item.id, item.name))
    return (*names_of(own, kind=item.kind), *names_of(printed, kind=item.kind.replace("_", " ")))


def _check_item(run: ResolvedRun, item: Item, items: Sequence[Item], where: str, *, has_middle: bool) -> None:
    """UserError for an item that cannot be denied, and one without a kind where its middle is needed."""
    kinds = kinds_to_ban(items)
    if not item.bannable:
        raise UserError.of(where, *not_bannable(run, item.kind))
    if item.idle:
        raise UserError.of(where, f"{item.name} is not in play: {item.idle}", "name another, or other options")
    if has_middle and len(kinds[item.kind]) < 2:
        what = f"{item.name} is the only {item.kind.replace('_', ' ')} that a player can be denied, so it has no kind to be compared with"
        raise UserError.of(where, what, f"--goal '{item.id} {LOSS} at most 5 %'")


def denied_run(
    config: str | Path | Mapping[str, object], run: ResolvedRun, goal: Goal, changes: Sequence[str] = (), *, deals: int, seed: int
) -> ResolvedRun:
    """A config, with changes, in which seat 1 is denied each item of the goal's kind in turn, as `simcli cards` plays it."""
    item = _item(run, goal)
    every, report = {BAN: item.kind}, {"about": "cards", "item": item.id}
    laid = (f"every={json.dumps(every)}", f"report={json.dumps(report, ensure_ascii=False)}")
    return to_the_last_deal(load_config(config, (*run.sets, *changes, *laid), deals, seed))


def _item(run: ResolvedRun, goal: Goal) -> Item:
    items = run.game.catalogue(run.components, run.options).items
    return next(item for item in items if item.id == goal.topic.of)


def denied_in(denied: ResolvedRun, game: Variant) -> ResolvedRun:
    """The same denials in a game with numbers changed, of the items that are in play there."""
    there = {item.id for item in denied.game.catalogue(game.components, game.options).items if item.bannable and not item.idle}
    variants = [
        replace(one, options=game.options, components=game.components)
        for one in denied.variants
        if all(item in there for items in one.restrictions.bans.values() for item in items)
    ]
    return replace(denied, options=game.options, components=game.components, variants=tuple(variants))


def why_not_denied(run: ResolvedRun, goal: Goal, game: Variant) -> str:
    """Why the item of a goal cannot be judged in a game with numbers changed; empty where it can."""
    item, changed = _item(run, goal), run.game.catalogue(game.components, game.options).items
    kinds, own = kinds_to_ban(changed), next((one for one in changed if one.id == item.id), None)
    if own is None or own.id not in kinds.get(own.kind, ()):
        return f"{item.name} is then not in play"
    is_alone = goal.topic.figure == BEYOND and len(kinds[own.kind]) < 2
    return f"{item.name} is then the only {own.kind.replace('_', ' ')} in play" if is_alone else ""


def check_use(run: ResolvedRun, goal: Goal, worths: Sequence[Worth]) -> None:
    """UserError where the item, or what it would be compared with, is seldom used in the game as it is."""
    where, item = f"--goal {goal.name}", _item(run, goal)
    for one in worths:
        if one.item != item.id:
            continue
        if not one.is_used:
            at = f" with {fmt.players_text(one.players)}" if len(run.players) > 1 else ""
            what = f"seat 1 uses {one.used or 0:.2g} copies of {item.name} a game{at}, fewer than {SELDOM:g}: its worth is not told"
            raise UserError.of(where, what, f"`simcli cards` says what it is worth to who must take one; '{item.id} holders' is a goal")
        if goal.topic.figure == BEYOND and one.among.estimate.value is None:
            what = f"seat 1 uses no other {item.kind.replace('_', ' ')} often enough to compare {item.name} with"
            raise UserError.of(where, what, f"--goal '{item.id} {LOSS} at most 5 %'")
