"""The whole numbers of a game that a run may have otherwise: those of its component files, and options with a range."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from typing import Any, Unpack, cast

from simcli.config.data.number_names import OPTIONS, PATCH, Change, Number, numbers_of, paths_like
from simcli.config.data.options import OptionValue
from simcli.config.run.resolve import Overrides, load_config, read_config
from simcli.config.run.resolved import ResolvedRun, Variant, refuse_blind
from simcli.config.run.sets import refuse_variants
from simcli.config.yaml.addresses import inside, is_records
from simcli.config.yaml.problems import Problems, dotted, found
from simcli.errors import Where, faults_of, nearest
from simcli.game import Components

ANY = "*"
TOLD = 2
"""Most faults reported of a value that the game refuses."""


def named_numbers(run: ResolvedRun, patterns: Sequence[str], where: str) -> list[Number]:
    """The numbers that patterns name, in the run's order, each once; all of the component files without a pattern.

    `guilds.*.copies`: a `*` stands for any letters of one step. A path that ends early names all numbers below it. `knight copies`, a name
    as tables have it, is a number too. `where` is the argument
    the patterns come from. UserError with every pattern that names none.
    """
    known = numbers_of(run.game.models, run.components, run.options)
    if not patterns:
        return [number for number in known if not number.is_option]
    problems, chosen = Problems(), set()
    for pattern in patterns:
        steps = pattern.strip().removeprefix(f"{PATCH}.").split(".")
        matched = [
            number
            for number in known
            if len(steps) <= len(number.steps) and all(fnmatchcase(str(own), step) for own, step in zip(number.steps, steps, strict=False))
        ]
        name = " ".join(pattern.casefold().split())
        matched = matched or [number for number in known if fnmatchcase(number.name.casefold(), name)]
        if not matched:
            problems.add(Where(f"{where} {pattern}"), *_no_number(run, steps, known))
        chosen |= set(matched)
    problems.raise_any()
    return [number for number in known if number in chosen]


def _no_number(run: ResolvedRun, steps: Sequence[str], known: Sequence[Number]) -> tuple[str, str]:
    """Why a pattern names no number, and the nearest that does."""
    if steps[0] == OPTIONS and len(steps) > 1 and steps[1] in run.options:
        value = run.options[steps[1]]
        what = f"the option {steps[1]} is {'a list' if isinstance(value, tuple) else found(value)}, no whole number"
        return what, "name a number of a component, or an option with one"
    game, node = run.game, cast(Any, run.components)
    for i, step in enumerate(steps):
        names = _names(node, is_file=i == 1)
        inside = names.get(step)
        if inside is None and ANY in step:
            return "names no whole number", f"`simcli games {game.id} --items` lists components"
        if inside is None:
            here = f" in {'.'.join(steps[:i])}" if i else ""
            others = [*dict.fromkeys([*run.components, OPTIONS])]
            hint = nearest(step, names) if i else nearest(step, [number.name for number in known] if " " in step else others, " ").strip()
            like = () if hint or " " in step else paths_like(steps, [number.path for number in known])
            hint = hint or (f"did you mean {' or '.join(map(repr, like[:TOLD]))}?" if like else nearest(step, others))
            return f"there is no '{step}'{here}", hint
        node = inside[0]
    near = nearest(".".join(steps), [number.path for number in known], " ").strip()
    return f"is {found(node)}, no whole number", near


def _names(node: object, *, is_file: bool) -> dict[str, tuple[object]]:
    """What can be named in a node, by its text; each in a tuple, so that nothing is something too."""
    if isinstance(node, dict):
        own = {str(key): (part,) for key, part in node.items()}
        records = [row for part in node.values() if is_records(part) for row in part] if is_file else []
        return {str(row["id"]): (row,) for row in records} | own
    if isinstance(node, list):
        return {str(row["id"] if is_records(node) else i): (row,) for i, row in enumerate(node)}
    return {}


def set_texts(changes: Sequence[Change]) -> tuple[str, ...]:
    """What `--set` takes for changes: `patch.guilds.knight.copies=12`."""
    return tuple(f"{number.path if number.is_option else f'{PATCH}.{number.path}'}={value}" for number, value in changes)


def variant_name(changes: Sequence[Change]) -> str:
    """`knight copies=12`: without a point, which parts a path."""
    return ", ".join(f"{number.name}={value}" for number, value in changes).replace(".", ",")


class RefusedError(ValueError):
    """A game refuses changes of its numbers: with what it says of them."""


def varied(run: ResolvedRun, changes: Sequence[Change], name: str) -> Variant:
    """A run's game with some numbers changed, each within its bounds, as a variant; RefusedError where the game refuses them."""
    components, options = _changed(run, changes)
    checks = run.game.checks
    setups = [partial(checks.check_setup, components, options, n) for n in run.players]
    for check in (partial(checks.validate, components), *setups):
        if faults := faults_of(check):
            raise RefusedError("; ".join(dict.fromkeys(f"{dotted(fault.path)}: {fault.what}" for fault in faults[:TOLD])))
    patch: dict[Any, Any] = {}
    for number, value in changes:
        if not number.is_option:
            *steps, last = number.steps
            node = patch
            for step in steps:
                node = node.setdefault(step, {})
            node[last] = value
    return Variant(name, options, patch, components, run.restrictions)


def _changed(run: ResolvedRun, changes: Sequence[Change]) -> tuple[Components, dict[str, OptionValue]]:
    """Components and options with the changes made; files without any are shared with the run."""
    components, options = run.components, dict(run.options)
    for stem in dict.fromkeys(str(number.place[0]) for number, _ in changes if not number.is_option):
        components = components | {stem: copy.deepcopy(components[stem])}
    for number, value in changes:
        if number.is_option:
            options[str(number.steps[1])] = value
        else:
            inside(components, number.place[:-1])[number.place[-1]] = value
    return components, options


def load_one_game(config: str | Path | Mapping[str, object], **over: Unpack[Overrides]) -> ResolvedRun:
    """A config without variants, as `load_config` reads it.

    UserError for one with variants: these are several games whose numbers could be changed.
    """
    problems = Problems()
    document = read_config(config, over.get("sets", ()), None, None, Problems())[1]
    refuse_variants(document, problems, "name a config without; what one variant changes can be laid over it with --set")
    problems.raise_any()
    run = load_config(config, **over)
    refuse_blind(run, "no number is moved in games of players who do not see everything")
    return run
