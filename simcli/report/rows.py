"""The rows of an answer as a reader sees them first: the picture, the tables of a page and those of a terminal, for every study."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text

from simcli.base.escapes import shown_all
from simcli.base.grouped import grouped
from simcli.report import formatting as fmt
from simcli.report.charts.chart import AS_IT_IS, DIGITS, Band, Chart, Form
from simcli.report.charts.chart import row as chart_row
from simcli.report.table.csv import interval_columns
from simcli.report.table.terminal import in_blocks, leaving
from simcli.report.table.view import PICTURE, TEXT, VERDICT, Column, View
from simcli.report.words.verdicts import colour_of
from simcli.stats.answer_rows import AnswerRow, Unit
from simcli.stats.bounds import NO_INTERVAL, Interval
from simcli.stats.verdicts import EVEN, LESS, LESS_OPEN, MORE, MORE_OPEN, UNKNOWN, Verdict

if TYPE_CHECKING:
    from rich.console import RenderableType

FORMS: Mapping[Unit, Form] = {"share": "percent", "difference": "points", "number": "number"}
NAMES: Mapping[str, str] = {"strategy": "win_share", "seat": "seats", "place": "seats"}
"""File names of the pictures of win shares by whose they are; those of other rows are called `answer`."""
TITLES: Mapping[str, str] = {"games": "Figure", "item": "What", "win share": "Wins"}
"""Headings that are not just the word itself."""
SEATED = ("seat", "place")
"""Subjects that stand in the order of the table they sit at."""
RANKED = ("version",)
"""Subjects that stand in the order of their study."""
WIDTH = 26
"""Columns of a drawn interval."""
MOST_LINES = 18
"""Most lines of a table on a terminal: those that stand out most; the rest is counted."""
MOST_PANELS = 12
"""Most tabs of a picture and of tables: those of the rows that stand first."""
MOST_PICTURED = 30
"""Most subjects in a picture; of more those that stand out most."""
MARKS: Mapping[Verdict | None, str] = {MORE: "▲", LESS: "▼", MORE_OPEN: "△", LESS_OPEN: "▽", EVEN: "=", UNKNOWN: "·", None: ""}
"""Verdicts in a table of several numbers of players."""
WIDE_HAS, PAGE_HAS = "--wide and the page have", "the page has"
"""Where the rows are that a terminal leaves out, by whether the command has `--wide`."""
WRITTEN: Mapping[Unit, Callable[[float | None], str]] = {
    "share": fmt.percent,
    "difference": fmt.signed,
    "number": lambda value: fmt.points(value, 2),
}
"""A figure of a change, without an interval."""
CHANGED = ("As it is", "Changed")
"""Columns of a change, before those of the difference and the verdict."""
COMPARED = ("Weaker players", "Stronger players")
"""The same where each figure has names of its own for both."""
CORRECTED = "Unclear, though to one side: verdicts are corrected for all comparisons."
"""Said where something is unclear beside an interval that leaves out what it is compared with."""
Named = Callable[[AnswerRow], str]


def panel_of(rows: Iterable[AnswerRow]) -> Named:
    """The tab of a row: its number of players; with the variant where none is compared with another, which stands alone where it can."""
    apart = [row for row in rows if row.variant is not None and row.change is None]
    is_alone = bool(apart) and len({row.players for row in apart}) == 1

    def panel(row: AnswerRow) -> str:
        players = "" if row.players is None else fmt.players_text(row.players)
        if row.variant is None or row.change is not None:
            return players
        return f"{players} ({row.variant})" if players and not is_alone else row.variant

    return panel


def in_order(rows: Sequence[AnswerRow]) -> list[AnswerRow]:
    """Rows as a reader looks for them: seats by their number, others from the highest to the lowest; as they
    were given where their study ranks them, where they are changes, or compared with nothing."""
    if any(row.change is not None or row.usual.value is None or row.about in RANKED for row in rows):
        return list(rows)
    if all(row.about in SEATED for row in rows):
        return sorted(rows, key=lambda row: (row.players or 0, _number(row.subject), row.subject))
    over: dict[str, list[float]] = {}
    for row in rows:
        over.setdefault(row.subject, []).extend(() if row.value.value is None else (row.effect.known,))
    mean = {subject: sum(values) / len(values) if values else float("-inf") for subject, values in over.items()}
    return sorted(rows, key=lambda row: (row.players or 0, -mean[row.subject]))


def _number(subject: str) -> int:
    found = re.search(r"\d+", subject)
    return int(found.group()) if found else 0


def _labels(rows: Iterable[AnswerRow]) -> Named:
    """What a row is called: its subject, and the variant where changes of several stand together."""
    several = len({row.variant for row in rows if row.change is not None}) > 1
    return lambda row: f"{row.subject}, {row.variant}" if several and row.change is not None else row.subject


def by_panel(rows: Sequence[AnswerRow]) -> dict[str, list[AnswerRow]]:
    """The rows of each tab, by number of players."""
    panel = panel_of(rows)
    found = grouped((panel(row), row) for row in rows)
    return dict(sorted(found.items(), key=lambda tab: tab[1][0].players or 0))


def pictures(rows: Sequence[AnswerRow]) -> tuple[Chart, ...]:
    """The pictures of an answer, one for each scale, opened where it speaks of; none without rows that have a figure."""
    figured = [[row for row in group if row.value.value is not None] for group in map(_in_tabs, _figures(rows))]
    return tuple(_picture(group, f"_{i}" * (i > 1)) for i, group in enumerate(filter(None, figured), 1))


def _picture(figured: Sequence[AnswerRow], end: str) -> Chart:
    # where the games are too few for an interval, a mark by itself would look exact
    drawn = [row for row in figured if row.is_sure or (row.change or row.value).bounds is not None] or figured
    label, tabs = _labels(drawn), by_panel(in_order(drawn))
    names, note = list(dict.fromkeys(map(label, drawn))), ""
    if len(drawn) < len(figured):
        vague = len({label(row) for row in figured} - set(names))
        note = f" Only in the table, of too few games for an interval: {fmt.number_word(vague)}." if vague else ""
    note += f" {CORRECTED}" * _is_corrected(drawn)
    if len(names) > MOST_PICTURED:
        note += f" The {MOST_PICTURED} that stand out most of {len(names)}; the tables have all."
    kept = set(names[:MOST_PICTURED])
    marked = [
        chart_row(
            tab,
            row.value,
            label=label(row),
            **({"mark": row.says, "verdict": row.test.verdict or UNKNOWN} if row.says else {}),
            **({"was": row.usual.value} if row.change is not None and row.usual.value is not None else {}),
        )
        for tab, own in tabs.items()
        for row in own
        if label(row) in kept
    ]
    first = drawn[0]
    is_all = first.change is None and first.figure == "win share" and len(names) > 1
    name = NAMES.get(first.about, "answer") if is_all else f"answer{end}"
    texts = [f"{tab}: " * bool(tab) + ", ".join(f"{label(row)} {value_text(row)}" for row in own) for tab, own in tabs.items()]
    alt = f"{fmt.capital(first.figure)} by {first.kind}. {'. '.join(texts)}."
    title = first.figure if first.unit != "difference" else "points of win share"
    bands = () if first.change is not None else tuple(_bands(tabs))
    opened = panel_of(drawn)(first)
    return Chart(
        name,
        "answer",
        _caption(drawn, has_line=bool(bands)) + note,
        alt,
        "dots",
        marked,
        FORMS[first.unit],
        title,
        bands=bands,
        opened=opened,
        before=_ends(drawn)[0] if first.now else AS_IT_IS,
    )


def _is_corrected(rows: Iterable[AnswerRow]) -> bool:
    """Whether anything is unclear though what it is compared with lies outside its interval."""
    effects = [row.effect.bounds for row in rows if row.says and row.test.verdict == UNKNOWN]
    return any(bounds is not None and bounds[0] * bounds[1] > 0.0 for bounds in effects)


def _caption(drawn: Sequence[AnswerRow], *, has_line: bool) -> str:
    first = drawn[0]
    if first.change is not None:
        was, now = _ends(drawn) if first.now else (first.base or AS_IT_IS, "changed")
        known = first.change.bounds is not None
        interval = "the 95 % interval of the change on the same deals" if known else "its interval"
        return f"{fmt.capital(first.figure)}. Bar: {was}. Mark: {now}, with {interval}."
    interval = f"the 95 % interval of its distance from {first.base}" if first.base else "its 95 % interval"
    text = f"{fmt.capital(first.figure)} of each {first.kind} with {interval}."
    if not has_line:
        return text
    line = first.base or {"share": "an even share", "difference": "no effect", "number": "what is compared with"}[first.unit]
    return f"{text} The line: {line}" + ("; shaded: the tolerance around it." if first.tolerance else ".")


def _bands(tabs: Mapping[str, Sequence[AnswerRow]]) -> Iterator[Band]:
    """What is usual in each tab, where it is the same for all, with the tolerance around it."""
    for tab, rows in tabs.items():
        usual, width = _usual(rows), rows[0].tolerance
        if usual is not None and all(row.tolerance == width for row in rows):
            middle = usual.usual.known
            low, high = middle - width, middle + width
            yield Band(tab, *((max(low, 0.0), middle, min(high, 1.0)) if rows[0].unit == "share" else (low, middle, high)))


def _compared(rows: Sequence[AnswerRow]) -> list[AnswerRow]:
    """The rows whose figure is known and compared with something."""
    return [row for row in rows if row.value.value is not None and row.usual.value is not None]


def _usual(rows: Sequence[AnswerRow]) -> AnswerRow | None:
    """The first row that is compared with what all are that have a figure; None where that is nothing, or not the same for all."""
    compared = _compared(rows)
    return compared[0] if len({round(row.usual.known, DIGITS) for row in compared}) == 1 else None


def _usual_text(row: AnswerRow) -> str:
    if not _compared([row]):
        return fmt.DASH
    return fmt.even_percent(row.usual.known) if row.unit == "share" else WRITTEN[row.unit](row.usual.value)


def _base(rows: Sequence[AnswerRow]) -> str:
    """What rows are compared with, by its name."""
    names = {row.base or "even" for row in _compared(rows)}
    return names.pop() if len(names) == 1 else "compared with"


def _usual_column(rows: Sequence[AnswerRow]) -> tuple[Column, ...]:
    """What rows are compared with, where it is not the same for all."""
    differ = _usual(rows) is None and bool(_compared(rows))
    return (Column(_title(_base(rows))),) if differ else ()


def value_text(row: AnswerRow) -> str:
    """`27 % ± 2`, `+1.2 ± 0.3`, `9.01 ± 0.33`."""
    return _text(row.value, row.unit)


def _text(value: Interval, unit: Unit) -> str:
    if unit == "share":
        return fmt.around(value)
    return _difference_text(value, unit) if unit == "difference" else fmt.points_within(value)


def _difference_text(value: Interval, unit: Unit) -> str:
    """`+1.2 ± 0.3`, of shares in points."""
    return fmt.signed_number_within(value) if unit == "number" else fmt.signed_within(value)


def _change_texts(row: AnswerRow) -> tuple[str, str, str]:
    """As it is, changed, and the difference with its interval; where that has none, each of both has its own."""
    one, change = WRITTEN[row.unit], row.change or NO_INTERVAL
    was, now = (_text(value, row.unit) if change.bounds is None else one(value.value) for value in (row.usual, row.value))
    return was, now, _difference_text(change, row.unit)


def _ends(rows: Sequence[AnswerRow]) -> tuple[str, str]:
    """Headings of what was and what is, by their names where they have any."""
    if any(row.now is None for row in rows):
        return CHANGED
    was, now = {row.base or "" for row in rows}, {row.now or "" for row in rows}
    return (was.pop() if len(was) == 1 else COMPARED[0]) or CHANGED[0], now.pop() if len(now) == 1 else COMPARED[1]


def _title(word: str) -> str:
    return TITLES.get(word, fmt.capital(word))


def _subject(rows: Sequence[AnswerRow]) -> str:
    abouts = list(dict.fromkeys(row.kind for row in rows))
    return _title(abouts[0]) if len(abouts) == 1 else "Who or what" if "games" in abouts else "Who"


def tables(rows: Sequence[AnswerRow]) -> tuple[View, ...]:
    """The tables of a page, one for each tab and scale, with a verdict in each row."""
    groups = (by_panel(in_order(_in_tabs(group))) for group in _figures(rows))
    return tuple(_page_view(name, own) for tabs in groups for name, own in tabs.items())


def as_table(rows: Sequence[AnswerRow]) -> list[dict[str, object]]:
    """Rows as lines of a table in the order of the page; columns that say nothing of any row are left out."""
    lines = [
        {
            "figure": row.figure,
            "subject": row.subject,
            "players": row.players,
            "variant": row.variant,
            "low": row.value.low,
            "value": row.value.value,
            "high": row.value.high,
            "usual": row.usual.value,
            **interval_columns("change", row.change or NO_INTERVAL),
            "verdict": row.says,
        }
        for group in _figures(rows)
        for row in in_order(group)
    ]
    said = {name for line in lines for name, value in line.items() if value is not None}
    return [{name: value for name, value in line.items() if name in said} for line in lines]


def _figures(rows: Sequence[AnswerRow]) -> list[list[AnswerRow]]:
    """Rows by figure and unit, those of one figure together."""
    return list(grouped(((row.figure, row.unit), row) for row in rows).values())


def _in_tabs(rows: Sequence[AnswerRow]) -> list[AnswerRow]:
    """The rows of as many tabs as a page has room for."""
    panel = panel_of(rows)
    kept = list(dict.fromkeys(map(panel, rows)))[:MOST_PANELS]
    return [row for row in rows if panel(row) in kept]


def tones(rows: Iterable[AnswerRow]) -> dict[str, str]:
    """Colours of the words in which the verdicts of rows are said."""
    return {row.says: colour_of(row.test.verdict) for row in rows if row.test.verdict is not None}


def _change_columns(rows: Sequence[AnswerRow]) -> tuple[Column, ...]:
    return (*map(Column, _ends(rows)), Column("Difference"))


def _verdict_column(rows: Sequence[AnswerRow]) -> tuple[Column, ...]:
    """None where nothing is judged."""
    return (Column("Verdict", VERDICT),) if any(row.says for row in rows) else ()


def _page_view(name: str, rows: Sequence[AnswerRow]) -> View:
    first, label = rows[0], _labels(rows)
    caption = fmt.capital(first.figure) + (f" with {name}" if name else "")
    settled = any(row.test.deals_90 is not None for row in rows)
    differ = _usual_column(rows) if first.change is None else ()
    figures = (Column(_title(first.figure)), *differ) if first.change is None else _change_columns(rows)
    more, judged = (Column("Settled by deals"),) if settled else (), _verdict_column(rows)
    lines = [
        (
            *(label(row), *((value_text(row),) if row.change is None else _change_texts(row)), *((_usual_text(row),) if differ else ())),
            *((row.says,) if judged else ()),
            *((fmt.count(row.test.deals_90),) if settled else ()),
        )
        for row in rows
    ]
    return View(caption, (Column(_subject(rows), TEXT), *figures, *judged, *more), tuple(lines), tones(rows), name)


def terminal_tables(
    rows: Sequence[AnswerRow], deals: str = "", rest: str = WIDE_HAS, most: int = MOST_LINES, said: str = ""
) -> Iterator[RenderableType]:
    """The first tables of a terminal; `deals`: how many were played, in words; `rest`: what has the rows beyond the first `most`, of which
    those that the text `said` names are none."""
    rows = shown_all(tuple(rows))
    if changes := [row for row in rows if row.change is not None]:
        yield from _changes(changes, deals, rest, most)
    for group in _figures([row for row in rows if row.change is None]):
        seen = _in_tabs(group)
        subjects = sorted(dict.fromkeys(row.subject for row in seen), key=lambda subject: subject not in said)
        shown = in_order([row for row in seen if row.subject in subjects[:most]])
        where = list(by_panel(seen))
        if len(where) > 1:
            yield _explained(in_blocks(beside_view(shown, where, deals)), shown)
        else:
            yield _explained(leaving(drawn_view(shown, where[0], deals), ("Verdict", _title(shown[0].figure))), shown)
        if len(subjects) > most:
            more = f"The {most} that stand out most of {fmt.count(len(subjects))}; {rest} all.\n"
            yield Text(more, style="dim")


def _explained(table: RenderableType, rows: Sequence[AnswerRow]) -> RenderableType:
    """A table, and why something is unclear though its interval lies to one side, where anything is."""
    return Group(table, Text(f"{CORRECTED}\n", style="dim")) if _is_corrected(rows) else table


def _changes(rows: Sequence[AnswerRow], deals: str, rest: str, most: int) -> Iterator[RenderableType]:
    """A line a change, those that are certain first; of many the others are counted."""
    kept = list(rows)
    if len(kept) > most:
        kept = sorted(rows, key=lambda row: not row.is_sure)[:most]
    label, several = _labels(rows), len({row.players for row in rows}) > 1
    columns = (
        *(Column(_subject(rows), TEXT), *((Column("Players"),) if several else ())),
        *(*_change_columns(rows), Column("Verdict", VERDICT)),
    )
    lines = [(label(row), *((str(row.players),) if several else ()), *_change_texts(row), row.says) for row in kept]
    figures = list(dict.fromkeys(row.figure for row in rows if row.about != "games"))
    caption = ", ".join(filter(None, (fmt.capital(figures[0]) if len(figures) == 1 else "", deals)))
    yield _explained(leaving(View(caption, columns, tuple(lines), tones(rows)), [column.title for column in columns[1:]]), kept)
    left = [row for row in rows if row not in kept]
    if left:
        counts = [f"{fmt.count(n)} {word}" for word in dict.fromkeys(row.says for row in left) if (n := sum(r.says == word for r in left))]
        yield Text(f"Besides: {fmt.listing(counts)}; {rest} them.\n", style="dim")


def drawn_view(rows: Sequence[AnswerRow], where: str, deals: str) -> View:
    """A row a subject: the figure, its interval around what is usual, the verdict; what is usual in a column where it differs."""
    first, usual, differ = rows[0], _usual(rows), _usual_column(rows)
    ends = [bound for row in rows for bound in (*row.value, row.usual.value) if bound is not None and row.value.value is not None]
    low, high = (min(ends), max(ends)) if ends else (0.0, 0.0)
    columns = (
        Column(_subject(rows), TEXT),
        Column(_title(first.figure)),
        *differ,
        Column(axis_text(low, high, None if usual is None else usual.usual.value, first.unit), PICTURE),
        *(judged := _verdict_column(rows)),
    )
    lines = tuple(
        (
            *(row.subject, value_text(row), *((_usual_text(row),) if differ else ())),
            *(_drawn(row, low, high), *((row.says,) if judged else ())),
        )
        for row in rows
    )
    parts = [f"with {where}" if where else "", deals]
    if usual is not None and (first.unit == "share" or first.base):
        parts.append(f"{_base(rows)} is {_usual_text(usual)}")
    lead, *more = filter(None, parts) if any(parts) else (fmt.capital(first.figure),)
    caption = f"{fmt.capital(lead)}: {', '.join(more)}" if more else fmt.capital(lead)
    return View(caption, columns, lines, tones(rows))


def beside_view(rows: Sequence[AnswerRow], where: Sequence[str], deals: str) -> View:
    """A row a subject, a column for each tab that `where` names."""
    found = by_panel(rows)
    tabs = {name: found[name] for name in where if name in found}
    used = {row.test.verdict: row.says for row in rows}
    marks = ", ".join(f"{MARKS[verdict]} {used[verdict]}" for verdict in MARKS if verdict and verdict in used)
    columns = [{row.subject: row for row in own} for own in tabs.values()]
    lines = []
    for subject in dict.fromkeys(row.subject for row in rows):
        there = [column.get(subject) for column in columns]
        lines.append((subject, *(fmt.DASH if row is None else f"{value_text(row)} {MARKS[row.test.verdict]}".rstrip() for row in there)))
    usual = [row for row in map(_usual, tabs.values()) if row is not None]
    if rows[0].unit == "share" and len(usual) == len(tabs):
        lines.append((_base(rows), *map(_usual_text, usual)))
    lead = _title(rows[0].figure) + (f" in {deals}" if deals else "")
    return View(f"{lead}: {marks}" if marks else lead, (Column(_subject(rows), TEXT), *map(Column, tabs)), tuple(lines))


def _place(value: float, low: float, high: float) -> int:
    """The column of a value in a drawn interval."""
    return round((value - low) / (high - low) * (WIDTH - 1)) if high > low else 0


def axis_text(low: float, high: float, middle: float | None, unit: Unit) -> str:
    """The ends of the picture, and what is usual where it fits."""
    if unit == "share" and low == high:
        return fmt.even_percent(low)
    digits = fmt.digits_apart(high - low, hundredfold=unit != "number")

    def text(value: float) -> str:
        if unit == "share":
            return fmt.percent(value, digits)
        return fmt.trimmed(value * 100, digits, "+") if unit == "difference" else fmt.points(value, digits)

    left, right = text(low), text(high)
    line = list(f"{left}{right:>{WIDTH - len(left)}}")
    if middle is not None:
        said = text(middle)
        start = _place(middle, low, high) - len(said) // 2
        if len(left) < start and start + len(said) < WIDTH - len(right):
            line[start : start + len(said)] = said
    return "".join(line)


def _drawn(row: AnswerRow, low: float, high: float) -> str:
    """`    ──●──┼    `: the interval, the figure, and what is usual as a line across; empty without a figure."""
    if row.value.value is None:
        return ""
    line = [" "] * WIDTH
    if row.value.bounds is not None:
        first, last = (_place(bound, low, high) for bound in row.value.bounds)
        line[first : last + 1] = "─" * (last + 1 - first)
    if row.usual.value is not None:
        usual = _place(row.usual.value, low, high)
        line[usual] = "┼" if line[usual] == "─" else "│"
    line[_place(row.value.value, low, high)] = "●"
    return "".join(line).rstrip()
