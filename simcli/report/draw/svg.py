"""A drawing as an SVG element of a page: colours by variable, no ids, few decimals.

Nothing is clipped: the charts' scales hold all they show.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise

from simcli.report.draw.drawing import DASH, MIDDLE, TEXT_SIZE, Area, Drawing, Line, Mark, Point, Text


def svg(drawing: Drawing, colours: Mapping[str, str], form: str) -> str:
    """`colours` says what stands for a colour; `form` is the class of its width. What the page's style sheet says is left out."""
    size = f"{number(drawing.width, 2)} {number(drawing.height, 2)}"
    shapes = "\n".join(_shape(shape, colours) for shape in drawing.shapes)
    return f'<svg class="chart {form}" aria-hidden="true" viewBox="0 0 {size}">\n{shapes}\n</svg>'


def _shape(shape: Line | Area | Mark | Text, colours: Mapping[str, str]) -> str:
    """One shape as an element."""
    if isinstance(shape, Text):
        return _text(shape, colours)
    if isinstance(shape, Mark):
        return _mark(shape, colours)
    if isinstance(shape, Line):
        dash = f"stroke-dasharray:{DASH[0]:g},{DASH[1]:g};" if shape.is_dashed else ""
        rules = f"fill:none;{dash}{_stroke(shape.colour, shape.width, colours)}"
        return f'<path d="{_path(shape.points)}" style="{rules}"/>'
    rules = f"fill:{colours[shape.colour]}"
    rules += f";{_stroke(shape.edge, shape.edge_width, colours)}" if shape.edge else ""
    rules += f";opacity:{number(shape.opacity, 2)}" if shape.opacity < 1 else ""
    return f'<path d="{_path(shape.points)}z" style="{rules}"/>'


def _text(text: Text, colours: Mapping[str, str]) -> str:
    rules = ["font-weight:700"] if text.is_bold else []
    rules += [f"font-size:{number(text.size, 1)}px"] if text.size != TEXT_SIZE else []
    rules += [f"text-anchor:{text.anchor}"] if text.anchor != MIDDLE else []
    rules += [f"fill:{colour}"] if (colour := colours[text.colour]) != "currentColor" else []
    style = f' style="{";".join(rules)}"' if rules else ""
    return f'<text{style} x="{number(text.at[0], 2)}" y="{number(text.at[1], 2)}">{escape(text.text, quote=False)}</text>'


def _mark(mark: Mark, colours: Mapping[str, str]) -> str:
    rules = f"fill:{colours[mark.face]};{_stroke(mark.colour, mark.edge_width, colours)}"
    if mark.shape == "o":
        x, y = (number(value, 2) for value in mark.at)
        return f'<circle cx="{x}" cy="{y}" r="{number(mark.size / 2, 2)}" style="{rules}"/>'
    return f'<path d="{_path(mark.corners, 2)}z" style="{rules}"/>'


def _stroke(colour: str, width: float, colours: Mapping[str, str]) -> str:
    return f"stroke:{colours[colour]}" + (f";stroke-width:{number(width, 2)}" if width != 1 else "")


def _path(points: Sequence[Point], digits: int = 1) -> str:
    """A path with tenths of a point, level and upright lines as such, and no steps that stay where they are or go straight on."""
    steps: list[tuple[str, str]] = []
    for x, y in ((number(x, digits), number(y, digits)) for x, y in points):
        if steps and (x, y) == steps[-1]:
            continue
        if len(steps) > 1 and any(steps[-2][i] == steps[-1][i] == (x, y)[i] for i in (0, 1)):
            steps.pop()
        steps.append((x, y))
    made = [f"M{' '.join(steps[0])}"]
    for (from_x, from_y), (x, y) in pairwise(steps):
        made.append(f"H{x}" if y == from_y else f"V{y}" if x == from_x else f"L{x} {y}")
    return "".join(made)


def number(value: float, digits: int) -> str:
    """A number with at most so many digits behind the point."""
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".") if digits else f"{value:.0f}"
    return "0" if text == "-0" else text
