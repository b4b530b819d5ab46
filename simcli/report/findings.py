"""What the numbers say, as sentences: a headline that answers the run's question, and findings by topic."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simcli.report import ban_texts, item_texts, variant_texts, words
from simcli.report import verdict_texts as v
from simcli.report.ranking import has_variants, shown_cells
from simcli.report.words import Record

NAMED = 3
CELLS = 6
"""Of so many combinations of variant and players the seats are named in a headline."""
SUBJECTS = ("bans", "variants", "strategies", "seats", "items")
"""What a headline is about when the config does not say so: the first of these that the run has."""


@dataclass(frozen=True)
class Finding:
    """A sentence about one cell. `tone` is a tone of a verdict or `note`.

    `where` is `With 4 players: ` when the run has several cells, `cell` says which one.
    """

    topic: str
    players: int
    tone: str
    text: str
    where: str = ""
    cell: str = ""

    def __str__(self) -> str:
        return self.where + self.text


def findings(summary: Mapping[str, Any]) -> tuple[Finding, ...]:
    """All findings: for every cell (of many variants the first ones) what each topic has to say, the headline's topic first.

    A note that holds for several cells is given once.
    """
    found: list[Finding] = []
    told: set[str] = set()
    for cell in shown_cells(summary):
        if not cell["games"]:
            continue
        where = f"With {words.cell_text(cell)}: " if len(summary["cells"]) > 1 else ""
        for topic in _topics(summary):
            texts = list(_OF_CELL[topic](cell)) if topic in _OF_CELL else []
            texts = [(tone, text) for tone, text in texts if tone != v.NOTE or text not in told]
            told |= {text for _, text in texts}
            found += [Finding(topic, cell["players"], tone, text, where, words.cell_text(cell)) for tone, text in texts]
    return tuple(found)


def headline(summary: Mapping[str, Any], rerun: str = v.RERUN) -> str:
    """The answer to the run's question and what it rests on, in a few sentences; `rerun` is the command without its number of deals."""
    return " ".join(filter(None, answer(summary, rerun)))


def answer(summary: Mapping[str, Any], rerun: str = v.RERUN) -> tuple[str, str]:
    """The answer to the run's question; and what it rests on: all verdicts counted, and what it would take to know more."""
    cells = [cell for cell in summary["cells"] if cell["games"]]
    if not cells:
        return "Nothing has been played yet.", ""
    for topic in _topics(summary):
        text, rest = _ANSWERS[topic](summary, cells, rerun)
        if text:
            return text, rest
    return "These games are counted below; there is nothing to compare.", ""


def overall_tone(summary: Mapping[str, Any]) -> str:
    """Gravest tone of what the headline is about."""
    topic = next(iter(_topics(summary)))
    fields = {"bans": ("bans",), "strategies": ("strategies",), "seats": ("seats",)}.get(topic, ("strategies", "seats"))
    return v.tone_of([row["verdict"] for cell in summary["cells"] for field in fields for row in cell.get(field, ())])


def _topics(summary: Mapping[str, Any]) -> list[str]:
    """Topics in the order of the page: what the config asks about, then the others."""
    cells = summary["cells"]
    has = {
        "bans": any(cell.get("bans") for cell in cells),
        "variants": has_variants(summary),
        "strategies": any(v.has_rivals(cell) for cell in cells),
        "seats": any(row["verdict"] for cell in cells for row in cell["seats"]),
        "items": any(cell["items"] for cell in cells),
    }
    order = sorted(SUBJECTS, key=lambda topic: topic != summary.get("about"))
    return [topic for topic in order if has[topic]] or ["seats"]


def seat_sentences(cell: Record) -> Iterator[tuple[str, str]]:
    """Does the seat, or the place in turn order, matter with one number of players?"""
    rows = [row for row in cell["seats"] if row["verdict"]]
    for row in rows:
        if v.certain(row):
            yield v.TONES[row["verdict"]], f"{who(row)} {_against(row, cell)}"
    yield from _even_and_open(rows, cell, words.seats_text([cell]), lambda row: str(row["label"]))


