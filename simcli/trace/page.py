"""One game as a page that can be stepped through: self-contained, and without JavaScript a list of all its decisions.

Every text is escaped by the template; only the pictures of the board, which escape their own texts, are placed as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from simcli.base.escapes import PROSE, shown_all
from simcli.report.charts import vega
from simcli.report.charts.chart import SERIES, Chart, Row
from simcli.report.template import filled, own, picture
from simcli.trace.answer import change_text, choice_text, claim, heading

if TYPE_CHECKING:
    from simcli.trace.decisive import Decisive
    from simcli.trace.trace import Moment, Played, Setup


@dataclass(frozen=True)
class GamePage:
    """A game from its first decision to its end, which is the last step; seats: the strategy of each; found: how it was found, if so.

    answer: who won; heading: above the choices that decided it; choices: the number of each decision, what was chosen, what it changed.
    """

    title: str
    about: str
    found: str
    command: str
    seats: tuple[str, ...]
    steps: tuple[Moment, ...]
    answer: str = ""
    heading: str = ""
    choices: tuple[tuple[int, str, str], ...] = ()
    has_points: bool = True


def game_page(page: GamePage) -> str:
    """The page as text; equal games give equal texts."""
    page = shown_all(page, PROSE)
    pictures = [picture(step.picture) for step in page.steps]
    lines, boards = _folded(pictures)
    chart = score_lines(page)
    return filled(
        "game.html.j2",
        [own("game.js")],
        page=page,
        board=pictures[-1],
        lines=lines,
        boards=boards,
        points=[step.points for step in page.steps],
        chart=chart,
        drawn=Markup(vega.svg(chart)) if len(page.steps) > 1 and page.has_points else "",
        edge=vega.EDGE,
        colours=SERIES,
    )


def _folded(pictures: Sequence[str]) -> tuple[list[str], list[list[int]]]:
    """All different lines of the pictures, and each picture as numbers of its lines: boards of one game differ in few lines."""
    numbers: dict[str, int] = {}
    boards = [[numbers.setdefault(line, len(numbers)) for line in picture.split("\n")] if picture else [] for picture in pictures]
    return list(numbers), boards


def score_lines(page: GamePage) -> Chart:
    """Points of every seat so far, decision by decision; the last place is the end."""
    end = len(page.steps) - 1
    rows: list[Row] = []
    for p, name in enumerate(page.seats):
        last = None
        for i, step in enumerate(page.steps):
            if step.points[p] != last or i == end:
                last = step.points[p]
                rows.append({"panel": "", "series": f"{p + 1} {name}", "x": i, "value": last, "at_end": i == end})
    words = "Points so far of every seat, decision by decision."
    return Chart("points", "points", words, words, "lines", rows, title="points so far", place="decisions", names_at_ends=True)


def page_text(setup: Setup, moments: Sequence[Moment], played: Played, found: Decisive, about: tuple[str, str]) -> str:
    """The page of a game; about: how it was found, '' if it was named, and the command that traces it again."""
    told = tuple((one.decided.number, choice_text(one), change_text(one, found, by_points=played.is_by_points)) for one in found.choices)
    shown = {"answer": claim(played), "heading": heading(found)}
    page = GamePage(
        setup.game.title, played.about, *about, played.seats, tuple(moments), choices=told, has_points=played.has_points, **shown
    )
    return game_page(page)
