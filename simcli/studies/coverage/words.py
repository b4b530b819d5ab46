"""What came, in words and tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from simcli.report import formatting as fmt
from simcli.report.answer import MOST_WORDS, Answer
from simcli.report.table.view import TEXT, Column, View
from simcli.studies.coverage.record import DECISION, EFFECT, POINTS, Coverage, Thing

TITLES = {"decision": "Decisions", "effect": "Effects", "points": "Points", "undone": "Undone"}
"""Titles of tables by kind; all other kinds are items'."""
UNNAMED = {DECISION: ("decision", "decisions"), EFFECT: ("effect", "effects"), POINTS: ("category of points", "categories of points")}
"""What has no name on the table and is counted in a sentence, by kind."""


def answer(found: Coverage) -> Answer:
    """Whether everything in play came up."""
    games = f"in {fmt.count(found.games)} game{'' if found.games == 1 else 's'}"
    if not found.missing:
        sure = f"All {fmt.count(found.in_play)} parts came up {games}." if found.in_play > 1 else ""
        return Answer("Everything in play came up.", " ".join(filter(None, (sure, *idle(found)[:1]))))
    sure = f"{fmt.count(len(found.missing))} of {fmt.count(found.in_play)} in play never came up {games}; other players may use them."
    return Answer(fmt.shortened(partial(_never_came, found), MOST_WORDS), " ".join((sure, *idle(found)[:1])))


def _never_came(found: Coverage, most: int) -> str:
    """What never came up: at most `most` items by name, all others counted."""
    names = [thing.name for thing in found.missing if thing.is_item]
    kinds = Counter(thing.kind for thing in found.missing)
    counted = [f"{fmt.number_word(kinds[kind])} {words[kinds[kind] > 1]}" for kind, words in UNNAMED.items() if kinds[kind]]
    return f"{fmt.capital(fmt.listing([*fmt.few_of(names, most, 'more items'), *counted]))} never came up."


def idle(found: Coverage) -> list[str]:
    """Who undoes how many decisions in the same turn, and which above all, the worst first: a sentence each."""
    return [
        f"{name} undoes {fmt.percent(share)} of its decisions in the same turn ({found.most_undone(name).name})."
        for name, share in found.undone_shares.items()
    ]


def facts(found: Coverage) -> dict[str, str]:
    """What was played, and how much is missing."""
    unheld = [thing.id for thing in shown(found) if thing.totals[0] and not thing.totals[1] and thing.is_item]
    return {
        "Game": found.title,
        "Players": ", ".join(map(str, found.players)),
        "Games": f"{found.games:,}",
        "Player-games": ", ".join(f"{name} {n:,}" for name, n in found.player_games.items()),
        "Never came": f"{len(found.missing)} of {found.in_play} in play",
        **({"Undone in the same turn": " ".join(idle(found))} if idle(found) else {}),
        **({"Offered, never held": ", ".join(unheld)} if unheld else {}),
    }


def shown(found: Coverage) -> list[Thing]:
    """What is in play, or came though it should not."""
    return [thing for thing in found.things if not thing.why or thing.came]


def missing_view(found: Coverage) -> View | None:
    """What never came, if anything did not."""
    rows = tuple((thing.id, thing.kind, thing.name) for thing in found.missing)
    return View("Never came", (Column("Never came", TEXT), Column("Kind", TEXT), Column("What it is", TEXT)), rows) if rows else None


def counts_views(found: Coverage) -> Iterator[View]:
    """A table for each kind of counts: a row a thing, both counts over all strategies and for each."""
    came = [*found.undone, *shown(found)]
    for counted in dict.fromkeys(thing.counted for thing in came):
        things = [thing for thing in came if thing.counted == counted]
        columns = (Column("Id", TEXT), Column("Kind", TEXT), Column("All"), *map(Column, found.player_games))
        rows = tuple((t.id, t.kind, *(f"{a:,} / {b:,}" for a, b in (t.totals, *t.counts.values()))) for t in things)
        yield View(f"{TITLES.get(things[0].kind, 'Items')}: {' / '.join(counted)}", columns, rows)


def out_view(found: Coverage) -> View | None:
    """What is out of play, and why, if anything is."""
    rows = tuple((thing.id, thing.kind, thing.why) for thing in found.things if thing.why)
    return View("Out of play", (Column("Out of play", TEXT), Column("Kind", TEXT), Column("Why", TEXT)), rows) if rows else None


def views(found: Coverage) -> tuple[View, ...]:
    """All tables."""
    return tuple(view for view in (missing_view(found), *counts_views(found), out_view(found)) if view is not None)


def lines(found: Coverage) -> Sequence[dict[str, object]]:
    """Rows of the CSV: one a thing and strategy."""
    return [
        {"kind": thing.kind, "id": thing.id, "strategy": name, "first": one, "second": other, "why": thing.why}
        for thing in (*found.undone, *found.things)
        for name, (one, other) in thing.counts.items()
    ]
