"""What chance offers and what a game was like, in sentences. Every claim has its interval and is corrected for all items of the run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import NormalDist, median
from typing import Any

from simcli.report import verdict_texts as v
from simcli.report import words
from simcli.report.words import Record

FALSE_DISCOVERIES = 0.05
NAMED = 3
SITUATION, MARKER = "situation", "marker"
Z = NormalDist().inv_cdf


def sentences(cell: Record) -> Iterator[tuple[str, str]]:
    """Situations, then the items whose offer changes the win share for certain, or why none does."""
    for item in cell["items"]:
        if item["role"] == SITUATION and item["holders"][1] is not None:
            yield v.NOTE, f"{_frequency(item)}."
    for text in _offers(cell):
        yield v.NOTE, text


def answer(_summary: Mapping[str, Any], cells: Sequence[Record], _rerun: str) -> tuple[str, str]:
    """The answer for a question about items: situations if there are any, else what an offer does, for every number of players."""
    parts = []
    for cell in cells:
        where = f"With {words.cell_text(cell)}: " if len(cells) > 1 else ""
        texts = [f"{_frequency(item)}." for item in cell["items"] if item["role"] == SITUATION and item["holders"][1] is not None]
        parts += [where + text for text in (texts or list(_offers(cell)))]
    return " ".join(dict.fromkeys(parts)), ""


def chance_items(cell: Record) -> list[Record]:
    """Items that chance may offer to one player more than to another; markers are the seats' matter."""
    return [item for item in cell["items"] if item["role"] not in (MARKER, SITUATION)]


def chance_kinds(cells: Sequence[Record]) -> list[str]:
    """Kinds of such items, in order; each has its own part of the page."""
    return list(dict.fromkeys(item["kind"] for cell in cells for item in chance_items(cell)))


def _frequency(item: Record) -> str:
    """How often a situation came up."""
    name = item["name"][:1].upper() + item["name"][1:]
    return f"{name}: in {words.percent(item['holders'][1])} {words.interval(item['holders'])} of the games"


def _offers(cell: Record) -> Iterator[str]:
    items = chance_items(cell)
    if not items:
        return
    if not any(item["offer_differs"] for item in items):
        yield from _held(items)
        yield no_offer_differs(items)
        return
    known = [item for item in items if item["p_bh"] is not None]
    if not known:
        yield "What an offer is worth is not yet known: in too few deals was one player offered more of a card than another."
        return
    sure = [item for item in known if item["p_bh"] < FALSE_DISCOVERIES]
    for verb, side in (("raises", 1), ("lowers", -1)):
        group = sorted((item for item in sure if item["per_copy_offered"][1] * side > 0), key=lambda item: -_size(item))
        if group:
            yield _certain(group, verb)
    if not sure:
        tested = [item["per_copy_offered"] for item in known]
        yield (
            "Of what chance offers nothing stands out: no offer changes the win share for certain. An effect of "
            f"{words.signed(_seen(tested)).lstrip('+')} points a copy would have been seen, for a typical card, in 95 of 100 such runs."
        )


def _held(items: Sequence[Record]) -> Iterator[str]:
    """What winners end up with, where no offer tells of a cause: for certain, Bonferroni over the items with an interval."""
    known = [item for item in items if item["per_copy_held"][0] is not None]
    for side, text in ((1, "Who holds more of them wins more"), (-1, "Who holds more of them wins less")):
        sure = [item for item in known if item["per_copy_held"][1] * side > 0 and _beyond_zero(item["per_copy_held"], len(known))]
        sure.sort(key=lambda item: -abs(item["per_copy_held"][1]))
        if sure:
            listed = words.listing(
                [f"{i['name']} ({words.signed(i['per_copy_held'][1])} {words.signed_interval(i['per_copy_held'])})" for i in sure[:NAMED]]
            )
            rest = f", and {len(sure) - NAMED} more" if len(sure) > NAMED else ""
            yield f"{text}, in points a copy: {listed}{rest}; an association, no cause."


def _beyond_zero(bounds: words.Bounds, n: int) -> bool:
    """Whether a figure with a 95 % interval differs from zero for certain, as one of n."""
    low, value, high = bounds
    assert low is not None
    assert value is not None
    assert high is not None
    return abs(value) > (high - low) / 2 / Z(0.975) * Z(1 - FALSE_DISCOVERIES / 2 / n)


def no_offer_differs(items: Sequence[Record]) -> str:
    """Where everybody is offered the same, no number of deals tells what an offer is worth."""
    kinds = words.listing([words.plural(kind.replace("_", " ")) for kind in dict.fromkeys(item["kind"] for item in items)])
    return (
        f"Chance offers all players of a game the same {kinds}, so no number of deals shows here what an offer is worth. "
        "A ban shows it: see restrict in docs/config.md."
    )


def _certain(group: Sequence[Record], verb: str) -> str:
    """Names with intervals; `most` only where the interval of the first lies beyond that of the second."""
    listed = words.listing([_with_effect(item) for item in group[:NAMED]])
    rest = f", and {len(group) - NAMED} more" if len(group) > NAMED else ""
    most = " most" if len(group) > 1 and _nearest(group[0]) > max(map(_farthest, group[1:])) else ""
    lead = f"One more copy offered to a player {verb} that player's win share"
    if most:
        others = words.listing([_with_effect(item) for item in group[1:NAMED]])
        return f"{lead}, in points, most of all {_with_effect(group[0])}; less {others}{rest}."
    return f"{lead}, in points: {listed}{rest}."


def _with_effect(item: Record) -> str:
    bounds = item["per_copy_offered"]
    return f"{item['name']} ({words.signed(bounds[1])} {words.signed_interval(bounds)})"


def _size(item: Record) -> float:
    return abs(float(item["per_copy_offered"][1]))


def _nearest(item: Record) -> float:
    """The bound nearest to no effect, as a size."""
    low, _, high = item["per_copy_offered"]
    return float(min(abs(low), abs(high)))


def _farthest(item: Record) -> float:
    low, _, high = item["per_copy_offered"]
    return float(max(abs(low), abs(high)))


def _seen(tested: Sequence[words.Bounds]) -> float:
    """Effect that half of the items would have shown in 95 of 100 runs, corrected as if for all at once."""
    alpha = FALSE_DISCOVERIES / len(tested)
    halves = [(high - low) / 2 for low, _, high in tested if low is not None and high is not None]
    return median(halves) / Z(0.975) * (Z(1 - alpha / 2) + Z(v.SEEN)) if halves else 0.0
