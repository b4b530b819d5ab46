"""What of a game is not in play in a run: cards that no deck holds, seats that nobody takes, options of a variant that is off.

A game names these parts with the reason (`idle` of its catalogue.py). Before tables are built they are as printed, and options have their
defaults, so that a change of them is the same game, byte for byte, and is reported before anything is played.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence

from simcli.config.data.components import own_options
from simcli.config.data.model_keys import kinds_on
from simcli.config.data.number_names import OPTIONS, Change, Number, bounds, numbers_of, values_of
from simcli.config.run.resolved import ResolvedRun, Variant
from simcli.config.yaml.addresses import KeyPath, canonical, inside
from simcli.config.yaml.document import Document
from simcli.errors import Problem
from simcli.game import Components, Game, Options

NOTHING = "the change can do nothing"


def idle_parts(game: Game, components: Components, options: Options, players: Sequence[int]) -> dict[KeyPath, str]:
    """Addresses (file or `options` first) of what is in play with none of these numbers of players, each with the reason."""
    first, *others = (game.idle(components, options, n) for n in players)
    return {path: why for path, why in first.items() if all(path in other for other in others)}


def played_setup(game: Game, variant: Variant, players: Sequence[int]) -> tuple[Components, Options]:
    """Components and options of a variant in which what is not in play is as printed, and an option has its default."""
    components, options = variant.components, dict(variant.options)
    changed: dict[str, object] = {}
    for path in idle_parts(game, components, options, players):
        if path[0] == OPTIONS:
            options[str(path[1])] = next(row["default"] for row in components[OPTIONS][OPTIONS] if row["id"] == path[1])
            continue
        place, printed = canonical(components, path), canonical(components.printed, path)
        if len(place) == len(printed) == len(path) and inside(components, place) != (usual := inside(components.printed, printed)):
            file = changed.setdefault(str(path[0]), copy.deepcopy(components[str(path[0])]))
            inside({path[0]: file}, place[:-1])[place[-1]] = usual
    return components | changed if changed else components, options


def why_idle(number: Number, parts: Mapping[KeyPath, str], components: Components) -> str:
    """Why a number is not in play; empty where it is."""
    for path, why in parts.items():
        place = path if path[0] == OPTIONS else canonical(components, path)
        if number.place[: len(place)] == place:
            return why
    return ""


def told_beforehand(run: ResolvedRun, changes: Sequence[Change]) -> dict[Change, str]:
    """The changes that make no other game, so far as that is known before any is built, each with the reason: not in play with the
    options and numbers of players of the run, or beyond the least and the greatest that the number may be."""
    parts = idle_parts(run.game, run.components, run.options, run.players)
    numbers = dict.fromkeys(number for number, _ in changes)
    known = {number: (why_idle(number, parts, run.components), *_range(run, number)) for number in numbers}
    told: dict[Change, str] = {}
    for number, to in changes:
        why, low, high = known[number]
        is_below = low is not None and to < low
        if why:
            told[number, to] = f"not in play here ({why}): {NOTHING}"
        elif is_below or (high is not None and to > high):
            expected = str(low) if low == high else f"at least {low}" if is_below else f"at most {high}"
            told[number, to] = f"{number.path}: is {to}, expected {expected}"
    return told


def _range(run: ResolvedRun, number: Number) -> tuple[int | None, int | None]:
    """The least and the greatest a number may be: of an option as its file says, else as the model does."""
    if number.is_option:
        return own_options(run.game)[str(number.steps[1])].range or (None, None)
    return bounds(kinds_on(run.game.models, run.components, number.place)[-1])


def void_changes(run: ResolvedRun, document: Document) -> list[Problem]:
    """A warning for each number of the patch that is not in play in any game of the run, and for each variant that is its base again."""
    base = run.played_variants[run.base_number]
    problems = []
    if run.patch and (parts := idle_parts(run.game, base.components, base.options, run.players)):
        printed = values_of(base.components.printed, {})
        for number in numbers_of(run.game.models, base.components):
            if printed.get(number.place, number.value) != number.value and (why := why_idle(number, parts, base.components)):
                problems.append(Problem(document.key(("patch", *number.steps)), said_of(number.name, why)))
    for name, whys in idle_variants(run).items():
        problems += [Problem(document.key(("variants", name)), said_of(what, why)) for what, why in whys.items()]
    return problems


def changes_of(run: ResolvedRun, variants: Sequence[Variant] | None = None) -> dict[str, list[Change]]:
    """What variants, all but the base if none are named, change of the numbers of the base, by their names."""
    base = run.played_variants[run.base_number]
    numbers = numbers_of(run.game.models, base.components, base.options)
    changes: dict[str, list[Change]] = {}
    for variant in run.variants if variants is None else variants:
        if variant is not base:
            own = values_of(variant.components, variant.options)
            moved = [number for number in numbers if own.get(number.place, number.value) != number.value]
            changes[variant.name] = [(number, own[number.place]) for number in moved]
    return changes


def idle_variants(run: ResolvedRun) -> dict[str, dict[str, str]]:
    """The variants that change nothing but what is not in play: by name what they change, each with the reason.

    Numbers are looked at only where options do not distinguish the variant from its base.
    """
    base = run.played_variants[run.base_number]
    parts = idle_parts(run.game, base.components, base.options, run.players) if run.variants else {}
    options = {
        variant.name: {
            option: parts.get((OPTIONS, option), "") for option, value in variant.options.items() if value != base.options[option]
        }
        for variant in run.variants
        if variant is not base and variant.restrictions == base.restrictions
    }
    still = [variant for variant in run.variants if variant.name in options and all(options[variant.name].values())]
    changes = changes_of(run, still) if parts and still else {}
    whys = {
        name: {number.name: why_idle(number, parts, base.components) for number, _ in changed} | options[name]
        for name, changed in changes.items()
    }
    return {name: found for name, found in whys.items() if found and all(found.values())}


def said_of(what: str, why: str) -> str:
    """`lords points first is not in play here (cards: knights, miners, farmers): the change can do nothing`."""
    return f"{what} is not in play here ({why}): {NOTHING}"
