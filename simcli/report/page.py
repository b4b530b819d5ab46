"""The page of a study: one self-contained report.html on one template.

Nothing on a page depends on the day or the machine: equal records give equal bytes. Every text that comes from a user or a data file is
escaped by the template; only charts and boards, which escape their own texts, are placed as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import groupby
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from simcli.base.files import PAGE, write_atomically
from simcli.base.restrictions import Restrictions
from simcli.report import formatting as fmt
from simcli.report.answer import Answer
from simcli.report.charts import vega
from simcli.report.charts.chart import Chart
from simcli.report.rows import pictures, tables
from simcli.report.table.view import MARKS, View
from simcli.report.template import filled, own, picture
from simcli.report.words.differences import VERDICT_TONES

IN_FULL = "All figures behind the answer."
"""What the heading of a section says that would say the answer again."""
MOST_NAMED = 2


@dataclass(frozen=True)
class Finding:
    """A sentence of a page, and how it is marked: by the tone of a verdict, or as a note."""

    text: str
    tone: str = "note"


@dataclass(frozen=True)
class Section:
    """A part of the page: charts first, then tables, folded if so said. The first part is open, of the others the heading and what it
    `says` in a sentence."""

    id: str
    title: str
    lead: str
    charts: tuple[Chart, ...]
    tables: tuple[View, ...]
    is_folded: bool = False
    says: str = ""
    group: str = ""
    """parts of one group, such as those of a variant, are folded together"""

    def __post_init__(self) -> None:
        """A chart without a row, of games that are not played yet, is left out."""
        object.__setattr__(self, "charts", tuple(chart for chart in self.charts if chart.rows))


@dataclass(frozen=True, kw_only=True)
class Page:
    """What a page shows, in its order: the answer, what else is certain, charts and tables, then what it was played by."""

    title: str
    game: str
    """title of the game"""
    question: str = ""
    answer: Answer
    tone: str
    """colour of the answer: uneven, even, size-open, unknown or none"""
    findings: Sequence[tuple[str, Sequence[Finding]]] = ()
    """headings, each with its findings"""
    players: str = ""
    """how far the players can be beaten"""
    data: str = ""
    """what is not known from print"""
    note: str = ""
    tiles: Sequence[tuple[str, str]]
    sections: Sequence[Section]
    own: Sequence[Chart] = ()
    """pictures of the study in which each name of the claim is seen: in place of that of the rows of the answer"""
    picture: Mapping[str, Any] | None = None
    """a board: its svg, the game, the scores, and the command that traces it"""
    picks: Sequence[tuple[str, str]] = ()
    caveats: Sequence[str] = ()
    strategies: Sequence[Mapping[str, str]] = ()
    """name, kind and idea of each"""
    method: Sequence[str]
    provenance: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """entries of component data that are official, derived, reconstructed"""
    tones: Mapping[str, str] = field(default_factory=dict)
    """colours of the words in columns of verdicts"""
    settings: Sequence[tuple[str, str]] = ()
    rules: Sequence[str] = ()
    facts: Sequence[tuple[str, str]]
    command: str = ""
    version: str = ""

    @cached_property
    def shown(self) -> Sequence[Section]:
        """The sections as they are shown: first the picture and the tables of the answer, which no other section has once more."""
        rows = self.answer.rows
        charts = pictures(rows)
        if not charts:
            return self.sections
        charts = tuple(self.own) or charts
        names, first = {chart.name for chart in charts}, Section("answer", fmt.capital(rows[0].figure), "", charts, tables(rows))
        said = self.answer.claim
        others = (replace(one, charts=tuple(own for own in one.charts if own.name not in names)) for one in self.sections)
        return (first, *(replace(one, says=IN_FULL) if one.says == said else one for one in others))

    @property
    def charts(self) -> tuple[Chart, ...]:
        """All charts, in the order of the page."""
        return tuple(chart for section in self.shown for chart in section.charts)

    @property
    def others(self) -> list[tuple[str, list[Section]]]:
        """The sections behind the first, by their groups."""
        return [(group, list(own)) for group, own in groupby(self.shown[1:], key=lambda section: section.group)]

    @property
    def closing(self) -> Mapping[str, str]:
        """What the headings of the last sections say."""
        entries = [(name, len(own)) for name, own in self.marked]
        stand_ins = dict(entries).get("reconstructed", 0)
        changed = [f"{name.rpartition(': ')[2]} {value}" for name, value in self.settings if name.startswith("changed")]
        facts, scores = dict(self.facts), (self.picture or {}).get("scores", ())
        return {
            "certain": f"{fmt.count(sum(len(own) for _, own in self.findings))} findings.",
            "board": next((text for text in scores if text.endswith("(wins)") or len(scores) == 1), ""),
            "games-to-see": f"{fmt.capital(fmt.listing([what for what, _ in self.picks]))}.",
            "caveats": re.split(r"(?<=\.) ", next(iter(self.caveats), ""))[0],
            "players": f"{fmt.few([strategy['name'] for strategy in self.strategies], MOST_NAMED)}.",
            "provenance": f"{fmt.count(stand_ins)} of {fmt.count(sum(n for _, n in entries))} groups of values are reconstructed.",
            "settings": f"Changed: {fmt.few(changed, MOST_NAMED)}." if changed else f"{fmt.count(len(self.settings))} settings.",
            "method": f"Seed {facts['seed']}." if "seed" in facts else "",
        }

    @property
    def marked(self) -> list[tuple[str, list[str]]]:
        """The provenance that there is, in the order of its marks."""
        return [(name, list(self.provenance[name])) for name in MARKS if self.provenance.get(name)]


NOT_MEASURED = "How far these players can be beaten is not measured"
NOT_CHECKED = "players: not checked"


def parted(players: str) -> tuple[str, str]:
    """What is said of the players, parted: how far they are beaten, or that nobody looked, which a reader sees, and the rest, which is
    folded."""
    if players.startswith(NOT_MEASURED):
        return fmt.capital(NOT_CHECKED), players
    sentences = re.split(r"(?<=\.) ", players)
    head = next((one for one in sentences if "look-ahead" in one or " wins " in one or "no search" in one), sentences[0])
    lead, see, where = head.partition(": see ")
    rest = [f"See {where}"] if see else []
    return f"{lead}." if see else head, " ".join([*rest, *(one for one in sentences if one != head)])


END_OF_STEP = re.compile(r"[_+](?=.)|\.(?=[^\W\d_])")
"""Where a text may go on in a new line: after an underscore or a plus sign, or after a point before a letter, as in a path."""
BEFORE_INTERVAL = re.compile(r" (?=\[|±)")
"""Where a figure may, on a phone: its interval then stands below it."""


def _marked(places: re.Pattern[str], mark: str, text: str) -> Markup:
    """A text with a mark at these places."""
    return Markup(places.sub(mark, str(escape(text))))


def rendered(page: Page) -> str:
    """The page as text."""

    of_tables = {word: tone for section in page.shown for table in section.tables for word, tone in table.tones.items()}
    tones = {**VERDICT_TONES, **page.tones, **of_tables}
    values = vars(page) | {"provenance": page.marked, "shown": page.shown, "others": page.others, "tones": tones, "closing": page.closing}
    return filled(
        "page.html.j2",
        [own("sort.js"), *([library, own("charts.js")] if page.charts and (library := vega.scripts()) else [])],
        **values,
        marks=MARKS,
        players_parts=parted(page.players),
        first=Markup(vega.svg(page.charts[0])) if page.charts else "",
        first_name=page.charts[0].name if page.charts else "",
        chart_data=Markup(vega.page_data(page.charts)),
        breakable=partial(_marked, END_OF_STEP, r"\g<0><wbr>"),
        with_gaps=partial(_marked, BEFORE_INTERVAL, "<span> </span>"),
        board=picture(page.picture["svg"] if page.picture else ""),
    )


def written(folder: Path, page: Page) -> Path:
    """Writes report.html into `folder`, atomically; returns the page."""
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(folder / PAGE, rendered(page).encode("utf-8"))
    return folder / PAGE


def flat_settings(settings: object, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Nested settings as dotted names with their values; lists of records with `id` and `value` are read as well."""
    if isinstance(settings, Mapping):
        for name, value in settings.items():
            if isinstance(value, Mapping) and value:
                yield from flat_settings(value, f"{prefix}{name}.")
            else:
                yield f"{prefix}{name}", _value(value)
    elif isinstance(settings, Sequence) and not isinstance(settings, str):
        for entry in settings:
            if isinstance(entry, Mapping) and "id" in entry:
                yield f"{prefix}{entry['id']}", _value(entry.get("value"))


def restriction_settings(restrictions: Restrictions) -> Iterator[tuple[str, str]]:
    """Restrictions as settings, by player."""
    for name, verb in (("bans", "restrict"), ("musts", "must"), ("swaps", "swap"), ("grants", "grant"), ("blind", "blind")):
        yield from flat_settings(getattr(restrictions, name), f"{verb}: ")


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
