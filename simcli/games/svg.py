"""What pictures of boards have in common: paper, text, and colours that follow the page, light or dark."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape

SMALL, PLAIN, LARGE = 10, 12, 17
"""Sizes of text, in pixels."""
SHADE = "#1d2329"
TEXT = f'fill="{SHADE}" style="fill:var(--text,{SHADE})"'
LINE_AROUND = 'stroke="#5b6570" style="stroke:var(--muted,#5b6570)"'
FRAME = f'fill="none" {LINE_AROUND}'
_PAPER = 'fill="#ffffff" style="fill:var(--page,#ffffff)"'


def sheet_svg(width: int, height: int, title: str, description: str, parts: Iterable[str], size: int = PLAIN) -> str:
    """A self-contained SVG of so many pixels on paper of its own, named in words; size: of text that says none."""
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img"'
        ' aria-labelledby="board-title board-desc"'
        f' font-family="system-ui, Segoe UI, Helvetica, Arial, sans-serif" font-size="{size}">',
        f'<title id="board-title">{escape(title)}</title>',
        f'<desc id="board-desc">{escape(description)}</desc>',
        f'<rect width="{width}" height="{height}" {_PAPER}/>',
    ]
    return "\n".join([*head, *parts, "</svg>"]) + "\n"


def text_at(x: float, y: float, text: str, size: int = PLAIN, anchor: str = "start", *, is_bold: bool = False, ink: str = TEXT) -> str:
    """A line of text that begins, ends or has its middle at x."""
    weight = ' font-weight="600"' if is_bold else ""
    place = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}"{weight}{place} {ink}>{escape(text)}</text>'
