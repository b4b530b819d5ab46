"""Several variants of a game in one run: the config's `variants` or `every`, each overriding the run's own options, patch and bans."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import comb, prod
from typing import Any

from simcli.base.names import said
from simcli.base.restrictions import NOBODY
from simcli.config.data.components import FaultPlaces, check_components, component_data
from simcli.config.data.number_names import PATCH, names_by_path, path_called, with_value
from simcli.config.data.options import component_ids, option_word, resolve_options
from simcli.config.data.patch import apply_patch
from simcli.config.data.restrictions import RESTRICT, VERBS
from simcli.config.run.context import Context
from simcli.config.run.each_item import BASES, WORDS, read_in_turn
from simcli.config.run.models import ConfigFile
from simcli.config.run.resolved import Variant
from simcli.config.run.sets import VARIED, change_name
from simcli.config.yaml.addresses import KeyPath
from simcli.config.yaml.document import Document, Mark, known_data
from simcli.config.yaml.problems import Problems, found
from simcli.config.yaml.values import LONGEST_NAME
from simcli.errors import faults_of, nearest
from simcli.game import Option

ASKED = ("variants", "every")
VARIED_TEXT = "options, patch and restrict"
MOST_CELLS = 400
"""Variants times player counts that one run may hold."""
ALL = "all"
AXES = 2
"""Most numbers or options that `every` takes at once, each value of one with each of the other."""
SPAN = re.compile(r"(-?\d{1,18})\s*\.\.\s*(-?\d{1,18})(?:\s+by\s+(\d{1,18}))?", re.ASCII)
NAMED = "write a span such as 3..6, or a list of numbers"


@dataclass(frozen=True)
class Overlay:
    """What one variant lays over the config: a document whose root holds some of the keys in `VARIED`."""

    name: str
    document: Document


def has_variants(document: Document) -> bool:
    """Whether a config asks for several variants."""
    return any(key in document.data for key in ASKED)


def resolve_variants(config: ConfigFile, document: Document, context: Context, problems: Problems) -> tuple[Variant, ...]:
    """The variants of a config in their order; empty when `problems` has grown."""
    before = len(problems)
    if config.variants is not None and config.every is not None:
        problems.add(document.key(("every",)), "`variants` and `every` exclude each other", "keep one of them")
    elif config.variants is not None:
        overlays = list(_named(config.variants, document, problems))
        if len(problems) == before:
            _check_number(len(overlays), "variants", document, context.players, problems)
    elif config.every is not None:
        overlays = _of_every(config.every, document, context, problems)
    if len(problems) > before or (config.variants is None and config.every is None):
        return ()
    base = Document(document.file, {k: v for k, v in document.data.items() if k not in ASKED}, document.marks)
    return tuple(v for overlay in overlays if (v := _resolve(overlay, base, context, problems)) is not None)


def count_variants(config: ConfigFile) -> int:
    """Variants of a config, as far as it alone says their number; 0 without any."""
    every = {
        key: len(values) if isinstance(values, list) else len(_spread(values)) if is_span(values) else 1
        for key, values in (config.every or {}).items()
    }
    n = len(config.variants or ())
    if every:
        n = max(n, 1 + sum(every[verb] for verb in VERBS if verb in every) if set(VERBS) & set(every) else prod(every.values()))
    return n


def check_size(config: ConfigFile, document: Document, players: Sequence[int], problems: Problems) -> bool:
    """Whether a run can hold the variants of a config: before any is built, and before strategies and components are read."""
    return _check_most(count_variants(config), "every" if config.every else "variants", document, players, problems)


def merge(document: Document, overlay: Document) -> Document:
    """A new document: `overlay` merged into `document` key by key, entries of lists by their places, all else replaced whole, every mark
    where its value is."""
    merged = Document(document.file, copy.deepcopy(document.data), dict(document.marks))
    for key, value in overlay.data.items():
        _merge_key(merged, merged.data, (key,), value, overlay)
    return merged


def _merge_key(merged: Document, parent: dict[str | int, object], path: KeyPath, value: object, overlay: Document) -> None:
    old = parent.get(path[-1])
    if isinstance(old, list) and isinstance(value, dict) and all(isinstance(key, int) and 0 <= key < len(old) for key in value):
        entries: dict[str | int, object] = dict(enumerate(old))
        for key, inner in value.items():
            _merge_key(merged, entries, (*path, key), inner, overlay)
        parent[path[-1]] = list(entries.values())
        return
    if isinstance(old, dict) and isinstance(value, dict):
        for key, inner in value.items():
            _merge_key(merged, old, (*path, key), inner, overlay)
        return
    parent[path[-1]] = copy.deepcopy(value)
    n = len(path)
    merged.marks = {p: m for p, m in merged.marks.items() if p[:n] != path} | {p: m for p, m in overlay.marks.items() if p[:n] == path}


def _resolve(overlay: Overlay, document: Document, context: Context, problems: Problems) -> Variant | None:
    """Options and components of one variant, checked as those of a run are."""
    before = len(problems)
    merged, own = merge(document, overlay.document), overlay.document.data
    patched = context.patched
    if own.get("patch"):
        patched = apply_patch(component_data(context.files), merged.data["patch"], merged, problems, context.game.models)
    options = resolve_options(context.game, context.known_options, patched.data, merged, merged.data.get("options", {}), problems)
    if len(problems) == before:
        check_components(context.game, FaultPlaces(context.files, patched, merged), options, context.players, problems)
    restrictions = NOBODY
    if merged.data.get(RESTRICT) and len(problems) == before and context.players:
        restrictions = context.restrictions(patched.data, options, merged, problems)
    if len(problems) > before:
        return None
    return Variant(overlay.name, options, own.get("patch", {}), patched.data, restrictions)


def _named(variants: Mapping[str | int, object], document: Document, problems: Problems) -> Iterator[Overlay]:
    """`variants: {NAME: {options: ..., patch: ...}}`."""
    marks: dict[Any, dict[KeyPath, Mark]] = {}
    for path, mark in document.marks.items():
        if len(path) > 1 and path[0] == "variants":
            marks.setdefault(path[1], {})[path[2:]] = mark
    for name, values in variants.items():
        at: KeyPath = ("variants", name)
        before = len(problems)
        if not isinstance(name, str) or not 0 < len(name.strip()) <= LONGEST_NAME:
            message = f"variants: found {found(name)}, expected a name of 1 to {LONGEST_NAME} letters"
            problems.add(document.key(at), message, f"write '{name}' in quotes" if isinstance(name, int) else "")
        elif not isinstance(values, dict):
            message = f"variants.{name}: found {found(values)}, expected {VARIED_TEXT}"
            problems.add(document.value(at), message, "write {} for the run's own rules" if values is None else "")
        else:
            for key, inner in values.items():
                if key not in VARIED:
                    hint = nearest(key, VARIED, f"a variant holds {VARIED_TEXT}")
                    problems.add(document.key((*at, key)), f"unknown key '{key}' in variants.{name}", hint)
                elif not isinstance(inner, dict):
                    message = f"variants.{name}.{key}: found {found(inner)}, expected keys with values"
                    problems.add(document.value((*at, key)), message)
        if len(problems) == before:
            yield Overlay(str(name), Document(document.file, values, marks.get(name, {})))


def _check_number(n: int, key: str, document: Document, players: Sequence[int], problems: Problems) -> bool:
    """Whether these are at least two variants, and no more cells than a run holds."""
    if n < 2:
        message = f"{key}: found {'one variant' if n else 'no variant'}, expected at least two"
        problems.add(document.value((key,)), message, "a run of one variant is written with `options` and `patch`")
        return False
    return _check_most(n, key, document, players, problems)


def _check_most(n: int, key: str, document: Document, players: Sequence[int], problems: Problems) -> bool:
    n_cells = n * max(1, len(players))
    if n_cells > MOST_CELLS:
        counts = f"{len(players)} numbers of players are" if len(players) > 1 else "one number of players are"
        message = f"{key}: {n:,} variants with {counts} {n_cells:,} combinations, at most {MOST_CELLS} are allowed"
        problems.add(document.value((key,)), message, "take smaller sets, fewer variants or fewer numbers of players")
    return n_cells <= MOST_CELLS


def _of_every(every: Mapping[str | int, object], document: Document, context: Context, problems: Problems) -> list[Overlay]:
    """`every: {OPTION: n}`, `every: {OPTION: all}`, or what one player lacks, must take, is dealt, starts with or does not see in turn."""
    if set(VERBS) & set(every):
        return _in_turn(every, document, context, problems)
    if not 1 <= len(every) <= AXES:
        message = f"every: found {len(every) or 'no'} numbers or options, expected one or two"
        problems.add(document.value(("every",)), message, "write every: {OPTION: 3}, every: {OPTION: all} or every: {PATH: 8..14}")
        return []
    before = len(problems)
    axes = [_of_axis(key, values, document, context, problems) for key, values in every.items()]
    if len(problems) > before:
        return []
    if len(axes) == 1:
        return axes[0]
    if not _check_number(len(axes[0]) * len(axes[1]), "every", document, context.players, problems):
        return []
    return [
        Overlay(f"{one.name}, {other.name}"[:LONGEST_NAME], merge(one.document, other.document)) for one in axes[0] for other in axes[1]
    ]


def _of_axis(option_id: Any, size: object, document: Document, context: Context, problems: Problems) -> list[Overlay]:
    before = len(problems)
    at: KeyPath = ("every", option_id)
    steps = str(option_id).split(".")
    if len(steps) == 1 and option_id not in context.known_options:
        steps = (path_called(steps[0], context.game.models, context.patched.data, context.options) or steps[0]).split(".")
    if steps[0] == PATCH and len(steps) > 2:
        return _of_values(steps, size, document, context, problems, at=at)
    option = context.known_options.get(option_id)
    if option is not None and option.range and (is_span(size) or isinstance(size, list)):
        return _of_values(["options", option.id], size, document, context, problems, at=at)
    if option is None:
        hint = f"did you mean '{PATCH}.{option_id}'?" if steps[0] in context.patched.data and len(steps) > 1 else ""
        hint = hint or nearest(option_id, context.known_options, f"`simcli games {context.game.id} --options` lists them")
        problems.add(document.key(at), f"every: {context.game.title} has no option '{option_id}'", hint)
        return []
    names = _values(option, document, problems) if size == ALL else _sets(option, size, document, context, problems)
    if len(problems) > before:
        return []
    place = document.value(at)
    return [Overlay(name, known_data({"options": {option.id: value}}, place)) for name, value in names]


def _in_turn(every: Mapping[str | int, object], document: Document, context: Context, problems: Problems) -> list[Overlay]:
    """The run as it is, and one variant for each item or sight of a kind or a list that one player may not have, must take, begins
    with or does not see."""
    if document.data.get(RESTRICT):
        verb = next(verb for verb in VERBS if verb in every)
        message = f"`restrict` and `every: {{{verb}: ...}}` exclude each other: each variant is compared with games without any restriction"
        problems.add(document.key((RESTRICT,)), message, f"write what stands under `{verb}` as `variants`")
    check_components(context.game, FaultPlaces(context.files, context.patched, document), context.options, context.players, problems)
    if len(problems) or not context.players:
        return []
    items = context.game.catalogue(context.patched.data, context.options).items
    player, asked = read_in_turn(every, items, document, context, problems)
    if len(problems):
        return []
    if not _check_number(1 + sum(map(len, asked.values())), "every", document, context.players, problems):
        return []
    base = next(name for verb, name in BASES.items() if verb in every)
    overlays = [Overlay(base, known_data({}, document.value(("every", next(iter(asked))))))]
    for verb, names in asked.items():
        place = document.value(("every", verb))
        overlays += [Overlay(f"{WORDS[verb]} {said(name)}", known_data({RESTRICT: {player: {verb: [name]}}}, place)) for name in names]
    return overlays


def is_span(value: object) -> bool:
    """Whether a value reads `8..14` or `8..14 by 2`."""
    return isinstance(value, str) and SPAN.fullmatch(value.strip()) is not None


def _spread(span: str) -> range:
    found_span = SPAN.fullmatch(span.strip())
    assert found_span is not None
    low, high, stride = (int(text or 1) for text in found_span.groups())
    return range(low, high + 1, stride) if stride > 0 else range(0)


def _of_values(
    steps: Sequence[str], values: Any, document: Document, context: Context, problems: Problems, at: KeyPath | None = None
) -> list[Overlay]:
    """`every: {patch.guilds.knight.copies: 8..14}`, or a list of values: one variant for each."""
    path = ".".join(steps)
    place = document.value(at or ("every", path))
    is_list = isinstance(values, list) and not any(isinstance(v, dict | list) or v is None for v in values)
    listed = list(_spread(values) if is_span(values) else values if is_list else ())
    if len(listed) != len({str(value) for value in listed}) or not listed:
        hint = "write a span such as 8..14 or 0..10 by 2, or a list of values such as [8, 10, 12]"
        problems.add(place, f"every.{path}: found {found(values)}, expected different values", hint)
        return []
    if not _check_number(len(listed), "every", document, context.players, problems):
        return []
    names = names_by_path(context.game.models, context.patched.data, context.options)
    overlays = []
    for value in listed:
        data: object = value
        for step in reversed(steps):
            key: str | int = int(step) if step.isascii() and step.isdigit() else step
            data = {key: data}
        overlays.append(Overlay(change_name([f"{path}={value}"], names), known_data(data, place)))
    return overlays


def _values(option: Option, document: Document, problems: Problems) -> list[tuple[str, object]]:
    if len(option.values) < 2:
        plain = "one plain value" if option.values else "no plain values"
        message = f"every.{option.id}: this option has {plain}, expected at least two variants"
        hint = f"write a number for sets of the {option.list_of}" if option.list_of else NAMED if option.range else ""
        problems.add(document.value(("every", option.id)), message, hint)
    return [(with_value(said(option.id), said(option_word(value))), value) for value in option.values]


def _sets(option: Option, size: Any, document: Document, context: Context, problems: Problems) -> list[tuple[str, object]]:
    """Every set of `size` ids in file order that the game lets the option list."""
    at: KeyPath = ("every", option.id)
    message = ""
    hint = f"write {ALL} for {' and '.join(option_word(v) for v in option.values)}" if option.values else NAMED
    if not option.list_of:
        message = f"every.{option.id}: found {found(size)}, but this option takes no list of components"
    elif option.list_repeats:
        message = f"every.{option.id}: the lists of this option go by place, so sets do not say what they mean"
    elif isinstance(size, bool) or not isinstance(size, int) or not max(1, option.list_min) <= size <= option.list_max:
        hint = ""
        message = f"every.{option.id}: found {found(size)}, expected {max(1, option.list_min)} to {option.list_max} of the {option.list_of}"
        message += f" or {ALL}" if len(option.values) > 1 else ""
    if message:
        problems.add(document.value(at), message, hint)
        return []
    ids = _listable(option, size, component_ids(option, context.patched.data), context)
    if not _check_number(comb(len(ids), size), "every", document, context.players, problems):
        return []
    return [(", ".join(map(said, chosen)), list(chosen)) for chosen in combinations(ids, size)]


def _listable(option: Option, size: int, ids: Sequence[str], context: Context) -> list[str]:
    """The ids that the game does not refuse as the one entry of the list with every number of players.

    Where a list of one is too short for the option, the sets that hold the id are tried instead. If nothing can be listed at all, no id
    is to blame; then all stay, and the game says what is wrong.
    """
    n = 1 if option.list_min <= 1 else size
    if n > 1 and comb(len(ids), n) > MOST_CELLS:
        return list(ids)
    accepted = {i for chosen in combinations(ids, n) if _accepts(option, chosen, context) for i in chosen}
    return [i for i in ids if i in accepted] or list(ids)


def _accepts(option: Option, chosen: tuple[str, ...], context: Context) -> bool:
    """Whether the game finds no fault in this value of the option for some number of players."""
    options, check = dict(context.options) | {option.id: chosen}, context.game.checks.check_setup
    found = (faults_of(partial(check, context.patched.data, options, n)) for n in context.players)
    return not context.players or any(all(tuple(fault.path[:2]) != ("options", option.id) for fault in faults) for faults in found)