def strategy_sentences(cell: Record) -> Iterator[tuple[str, str]]:
    """Which strategies win more or less than an even share against this field with one number of players?"""
    if not v.has_rivals(cell):
        return
    rows = sorted((row for row in cell["strategies"] if row["verdict"]), key=lambda row: -row["win_share"][1])
    for verdict in (*v.UNEVEN, *v.SIZE_OPEN):
        side = [row for row in rows if row["verdict"] == verdict]
        if len(side) > NAMED:
            listed = words.listing([f"{row['name']} {v.share_text(row)}" for row in side])
            even = f"an even share of {words.even_percent(side[0]['even_share'])}"
            yield v.TONES[verdict], f"{_direction(verdict, cell).capitalize()} against {even}: {listed}."
        else:
            yield from ((v.TONES[verdict], f"{row['name']} {_against(row, cell)}") for row in side)
    yield from _even_and_open(rows, cell, "plans", lambda row: str(row["name"]))


def _even_and_open(rows: Sequence[Record], cell: Record, what: str, name: Callable[[Record], str]) -> Iterator[tuple[str, str]]:
    """Sentences about rows that are even, that are not yet known, and about what would have been seen."""
    even = [row for row in rows if row["verdict"] == v.EVEN]
    if even:
        reach = f"{words.percent(min(row['win_share'][0] for row in even))} to {words.percent(max(row['win_share'][2] for row in even))}"
        names = f"all {words.number_word(len(even))} {what}" if len(even) == len(rows) > 1 else words.listing([name(row) for row in even])
        within = f"within {words.tolerance_text(cell['tolerance'])} of {words.even_percent(rows[0]['even_share'])}"
        yield v.TONES[v.EVEN], f"Even, {within}: {names} (intervals from {reach})."
    unknown = [row for row in rows if row["verdict"] == v.UNKNOWN]
    if unknown:
        listed = words.listing([f"{name(row)} ({v.share_text(row)})" for row in unknown])
        yield v.TONES[v.UNKNOWN], f"Not yet known: {listed}."
    if more := " ".join(filter(None, (v.settle_text(rows, ""), v.seen_text(rows)))):
        yield v.NOTE, more


def _against(row: Record, cell: Record) -> str:
    """`wins 27.4 % [27.1, 27.7] against an even share of 25 %: more, by over 1 point.`"""
    even = f"an even share of {words.even_percent(row['even_share'])}"
    side = "more" if row["win_share"][1] > row["even_share"] else "less"
    tolerance = words.tolerance_text(cell["tolerance"])
    end = f"{side}, by over {tolerance}" if row["verdict"] in v.UNEVEN else f"{side} for certain; whether by more than {tolerance} is open"
    return f"wins {v.share_text(row)} against {even}: {end}."


def _direction(verdict: str, cell: Record) -> str:
    """`wins more by over 1 point`, for a list of names."""
    tolerance = words.tolerance_text(cell["tolerance"])
    side = "more" if verdict in (v.MORE, v.MORE_OPEN) else "less"
    return f"{side} by over {tolerance}" if verdict in v.UNEVEN else f"{side} for certain, whether by more than {tolerance} is open,"


def who(row: Record) -> str:
    """The same as the first word of a sentence."""
    text = _subject(row)
    return text[:1].upper() + text[1:]


