"""All figures that have a name, a row each: of what they are, what they are counted in, where they come from, how they are spoken of.

Targets of `gate`, goals of `fix`, `sensitivity --of`, differences between variants, their report, and what a ladder judges are
read from here. docs/figures.md has the table (`tools/summary_docs.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Literal, NamedTuple, TypeVar

from simcli.base.grouped import grouped
from simcli.stats.cell_tally import CellTally
from simcli.stats.figures.sources import At, Copies, Holders, Mean, OfGroup, Share, Slope, Stalled, WinShare
from simcli.stats.held import Gain
from simcli.stats.measured import VIABLE
from simcli.tally_parts import Figures

Of = Literal["games", "strategy", "seat", "item", "copy", "plan"]
"""`copy`: an item of a run in which one player is denied each of its kind in turn."""
Unit = Literal["share", "points", "rounds", "count"]
Even = Literal["share", "nothing", "middle"]
"""What an even share is: 1 / players, no effect at all, or the median of the kind."""
LOSS, BEYOND = "loss per copy", "loss per copy beyond its kind"
T = TypeVar("T")


class Scale(Enum):
    """What a figure is: a mean; a share of all games, at most 1 in every deal; a share of some players, or a slope."""

    MEAN = "mean"
    SHARE = "share"
    GROUP = "group"


@dataclass(frozen=True)
class Figure:
    """A figure. `field` is where a record of the summary has it, and its column; None for `source`: it is counted in matchups.

    parts: names of what it is divided into, in the order of its counts; where: cells in which a difference can be made, all if None;
    words: `{}` stands for whose it is; is_quiet: pages report its changes only where they are of the games, and certain; is_held: an
    association with holding an item, which is reported and cannot be asked for.
    """

    name: str
    of: Of
    unit: Unit
    field: str
    source: Mean | None
    meaning: str
    scale: Scale = Scale.MEAN
    at: At = ()
    parts: Callable[[CellTally], Sequence[str]] | None = None
    where: Callable[[CellTally], bool] | None = None
    even: Even | None = None
    words: str = ""
    is_quiet: bool = False
    is_held: bool = False

    @property
    def is_share(self) -> bool:
        """Whether it is a fraction of 1, printed in per cent; its differences in points of 100."""
        return self.unit == "share"

    def is_in(self, cell: CellTally) -> bool:
        """Whether a cell can be compared in it."""
        return self.source is not None and (self.where is None or self.where(cell))

    def even_in(self, cell: CellTally) -> float:
        """What is even in a cell."""
        return cell.even if self.even == "share" else 0.0

    def text(self, whose: str = "") -> str:
        """`the win share of those who hold Knight`; without a name `... who hold it`."""
        words = self.words or (f"the {self.name}" if self.of == "games" else f"the {self.name} of {{}}")
        return words.format(whose) if whose else words.replace(" of {}", "").replace("{}", "it")


def _of_games(column: str) -> At:
    return (Figures._fields.index(column),)


SHARE, GROUP = Scale.SHARE, Scale.GROUP
FIGURES: tuple[Figure, ...] = (
    Figure(
        *("rounds", "games", "rounds", "rounds_mean", Mean("figure"), "length of a game"),
        at=_of_games("rounds"),
        words="the length of a game",
    ),
    Figure(*("margin", "games", "points", "margin_mean", Mean("figure"), "best less second best score of a game"), at=_of_games("margin")),
    Figure(
        *("winning score", "games", "points", "winning_score_mean", Mean("figure"), "best score of a game"), at=_of_games("winning_score")
    ),
    Figure(
        *("shared victories", "games", "share", "tie_share", Share("figure"), "share of the games that several win"),
        scale=SHARE,
        at=_of_games("shared_victories"),
        words="the share of the shared victories",
    ),
    Figure(
        *("stalled games", "games", "share", "stalled_share", Stalled("totals"), "share of the games that a stall rule ended"),
        scale=SHARE,
        words="the share of the stalled games",
        is_quiet=True,
    ),
    Figure(*(VIABLE, "games", "count", "viable_plans", None, "how many plans are worth playing, from matchups")),
    Figure(
        *("win share", "strategy", "share", "win_share", WinShare("strategy_share", of="strategy"), "its share of the wins"),
        scale=SHARE,
        where=lambda cell: cell.is_contest and cell.compares,
        even="share",
    ),
    Figure(*("score", "strategy", "points", "score_mean", Mean("strategy_score"), "its points at the end")),
    Figure(
        *("held", "strategy", "count", "held", Mean("strategy_held"), "copies held, or times done, as in `balanced held quarry`"),
        parts=lambda cell: [cell.items[i].id for i in cell.by_strategy],
        words="the copies held by {}",
    ),
    Figure(
        *("win share", "seat", "share", "win_share", WinShare("place_share"), "share of the games won from there"),
        scale=SHARE,
        where=lambda cell: cell.is_contest,
        even="share",
    ),
    Figure(*("score", "seat", "points", "score_mean", Mean("place_score"), "points at the end")),
    Figure(
        *("points", "seat", "points", "categories", Mean("place_category"), "points of a score category, as in `seat 1 points trade`"),
        parts=lambda cell: cell.categories,
    ),
    Figure(
        *("held", "seat", "count", "held", Mean("place_held"), "items of a kind held at the end, as in `seat 1 held guild`"),
        parts=lambda cell: cell.kinds,
    ),
    Figure(
        *("holders", "item", "share", "holders", Holders("item_if_held"), "share of the players who end with a copy"),
        scale=SHARE,
        words="the share of the players who hold {}",
    ),
    Figure(
        *("win share if held", "item", "share", "win_share_if_held", OfGroup("item_if_held"), "win share of those who end with a copy"),
        scale=GROUP,
        where=lambda cell: cell.is_contest,
        is_held=True,
        words="the win share of those who hold {}",
    ),
    Figure(
        *("win share per copy offered", "item", "share", "per_copy_offered", Slope("item_offered_slope")),
        "what each further copy offered changes of the win share",
        scale=GROUP,
        where=lambda cell: cell.is_contest,
        even="nothing",
        words="the win share that one more copy of {} offered brings",
    ),
    Figure(
        *("win share if offered", "item", "share", "win_share_if_offered", OfGroup("item_if_offered")),
        "win share of those who were offered a copy",
        scale=GROUP,
        where=lambda cell: cell.is_contest,
        even="share",
        words="the win share of those who are offered {}",
        is_quiet=True,
    ),
    Figure(
        *("win share per copy held", "item", "share", "held_in_place", Copies("", gain=Gain.SHARE)),
        "win share that goes with one more copy held in place of a typical item of its kind; of runs with variants",
        scale=GROUP,
        where=lambda cell: cell.is_contest,
        is_held=True,
        words="the win share with each copy of {} held",
    ),
    Figure(
        *("points per copy held", "item", "points", "points_in_place", Copies("", gain=Gain.POINTS)),
        "points that go with one more copy held in place of a typical item of its kind; of runs with variants",
        where=lambda cell: cell.is_contest,
        is_held=True,
        words="the score with each copy of {} held",
    ),
    Figure(
        *(LOSS, "copy", "share", "lost_per_copy", None, "win share lost without it for each copy used with it, of runs of `simcli cards`")
    ),
    Figure(*(BEYOND, "copy", "share", "against_kind", None, "the same less the median of its kind"), even="middle"),
    Figure(*("mean win share", "plan", "share", "mean_share", None, "mean of its win shares among each other plan, from matchups")),
    Figure(*("weight in the lottery", "plan", "share", "lottery", None, "its weight in the mix that nobody gains on, from matchups")),
    Figure(*("strength", "plan", "share", "strength", None, "how often it finishes first at a table of one of each plan, from matchups")),
)
BY_NAME = {(figure.of, figure.name): figure for figure in FIGURES}
"""Figures by what they are of and their name."""
COMPARED = tuple(dict.fromkeys(figure.name for figure in FIGURES if figure.source is not None))
"""Names of the figures in which variants are compared."""
HELD = (
    "who holds an item says nothing of what it is worth, so nothing is judged by it",
    f"of fix ask 'NAME even', of a run of `simcli cards` 'NAME {LOSS}'; 'NAME holders' says how many hold one",
)
NOT_DENIED = (
    "what a copy is worth is known where one player is denied each item of a kind in turn",
    "`simcli cards` plays that, and fix does; here ask 'NAME win share per copy offered' or 'NAME holders'",
)
CALLED: Mapping[str, str] = {"copy": "item"}
"""The word before a name, where it is another than what the figure is of."""


class Topic(NamedTuple):
    """Whose figure it is, and which."""

    about: Of
    of: str | None
    figure: str
    part: str | None = None

    @property
    def row(self) -> Figure:
        """What is known of the figure."""
        return BY_NAME[self.about, self.figure]

    @property
    def name(self) -> str:
        """`rounds`, `seat 1 win share`, `strategy balanced score`, `item knight win share if held`, `seat 1 points trade`."""
        return figure_name(self.about, self.of, self.figure, self.part)


def figure_name(about: Of, of: str | None, figure: str, part: str | None = None) -> str:
    """The name of a figure in full."""
    who = of if about in ("games", "seat") else f"{CALLED.get(about, about)} {of}"
    return " ".join(word for word in (who, figure, part) if word)


def names_of(topic: Topic, *, number: int = 0, kind: str = "") -> tuple[str, ...]:
    """All it may be called by, the first as targets print it. number: of the seat, from 1; kind: of the item."""
    tail = " ".join(word for word in (topic.figure, topic.part) if word)
    if topic.about == "games":
        return (tail,)
    if topic.about == "seat":
        return tuple(dict.fromkeys((topic.name, f"seat {number} {tail}" if number else topic.name)))
    owner = {"plan": "strategy"}.get(topic.about, CALLED.get(topic.about, topic.about))
    return tuple(dict.fromkeys(f"{who} {tail}" for who in (topic.of, f"{owner} {topic.of}", f"{kind or owner} {topic.of}")))


def placed(cell: CellTally) -> Iterator[tuple[Topic, At]]:
    """Every figure in which a cell can be compared, with its place in the counts."""
    owners: dict[Of, list[tuple[str | None, At]]] = {
        "games": [(None, ())],
        "strategy": [(name, (i,)) for name, i in cell.playing.items()],
        "seat": [(cell.seat_label(i), (i,)) for i in range(cell.players)],
        "item": [(item.id, (i,)) for i, item in enumerate(cell.items)],
    }
    for about, whose in owners.items():
        rows = [figure for figure in FIGURES if figure.of == about and figure.is_in(cell)]
        for of, at in whose:
            for figure in rows:
                if figure.parts is not None:
                    yield from ((Topic(about, of, figure.name, part), (*at, k)) for k, part in enumerate(figure.parts(cell)))
                elif not isinstance(figure.source, Copies) or figure.source.has(cell, at):
                    yield Topic(about, of, figure.name), at or figure.at


def named(cell: CellTally) -> Iterator[tuple[tuple[str, ...], Topic, At]]:
    """Those that can be asked for, with all names."""
    for topic, at in placed(cell):
        if topic.row.is_held:
            continue
        number, kind = at[0] + 1 if topic.about == "seat" else 0, cell.items[at[0]].kind if topic.about == "item" else ""
        yield names_of(topic, number=number, kind=kind), topic, at


def by_name(entries: Iterable[tuple[Sequence[str], T]]) -> dict[str, T]:
    """Everything by each name that means it alone, as it is looked up."""
    meant = grouped((name, one) for names, one in entries for name in dict.fromkeys(map(plain_name, names)))
    return {name: figures[0] for name, figures in meant.items() if len(figures) == 1}


def why_unknown(text: str) -> tuple[str, str] | None:
    """Why a figure of this name cannot be asked of most runs, and what can; None for any other text."""
    name = plain_name(text)
    for figure in FIGURES:
        if figure.is_held and name.endswith(figure.name):
            return HELD
        if figure.of == "copy" and name.endswith(figure.name):
            return NOT_DENIED
    return None


def plain_name(text: str) -> str:
    """A name as it is looked up: small letters, one space between words."""
    return " ".join(text.lower().split())
