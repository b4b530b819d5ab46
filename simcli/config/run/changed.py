"""What a run changes of its game as printed, or of another run: every number and option, as it was and as it is, `11 -> 12`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from simcli.base.names import said
from simcli.config.data.components import own_options
from simcli.config.data.number_names import OPTIONS, names_by_path, with_value
from simcli.config.data.options import option_word
from simcli.config.run.resolved import ResolvedRun, Variant
from simcli.config.yaml.addresses import is_records
from simcli.config.yaml.problems import dotted
from simcli.games.components import DESCRIPTIVE

NOTHING = "nothing"


@dataclass(frozen=True)
class Changed:
    """A value that is not as it was; variant: None where all variants have it."""

    variant: str | None
    path: str
    name: str
    was: str
    now: str

    @property
    def text(self) -> str:
        """`knight copies 11 -> 12`."""
        return with_value(self.name, f"{self.was} -> {self.now}")


def changed_values(run: ResolvedRun, base: ResolvedRun | None = None) -> list[Changed]:
    """What a run changes, first what all its variants change, then what each changes as well: of the game as printed, or of another run
    of it, where a variant has the one of its name beside it, or else the first."""
    printed = run.components.printed
    defaults = {option.id: option.default for option in own_options(run.game).values()}

    def before(variant: Variant) -> tuple[Mapping[str, object], Mapping[str, object]]:
        if base is None:
            return printed, defaults
        there = {one.name: one for one in base.played_variants}
        beside = there.get(variant.name, base.played_variants[0])
        return beside.components, beside.options

    by_variant = {variant.name: dict(_differences(variant, *before(variant))) for variant in run.played_variants}
    shared = set.intersection(*(set(one.items()) for one in by_variant.values()))
    first = next(iter(by_variant.values()))
    made: list[tuple[str | None, str, tuple[str, str]]] = [
        (None, path, values) for path, values in first.items() if (path, values) in shared
    ]
    if run.variants:
        made += [(name, path, values) for name, one in by_variant.items() for path, values in one.items() if (path, values) not in shared]
    names = names_by_path(run.game.models, printed, defaults) if made else {}
    return [
        Changed(variant, path, names.get(path) or said(path.partition(".")[2].replace(".", " ") or path), *values)
        for variant, path, values in made
    ]


def _differences(variant: Variant, printed: Mapping[str, Any], defaults: Mapping[str, object]) -> Iterator[tuple[str, tuple[str, str]]]:
    for stem, data in variant.components.items():
        if stem != OPTIONS and data != printed.get(stem):
            yield from _in_file(stem, printed.get(stem, {}), data)
    for name, value in variant.options.items():
        if value != defaults.get(name, value):
            yield f"{OPTIONS}.{name}", (_word(defaults[name]), _word(value))


def _in_file(stem: str, old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Differences of a file; records of its lists are named without the list, as a designer names them."""
    for key in dict.fromkeys([*old, *new]):
        before, after = old.get(key), new.get(key)
        is_list = is_records(before) or is_records(after)
        yield from _below((stem,) if is_list else (stem, key), before, after)


def _below(steps: tuple[Any, ...], old: object, new: Any) -> Iterator[tuple[str, tuple[str, str]]]:
    if old == new:
        return
    if is_records(old) or is_records(new):
        before, after = _by_id(old), _by_id(new)
    elif isinstance(old, dict) and isinstance(new, dict):
        before, after = old, new
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        before, after = dict(enumerate(old)), dict(enumerate(new))
    else:
        yield dotted(steps), (_word(old), _word(new))
        return
    for key in dict.fromkeys([*before, *after]):
        if key not in DESCRIPTIVE:
            yield from _below((*steps, key), before.get(key), after.get(key))


def _by_id(rows: object) -> dict[str | int, object]:
    return {row["id"]: row for row in rows} if isinstance(rows, list) else {}


def _word(value: Any) -> str:
    """A value as a config writes it; of a whole component only that it is there."""
    if value is None:
        return NOTHING
    if isinstance(value, bool | int | str):
        return option_word(value)
    if isinstance(value, dict):
        return "a new one" if value else NOTHING
    return f"[{', '.join(_word(one) for one in value)}]"
