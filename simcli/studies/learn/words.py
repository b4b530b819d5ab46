"""What a learned player wins: in a sentence, as a table, and as the provenance of its file."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

from simcli.report import formatting as fmt
from simcli.report.answer import Answer
from simcli.report.table.view import TEXT, Column, View
from simcli.report.words.verdicts import UNCLEAR
from simcli.stats.answer_rows import AnswerRow, bare_test, by_certainty, even
from simcli.stats.verdicts import CERTAIN, LESS_OPEN, MORE_OPEN
from simcli.studies.learn.estimate import Learn, LearnedAgainst

NAME = "learned"
WHOLE = ("players", "deals")
STRONGER, WEAKER = "stronger", "weaker"
SAYS = {MORE_OPEN: STRONGER, LESS_OPEN: WEAKER}
MORE = 4
"""How many times as many fresh deals are asked for where a result is unclear: half the interval."""


def answer(found: Learn) -> Answer:
    """Whether it is stronger than who it learned from."""
    made = by_certainty([_answer_row(row) for row in found.against])
    own = [row for row in made if row.subject == _among(found.plan)]
    rows = [*own, *(row for row in made if row not in own)]
    sure = sum(row.is_sure for row in rows)
    return Answer(_claim(own), _sure(found, sure), _because(found), more_deals(found) if sure < len(rows) else "", rows)


def more_deals(found: Learn) -> str:
    """The command that judges the same player on more fresh deals."""
    words = shlex.split(found.command)
    at = words.index("--fresh") if "--fresh" in words else len(words)
    return shlex.join([*words[:at], *words[at + 2 :], "--fresh", str(MORE * _deals(found))])


def _deals(found: Learn) -> int:
    return max(row.deals for row in found.against)


def _among(rivals: str) -> str:
    return f"{NAME} among {rivals}"


def _answer_row(row: LearnedAgainst) -> AnswerRow:
    return AnswerRow(
        figure="win share",
        about="strategy",
        subject=_among(row.rivals),
        players=row.players,
        unit="share",
        value=row.share,
        usual=even(row.even_share),
        tolerance=0.0,
        test=bare_test(row.verdict),
        says=SAYS.get(row.verdict, UNCLEAR),
    )


def _claim(rows: Sequence[AnswerRow]) -> str:
    """What it wins among players of its plan, the largest certain difference first."""
    at = {word: [row.players for row in rows if row.says == word and row.players] for word in (STRONGER, WEAKER)}
    every, first = [row.players for row in rows if row.players], rows[0]
    if all(at.values()):
        there, here = (fmt.at_tables(at[word], every) for word in (STRONGER, WEAKER))
        return f"Only at some tables: {first.subject} is stronger{there}, weaker{here}."
    if not first.is_sure:
        return f"It is unclear whether {first.subject} wins more than an even share."
    where, its = fmt.at_tables(at[first.says], every), fmt.at_tables([first.players or 0], every)
    wins = f"{first.subject} wins {fmt.percent(first.value.value)}{its}, where {fmt.even_percent(first.usual.value or 0.0)} is even"
    return f"{'Yes' if first.says == STRONGER else 'No'},{f'{where}: ' if where and where != its else ' '}{wins}."


def _sure(found: Learn, sure: int) -> str:
    total = len(found.against)
    what = "The result is" if total == 1 else f"{fmt.some_of(sure, total)} results {'is' if sure == 1 else 'are'}"
    more = "" if sure == total else "; more of them would tell"
    return f"{what} {'certain' if sure or total > 1 else 'unclear'} on {fmt.count(_deals(found))} fresh deals{more}."


def _because(found: Learn) -> tuple[str, ...]:
    """Of what it learned nothing."""
    few = [kind.decision for kind in found.kinds if not kind.trees]
    return (f"Choices made as {found.plan} makes them, of which nothing was learned: {fmt.few(few)}.",) if few else ()


def views(found: Learn) -> tuple[View, ...]:
    """What it wins, and what it has learned."""
    names = (Column("Among", TEXT), *map(Column, ("Players", "Wins", "95 % interval", "Even", "Fresh deals")), Column("Verdict", TEXT))
    rows = tuple(
        (
            *(row.rivals, str(row.players), fmt.percent(row.share.value), fmt.interval(row.share), fmt.even_percent(row.even_share)),
            *(fmt.count(row.deals), SAYS.get(row.verdict, UNCLEAR)),
        )
        for row in found.against
    )
    kinds = tuple((one.decision, fmt.count(one.choices), str(one.columns), str(one.trees)) for one in found.kinds)
    columns = (Column("Decision", TEXT), Column("Choices"), Column("Columns"), Column("Trees"))
    return View(f"{NAME} in one seat, others in the rest", names, rows), View("What it has learned from", columns, kinds)


def lines(found: Learn) -> Iterator[dict[str, object]]:
    """The lines of the CSV file: one for each number of players and who sits in the other seats."""
    for row in found.against:
        share = {"share_low": row.share.low, "share": row.share.value, "share_high": row.share.high}
        yield {"rivals": row.rivals, "players": row.players, "deals": row.deals, "even_share": row.even_share, **share}


def pedigree(found: Learn) -> Sequence[str]:
    """Comments for the player's file: from what it learned, what it wins on fresh deals, by which command."""
    rounds = f"{fmt.count(found.rounds)} rounds" if found.rounds > 1 else "one round"
    size = f"a choice of each of {fmt.count(found.looked)} games, in {found.worlds} worlds an action"
    notes = [f"Learned in {rounds} from {size}; judges the favourites of {found.plan}."]
    for row in found.against:
        sure = "" if row.verdict in CERTAIN else ", unclear"
        notes.append(
            f"{fmt.players_text(row.players)}, {fmt.count(row.deals)} fresh deals: wins {fmt.within(row.share)} among {row.rivals}{sure}."
        )
    return [*notes, f"Again: {found.command}"]
