"""How far plans are from good play, in words and as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from simcli.report import formatting as fmt
from simcli.report.answer import Answer, of_rows
from simcli.report.table.view import TEXT, VERDICT, Column, View
from simcli.report.words.verdicts import UNCLEAR, colour_of
from simcli.stats.answer_rows import AnswerRow, by_certainty, even
from simcli.stats.measured import LookAhead, RegretCell
from simcli.stats.verdicts import EVEN, LESS, LESS_OPEN, MORE, MORE_OPEN, UNKNOWN, Verdict

FIGURE = "gain of a look-ahead"
SAYS: Mapping[Verdict | None, str] = {
    MORE: "gains",
    MORE_OPEN: "gains, size open",
    EVEN: "as good",
    UNKNOWN: UNCLEAR,
    LESS_OPEN: "loses",
    LESS: "loses",
    None: "",
}
CASUAL, PRACTISED = 0.2, 0.05
"""Parts of what a player could still win that a look-ahead gains, from which on play is casual, and practised."""


def answer(cells: Sequence[RegretCell], rerun: str = "") -> Answer:
    """How much a look-ahead gains over the plans, and how verdicts by their play are to be read; `rerun`: the command but its deals."""
    rows = sorted(by_certainty([row for cell in cells for row in _rows(cell)]), key=lambda row: row.subject != ALL)
    left, every = sum(cell.unended for cell in cells), sum(cell.playouts for cell in cells)
    because = [f"{fmt.count(left)} of {fmt.count(every)} games that were played on did not end; the stall rule says who wins."]
    return of_rows(claim(cells), rows, rerun, because if left else (), result="gain")


ALL = "all plans"
"""The subject of all plans together."""


def _gains(cell: RegretCell) -> list[tuple[str, LookAhead]]:
    """The plans with their names, before them all together where there are several."""
    plans: list[tuple[str, LookAhead]] = [(plan.strategy, plan) for plan in cell.plans]
    return plans if len(plans) == 1 else [(ALL, cell.every), *plans]


def _rows(cell: RegretCell) -> Iterator[AnswerRow]:
    for name, gain in _gains(cell):
        yield AnswerRow(
            figure=FIGURE,
            about="strategy",
            subject=name,
            players=cell.players,
            variant=cell.variant,
            unit="difference",
            value=gain.game,
            usual=even(0.0),
            tolerance=0.0,
            test=gain.test,
            says=SAYS[gain.test.verdict],
        )


def claim(cells: Sequence[RegretCell]) -> str:
    """`Look-ahead would win about 35 in 100 games more than planner: read verdicts as those of casual play.`"""
    found = [cell for cell in cells if cell.every.game.value is not None]
    if not found:
        return "Nobody had a choice to look at."
    names = list(dict.fromkeys(plan.strategy for cell in cells for plan in cell.plans))
    who = names[0] if len(names) == 1 else "these plans"
    sure = [cell for cell in found if cell.every.test.verdict in (MORE, MORE_OPEN)]
    if not sure:
        return f"Look-ahead is not certain to win more than {who}."
    gains = sorted(round(100 * cell.every.game.known) for cell in sure)
    often = f"{gains[0]} to {gains[-1]}" if gains[0] != gains[-1] else f"about {gains[0]}"
    where = fmt.at_tables([cell.players for cell in sure], [cell.players for cell in found])
    lead = f"Look-ahead would win {often} in 100 games more than {who}{where}" if gains[-1] else f"Look-ahead hardly wins more than {who}"
    return f"{lead}: read verdicts as those of {play_of(max(map(_part, sure)))} play."


def sentence(cells: Sequence[RegretCell]) -> str:
    """The same of the players of a run."""
    said = claim(cells)
    return f"Players: {said[0].lower()}{said[1:]}"


def line(cells: Sequence[RegretCell], width: int) -> str:
    """How good the players are, in a line of a terminal: the sentence where it fits, else in a word."""
    text = sentence(cells)
    if len(text) <= width:
        return text
    sure = [_part(cell) for cell in cells if cell.every.test.verdict in (MORE, MORE_OPEN)]
    return f"players: {play_of(max(sure))} play" if sure else "players: no look-ahead beats them"


def _part(cell: RegretCell) -> float:
    """Part of what a player could still win that a look-ahead gains."""
    return cell.every.game.known / (1.0 - 1.0 / cell.players)


def play_of(part: float) -> str:
    """How people play whose plans leave this part of what they could win to a look-ahead."""
    return "casual" if part >= CASUAL else "practised" if part >= PRACTISED else "good"


METHOD = (
    "Every game is played by computer strategies under the complete rules; all chance comes from a seeded generator.",
    "Of each game one choice is drawn. The action taken, and those that the plan likes best, are played to the end by the players of the "
    "game, in the same worlds: what the player cannot know is dealt again, dice and luck are the same for all actions.",
    "These worlds choose the best action, others compare it with the one taken: a lower bound of what is lost by a choice. A player who "
    "looks ahead at every choice of a game gains that often, each time the same part of what is left to win, or to lose.",
    "Intervals hold 95 %, with the deal as the unit.",
)


def views_of(cells: Sequence[RegretCell]) -> tuple[View, ...]:
    """For each number of players the plans, then for each plan its decisions and what it takes."""
    return tuple(view for cell, plans in zip(cells, plan_views(cells), strict=True) for view in (plans, *_views(cell)))


def plan_views(cells: Sequence[RegretCell]) -> list[View]:
    """For each number of players the plans."""
    made = []
    for cell in cells:
        looked = f"{fmt.count(cell.deals)} deals, {fmt.count(cell.games)} choices looked at, {fmt.count(cell.playouts)} games played on"
        rows = [((name,), gain) for name, gain in _gains(cell)]
        made.append(_view(f"Look-ahead with {fmt.cell_text(cell)}: {looked}", ("Plan",), rows))
    return made


def _views(cell: RegretCell) -> Iterator[View]:
    where = fmt.cell_text(cell)
    for plan in cell.plans:
        yield _view(f"{plan.strategy} with {where}, by decision", ("Decision",), [((one.decision,), one) for one in plan.decisions])
        if plan.actions:
            taken = [((one.action, one.decision), one) for one in plan.actions]
            yield _view(f"{plan.strategy} with {where}, by what is taken", ("Taken", "Decision"), taken)


def _view(caption: str, heads: Sequence[str], rows: Sequence[tuple[Sequence[str], LookAhead]]) -> View:
    names = ("Choices a game", "Looked at", "Gain a choice, points of win share", "Gain a game, points", "Gain of the lead a game")
    lines = tuple(
        (
            *head,
            fmt.points(one.choices),
            fmt.count(one.looked),
            fmt.signed_number_within(one.gain.each(lambda bound: 100 * bound)),
            fmt.signed_within(one.game),
            fmt.signed_number_within(one.points),
            SAYS[one.test.verdict],
        )
        for head, one in rows
    )
    columns = (*(Column(head, TEXT) for head in heads), *map(Column, names), Column("Verdict", VERDICT))
    tones = {SAYS[verdict]: colour_of(verdict) for verdict in (one.test.verdict for _, one in rows) if verdict is not None}
    return View(caption, columns, lines, tones)
