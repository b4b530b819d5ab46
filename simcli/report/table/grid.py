"""Tables of text for a terminal: what does not fit the width is left out, broken into blocks or set below, never squeezed.

All widths are in columns of the terminal, as `rich.cells` counts them. A width of None is unlimited.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

GAP = 2
"""Columns between two columns of a table."""
LEAST_HEAD, LEAST_FOLD, LEAST_PROSE = 8, 14, 20
"""A row's name is not cut below the first, folded text and prose are not set narrower than the others."""
UNLIMITED = 1 << 20
"""A terminal this wide counts as unlimited."""


class _Lines:
    """Something printed in lines that a console neither folds nor cuts."""

    def lines(self, width: int | None) -> Iterator[Text]:
        raise NotImplementedError

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self.lines(options.max_width if options.max_width < UNLIMITED else None):
            line.no_wrap, line.overflow = True, "ignore"
            yield line


@dataclass(frozen=True)
class Grid(_Lines):
    """Rows of figures under titles; the first `heads` columns name a row.

    A name longer than a third of the width is folded. Then columns go: `leaves` are their positions, the first to go first; with None
    none goes and the table is broken into blocks, each with the names. Before one of `last` goes, the columns in `folds` are folded at
    words. Columns in neither never go; where they do not fit, each row takes lines of its own. No figure and no name is ever cut.
    `names` are the columns' names where they stand without their neighbours (as titles, if empty), `styles` the styles of cells by (row,
    column).
    """

    titles: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    heads: int = 1
    right: frozenset[int] = frozenset()
    leaves: tuple[int, ...] | None = None
    folds: tuple[int, ...] = ()
    last: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    styles: Mapping[tuple[int, int], str] = field(default_factory=dict)

    def lines(self, width: int | None) -> Iterator[Text]:
        """The lines of the table, with its caption above and what was left out below."""
        if self.caption:
            yield from _paragraph(self.caption, width, "bold")
        if self.leaves is None and width is not None:
            for block in self._blocks(width):
                yield from self._set(block, width)
                yield Text()
            return
        shown, gone = self._chosen(width)
        yield from self._set(shown, width)
        if gone:
            yield from _paragraph(f"Left out at {width} columns: {'; '.join((self.names or self.titles)[i] for i in gone)}.", width, "dim")
        yield Text()

    def _set(self, columns: Sequence[int], width: int | None) -> Iterator[Text]:
        """These columns as a table, or each row in lines of its own where they do not fit."""
        if width is None or self._fits(columns, width, fold=True):
            yield from self._drawn(columns, width)
        else:
            yield from self._told(columns, width)

    def _told(self, columns: Sequence[int], width: int) -> Iterator[Text]:
        """Every row in lines of its own: its name, then each column with its title."""
        names = self.names or self.titles
        for r, row in enumerate(self.rows):
            yield Text()
            for line in _fold_name(row[0], width):
                yield Text(line, style="bold")
            for i in columns:
                for line in _wrap(f"  {names[i]}: {row[i]}", width, "    ") if i else ():
                    yield Text(line, style=self.styles.get((r, i), ""))

    def _chosen(self, width: int | None) -> tuple[list[int], list[int]]:
        """Columns that fit, and those left out, both in their order."""
        shown = list(range(len(self.titles)))
        if width is None:
            return shown, []
        going = list(self.leaves or ())
        while going and not self._fits(shown, width, fold=going[0] in self.last):
            shown.remove(going.pop(0))
        return shown, [i for i in range(len(self.titles)) if i not in shown]

    def _fits(self, columns: Sequence[int], width: int, *, fold: bool) -> bool:
        return _total([self._least(i, width, fold=fold) for i in columns]) <= width

    def _blocks(self, width: int) -> list[list[int]]:
        """The columns in as few blocks as fit, of about the same number each."""
        heads, rest = list(range(self.heads)), list(range(self.heads, len(self.titles)))
        blocks: list[list[int]] = []
        for i in rest:
            if blocks and self._fits([*heads, *blocks[-1], i], width, fold=False):
                blocks[-1].append(i)
            else:
                blocks.append([i])
        n = len(blocks)
        even = [rest[k * len(rest) // n : (k + 1) * len(rest) // n] for k in range(n)]
        if all(self._fits([*heads, *block], width, fold=False) for block in even):
            blocks = even
        return [[*heads, *block] for block in blocks] or [heads]

    def _natural(self, i: int) -> int:
        return max([cell_len(row[i]) for row in self.rows] or [0])

    def _least(self, i: int, width: int, *, fold: bool) -> int:
        """Columns that column i needs: its longest cell, the longest word of its title; less for a name and for what is folded."""
        words = max((cell_len(word) for word in _title_words(self.titles[i])), default=0)
        least = self._natural(i)
        if i == 0:
            part = max((cell_len(part) for row in self.rows for part in _name_parts(row[i])), default=0)
            least = min(least, max(LEAST_HEAD, width // (4 if fold else 3), min(part, width // 3)))
        elif fold and i in self.folds:
            least = min(least, max(LEAST_FOLD, _longest_word(row[i] for row in self.rows)))
        return max(least, min(words, max(LEAST_HEAD, width // 3)))

    def _widths(self, columns: Sequence[int], width: int | None) -> list[int]:
        """The least widths, and what is left of the width to names first, then to folded text, then to titles."""
        whole = [max(self._natural(i), cell_len(self.titles[i])) for i in columns]
        if width is None or _total(whole) <= width:
            return whole
        fold = not self._fits(columns, width, fold=False)
        widths = [self._least(i, width, fold=fold) for i in columns]
        widths[0] = max(min(widths[0], LEAST_HEAD), widths[0] - max(0, _total(widths) - width))
        natural = [self._natural(i) for i in columns]
        for wish in (natural, whole):
            for k in range(len(columns)):
                spare = width - _total(widths)
                widths[k] += max(0, min(spare, wish[k] - widths[k]))
        return widths

    def _drawn(self, columns: Sequence[int], width: int | None) -> Iterator[Text]:
        widths = self._widths(columns, width)
        titles = [_folded_title(self.titles[i], w) for i, w in zip(columns, widths, strict=True)]
        yield Text()
        height = max(map(len, titles))
        for k in range(height):
            parts = [title[k - height + len(title)] if k >= height - len(title) else "" for title in titles]
            yield self._line(parts, columns, widths, ["bold"] * len(columns))
        yield Text("─" * _total(widths))
        for r, row in enumerate(self.rows):
            folded = [
                _fold_name(row[i], w, "  ") if i == 0 else _fold(row[i], w) if i in self.folds else [row[i]]
                for i, w in zip(columns, widths, strict=True)
            ]
            styles = [self.styles.get((r, i), "") for i in columns]
            for k in range(max(map(len, folded))):
                yield self._line([part[k] if k < len(part) else "" for part in folded], columns, widths, styles)

    def _line(self, parts: Sequence[str], columns: Sequence[int], widths: Sequence[int], styles: Sequence[str]) -> Text:
        line = Text()
        for k, (part, i, width, style) in enumerate(zip(parts, columns, widths, styles, strict=True)):
            blank = " " * (width - cell_len(part))
            line.append(" " * GAP if k else "")
            line.append(blank if i in self.right else "")
            line.append(part, style=style or None)
            line.append("" if i in self.right else blank)
        line.rstrip()
        return line


@dataclass(frozen=True)
class Listing(_Lines):
    """Names and texts under titles: columns in `prose` are folded at words, the others never.

    Where the prose would be set narrower than 20 columns each row takes lines of its own, the other columns below the first.
    """

    titles: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    prose: frozenset[int]

    def lines(self, width: int | None) -> Iterator[Text]:
        """The lines of the listing."""
        widths = self._widths(width)
        has_groups = any(row[0] == "" for row in self.rows)  # whose first rows stand out
        yield Text()
        if widths is None:
            yield from self._told(width or UNLIMITED)
        else:
            yield self._line(self.titles, widths, "bold")
            yield Text("─" * _total(widths))
            for row in self.rows:
                folded = [_wrap(cell, w) if i in self.prose else [cell] for i, (cell, w) in enumerate(zip(row, widths, strict=True))]
                for k in range(max(map(len, folded))):
                    parts = [part[k] if k < len(part) else "" for part in folded]
                    yield self._line(parts, widths, "bold" if has_groups and row[0] else "")
        yield Text()

    def _widths(self, width: int | None) -> list[int] | None:
        """Widths of the columns; None when the prose has no room."""
        widths = [max(cell_len(text) for text in (title, *(row[i] for row in self.rows))) for i, title in enumerate(self.titles)]
        if width is None or _total(widths) <= width:
            return widths
        room = width - _total([0 if i in self.prose else w for i, w in enumerate(widths)])
        for k, i in enumerate(sorted(self.prose, key=lambda i: widths[i])):
            least = max(cell_len(self.titles[i]), _longest_word(row[i] for row in self.rows), min(widths[i], LEAST_PROSE))
            widths[i] = min(widths[i], max(least, room // (len(self.prose) - k)))
            room -= widths[i]
        return widths if room >= 0 else None

    def _told(self, width: int) -> Iterator[Text]:
        for row in self.rows:
            head = next(i for i, cell in enumerate(row) if cell)
            indent = " " * (2 if head else 0)
            for line in _fold_name(row[head], width - len(indent)):
                yield Text(indent + line, style="bold")
            for title, cell in list(zip(self.titles, row, strict=True))[head + 1 :]:
                if cell:
                    for line in _wrap(f"{title}: {cell}", width - 4, "  "):
                        yield Text("    " + line)

    def _line(self, parts: Sequence[str], widths: Sequence[int], style: str) -> Text:
        return Text(
            (" " * GAP).join(part + " " * (w - cell_len(part)) for part, w in zip(parts, widths, strict=True)).rstrip(), style=style
        )


@dataclass(frozen=True)
class Facts(_Lines):
    """Lines of a word and what it stands for, aligned; long ones go on below."""

    rows: tuple[tuple[str, str], ...]

    def lines(self, width: int | None) -> Iterator[Text]:
        """The lines of the facts."""
        indent = max((cell_len(name) for name, _ in self.rows), default=0) + GAP
        for name, text in self.rows:
            for k, line in enumerate(_wrap(text, max(LEAST_PROSE, (width or UNLIMITED) - indent))):
                yield Text(f"{name if k == 0 else '':<{indent}}{line}")


def _name_parts(name: str) -> list[str]:
    """Where a name may be broken: after a space, `_`, `.`, `,`, `=` and `/`, which stay."""
    return re.findall(r"[^ _.,=/]*[ _.,=/]+|[^ _.,=/]+", name)


def _fold_name(name: str, width: int, indent: str = "") -> list[str]:
    """Lines of a name, with all its letters: broken between its parts, a part only where it is longer than a line."""
    lines = [""]
    for part in _name_parts(name):
        if lines[-1].strip() and cell_len((lines[-1] + part).rstrip()) > width:
            lines.append(indent)
        lines[-1] += part
        while cell_len(lines[-1].rstrip()) > width:
            front = lines[-1][: max(0, width)]
            while cell_len(front) > max(0, width):
                front = front[:-1]
            lines[-1:] = [front, indent + lines[-1][len(front) :]]
    return [line.rstrip() for line in lines]


def _title_words(title: str) -> list[str]:
    """Where a title may be broken: at spaces, and after `_`, which stays."""
    return [part for word in title.split() for part in re.findall(r"[^_]*_+|[^_]+", word)]


def _folded_title(title: str, width: int) -> list[str]:
    """A title in lines; a word that is too long goes on in the next."""
    lines = [""]
    for word in title.split():
        for k, part in enumerate(_title_words(word)):
            joined = lines[-1] + (" " if k == 0 and lines[-1] else "") + part
            if not lines[-1] or cell_len(joined) <= width:
                lines[-1] = joined
            else:
                lines.append(part)
    return [part for line in lines for part in _fold_name(line, width)]


def _longest_word(texts: Iterator[str]) -> int:
    return max((cell_len(word) for text in texts for word in _words(text)), default=0)


def _wrap(text: str, width: int, indent: str = "") -> list[str]:
    """Lines of a text, broken at spaces only."""
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False, subsequent_indent=indent) or [""]


def _fold(text: str, width: int) -> list[str]:
    """Lines of a cell: after its commas if that is enough, else at spaces; an interval stays in one line."""
    parts = [text] if cell_len(text) <= width else re.split(r"(?<=,) (?![^\[]*\])", text)
    if all(cell_len(part) <= width for part in parts):
        return parts
    lines = [""]
    for word in _words(text):
        joined = f"{lines[-1]} {word}".strip()
        if lines[-1] and cell_len(joined) > width:
            lines.append(word)
        else:
            lines[-1] = joined
    return lines


def _words(text: str) -> list[str]:
    """Words of a text; an interval is one."""
    return re.findall(r"\[[^\]]*\]\S*|\S+", text)


def _paragraph(text: str, width: int | None, style: str) -> Iterator[Text]:
    for line in _wrap(text, max(LEAST_PROSE, width or UNLIMITED)):
        yield Text(line, style=style)


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + GAP * max(0, len(widths) - 1)
