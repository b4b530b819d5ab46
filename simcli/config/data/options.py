"""A game's rule switches (`data/options.yaml`) and the values a config sets them to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simcli.config.yaml.addresses import is_records
from simcli.config.yaml.document import Document
from simcli.config.yaml.problems import Problems, found
from simcli.config.yaml.values import is_whole, meant
from simcli.errors import nearest
from simcli.game import Game, Option

OptionValue = str | bool | int | tuple[str, ...]
_WORDS: dict[object, bool] = {"on": True, "true": True, "off": False, "false": False}


def read_options(file: Document | None, problems: Problems) -> dict[str, Option]:
    """Options of a game by id, from its options file (None: the game has none)."""
    rows = file.data.get("options") if file else []
    options: dict[str, Option] = {}
    if file and not isinstance(rows, list):
        problems.add(file.key(("options",)), f"options: found {found(rows)}, expected a list of options")
        rows = []
    for i, row in enumerate(rows):
        assert file is not None
        try:
            option = Option(**{**row, "values": tuple(row.get("values", ()))})
            if not isinstance(option.id, str):
                raise TypeError(f"its id is {found(option.id)}, expected text")
        except (TypeError, KeyError, ValueError, AttributeError) as error:
            hint = "its keys are those of Option in simcli/game.py"
            problems.add(file.value(("options", i)), f"this option cannot be read: {error}", hint)
            continue
        options[option.id] = option
    return options


def unknown_settings(own: Mapping[str, Option], options: Mapping[str, OptionValue], components: Mapping[str, object]) -> list[str]:
    """Options of `own` that are not set, or set to what none of its values, ranges and lists allows; as the reader may find them."""
    strange = []
    for option_id, option in own.items():
        value = options.get(option_id)
        is_known = any(type(value) is type(known) and value == known for known in option.values)
        if isinstance(value, tuple):
            is_known = bool(option.list_of) and set(value) <= set(_ids(option, components).values())
        elif option.range and is_whole(value):
            is_known = is_known or option.range[0] <= value <= option.range[1]
        if not is_known:
            strange.append(option_id if value is None else f"{option_id}: {value}")
    return strange


def resolve_options(
    game: Game,
    options: Mapping[str, Option],
    components: Mapping[str, object],
    document: Document,
    given: Mapping[Any, object],
    problems: Problems,
) -> dict[str, OptionValue]:
    """Value of every option of the game, defaults filled in; what cannot be used is a problem and leaves the default."""
    for option_id in given:
        if option_id not in options:
            where_to_list = f"`simcli games {game.id} --options` lists them" if options else f"{game.title} has no options"
            message = f"options: {game.title} has no option '{option_id}'"
            problems.add(document.key(("options", option_id)), message, nearest(option_id, options, where_to_list))
    values: dict[str, OptionValue] = {}
    for option_id, option in options.items():
        values[option_id] = option.default
        if option_id in given:
            value = _value(option, components, document, given[option_id], problems)
            values[option_id] = option.default if value is None else value
    return values


def _value(option: Option, components: Mapping[str, object], document: Document, given: object, problems: Problems) -> OptionValue | None:
    if isinstance(given, list) and option.list_of:
        return _listed(option, components, document, given, problems)
    for value in option.values:
        if _same(value, given, option.values):
            return value
    if option.range and is_whole(given) and option.range[0] <= given <= option.range[1]:
        return given
    words = [option_word(v) for v in option.values]
    kinds = ["a whole number from {} to {}".format(*option.range)] if option.range else []
    kinds += [f"a list of {option.list_of}"] if option.list_of else []
    expected = " or ".join(words + kinds)
    hint = nearest(given, words, " ") if isinstance(given, str) else ""
    if option.range:
        hint = meant(given, *option.range) or hint
    if option.list_of and isinstance(given, str) and given in _ids(option, components):
        hint = f"write [{given}]"
    problems.add(document.value(("options", option.id)), f"options.{option.id}: found {found(given)}, expected {expected}", hint.strip())
    return None


def _same(value: str | bool, given: object, values: tuple[str | bool, ...]) -> bool:
    """Whether `given` means `value`: the same, or another word for on or off where the option is a switch."""
    if not isinstance(given, str | bool):
        return False
    is_switch = all(isinstance(v, bool) or v in _WORDS for v in values)
    is_same = given == value and type(given) is type(value)
    return is_same or (is_switch and _switched(given) is not None and _switched(given) == _switched(value))


def _switched(value: str | bool) -> bool | None:
    return value if isinstance(value, bool) else _WORDS.get(value)


def option_word(value: str | bool | int) -> str:
    """A value of an option as the config writes it."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def component_ids(option: Option, components: Mapping[str, object]) -> list[str]:
    """Ids of the components an option may list, in the order of their file."""
    return list(dict.fromkeys(str(row["id"]) for row in _rows(option, components)))


def _ids(option: Option, components: Mapping[str, object]) -> dict[str, str]:
    """Id by id and by letter of the components an option may list."""
    letters = {str(row["letter"]): str(row["id"]) for row in _rows(option, components) if "letter" in row}
    return letters | {id_: id_ for id_ in component_ids(option, components)}


def _rows(option: Option, components: Mapping[str, Any]) -> list[Any]:
    return [row for part in components.get(option.list_of, {}).values() if is_records(part) for row in part]


def _listed(
    option: Option, components: Mapping[str, object], document: Document, given: list[object], problems: Problems
) -> tuple[str, ...] | None:
    ids = _ids(option, components)
    before = len(problems)
    chosen: list[str] = []
    for i, name in enumerate(given):
        where = document.value(("options", option.id, i))
        if not isinstance(name, str) or name not in ids:
            known = sorted(set(ids.values()))
            message = f"options.{option.id}: found {found(name)}, expected the id of one of the {option.list_of}"
            problems.add(where, message, nearest(name, known))
        elif ids[name] in chosen and not option.list_repeats:
            problems.add(where, f"options.{option.id}: '{ids[name]}' stands in the list twice", "keep one")
        else:
            chosen.append(ids[name])
    if not option.list_min <= len(given) <= option.list_max:
        sizes = f"{option.list_min} to {option.list_max}" if option.list_min < option.list_max else str(option.list_max)
        message = f"options.{option.id}: found a list of {len(given)}, expected {sizes} of the {option.list_of}"
        problems.add(document.value(("options", option.id)), message)
    return tuple(chosen) if len(problems) == before else None
