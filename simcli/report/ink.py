"""Colours and canvas of the charts. The same drawing becomes an SVG coloured by the page's CSS variables, or a PNG on white.

For SVG every colour is drawn as a placeholder that no chart uses otherwise; afterwards it is exchanged for `currentColor` or
`var(--name)`, so that one drawing serves light and dark pages. Text stays text. matplotlib's own defaults are used, whatever the
user's matplotlibrc says, no pyplot state is touched, and nothing in the files depends on the day.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from io import BytesIO
from typing import Any

SERIES = 10
DOTS_PER_INCH = 160


@dataclass(frozen=True)
class Ink:
    """Colours by role. `good`, `bad` and `open` mark verdicts, `series` score categories; `paper` fills hollow marks."""

    text: str
    muted: str
    grid: str
    band: str
    paper: str
    good: str
    bad: str
    open: str
    first: str
    second: str
    series: tuple[str, ...]


# Okabe and Ito's colours and relatives of them, distinguishable with the common colour deficiencies; used on white.
PRINT = Ink(
    text="#1d2329",
    muted="#5b6570",
    grid="#dde2e7",
    band="#e9f0ee",
    paper="#ffffff",
    good="#007d5e",
    bad="#c2500a",
    open="#5b6570",
    first="#0b62a4",
    second="#c2500a",
    series=("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#7a6fbe", "#a3a500", "#8c564b", "#999999"),
)

_ROLES = ("text", "muted", "grid", "band", "paper", "good", "bad", "open", "first", "second")
_PLACEHOLDERS = {name: f"#0102{i:02x}" for i, name in enumerate((*_ROLES, *(f"s{i}" for i in range(SERIES))), start=1)}
SCREEN = Ink(**{name: _PLACEHOLDERS[name] for name in _ROLES}, series=tuple(_PLACEHOLDERS[f"s{i}"] for i in range(SERIES)))

Draw = Callable[[Ink], Any]

_SETTINGS: dict[str, Any] = {
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 9.5,
    "axes.linewidth": 0.8,
    "path.simplify": False,
}


def svg(draw: Draw, name: str, alt: str) -> str:
    """Inline SVG of a chart; `name` keeps its ids apart from those of other charts, `alt` is read out instead of it."""
    buffer = BytesIO()
    with _settings(f"simcli {name}"):
        draw(SCREEN).savefig(buffer, format="svg", transparent=True, metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    return _inline(buffer.getvalue().decode("utf-8"), name, alt)


def png(draw: Draw) -> bytes:
    """PNG of a chart on white."""
    buffer = BytesIO()
    with _settings("simcli"):
        draw(PRINT).savefig(buffer, format="png", dpi=DOTS_PER_INCH, facecolor="#ffffff", metadata={"Software": None})
    return buffer.getvalue()


def _settings(salt: str) -> Any:
    """Context with matplotlib's defaults and the charts' few settings."""
    from matplotlib import style

    return style.context(["default", _SETTINGS | {"svg.hashsalt": salt}])


def _inline(text: str, name: str, alt: str) -> str:
    """matplotlib's file as an element of a page: no prologue, no metadata, own ids, fewer digits, colours by variable.

    Only tags are rewritten; the texts between them are matplotlib's, escaped, and stay as they are.
    """
    text = text[text.index("<svg") :]
    text = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    used = frozenset(re.findall(r'(?:href="#|url\(#)([^")]+)', text))
    text = re.sub(r"<[^>]*>", lambda match: _tag(match[0], name, used), text)
    text = re.sub(r">\s*\n\s*<", ">\n<", text)
    text = re.sub(r"<g>\s*</g>|<defs>\s*</defs>", "", text)
    label = f'<svg class="chart" role="img" aria-label="{escape(alt)}"'
    return re.sub(r'^<svg width="[^"]*" height="[^"]*"', lambda _: label, text).strip()


def _tag(tag: str, name: str, used: frozenset[str]) -> str:
    """One tag: ids only where something refers to them and never those of another chart, at most two decimals, variables for colours."""
    tag = re.sub(r' xmlns(:xlink)?="[^"]*"', "", tag).replace("xlink:href", "href")
    tag = re.sub(r' id="([^"]+)"', lambda match: f' id="{name}-{match[1]}"' if match[1] in used else "", tag)
    tag = re.sub(r'(href="#|url\(#)', rf"\g<1>{name}-", tag)
    tag = re.sub(r"-?\d+\.\d{3,}", lambda match: f"{float(match[0]):.2f}".rstrip("0").rstrip("."), tag)
    tag = re.sub(r'font: [^;"]*?([\d.]+)px[^;"]*', r"font-size: \1px", tag)
    tag = re.sub(r' transform="rotate\(-?0 [^)]*\)"', "", tag)
    for role, colour in _PLACEHOLDERS.items():
        tag = tag.replace(colour, "currentColor" if role == "text" else f"var(--{role})")
    return tag
