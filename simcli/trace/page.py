"""One game as a page that can be stepped through: self-contained, and without JavaScript a list of all its decisions.

Every text is escaped by the template; only the pictures of the board, which escape their own texts, are placed as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simcli.base.escapes import PROSE, shown_all
from simcli.report.template import filled, own, picture

if TYPE_CHECKING:
    from simcli.trace.trace import Moment, Setup

WIDTH, HEIGHT, EDGE = 720, 160, 6
"""Of the drawing of the points, in units of its own."""
COLOURS = 10
"""Colours of seats on the page, s0 to s9."""


@dataclass(frozen=True)
class GamePage:
    """A game from its first decision to its end, which is the last step; seats: the strategy of each; found: how it was found, if so."""

    title: str
    about: str
    found: str
    command: str
    seats: tuple[str, ...]
    steps: tuple[Moment, ...]


def game_page(page: GamePage) -> str:
    """The page as text; equal games give equal texts."""
    page = shown_all(page, PROSE)
    pictures = [picture(step.picture) for step in page.steps]
    lines, boards = _folded(pictures)
    points = [step.points for step in page.steps]
    low, high = min(0, *map(min, points)), max(1, *map(max, points))
    return filled(
        "game.html.j2",
        [own("game.js")],
        page=page,
        board=pictures[-1],
        lines=lines,
        boards=boards,
        points=points,
        tracks=[_track([row[p] for row in points], low, high) for p in range(len(page.seats))],
        box={"width": WIDTH, "height": HEIGHT, "edge": EDGE, "low": low, "high": high, "zero": _y(0, low, high)},
        colours=COLOURS,
    )


def _folded(pictures: Sequence[str]) -> tuple[list[str], list[list[int]]]:
    """All different lines of the pictures, and each picture as numbers of its lines: boards of one game differ in few lines."""
    numbers: dict[str, int] = {}
    boards = [[numbers.setdefault(line, len(numbers)) for line in picture.split("\n")] if picture else [] for picture in pictures]
    return list(numbers), boards


def _track(points: Sequence[int], low: int, high: int) -> str:
    corners: list[str] = []
    last = None
    for i, value in enumerate(points):
        x = EDGE + (WIDTH - 2 * EDGE) * i / max(1, len(points) - 1)
        if last is not None and value != last:
            corners.append(f"{x:.1f},{_y(last, low, high):.1f}")
        if value != last or i == len(points) - 1:
            corners.append(f"{x:.1f},{_y(value, low, high):.1f}")
        last = value
    return " ".join(corners)


def _y(value: int, low: int, high: int) -> float:
    return EDGE + (HEIGHT - 2 * EDGE) * (high - value) / (high - low)


def page_text(setup: Setup, moments: Sequence[Moment], deal: int, rotation: int, reason: str, command: str) -> str:
    """The page of a game; found: how it was found, '' if it was named; command: what traces it again."""
    about = setup.about(deal, rotation)
    return game_page(GamePage(setup.game.title, about, reason, command, moments[-1].seats, tuple(moments)))
