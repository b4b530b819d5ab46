"""Strict checks of single values: booleans are no numbers, text is no number, 1.0 is no count. Used by the models as validators."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NoReturn, TypeGuard

from pydantic_core import PydanticCustomError

from simcli.config.yaml.problems import found
from simcli.config.yaml.scalars import UNUSABLE, NotANumberError, Scalar, plain_scalar
from simcli.errors import UserError, nearest

_PERCENT = re.compile(r"([0-9]+(\.[0-9]*)?|\.[0-9]+)\s*%")
_OF_EVEN = re.compile(r"([0-9]+(\.[0-9]*)?|\.[0-9]+)\s*%\s+of\s+even")
_POWER = re.compile(r"[0-9]+(\.[0-9]*)?[eE]\+?[0-9]{1,2}")
_SPAN = re.compile(r"(\d{1,2}) ?(?:\.\.|-) ?(\d{1,2})")
_SHORT, THOUSANDS = re.compile(r"(\d{1,6}) ?([kmKM])"), {"k": 1_000, "m": 1_000_000}
_COUNT_TEXT = re.compile(r"[0-9][0-9_ ,']*")
LONGEST_NAME = 200


def refuse(message: str, hint: str = "", path: Sequence[str | int] = ()) -> NoReturn:
    """Rejects the value at hand (or the one at `path` below it) inside a pydantic validator, in our own words."""
    raise PydanticCustomError("simcli", "{what}", {"what": message, "hint": hint, "path": tuple(path)})


def whole(low: int, high: int, value: Any) -> int:
    """Check for a whole number from `low` to `high`."""
    if fault := whole_fault(value, low, high):
        refuse(*fault)
    return int(value)


def typed(text: str, place: str) -> Scalar:
    """What a word of the command line is, read as the value of a key is read in a file; UserError for a number that cannot be used."""
    try:
        return plain_scalar(text.strip())
    except NotANumberError as error:
        raise UserError.of(place, str(error), UNUSABLE) from None


def is_whole(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number, which true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether a value is a number, with a fraction or without."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def whole_fault(value: object, low: int, high: int) -> tuple[str, str] | None:
    """What is wrong with a value that is to be a whole number, and a hint; None where it is one. Options, files and `--set` ask here."""
    if is_whole(value) and low <= value <= high:
        return None
    return f"found {found(value)}, expected a whole number from {low} to {high}", meant(value, low, high)


def meant(value: object, low: int, high: int) -> str:
    """Hint that names the whole number `value` looks like; empty if there is none to name."""
    if isinstance(value, float) and math.isfinite(value) and value == int(value) and low <= value <= high:
        return f"write {int(value)}"
    if isinstance(value, str) and _POWER.fullmatch(value) and (exact := Decimal(value)) == int(exact) and low <= exact <= high:
        return f"write {int(exact)}"
    if isinstance(value, str) and (short := _SHORT.fullmatch(value)) and low <= (n := int(short[1]) * THOUSANDS[short[2].lower()]) <= high:
        return f"write {n}"
    if isinstance(value, str) and _COUNT_TEXT.fullmatch(value):
        return f"write {int(re.sub('[^0-9]', '', value)[:30])}, without quotes or separators"
    return ""


def number(low: float, high: float, value: object) -> float:
    """Check for a number above `low`, at most `high`."""
    if not is_number(value) or not low < value <= high:
        refuse(f"found {found(value)}, expected a number above {low:g}, at most {high:.0f}")
    return float(value)


def fraction(high: Decimal, example: str, value: object) -> float:
    """Check for a fraction above 0 and below `high`, as a number or as text like '2 %'."""
    percent = _PERCENT.fullmatch(value.strip()) if isinstance(value, str) else None
    exact = Decimal(percent.group(1)) / 100 if percent else Decimal(str(value)) if is_number(value) and math.isfinite(value) else None
    if exact is not None and 0 < exact < high:
        return float(exact)
    hint = f"for {exact.normalize():f} percent write '{exact.normalize():f} %'" if exact is not None and high <= exact < 100 else ""
    refuse(f"found {found(value)}, expected a fraction above 0 and below {high} such as {example}", hint)


@dataclass(frozen=True)
class Tolerance:
    """Distance from the even win share that counts as even: a difference of shares, or with `of_even` a part of the even share."""

    value: float
    of_even: bool = False


def tolerance(value: object) -> Tolerance:
    """Check for a tolerance: a fraction, text like '1 %' (points of win share) or text like '4 % of even'."""
    if isinstance(value, Tolerance):
        return value
    relative = _OF_EVEN.fullmatch(value.strip()) if isinstance(value, str) else None
    if relative is None:
        return Tolerance(fraction(Decimal(1), "0.01, '1 %' or '4 % of even'", value))
    part = Decimal(relative.group(1)) / 100
    if not 0 < part < 1:
        refuse(f"found {found(value)}, expected more than 0 and less than 100 % of even")
    return Tolerance(float(part), of_even=True)


def text(longest: int, value: object, *, empty: bool = True) -> str:
    """Check for text of at most `longest` characters."""
    if not isinstance(value, str):
        refuse(f"found {found(value)}, expected text", "quote it" if value is not None and not isinstance(value, dict | list) else "")
    if not empty and not value.strip():
        refuse("found empty text, expected a name")
    if len(value) > longest:
        refuse(f"found {len(value)} characters, expected at most {longest}")
    return value


def given(value: object) -> Any:
    """Rejects an empty value where leaving the key out is the way to leave it unset."""
    if value is None:
        refuse("found nothing", "remove the key to leave it unset")
    return value


def span(value: object) -> list[int]:
    """The numbers of a span such as 3..5 or 3-5; nothing of any other value."""
    found_span = _SPAN.fullmatch(value.strip()) if isinstance(value, str) else None
    return list(range(int(found_span[1]), int(found_span[2]) + 1)) if found_span else []


def one_or_list(value: object) -> object:
    """A single whole number stands for the list of it, a span such as 3..5 for all its numbers."""
    if isinstance(value, list):
        spread = [number for one in value for number in span(one) or [one]]
        return value if spread == value else list(dict.fromkeys(spread))  # what a span names too is no fault
    if several := span(value):
        return several
    if is_whole(value):
        return [value]
    meant = str(value).removesuffix(".0") if isinstance(value, str | float) else ""
    hint = f"write {meant}" if meant.isascii() and meant.isdigit() else ""
    refuse(f"found {found(value)}, expected a number of players or a list of numbers", hint)


def some_of(words: Sequence[str], none: str, value: Any) -> list[str]:
    """Check for one of `words`, a list of different ones, or `none`, which stands for the empty list."""
    if value == none:
        return []
    listed = list(value) if isinstance(value, list | tuple) else [value]
    for place, word in enumerate(listed):
        path = (place,) if isinstance(value, list | tuple) else ()
        if word not in words:
            hint = nearest(word, (*words, none), " ").strip() if isinstance(word, str) else ""
            refuse(f"found {found(word)}, expected {either((*words, none))}, or a list", hint, path)
        if word in listed[:place]:
            refuse(f"{word} stands in the list twice", "keep one", path)
    return listed


def either(words: Sequence[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def one_of(words: Sequence[str], value: object) -> object:
    """Rejects a value that is none of `words`, with the nearest."""
    if value not in words:
        refuse(f"found {found(value)}, expected {either(words)}", nearest(value, words, " ").strip() if isinstance(value, str) else "")
    return value