def _seat_answer(_summary: Mapping[str, Any], cells: Sequence[Record], rerun: str) -> tuple[str, str]:
    """Is it good to begin; does the seat matter?"""
    rows = [(row, cell) for cell in cells for row in cell["seats"] if row["verdict"]]
    if not rows:
        return "", ""
    what = words.seats_text(cells)
    if all(row["verdict"] == v.EVEN for row, _ in rows):
        tolerance = words.listing(list(dict.fromkeys(words.tolerance_text(cell["tolerance"]) for cell in cells)))
        low, high = min(row["win_share"][0] for row, _ in rows), max(row["win_share"][2] for row, _ in rows)
        reach = f"; their intervals lie from {words.percent(low)} to {words.percent(high)}" if len(cells) == 1 else ""
        return f"All {words.count(len(rows))} {what} are even, within {tolerance}{reach}.", ""
    parts = []
    for cell in cells:
        sure = [row for row in cell["seats"] if row["verdict"] and v.certain(row)]
        if sure:
            where = f"with {words.cell_text(cell)} " if len(cells) > 1 else ""
            parts.append(where + words.listing([f"{_subject(row)} wins {v.share_text(row)}" for row in sure[:NAMED]]) + _of_even(sure[0]))
    more = f"; and in {len(parts) - CELLS} more of {len(cells)} combinations" if len(parts) > CELLS else ""
    lead = "; ".join(parts[:CELLS]) + more
    start = f"{lead[:1].upper()}{lead[1:]}." if parts else f"Whether {what} matter is not yet known."
    only = [row for row, _ in rows]
    return start, f"{v.counts_text(only, what)} {v.settle_text(only, rerun)}".strip()


def _subject(row: Record) -> str:
    """A seat or place inside a sentence: `seat 1`, `the 1st to move`."""
    return f"the {row['label']}" if words.by_turn([row]) else str(row["label"])


def _of_even(row: Record) -> str:
    return f" against {words.even_percent(row['even_share'])}"


def _strategy_answer(_summary: Mapping[str, Any], cells: Sequence[Record], rerun: str) -> tuple[str, str]:
    """Which plans win more or less than an even share against the field."""
    rows = [(row, cell) for cell in cells for row in cell["strategies"] if row["verdict"] and v.has_rivals(cell)]
    if not rows:
        return "", ""
    if any("variant" in cell for cell in cells):
        return " ".join(variant_texts.plans(cells)), v.settle_text([row for row, _ in rows], rerun)
    parts = []
    for text, verdicts in (("more than an even share is won by", (v.MORE,)), ("less by", (v.LESS,)), ("", v.SIZE_OPEN)):
        where: dict[str, list[tuple[Record, Record]]] = {}
        for row, cell in rows:
            if row["verdict"] in verdicts:
                where.setdefault(row["name"], []).append((row, cell))
        if where:
            named = _few([_with_players(name, at, cells) for name, at in where.items()])
            parts.append(f"{text} {named}" if text else f"the direction is certain and the size open for {named}")
    lead = f"In {v.field_text(cells[0])}: {'; '.join(parts)}." if parts else ""
    if not parts and any(row["verdict"] == v.UNKNOWN for row, _ in rows):
        lead = f"Whether any plan wins more or less than an even share in {v.field_text(cells[0])} is not yet known."
    elif not parts:
        lead = f"No plan wins more or less than an even share in {v.field_text(cells[0])}."
    only = [row for row, _ in rows]
    counts = v.counts_text(only, "plans" if len(cells) == 1 else "verdicts on plans")
    return lead, f"{counts} {v.settle_text(only, rerun)}".strip()


def _with_players(name: str, at: Sequence[tuple[Record, Record]], cells: Sequence[Record]) -> str:
    """A name with its share, or with the player counts it concerns unless that is all of them."""
    if len(cells) == 1:
        return f"{name} {v.share_text(at[0][0])}"
    counts = list(dict.fromkeys(cell["players"] for _, cell in at))
    return name if len(at) == len(cells) else f"{name} ({words.listing([str(n) for n in counts])} players)"


def _few(names: Sequence[str]) -> str:
    """A list of names, cut to the first ones when it is long."""
    return words.listing(names) if len(names) <= NAMED + 1 else words.listing([*names[:NAMED], f"{len(names) - NAMED} more"])


_OF_CELL: dict[str, Callable[[Record], Iterator[tuple[str, str]]]] = {
    "bans": ban_texts.sentences,
    "strategies": strategy_sentences,
    "seats": seat_sentences,
    "items": item_texts.sentences,
}
_ANSWERS: dict[str, Callable[[Mapping[str, Any], Sequence[Record], str], tuple[str, str]]] = {
    "bans": ban_texts.answer,
    "variants": variant_texts.answer,
    "strategies": _strategy_answer,
    "seats": _seat_answer,
    "items": item_texts.answer,
}
