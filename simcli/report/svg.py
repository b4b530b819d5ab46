"""matplotlib's SVG as an element of a page: no prologue, no metadata, ids of its own, colours by variable, and half the bytes.

Only tags are rewritten; the texts between them are matplotlib's, escaped, and stay as they are. Nothing is clipped: the charts' scales
hold all they show.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

_STEP = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_DEFAULTS = frozenset({"stroke-dashoffset: 0", "stroke-linejoin: miter", "stroke-linecap: square", "stroke-width: 1"})
_TEXT_DEFAULTS = frozenset({"font-size: 9.5px", "text-anchor: middle"})
"""What the page's style sheet says of the texts of a chart."""


def inline(text: str, name: str, colours: Mapping[str, str], form: str) -> str:
    """`name` keeps its ids apart from those of other charts; `colours` says what stands for a colour; `form` is the class of its width."""
    text = text[text.index("<svg") :]
    text = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>|<style.*?</style>|<clipPath.*?</clipPath>", "", text, flags=re.DOTALL)
    used = frozenset(re.findall(r'(?:href="#|url\(#)([^")]+)', text))
    parts = [_tag(part, name, used, colours) if part.startswith("<") else part.strip("\n") for part in re.split(r"(<[^>]*>)", text)]
    text = "".join(_without_bare_groups(parts))
    text = re.sub(r"<defs>\s*</defs>", "", text)
    opening = f'<svg class="chart {form}" aria-hidden="true"'
    return re.sub(r'^<svg width="[^"]*" height="[^"]*"', lambda _: opening, text).strip()


def _without_bare_groups(parts: list[str]) -> Iterator[str]:
    """Groups that say nothing are opened up; empty ones and paths that go nowhere vanish."""
    is_kept: list[bool] = []
    for part in parts:
        if part == "<g>" or (part.startswith("<g ") and not part.endswith("/>")):
            is_kept.append(part != "<g>")
            if is_kept[-1]:
                yield part
        elif part == "</g>":
            if is_kept.pop():
                yield part
        elif part != "<g/>" and part:
            yield part


def _tag(tag: str, name: str, used: frozenset[str], colours: Mapping[str, str]) -> str:
    """One tag: ids only where something refers to them and never those of another chart, few decimals, variables for colours."""
    tag = re.sub(r' (xmlns(:xlink)?|version|clip-path)="[^"]*"', "", tag).replace("xlink:href", "href")
    tag = re.sub(r' id="([^"]+)"', lambda match: f' id="{name}-{match[1]}"' if match[1] in used else "", tag)
    tag = re.sub(r'(href="#|url\(#)', rf"\g<1>{name}-", tag)
    tag = re.sub(r' transform="rotate\(-?0 [^)]*\)"', "", tag)
    tag = re.sub(r' d="([^"]*)"', lambda match: f' d="{_path(match[1])}"', tag)
    tag = re.sub(r"-?\d+\.\d{2,}", lambda match: _number(float(match[0]), 2), tag)
    for colour, variable in colours.items():
        tag = tag.replace(colour, variable)
    tag = re.sub(r' style="([^"]*)"', lambda match: _style(match[1], is_text=tag.startswith("<text")), tag)
    return "" if re.match(r'<path d="M[^HVLCQz]*"', tag) else tag


def _style(text: str, *, is_text: bool) -> str:
    """A style without what holds anyway: the page's font, SVG's defaults, and for texts those of the page."""
    text = re.sub(r"font: [^;]*?([\d.]+)px[^;]*", r"font-size: \1px", text)
    anyway = _DEFAULTS | _TEXT_DEFAULTS | {"fill: currentColor"} if is_text else _DEFAULTS
    rules = [rule for rule in text.split("; ") if rule not in anyway and not rule.startswith("font-family")]
    rules += ["text-anchor: start"] if is_text and "text-anchor" not in text else []
    return f' style="{";".join(rule.replace(": ", ":") for rule in rules)}"' if rules else ""


def _path(text: str) -> str:
    """A path with tenths of a point, level and upright lines as such, and no steps that stay where they are."""
    digits = 1 if "C" not in text and "Q" not in text else 2
    steps = [(match[1], [_number(float(value), digits) for value in match[2].split()]) for match in _STEP.finditer(text)]
    made = [f"{steps[0][0]}{' '.join(steps[0][1])}"] if steps else []
    for (_, before), (letter, values) in pairwise(steps):
        made += _line(before[-2:], values) if letter == "L" else [f"{letter}{' '.join(values)}"]
    return "".join(made)


def _line(start: list[str], end: list[str]) -> list[str]:
    """A straight step from `start` to `end`."""
    if start == end:
        return []
    if start[1:] == end[1:]:
        return [f"H{end[0]}"]
    return [f"V{end[1]}"] if start[:1] == end[:1] else [f"L{' '.join(end)}"]


def _number(value: float, digits: int) -> str:
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
