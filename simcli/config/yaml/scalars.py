"""Plain YAML 1.2 words as values: what is a number, what is on/off, what is text (the core schema, and nothing of YAML 1.1)."""

from __future__ import annotations

import math
import re

Scalar = str | int | float | bool | None

_NULL = {"", "~", "null", "Null", "NULL"}
_TRUE = {"true", "True", "TRUE"}
_FALSE = {"false", "False", "FALSE"}
_INTEGER = re.compile(r"[-+]?[0-9]+")
_OCTAL = re.compile(r"0o[0-7]+")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
LONGEST_NUMBER = 40
UNUSABLE = "write an ordinary number"
"""What to do about a number no setting can hold."""


class NotANumberError(ValueError):
    """A number no setting can hold: infinite, not a number, or too long."""


def plain_scalar(text: str) -> Scalar:
    """Value of an unquoted YAML scalar. Raises NotANumberError for infinities, NaN and numbers of more than 40 characters."""
    if text in _NULL:
        return None
    if text in _TRUE or text in _FALSE:
        return text in _TRUE
    if _NOT_FINITE.fullmatch(text):
        raise NotANumberError(f"'{text}' is not a number that can be used")
    if _INTEGER.fullmatch(text):
        return int(_short(text))
    if _OCTAL.fullmatch(text):
        return int(_short(text)[2:], 8)
    if _HEXADECIMAL.fullmatch(text):
        return int(_short(text), 16)
    if _FLOAT.fullmatch(text):
        value = float(_short(text))
        if not math.isfinite(value):
            raise NotANumberError(f"'{text}' is larger than any number that can be used")
        return value
    return text


def _short(text: str) -> str:
    if len(text) > LONGEST_NUMBER:
        raise NotANumberError(f"a number of {len(text)} characters is longer than any that can be used")
    return text
